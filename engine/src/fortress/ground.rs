//! The pieces and dead squares of a position on which a fortress is proved, from its owner's point of view.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
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
            doomed: bound | (huffable(game, position) & own),
            enemy,
            enemy_has_leader: position.leaders().meets(enemy),
            inciti: position.inciti(),
            last: position.last_move(owner),
        }
    }
}

/// Returns the pieces among which the side to move may huff; empty if no huff is open.
fn huffable<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> G::Set {
    if !position.huff_is_open() {
        return G::Set::EMPTY;
    }
    game.moves(position).into_iter().fold(G::Set::EMPTY, |huffable, decision| match decision {
        Move::Huff(square) => huffable | G::Set::only(square),
        _ => huffable,
    })
}
