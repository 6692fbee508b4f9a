//! Endgame tests: whether agents draw drawn endings, and how often a decision gives a value away.
//!
//! An agent plays both sides, or one of them against a smaller budget, from random placements of an ending to the end of the
//! game under its limits. Endgame tables give the value of each placement with best play, and of each decision on the way.

use std::path::Path;

use petteia_engine::BySide;
use petteia_proofs::endgame::{Endgames, Ending, SolveError, SolveOptions};
use petteia_tables::exams::EndgameScore;
use rayon::ThreadPoolBuilder;

use crate::SolveProgress;
use crate::catalog::{Catalog, CellChunks};
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::experiment::{CellPlan, Plan, cell_key};
use crate::runner::{CheckEachOnce, RunEnd, RunOptions, RunResult, run};
use crate::scheduler::FixedGames;
use crate::store::{RunError, Store, StoreIndex, quarantine_damaged};

impl Plan {
    /// Returns the cells of each ending of an endgame test.
    pub fn endings(&self) -> impl Iterator<Item = &[CellPlan]> {
        self.cells.chunk_by(|one, next| (&one.cell.variant, &one.cell.kind) == (&next.cell.variant, &next.cell.kind))
    }

    /// Plays what is missing of an endgame test, one ending after the other, since tables need much memory. Tables of endings
    /// whose games are all there are not made; the folder of tables has a subfolder for each game. Returns how it ended, and
    /// how many games were played.
    pub fn play_endings(
        &self,
        store: &Store,
        tables: &SolveOptions,
        options: &RunOptions,
        say: &dyn Fn(&str),
    ) -> Result<(RunEnd, u64), RunError> {
        let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
        let index = store.index(say)?;
        let parts = self.cells.iter().flat_map(|planned| index.chunks_of(planned.cell.id()));
        quarantine_damaged(store.folder(), parts.collect::<Vec<_>>().iter(), &pool, say)?;
        let (mut last, mut all) = (RunEnd::Complete, 0);
        for planned in self.endings() {
            if open_games(planned, &store.index(say)?) == 0 {
                continue;
            }
            let cells: Vec<Cell> = planned.iter().map(|planned| planned.cell.clone()).collect();
            let tables = solved(&cells[0], tables, options.quiet)?;
            let each = planned[0].games;
            let question = FixedGames { cells: &cells, each, chunk_size: ChunkSize::Fine, tables: Some(&tables) };
            let RunResult { end, played, .. } = run(&question, store, options, &mut CheckEachOnce::default(), say)?;
            (last, all) = (end, all + played);
            if end == RunEnd::Stopped {
                break;
            }
        }
        Ok((last, all))
    }

    /// Returns the scores that the games of an endgame test give.
    pub fn endgame_scores(&self, catalog: &Catalog) -> Result<Vec<EndgameScore>, RunError> {
        self.cells.iter().map(|planned| self.endgame_score(planned, catalog)).collect()
    }

    fn endgame_score(&self, planned: &CellPlan, catalog: &Catalog) -> Result<EndgameScore, RunError> {
        let Cell { kind, matchup, .. } = &planned.cell;
        let BySide { white, black } = &matchup.agents;
        let key = cell_key(planned, &self.labels);
        let CellKind::Placements(ending) = kind else { return Ok(EndgameScore::default()) };
        let mut score = EndgameScore {
            cell: key.key,
            variant: key.variant,
            ending: ending.clone(),
            agent: key.white,
            opponent: (white != black).then_some(key.black),
            ..EndgameScore::default()
        };
        let games = catalog.endgame_records(planned.index as usize, &(0..planned.games))?;
        games.iter().for_each(|game| score.add(game));
        Ok(score)
    }

    /// Returns how many games of fixed numbers a folder lacks.
    pub fn open_games(&self, folder: &Path) -> Result<u64, RunError> {
        Ok(open_games(&self.cells, &StoreIndex::read(folder)?))
    }
}

/// Returns how many games of some cells a folder lacks.
fn open_games(planned: &[CellPlan], index: &StoreIndex) -> u64 {
    let open = |CellPlan { cell, games, .. }: &CellPlan| {
        cell.games_each() * (games - CellChunks::of(index.chunks_of(cell.id())).known(&(0..*games)))
    };
    planned.iter().map(open).sum()
}

/// Computes or reads the tables of the ending of a cell.
fn solved(cell: &Cell, tables: &SolveOptions, quiet: bool) -> Result<Endgames, RunError> {
    let mut endgames = Endgames::new(&cell.matchup.rules).map_err(SolveError::from)?;
    let solve = SolveOptions { folder: tables.folder.join(&cell.variant), ..tables.clone() };
    let progress = SolveProgress::new(quiet);
    if let CellKind::Placements(ending) = &cell.kind {
        let ending: Ending = ending.parse().expect("an ending of a plan was read before");
        endgames.solve(ending, &solve, &progress)?;
    }
    progress.finish();
    Ok(endgames)
}
