//! The table of where stopping rules stopped the cells of a run.

use petteia_tables::{Builder, CellKey, Frame};

use super::status::{CellStatus, Status};
use crate::experiment::{PlannedCell, StopRule};

/// Returns the table: a row for each cell with a rule; `None` without one.
#[must_use]
pub fn stopping_frame<'a>(status: &'a Status) -> Option<Frame> {
    use petteia_tables::schema::stopping::*;
    let ruled =
        |((planned, cell), key): ((&'a PlannedCell, _), _)| Some(Ruled { planned, rule: planned.stop?, cell, key });
    let both = status.plan.cells.iter().zip(&status.cells).zip(&status.parts.cells);
    let rows: Vec<Ruled> = both.filter_map(ruled).collect();
    if rows.is_empty() {
        return None;
    }
    let mut table = Builder::of(&rows);
    table.column(CELL, |row| row.planned.index);
    table.variant(VARIANT, |row| &row.key.variant);
    table.agent(WHITE, |row| &row.key.white);
    table.agent(BLACK, |row| &row.key.black);
    table.column(METRIC, |row| row.cell.metric);
    table.column(HALF_WIDTH, |row| row.rule.half_width);
    table.column(VALUE, |row| row.cell.estimate.map(|estimate| estimate.value));
    table.column(LOW, |row| row.cell.estimate.map(|estimate| estimate.low));
    table.column(HIGH, |row| row.cell.estimate.map(|estimate| estimate.high));
    table.column(GAMES, |row| row.cell.games);
    table.column(ENDED_BY, Ruled::ended_by);
    Some(table.finish())
}

/// A cell that a rule may stop.
struct Ruled<'a> {
    planned: &'a PlannedCell,
    rule: StopRule,
    cell: &'a CellStatus,
    key: &'a CellKey,
}

impl Ruled<'_> {
    fn ended_by(&self) -> &'static str {
        if self.cell.is_stopped {
            "half_width"
        } else if self.cell.games >= self.planned.games {
            "max_games"
        } else {
            "budget"
        }
    }
}
