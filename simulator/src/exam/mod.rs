//! Examinations of agents in endings whose value is known: whether they draw drawn endings, and how often a decision
//! gives a value away.
//!
//! An agent plays both sides, or an agent plays one with a smaller budget, from random placements of an ending, to the
//! end of the game under its limits. Endgame
//! tables give the value of each placement with best play, and of each decision on the way.

mod file;

use std::path::Path;

use petteia_engine::BySide;
use petteia_players::Matchup;
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_proofs::endgame::{Endgames, Ending, SolveError, SolveOptions};
use petteia_tables::Frame;
use petteia_tables::exams::Mark;
use rayon::ThreadPoolBuilder;

use crate::catalog::{Catalog, CellChunks};
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::keys::{agent_key, variant_key};
use crate::runner::{CheckEachOnce, RunEnd, RunOptions, RunResult, run};
use crate::scheduler::{FixedGames, cells_frame};
use crate::store::{Manifest, QuestionKind, Request, RunError, Store, StoreIndex, quarantine_damaged};
use crate::{SolveProgress, Variant};
pub use file::Examination;

impl Examination {
    /// Returns the cells of an ending, one for each pairing.
    fn cells(&self, Variant { name, rules }: &Variant, ending: Ending) -> Vec<Cell> {
        let cell = |agents: BySide<AgentSpec>| {
            let matchup = Matchup { rules: rules.clone(), agents, opening: 0 };
            Cell::new(name.clone(), matchup, CellKind::Placements(ending.to_string()), self.seed)
        };
        self.pairings_in(ending).into_iter().map(cell).collect()
    }

    /// Returns the cells of all endings.
    #[must_use]
    pub fn all_cells(&self) -> Vec<Cell> {
        self.endings.iter().flat_map(|(variant, ending)| self.cells(variant, *ending)).collect()
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let (name, text) = (self.name.clone(), self.text.clone());
        Manifest::new(Request { kind: QuestionKind::Exam, name, text, games: None, seed: None }, &self.all_cells())
    }

    /// Checks that the agents find what they need.
    pub fn check(&self) -> Result<(), AgentError> {
        let of_ending = |(variant, ending): &(Variant, Ending)| {
            self.agents_in(*ending).iter().try_for_each(|agent| agent.check(&variant.rules))
        };
        self.endings.iter().try_for_each(of_ending)
    }

    /// Plays what is missing, one ending after the other, since tables need much memory. Tables of endings whose games are
    /// all there are not made; the folder of tables has a subfolder for each game. Returns how it ended, and how many games
    /// were played.
    pub fn play(
        &self,
        store: &Store,
        tables: &SolveOptions,
        options: &RunOptions,
        say: &dyn Fn(&str),
    ) -> Result<(RunEnd, u64), RunError> {
        let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
        let index = store.index(say)?;
        let chunks = self.all_cells().into_iter().flat_map(|cell| index.chunks_of(cell.id()));
        quarantine_damaged(store.folder(), chunks.collect::<Vec<_>>().iter(), &pool, say)?;
        let (mut last, mut all) = (RunEnd::Complete, 0);
        for (variant, ending) in &self.endings {
            let cells = self.cells(variant, *ending);
            let catalog = Catalog::new(store.folder(), &store.index(say)?, &cells);
            if (0..cells.len()).all(|index| catalog.cell(index).known(&(0..self.placements)) == self.placements) {
                continue;
            }
            let tables = solved(variant, *ending, tables, options.quiet)?;
            let paper =
                FixedGames { cells: &cells, each: self.placements, chunk_size: ChunkSize::Fine, tables: Some(&tables) };
            let RunResult { end, played, .. } = run(&paper, store, options, &mut CheckEachOnce::default(), say)?;
            (last, all) = (end, all + played);
            if end == RunEnd::Stopped {
                break;
            }
        }
        Ok((last, all))
    }

    /// Returns the marks that the games in a folder give.
    pub fn marks(&self, folder: &Path) -> Result<Vec<Mark>, RunError> {
        let index = StoreIndex::read(folder)?;
        index.refuse_unexpected_files()?;
        let mut marks = Vec::new();
        for (variant, ending) in &self.endings {
            let cells = self.cells(variant, *ending);
            let catalog = Catalog::new(folder, &index, &cells);
            for (index, cell) in cells.iter().enumerate() {
                marks.push(self.mark(cell, *ending, &catalog, index)?);
            }
        }
        Ok(marks)
    }

    /// Returns the table of the cells whose games are in a folder.
    pub fn cells_frame(&self, folder: &Path) -> Result<Frame, RunError> {
        let cells = self.all_cells();
        let catalog = Catalog::new(folder, &StoreIndex::read(folder)?, &cells);
        let question = FixedGames { cells: &cells, each: self.placements, chunk_size: ChunkSize::Fine, tables: None };
        Ok(cells_frame(&question, &catalog))
    }

    /// Returns how many games a folder lacks.
    pub fn open_games(&self, folder: &Path) -> Result<u64, RunError> {
        let index = StoreIndex::read(folder)?;
        let known = |cell: &Cell| CellChunks::of(index.chunks_of(cell.id())).known(&(0..self.placements));
        Ok(self.all_cells().iter().map(|cell| self.placements - known(cell)).sum())
    }

    fn mark(&self, cell: &Cell, ending: Ending, catalog: &Catalog, index: usize) -> Result<Mark, RunError> {
        let BySide { white, black } = &cell.matchup.agents;
        let mut mark = Mark {
            cell: cell.id().to_string(),
            variant: variant_key(&cell.variant),
            ending: ending.to_string(),
            agent: agent_key(white),
            opponent: (white != black).then(|| agent_key(black)),
            ..Mark::default()
        };
        catalog.endgame_records(index, &(0..self.placements))?.iter().for_each(|game| mark.add(game));
        Ok(mark)
    }
}

/// Computes or reads the tables of an ending.
fn solved(variant: &Variant, ending: Ending, tables: &SolveOptions, quiet: bool) -> Result<Endgames, RunError> {
    let mut endgames = Endgames::new(&variant.rules).map_err(SolveError::from)?;
    let solve = SolveOptions { folder: tables.folder.join(&variant.name), ..tables.clone() };
    let progress = SolveProgress::new(quiet);
    endgames.solve(ending, &solve, &progress)?;
    progress.finish();
    Ok(endgames)
}
