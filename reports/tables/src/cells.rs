//! The table of the cells of a run.

use petteia_statistics::Estimate;

use crate::frame::{Builder, Frame};
use crate::keys::CellKey;
use crate::schema::cells::*;

/// A cell with its games.
#[derive(Clone, Debug)]
pub struct CellRow {
    /// What the cell is.
    pub key: CellKey,
    /// Decisions before the agents start to play.
    pub opening: u32,
    /// Stones removed from White's starting position, or from Black's if it is negative.
    pub white_stones_fewer: Option<i32>,
    /// White's first decision, if it is given.
    pub decision: Option<String>,
    /// The ending in which an agent is examined.
    pub ending: Option<String>,
    /// Games that count.
    pub games: u64,
    /// Games that are planned.
    pub planned: u64,
    /// What its stopping rule does.
    pub stopping: Option<Stopping>,
}

/// What the stopping rule of a cell does.
#[derive(Clone, Copy, Debug)]
pub struct Stopping {
    /// The rate that it monitors.
    pub metric: &'static str,
    /// The half-width at which it stops.
    pub half_width: f64,
    /// The rate with its confidence sequence.
    pub estimate: Option<Estimate>,
    /// What ended the cell.
    pub ended_by: &'static str,
}

/// Returns the table of some cells, which have the same factors.
#[must_use]
pub fn cells_frame(cells: &[CellRow]) -> Frame {
    let mut table = Builder::of(cells);
    table.column(CELL, |row| row.key.cell);
    table.column(CELL_ID, |row| row.key.key.as_str());
    table.variant(VARIANT, |row| &row.key.variant);
    let factors = cells.first().map_or(&[][..], |row| &row.key.factors);
    for (number, (name, _)) in factors.iter().enumerate() {
        table.column(FACTOR.member(name), |row| row.key.factors.get(number).map(|(_, level)| level.as_str()));
    }
    table.agent(WHITE, |row| &row.key.white);
    table.agent(BLACK, |row| &row.key.black);
    table.column(OPENING, |row| row.opening);
    let has = |is_given: fn(&CellRow) -> bool| cells.iter().any(is_given);
    if has(|row| row.white_stones_fewer.is_some()) {
        table.column(WHITE_STONES_FEWER, |row| row.white_stones_fewer);
    }
    if has(|row| row.decision.is_some()) {
        table.column(DECISION, |row| row.decision.as_deref());
    }
    if has(|row| row.ending.is_some()) {
        table.column(ENDING, |row| row.ending.as_deref());
    }
    table.column(GAMES, |row| row.games);
    table.column(PLANNED, |row| row.planned);
    if has(|row| row.stopping.is_some()) {
        let estimate = |row: &CellRow| row.stopping.and_then(|rule| rule.estimate);
        table.column(STOP_METRIC, |row| row.stopping.map(|rule| rule.metric));
        table.column(STOP_HALF_WIDTH, |row| row.stopping.map(|rule| rule.half_width));
        table.column(STOP_VALUE, |row| estimate(row).map(|estimate| estimate.value));
        table.column(STOP_LOW, |row| estimate(row).map(|estimate| estimate.low));
        table.column(STOP_HIGH, |row| estimate(row).map(|estimate| estimate.high));
        table.column(ENDED_BY, |row| row.stopping.map(|rule| rule.ended_by));
    }
    table.finish()
}
