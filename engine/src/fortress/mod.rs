//! Fortresses: pieces that can never be captured and that can keep moving forever (studies/fortresses.md). The limit
//! [`fortress`](crate::Limits::fortress) ends games because of them (RULES §8).

mod cover;
mod danger;
mod ground;
mod open;
mod prove;
mod safety;
mod settled;

use crate::vocab::{Square, SquareSet};

pub use cover::{NotCovered, check_rules};
pub use danger::{Danger, dangers};
pub use ground::Ground;
pub use prove::{Answer, Breach, ShuttleTrouble, prove, prove_on};
pub use safety::Weakness;
pub use settled::settled;

/// A fortress: a wall that never moves, and one piece that moves to and fro between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fortress<S> {
    /// The squares of the pieces that never move.
    pub wall: S,
    /// The square of the moving piece, and the empty square to which it moves: a neighbour, or with some rules a square
    /// farther away (studies/fortresses.md §1).
    pub shuttle: [Square; 2],
}

impl<S: SquareSet> Fortress<S> {
    /// Returns the squares of all its pieces.
    pub fn pieces(&self) -> S {
        self.wall | S::only(self.shuttle[0])
    }
}
