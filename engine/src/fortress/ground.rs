//! What a fortress is proved on: the pieces and dead squares of a position, seen by its owner.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::vocab::{Side, SquareSet};

/// A board as the owner of a fortress sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground<S> {
    /// The owner's pieces.
    pub own: S,
    /// The owner's leader, if it is on the board.
    pub own_leader: S,
    /// Those of the owner's pieces that the enemy may take off at once, wherever they stand: bound stones, and the
    /// pieces of an open huff.
    pub doomed: S,
    /// The enemy's pieces.
    pub enemy: S,
    /// Whether one of them is a leader.
    pub enemy_has_leader: bool,
    /// The dead squares.
    pub inciti: S,
}

impl<S: SquareSet> Ground<S> {
    /// The ground of a position for the fortress of `owner`.
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
        }
    }
}

/// The pieces among which the side to move may huff; none where no huff is open.
fn huffable<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> G::Set {
    if !position.huff_is_open() {
        return G::Set::EMPTY;
    }
    game.moves(position).into_iter().fold(G::Set::EMPTY, |huffable, decision| match decision {
        Move::Huff(square) => huffable | G::Set::only(square),
        _ => huffable,
    })
}
