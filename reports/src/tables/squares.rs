//! Arrivals and losses of each square, added up over the parts.

use std::collections::BTreeMap;
use std::path::Path;

use super::parts;
use crate::error::ReportError;

/// What happened on one square in all games of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SquareCount {
    pub(crate) name: String,
    /// Pieces that moved or were placed there.
    pub(crate) arrivals: u64,
    /// Pieces captured there.
    pub(crate) losses: u64,
}

/// The squares of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CellSquares {
    pub(crate) variant: String,
    pub(crate) white: String,
    pub(crate) black: String,
    /// By (rank, file), both from 0.
    pub(crate) squares: BTreeMap<(u32, u32), SquareCount>,
}

/// Adds up the square counts below `folder`, by cell. A run that counted no squares has none.
pub(crate) fn tally(folder: &Path) -> Result<BTreeMap<u32, CellSquares>, ReportError> {
    let mut cells = BTreeMap::new();
    for path in parts::parts(folder)? {
        parts::read(&path, |rows| {
            let (cell, variant) = (rows.u32s("cell")?, rows.texts("variant")?);
            let (white, black) = (rows.texts("white")?, rows.texts("black")?);
            let (file, rank) = (rows.u32s("file")?, rows.u32s("rank")?);
            let name = rows.texts("square")?;
            let (arrivals, losses) = (rows.u64s("arrivals")?, rows.u64s("losses")?);
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
