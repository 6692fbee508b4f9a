//! The counts of all games of a run, made in one pass over its chunks: each file is read once.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cell_stats::{self, CellStats};
use crate::chunk_rows::{self, Rows};
use crate::chunks::{Chunk, RunChunks};
use crate::error::TableError;
use crate::keys::CellKey;
use crate::squares::{self, CellSquares, SquaresByPlace};

/// The counts of a run.
#[derive(Clone, Debug, Default)]
pub struct RunStats {
    /// The cells that have games, in the order of the plan.
    pub cells: Vec<CellStats>,
    /// Their squares; empty if the run counted none.
    pub squares: Vec<CellSquares>,
}

/// A chunk that is not as it was written, or not as its ledger says.
#[derive(Debug)]
pub struct DamagedChunk {
    /// The number of its cell.
    pub cell: u32,
    /// The first of its games.
    pub first_game: u64,
    /// What is wrong.
    pub error: TableError,
}

impl RunStats {
    /// Counts the games of a run that count.
    ///
    /// # Errors
    /// There are no games, or a chunk is not as the run wrote it.
    pub fn read(chunks: &RunChunks) -> Result<Self, TableError> {
        let (stats, damaged) = Self::read_with_damage(chunks)?;
        if let Some(DamagedChunk { error, .. }) = damaged.into_iter().next() {
            return Err(error);
        }
        stats.require_games(chunks)?;
        Ok(stats)
    }

    /// Counts the games of a run that count, several chunks at a time on the threads of the caller, and returns the chunks
    /// that are damaged too. If there are any, the counts are worth nothing.
    ///
    /// # Errors
    /// A file cannot be read, or a chunk belongs to no cell.
    pub fn read_with_damage(chunks: &RunChunks) -> Result<(Self, Vec<DamagedChunk>), TableError> {
        let new = |key: &CellKey| (key.cell, CellStats::of(key.clone()));
        let mut cells: BTreeMap<u32, CellStats> = chunks.cells.iter().map(new).collect();
        let mut counted: BTreeMap<u32, SquaresByPlace> = BTreeMap::new();
        let unknown = |table: &str, cell| TableError::UnknownCell { folder: chunks.folder.join(table), cell };
        if let Some(chunk) = chunks.games.iter().find(|chunk| !cells.contains_key(&chunk.cell)) {
            return Err(unknown("games", chunk.cell));
        }
        if let Some(chunk) = chunks.squares.iter().find(|chunk| !cells.contains_key(&chunk.cell)) {
            return Err(unknown("squares", chunk.cell));
        }
        let mut damaged = read_in_order(&chunks.games, cell_stats::read, |chunk, rows| {
            cells.get_mut(&chunk.cell).map_or(Ok(()), |stats| stats.add_chunk(chunk, rows))
        })?;
        damaged.extend(read_in_order(
            &chunks.squares,
            |chunk| chunk_rows::read(chunk, None),
            |chunk, rows| squares::add_chunk(rows, counted.entry(chunk.cell).or_default()),
        )?);
        let of_cell = |key: &CellKey| {
            let mut stats = cells.remove(&key.cell)?;
            stats.finish();
            (stats.outcomes.games() > 0).then_some(stats)
        };
        let cells: Vec<CellStats> = chunks.cells.iter().filter_map(of_cell).collect();
        let squares_of = |key: &CellKey| Some(CellSquares { key: key.clone(), squares: counted.remove(&key.cell)? });
        let squares = chunks.cells.iter().filter_map(squares_of).collect();
        Ok((RunStats { cells, squares }, damaged))
    }

    /// Makes sure that there are games.
    ///
    /// # Errors
    /// There are none.
    pub fn require_games(&self, chunks: &RunChunks) -> Result<(), TableError> {
        let folder = || chunks.folder.join("games");
        match (chunks.games.is_empty(), self.cells.is_empty()) {
            (true, _) => Err(TableError::NoChunks { folder: folder() }),
            (false, true) => Err(TableError::NoGames { folder: folder() }),
            (false, false) => Ok(()),
        }
    }
}

/// Reads chunks, as many at a time as there are threads, and adds them in order. Returns those that are damaged.
fn read_in_order<'a>(
    chunks: &'a [Chunk],
    read: fn(&'a Chunk) -> Result<Rows<'a>, TableError>,
    mut add: impl FnMut(&Chunk, &Rows) -> Result<(), TableError>,
) -> Result<Vec<DamagedChunk>, TableError> {
    let mut damaged = Vec::new();
    for batch in chunks.chunks(rayon::current_num_threads()) {
        let rows: Vec<Result<Rows, TableError>> = batch.par_iter().map(read).collect();
        for (chunk, rows) in batch.iter().zip(rows) {
            match rows.and_then(|rows| add(chunk, &rows)) {
                Ok(()) => {}
                Err(error) if error.is_damage() => {
                    damaged.push(DamagedChunk { cell: chunk.cell, first_game: chunk.games.start, error });
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(damaged)
}
