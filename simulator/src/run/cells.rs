//! The table of the cells of a run.

use petteia_statistics::Estimate;
use petteia_tables::{CellRow, Frame, Stopping};

use super::status::{CellProgress, Status};
use crate::experiment::{CellPlan, StopRule};

/// Returns the table of the cells, with where their stopping rules ended them.
#[must_use]
pub fn cells_frame(status: &Status) -> Frame {
    let cells = status.plan.cells.iter().zip(&status.cells).zip(&status.chunks.cells);
    let row = |((planned, cell), key): ((&CellPlan, &CellProgress), &_)| CellRow {
        games: cell.games,
        planned: cell.planned,
        stopping: planned.stop.as_ref().map(|rule| stopping(planned, rule, cell)),
        ..planned.cell.row(Clone::clone(key))
    };
    petteia_tables::cells_frame(&cells.map(row).collect::<Vec<_>>())
}

fn stopping(planned: &CellPlan, rule: &StopRule, cell: &CellProgress) -> Stopping {
    let is_compared = planned.compared_with.is_some();
    let is_decided = is_compared && cell.estimate.is_some_and(Estimate::excludes_zero);
    let ended_by = if cell.is_stopped && is_compared && planned.compared_with == Some(planned.index as usize) {
        "comparisons"
    } else if cell.is_stopped && is_decided {
        "decided"
    } else if cell.is_stopped {
        "half_width"
    } else if cell.games >= planned.games {
        "max_games"
    } else {
        "budget"
    };
    Stopping { metric: cell.metric, half_width: rule.half_width, estimate: cell.estimate, ended_by }
}
