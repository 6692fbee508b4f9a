//! The rows of the table of examinations: how well agents play endings whose value is known.

use petteia_statistics::{Estimate, wilson};

/// The performance of an agent in one ending.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Mark {
    /// The game with its switches.
    pub variant: String,
    /// The ending, with White's pieces before Black's; White is to move.
    pub ending: String,
    /// The agent, which plays both sides.
    pub agent: String,
    /// Games, each from a random placement.
    pub games: u64,
    /// Games from placements that are drawn with best play.
    pub drawn_by_tables: u64,
    /// Games from placements that White, to move, wins with best play.
    pub won_by_tables: u64,
    /// Games that ended in a draw.
    pub drawn: u64,
    /// Games that White won.
    pub won: u64,
    /// Decisions in positions that the tables cover.
    pub decisions: u64,
    /// Critical decisions: those in which some legal decision loses half a point or a whole point.
    pub critical: u64,
    /// Critical decisions that kept the value.
    pub kept: u64,
    /// Half points lost over all decisions.
    pub half_points_lost: u64,
}

impl Mark {
    /// Returns the share of games that ended in a draw, or `None` if no games were played.
    #[must_use]
    pub fn draw_rate(&self) -> Option<Estimate> {
        wilson(self.drawn, self.games)
    }

    /// Returns the share of critical decisions that kept the value, or `None` if there were none.
    #[must_use]
    pub fn kept(&self) -> Option<Estimate> {
        wilson(self.kept, self.critical)
    }

    /// Returns the mean loss of a critical decision, in points from 0 to 1, or `None` if there were none.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.critical > 0).then(|| self.half_points_lost as f64 / 2.0 / self.critical as f64)
    }
}
