//! How many placements of a table have each value.

use serde::{Deserialize, Serialize};

/// Counts of the placements of one seat, including all placements that are equivalent by symmetry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    /// Placements up to symmetry, that is, entries with a value.
    pub entries: u64,
    /// All placements, including the states of stones: the sum of `won`, `drawn` and `lost`.
    pub placements: u64,
    /// Placements in which the game is already over.
    pub over: u64,
    /// Placements in which the side to move can force a win.
    pub won: u64,
    /// Placements in which neither side can force a win.
    pub drawn: u64,
    /// Placements in which the opponent can force a win.
    pub lost: u64,
    /// Won placements in which a move ends the game.
    pub won_at_once: u64,
    /// Won placements by their distance.
    pub wins_by_plies: Vec<u64>,
    /// Lost placements by their distance.
    pub losses_by_plies: Vec<u64>,
    /// The win with the longest distance.
    pub longest_win: Option<Extreme>,
    /// The loss with the longest distance.
    pub longest_loss: Option<Extreme>,
    /// A drawn placement that is not over, if there is one.
    pub drawn_example: Option<String>,
}

/// A distance, with an example position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extreme {
    /// The distance.
    pub plies: u16,
    /// The text of the position, which is the first entry with this distance.
    pub example: String,
}
