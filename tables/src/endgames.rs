//! The rows of the table of endgames: exact counts of all placements of a few pieces.

use petteia_engine::Side;

/// All placements of some pieces with one side to move.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct EndingSummary {
    /// The game with its switches.
    pub variant: String,
    /// The pieces of the side to move, such as `3` or `L2`.
    pub own: String,
    /// The pieces of its opponent.
    pub other: String,
    /// The side to move; `None` where both sides play by the same rules, so that it does not matter.
    pub side: Option<Side>,
    /// Placements up to symmetry.
    pub entries: u64,
    /// All placements: `won`, `drawn` and `lost` together.
    pub placements: u64,
    /// Those in which the game is over already.
    pub over: u64,
    /// Those in which the side to move can force a win.
    pub won: u64,
    /// Those in which neither side can.
    pub drawn: u64,
    /// Those in which the opponent can.
    pub lost: u64,
    /// Those in which the next move wins and ends the game.
    pub won_at_once: u64,
    /// Those won with a distance of one ply: the next move wins and ends the game, or captures into a won ending.
    pub won_in_one: u64,
    /// The win that takes longest.
    pub longest_win: Option<LongestLine>,
    /// The loss that takes longest.
    pub longest_loss: Option<LongestLine>,
    /// A drawn position that is not over.
    pub drawn_example: Option<String>,
}

/// How long a win or a loss takes, with an example.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LongestLine {
    /// Plies to the next capture, or to the end of the game.
    pub plies: u16,
    /// The text of such a position.
    pub example: String,
}

impl EndingSummary {
    /// A count as a share of all placements, from 0 to 1.
    #[must_use]
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.placements as f64
    }
}
