//! Arrivals, losses and early placements on each square, summed over the chunks.

use std::collections::BTreeMap;

use crate::chunk_rows::Rows;
use crate::error::TableError;
use crate::keys::CellKey;
use crate::schema::squares::*;

/// What happened on one square in all games of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    pub squares: SquaresByPlace,
}

/// The counts of squares by (rank, file), both from 0.
pub(crate) type SquaresByPlace = BTreeMap<(u32, u32), SquareCount>;

/// Adds the counts of a chunk to those of its cell.
pub(crate) fn add_chunk(rows: &Rows, squares: &mut SquaresByPlace) -> Result<(), TableError> {
    let (file, rank, name) = (rows.get(FILE)?, rows.get(RANK)?, rows.get(SQUARE)?);
    let (arrivals, losses, placed_early) = (rows.get(ARRIVALS)?, rows.get(LOSSES)?, rows.get(PLACED_EARLY)?);
    for row in 0..rows.len() {
        let name = name.require(row)?;
        let place = (rank.require(row)?, file.require(row)?);
        let square =
            squares.entry(place).or_insert_with(|| SquareCount { name: name.to_owned(), ..SquareCount::default() });
        square.arrivals += arrivals.require(row)?;
        square.losses += losses.require(row)?;
        square.placed_early += placed_early.require(row)?;
    }
    Ok(())
}
