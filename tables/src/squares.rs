//! Arrivals, losses and early placements on each square, summed over the chunks.

use std::collections::BTreeMap;

use crate::chunk_rows;
use crate::chunks::{Chunk, RunChunks};
use crate::error::TableError;
use crate::keys::CellKey;
use crate::schema::squares::*;

/// What happened on one square in all games of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareCount {
    /// Its name, such as `a1`.
    pub name: String,
    /// Pieces that moved there or were placed there.
    pub arrivals: u64,
    /// Pieces captured there.
    pub losses: u64,
    /// Games in which a player placed a piece there early.
    pub placed_early: u64,
}

/// The squares of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellSquares {
    /// The cell.
    pub key: CellKey,
    /// The counts by (rank, file), both from 0.
    pub squares: BTreeMap<(u32, u32), SquareCount>,
}

/// Sums the square counts of a run by cell, in the order of the cells. The result is empty if the run counted no squares.
///
/// # Errors
/// A chunk does not have the form in which a run writes it.
pub fn count_squares(chunks: &RunChunks) -> Result<Vec<CellSquares>, TableError> {
    let mut counted: BTreeMap<u32, BTreeMap<(u32, u32), SquareCount>> = BTreeMap::new();
    for chunk in &chunks.squares {
        if chunks.cells.iter().all(|key| key.cell != chunk.cell) {
            return Err(TableError::UnknownCell { folder: chunks.folder.join("squares"), cell: chunk.cell });
        }
        add_chunk(chunk, counted.entry(chunk.cell).or_default())?;
    }
    let of_cell = |key: &CellKey| Some(CellSquares { key: key.clone(), squares: counted.remove(&key.cell)? });
    Ok(chunks.cells.iter().filter_map(of_cell).collect())
}

/// Adds the counts of a chunk to those of its cell.
fn add_chunk(chunk: &Chunk, squares: &mut BTreeMap<(u32, u32), SquareCount>) -> Result<(), TableError> {
    let rows = &chunk_rows::read(chunk, None)?;
    let (file, rank, name) = (rows.get(FILE)?, rows.get(RANK)?, rows.get(SQUARE)?);
    let (arrivals, losses, placed_early) = (rows.get(ARRIVALS)?, rows.get(LOSSES)?, rows.get(PLACED_EARLY)?);
    for row in 0..rows.len() {
        let name = name.require(row)?;
        let square = squares.entry((rank.require(row)?, file.require(row)?)).or_insert_with(|| SquareCount {
            name: name.to_owned(),
            arrivals: 0,
            losses: 0,
            placed_early: 0,
        });
        square.arrivals += arrivals.require(row)?;
        square.losses += losses.require(row)?;
        square.placed_early += placed_early.require(row)?;
    }
    Ok(())
}
