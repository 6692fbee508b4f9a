//! The scheduler of all contests: games of some cells, until a rule needs no more.

use petteia_players::Opening;

use super::even::{EvenRule, Step};
use super::sprt::SprtRule;
use crate::catalog::Catalog;
use crate::cell::{Cell, ChunkSize};
use crate::scheduler::{Job, Scheduler, missing};
use crate::store::{Manifest, QuestionKind, Request, RunError};

/// What decides how many games are needed.
#[derive(Debug)]
pub(super) enum Rule {
    /// So many pairs of every cell.
    Pairs(u64),
    /// The pairs of the only cell up to the decision of a test.
    Sprt(SprtRule),
    /// Those of a search among cells with growing handicaps.
    Even(EvenRule),
    /// So many games after every first move.
    FirstMoves {
        games: u64,
        /// The random decisions that begin a game, of which the first move replaces one.
        opening: Opening,
        /// How many first moves each cell stands for.
        equivalent: Vec<u32>,
    },
}

/// A question about two agents, or an agent and itself, on one game: it orders the games of some cells until a rule needs no
/// more.
#[derive(Debug)]
pub struct ContestScheduler {
    request: Request,
    pub(super) cells: Vec<Cell>,
    pub(super) rule: Rule,
}

impl ContestScheduler {
    /// Schedules the games of some cells. The parameters, in words, complete the name of the question.
    pub(super) fn new(name: String, parameters: &str, cells: Vec<Cell>, rule: Rule) -> Self {
        let text = format!("{name}, {parameters}");
        let request = Request { kind: QuestionKind::Match, name, text, games: None, seed: None };
        ContestScheduler { request, cells, rule }
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest::new(self.request.clone(), &self.cells)
    }
}

impl Scheduler for ContestScheduler {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        let all = |count: u64, chunk_size: ChunkSize| {
            (0..self.cells.len()).flat_map(|index| missing(catalog, index, count, chunk_size)).collect()
        };
        Ok(match &self.rule {
            Rule::Pairs(pairs) => all(*pairs, ChunkSize::Fine),
            Rule::Sprt(rule) => all(rule.look(&self.cells[0], catalog)?.ordered, ChunkSize::Fine),
            Rule::Even(rule) => match rule.search(&self.cells, catalog)? {
                Step::Needs(index, games) => missing(catalog, index, games, ChunkSize::Fine),
                Step::Ended(_) => Vec::new(),
            },
            Rule::FirstMoves { games, .. } => all(*games, ChunkSize::Full),
        })
    }

    fn expected(&self, catalog: &Catalog, index: usize) -> u64 {
        match &self.rule {
            Rule::Pairs(count) | Rule::FirstMoves { games: count, .. } => *count,
            Rule::Sprt(rule) => rule.expected(),
            Rule::Even(rule) => match rule.search(&self.cells, catalog) {
                Ok(Step::Needs(needed, games)) if needed == index => games,
                _ => catalog.cell(index).in_order().min(rule.games),
            },
        }
    }

    fn progress(&self, _: &Catalog, _: usize) -> String {
        if let Rule::Sprt(rule) = &self.rule { rule.progress() } else { String::new() }
    }
}
