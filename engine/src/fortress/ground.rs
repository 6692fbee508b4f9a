//! The pieces and dead squares of a position on which a fortress is proved, from its owner's point of view.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::vocab::{Side, Square, SquareSet};

/// A board from the point of view of a fortress's owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground<S> {
    /// The owner's pieces.
    pub own: S,
    /// The owner's leader, if it is on the board.
    pub own_leader: S,
    /// The owner's pieces that the enemy may remove at once, wherever they stand: bound stones, and the pieces of an
    /// open huff.
    pub doomed: S,
    /// The enemy's pieces.
    pub enemy: S,
    /// Whether one of them is a leader.
    pub enemy_has_leader: bool,
    /// The dead squares.
    pub inciti: S,
    /// The owner's last move, if it may not take it back now.
    pub last: Option<(Square, Square)>,
}

impl<S: SquareSet> Ground<S> {
    /// Returns the ground of a position for a fortress of `owner`.
    pub fn of<G: Geometry<Set = S>>(game: &Game<G>, position: &Position<S>, owner: Side) -> Self {
        let own = position.pieces(owner);
        let enemy = position.pieces(!owner);
        let bound = if game.rules().vagi { S::EMPTY } else { position.turned() & own };
        Ground {
            own,
            own_leader: position.leaders() & own,
            doomed: bound | (position.huffable() & own),
            enemy,
            enemy_has_leader: position.leaders().meets(enemy),
            inciti: position.inciti(),
            last: position.last_move(owner),
        }
    }
}
