//! What the proof does not speak of (docs/fortresses.md §1): refused rather than answered wrongly.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::Compulsory;
use crate::vocab::Side;

/// Why nothing can be said about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// Stones are still being placed.
    #[error("stones are still to be placed, and one can be placed on any empty square")]
    Placing,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// What compulsion does under `surround` is not part of the proof.
    #[error("with `surround`, what a side that must capture may be forced to is not part of the proof")]
    CompelledSurround,
    /// A capture of another piece would sweep the board.
    #[error(
        "with `inciti`, a captured piece of the rest of the army could lead to a sweep that the proof does not follow"
    )]
    Sweep,
    /// Moves of hopeless pieces do not count.
    #[error("with `hopeless=idle` and inciti on the board, the moves of the shuttle may not count")]
    Idle,
}

/// Refuses what is not covered whatever the pieces of the fortress.
pub(super) fn check<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, owner: Side) -> Result<(), NotCovered> {
    let rules = game.rules();
    if position.is_placing() {
        Err(NotCovered::Placing)
    } else if game.outcome(position).is_some() {
        Err(NotCovered::Over)
    } else if rules.surround && rules.compulsory[owner] != Compulsory::Off {
        Err(NotCovered::CompelledSurround)
    } else {
        Ok(())
    }
}
