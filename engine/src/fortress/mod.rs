//! Fortresses: pieces that can never be captured and that can keep moving forever (experiments/studies/fortresses.md). The limit
//! [`fortress`](crate::Limits::fortress) ends games because of them (RULES §8).

mod cover;
mod danger;
mod ground;
mod open;
mod prove;
mod safety;
mod settled;
mod waiting;

use crate::vocab::SquareSet;

pub use cover::check_rules;
pub use danger::{Danger, dangers};
pub use ground::Ground;
pub use prove::{Answer, Breach, prove, prove_on};
pub use safety::{ShuttleTrouble, Weakness};
pub use settled::settled;
pub use waiting::Waiting;

/// A fortress: a wall that never moves, and pieces that move for ever on squares that no stranger reaches. Where moves
/// may be taken back, one piece goes to and fro between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fortress<S> {
    /// The squares of the pieces that never move.
    pub wall: S,
    /// The squares of the pieces that move: one, or with `undo=forbidden` one or more.
    pub movers: S,
    /// The squares on which they stand and to and over which they move (experiments/studies/fortresses.md §1). A shuttle has two: its
    /// own and an empty one, which is a neighbour, or with some rules a square farther away.
    pub room: S,
}

impl<S: SquareSet> Fortress<S> {
    /// Returns the squares of all its pieces.
    pub fn pieces(&self) -> S {
        self.wall | self.movers
    }
}
