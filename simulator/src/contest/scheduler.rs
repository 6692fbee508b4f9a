//! The scheduler of all contests: games of some cells, until a rule needs no more.

use super::even::{EvenRule, Step};
use super::sprt::SprtRule;
use crate::cell::{Cell, Pace};
use crate::question::{Order, Question, missing};
use crate::store::{Asked, Manifest, QuestionKind, RunError};
use crate::tallies::Tallies;

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
        opening: u32,
        /// How many first moves each cell stands for.
        equivalent: Vec<u32>,
    },
}

/// A question about two agents, or an agent and itself, on one game: it orders the games of some cells until a rule needs no
/// more.
#[derive(Debug)]
pub struct ContestScheduler {
    asked: Asked,
    pub(super) cells: Vec<Cell>,
    pub(super) rule: Rule,
}

impl ContestScheduler {
    /// Schedules the games of some cells. The parameters, in words, complete the name of the question.
    pub(super) fn new(name: String, parameters: &str, cells: Vec<Cell>, rule: Rule) -> Self {
        let text = format!("{name}, {parameters}");
        let asked = Asked { kind: QuestionKind::Match, name, text, games: None, seed: None };
        ContestScheduler { asked, cells, rule }
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest::new(self.asked.clone(), &self.cells)
    }
}

impl Question for ContestScheduler {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn next(&self, tallies: &Tallies) -> Result<Vec<Order>, RunError> {
        let all = |count: u64, pace: Pace| {
            (0..self.cells.len()).flat_map(|index| missing(tallies, index, count, pace)).collect()
        };
        Ok(match &self.rule {
            Rule::Pairs(pairs) => all(*pairs, Pace::Fine),
            Rule::Sprt(rule) => all(rule.look(&self.cells[0], tallies)?.ordered, Pace::Fine),
            Rule::Even(rule) => match rule.search(&self.cells, tallies)? {
                Step::Needs(index, games) => missing(tallies, index, games, Pace::Fine),
                Step::Ended(_) => Vec::new(),
            },
            Rule::FirstMoves { games, .. } => all(*games, Pace::Full),
        })
    }

    fn expected(&self, tallies: &Tallies, index: usize) -> u64 {
        match &self.rule {
            Rule::Pairs(count) | Rule::FirstMoves { games: count, .. } => *count,
            Rule::Sprt(rule) => rule.expected(),
            Rule::Even(rule) => match rule.search(&self.cells, tallies) {
                Ok(Step::Needs(needed, games)) if needed == index => games,
                _ => tallies.cell(index).in_order().min(rule.games),
            },
        }
    }

    fn progress(&self, _: &Tallies, _: usize) -> String {
        if let Rule::Sprt(rule) = &self.rule { rule.progress() } else { String::new() }
    }
}
