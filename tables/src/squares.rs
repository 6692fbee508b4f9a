//! Arrivals and losses on each square, summed over the parts.

use std::collections::BTreeMap;

use crate::error::TableError;
use crate::parts;
use crate::schema::squares::*;
use crate::seal::Parts;

/// What happened on one square in all games of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareCount {
    /// Its name, such as `a1`.
    pub name: String,
    /// Pieces that moved there or were placed there.
    pub arrivals: u64,
    /// Pieces captured there.
    pub losses: u64,
}

/// The squares of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellSquares {
    /// The variant of the rules, as text.
    pub variant: String,
    /// White's agent, as text.
    pub white: String,
    /// Black's agent, as text.
    pub black: String,
    /// The counts by (rank, file), both from 0.
    pub squares: BTreeMap<(u32, u32), SquareCount>,
}

/// Sums the square counts of a run by cell. The result is empty if the run counted no squares.
///
/// # Errors
/// A part does not have the form in which a run writes it.
pub fn tally_squares(parts: &Parts) -> Result<BTreeMap<u32, CellSquares>, TableError> {
    let mut cells = BTreeMap::new();
    for part in parts.iter() {
        parts::read(part, |rows| {
            let (cell, variant) = (rows.get(CELL)?, rows.get(VARIANT)?);
            let (white, black) = (rows.get(WHITE)?, rows.get(BLACK)?);
            let (file, rank) = (rows.get(FILE)?, rows.get(RANK)?);
            let name = rows.get(SQUARE)?;
            let (arrivals, losses) = (rows.get(ARRIVALS)?, rows.get(LOSSES)?);
            for row in 0..rows.len() {
                let known = match cells.entry(cell.require(row)?) {
                    std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
                    std::collections::btree_map::Entry::Vacant(new) => new.insert(CellSquares {
                        variant: variant.require(row)?.to_owned(),
                        white: white.require(row)?.to_owned(),
                        black: black.require(row)?.to_owned(),
                        squares: BTreeMap::new(),
                    }),
                };
                let square_name = name.require(row)?;
                let square = known
                    .squares
                    .entry((rank.require(row)?, file.require(row)?))
                    .or_insert_with(|| SquareCount { name: square_name.to_owned(), arrivals: 0, losses: 0 });
                square.arrivals += arrivals.require(row)?;
                square.losses += losses.require(row)?;
            }
            Ok(())
        })?;
    }
    Ok(cells)
}
