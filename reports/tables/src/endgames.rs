//! The rows of the table of endgames: exact counts over all placements of a few pieces.

use petteia_engine::Side;

use crate::keys::VariantKey;

/// All placements of a given set of pieces with a given side to move.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct EndingSummary {
    /// The game with its switches.
    pub variant: VariantKey,
    /// The pieces of the side to move, such as `3` or `L2`.
    pub own: String,
    /// The pieces of its opponent.
    pub other: String,
    /// The side to move; `None` if both sides play by the same rules, because it then makes no difference.
    pub side: Option<Side>,
    /// Placements up to symmetry.
    pub entries: u64,
    /// All placements: the sum of `won`, `drawn` and `lost`.
    pub placements: u64,
    /// Placements in which the game is already over.
    pub over: u64,
    /// Placements in which the side to move can force a win.
    pub won: u64,
    /// Placements in which neither side can force a win.
    pub drawn: u64,
    /// Placements in which the opponent can force a win.
    pub lost: u64,
    /// Placements in which the next move wins and ends the game.
    pub won_at_once: u64,
    /// Placements won at a distance of one ply: the next move wins and ends the game, or captures into a won ending.
    pub won_in_one: u64,
    /// The longest win.
    pub longest_win: Option<LongestLine>,
    /// The longest loss.
    pub longest_loss: Option<LongestLine>,
    /// A drawn position that is not over.
    pub drawn_example: Option<String>,
}

/// The length of a win or a loss, with an example.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LongestLine {
    /// Plies to the next capture, or to the end of the game.
    pub plies: u16,
    /// The text of such a position.
    pub example: String,
}

impl EndingSummary {
    /// Returns a count as a share of all placements, from 0 to 1.
    #[must_use]
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.placements as f64
    }
}
