//! Values of positions: thousandths of a stone, and wins by the number of decisions until they come.

use petteia_engine::{Outcome, Side};

use crate::agents::tablebase_probe::WIN;
use crate::budget::MOST_DEPTH;

/// The maximum depth of a line.
pub const MOST_PLIES: usize = 2 * (MOST_DEPTH as usize + 1);

/// Values beyond this are wins found by the search.
pub const FOUND_WIN: i32 = WIN - 2 * MOST_PLIES as i32;

/// Returns the number of decisions until the win or loss that a value stands for, negative for a loss; `None` if the
/// search found neither.
pub fn wins_in(value: i32) -> Option<i32> {
    (value.abs() >= FOUND_WIN).then(|| value.signum() * (WIN - value.abs()))
}

/// Returns the value of a finished game.
pub fn value_of(outcome: Outcome, side: Side, ply: usize) -> i32 {
    outcome.winner.map_or(0, |winner| if winner == side { WIN - ply as i32 } else { ply as i32 - WIN })
}

/// Converts a value so that wins are counted from the current position.
pub fn to_table(value: i32, ply: usize) -> i32 {
    value + ply as i32 * is_win(value)
}

/// Converts a value so that wins are counted from the root.
pub fn from_here(value: i32, ply: usize) -> i32 {
    value - ply as i32 * is_win(value)
}

/// Returns 1 for a win found by the search, -1 for a loss, and otherwise 0.
fn is_win(value: i32) -> i32 {
    if value.abs() < FOUND_WIN { 0 } else { value.signum() }
}
