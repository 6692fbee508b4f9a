//! A scheduler orders games: a small pure function from what is known about its cells to what to play next. It sees no files.

use std::time::Duration;

use petteia_proofs::endgame::Endgames;
use petteia_tables::{CellKey, CellRow, Frame};

use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

/// Games of a cell to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The place of the cell among those of the scheduler.
    pub cell: usize,
    /// Their numbers.
    pub numbers: std::ops::Range<u64>,
    /// How large their chunks are.
    pub chunk_size: ChunkSize,
}

/// What decides which games of some cells are played.
///
/// It is a function from what is known to what to play next: the same catalog gives the same jobs. So the games do not
/// depend on the number of threads or machines, on interruptions, or on the order in which chunks are finished.
pub trait Scheduler: Sync {
    /// Returns its cells.
    fn cells(&self) -> &[Cell];

    /// Returns the games to play next. Jobs are played alternately, one chunk of each at a time. If there are none, the
    /// question is answered.
    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError>;

    /// Returns whether the games to play next depend on games of all its cells, so that no shard can go on alone.
    fn is_adaptive(&self) -> bool {
        false
    }

    /// Returns how many numbers of a cell it needs, as far as is known.
    fn expected(&self, catalog: &Catalog, cell: usize) -> u64;

    /// Returns what is known about a cell, in a few words, for the display of the progress.
    fn progress(&self, _catalog: &Catalog, _cell: usize) -> String {
        String::new()
    }

    /// Returns what is known about everything, in a few words, for the display of the progress.
    fn overview(&self) -> Option<String> {
        None
    }

    /// Returns how long to play at most: no chunk begins later.
    fn budget(&self) -> Option<Duration> {
        None
    }

    /// Forgets what it concluded from an earlier catalog, because chunks of it were damaged.
    fn forget(&self) {}

    /// Returns the tables that judge the games of a cell of placements.
    fn tables(&self, _cell: usize) -> Option<&Endgames> {
        None
    }
}

/// The first numbers of some cells, whatever happens in their games.
#[derive(Clone, Copy, Debug)]
pub struct FixedGames<'a> {
    /// The cells.
    pub cells: &'a [Cell],
    /// How many numbers of each cell are asked for.
    pub each: u64,
    /// How large the chunks are.
    pub chunk_size: ChunkSize,
    /// The tables that judge the games, if they start from placements.
    pub tables: Option<&'a Endgames>,
}

impl Scheduler for FixedGames<'_> {
    fn cells(&self) -> &[Cell] {
        self.cells
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        Ok((0..self.cells.len()).flat_map(|index| missing(catalog, index, self.each, self.chunk_size)).collect())
    }

    fn expected(&self, _: &Catalog, _: usize) -> u64 {
        self.each
    }

    fn tables(&self, _: usize) -> Option<&Endgames> {
        self.tables
    }
}

/// Returns the table of the cells of a scheduler, which is not that of an experiment.
#[must_use]
pub fn cells_frame(scheduler: &dyn Scheduler, catalog: &Catalog) -> Frame {
    let row = |(index, cell): (usize, &Cell)| {
        cell.row_so_far(cell.key(index as u32), scheduler.expected(catalog, index), catalog)
    };
    petteia_tables::cells_frame(&scheduler.cells().iter().enumerate().map(row).collect::<Vec<_>>())
}

impl Cell {
    /// Returns what it is, under a number and without labels.
    pub(crate) fn key(&self, number: u32) -> CellKey {
        let [white, black] = self.agents().map(agent_key);
        let (key, variant) = (self.id().to_string(), variant_key(&self.variant));
        CellKey { cell: number, key, variant, factors: Vec::new(), white, black }
    }

    /// Returns its row in the table of cells, with those of its planned games, or pairs, that are known.
    pub(crate) fn row_so_far(&self, key: CellKey, planned: u64, catalog: &Catalog) -> CellRow {
        let known = catalog.cell(key.cell as usize).known(&(0..planned));
        CellRow { games: known * self.games_each(), planned: planned * self.games_each(), ..self.row(key) }
    }

    /// Returns its row in the table of cells, without its games.
    pub(crate) fn row(&self, key: CellKey) -> CellRow {
        let (mut white_stones_fewer, mut decision, mut ending) = (None, None, None);
        match &self.kind {
            CellKind::Games | CellKind::Pairs => {}
            CellKind::AtOdds(stones) => white_stones_fewer = Some(*stones),
            CellKind::After(first) => decision = Some(first.clone()),
            CellKind::Placements(pieces) => ending = Some(pieces.clone()),
        }
        let opening = self.matchup.opening.least() + u32::from(decision.is_some());
        CellRow { key, opening, white_stones_fewer, decision, ending, games: 0, planned: 0, stopping: None }
    }
}

/// Returns the jobs for all games below `count` that are not known.
#[must_use]
pub fn missing(catalog: &Catalog, cell: usize, count: u64, chunk_size: ChunkSize) -> Vec<Job> {
    let gaps = catalog.cell(cell).gaps(0..count);
    gaps.into_iter().map(|numbers| Job { cell, numbers, chunk_size }).collect()
}

/// Returns the jobs for games below `count` that are known only in a chunk with more games: what happens on the squares is
/// counted for all games of a chunk together.
#[must_use]
pub fn cut(catalog: &Catalog, cell: usize, count: u64) -> Vec<Job> {
    let chunks = catalog.cell(cell);
    if chunks.chunks_among(&(0..count)).last().is_none_or(|last| last.end <= count) {
        return Vec::new();
    }
    let gaps = chunks.exactly(&(0..count)).gaps(0..count);
    gaps.into_iter().map(|numbers| Job { cell, numbers, chunk_size: ChunkSize::Full }).collect()
}
