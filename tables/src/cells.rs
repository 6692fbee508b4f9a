//! The table of the cells of a run.

use crate::frame::{Builder, Frame};
use crate::keys::CellKey;
use crate::schema::cells::*;

/// A cell with its games.
#[derive(Clone, Debug)]
pub struct CellGames<'a> {
    /// What the cell is.
    pub key: &'a CellKey,
    /// Games that count.
    pub games: u64,
    /// Games that are planned.
    pub planned: u64,
}

/// Returns the table of some cells, which have the same factors.
#[must_use]
pub fn cells_frame(cells: &[CellGames]) -> Frame {
    let mut table = Builder::of(cells);
    table.column(CELL, |row| row.key.cell);
    table.column(CELL_ID, |row| row.key.key.clone());
    table.variant(VARIANT, |row| &row.key.variant);
    let factors = cells.first().map_or(&[][..], |row| &row.key.factors);
    for (number, (name, _)) in factors.iter().enumerate() {
        table.column(FACTOR.member(name), |row| row.key.factors.get(number).map(|(_, level)| level.clone()));
    }
    table.agent(WHITE, |row| &row.key.white);
    table.agent(BLACK, |row| &row.key.black);
    table.column(GAMES, |row| row.games);
    table.column(PLANNED, |row| row.planned);
    table.finish()
}
