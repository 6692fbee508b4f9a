//! Determines whether nothing can be won any more, for the limit `fortress` (experiments/studies/fortresses.md §6).

use super::danger::Danger;
use super::{dangers, prove};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::Adjudication;
use crate::vocab::{Side, SquareSet};

/// Returns whether both sides have a fortress with which they cannot be beaten on the board, and the pieces outside
/// cannot change the adjudication, either because all deadlocks are draws or because there are no pieces outside.
///
/// ```
/// use petteia_engine::{Fixed, Game, Rules};
/// use petteia_engine::fortress::settled;
/// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
/// let position = |text| game.parse(text).unwrap();
/// assert!(settled(&game, &position("s1s5/ss6/8/8/8/8/SS6/S1S5 w 0,0 4,4 9 80")));
/// assert!(!settled(&game, &position("s1s5/ss6/8/8/8/8/8/SSSSSSSS w 0,0 4,0 9 80")));
/// ```
pub fn settled<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> bool {
    let encloses = |side| has_room_inside(game, position, side);
    Side::BOTH.into_iter().all(encloses) && Side::BOTH.into_iter().all(|side| is_safe(game, position, side))
}

/// Returns whether `side` encloses an empty square that no enemy can walk to; otherwise it has no fortress. This test
/// is cheap, and nearly all positions fail it.
fn has_room_inside<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, side: Side) -> bool {
    let walkable = game.geometry().board() & !(position.pieces(side) | position.inciti());
    !(walkable & !game.geometry().flood(position.pieces(!side), walkable)).is_empty()
}

fn is_safe<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, side: Side) -> bool {
    let Some(fortress) = prove(game, position, side).fortress() else { return false };
    let cannot_be_beaten =
        dangers(game, position, side, &fortress).iter().all(|&danger| danger == Danger::Adjudication);
    let stays_as_it_is = match game.rules().adjudication {
        Adjudication::Draw => true,
        // Stones that hold a bound one may go.
        Adjudication::Free => false,
        _ => fortress.pieces() == position.pieces(side),
    };
    cannot_be_beaten && stays_as_it_is
}
