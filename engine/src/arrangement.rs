//! Positions built from pieces, for code that enumerates them.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::vocab::{BySide, Side, SquareSet};

/// Pieces on a board, without a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement<S> {
    /// Stones and leaders of each side; no square belongs to both.
    pub pieces: BySide<S>,
    /// The leaders of both sides, at most one each.
    pub leaders: S,
    /// The stones that are vagi or, in games that leap, alligati.
    pub turned: S,
    /// Stones captured by each side.
    pub captured: BySide<u16>,
    /// The side to move.
    pub side: Side,
}

impl<G: Geometry> Game<G> {
    /// Returns the position of an arrangement in the movement phase, at clock and turn 0, with empty hands and no
    /// inciti.
    ///
    /// ```
    /// use petteia_engine::{Arrangement, BySide, Fixed, Game, Rules, Side};
    /// let game = Game::new(Rules::parse("city-8+vagi").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let pieces = BySide { white: 0b011_u64, black: 0b100 };
    /// let captured = BySide { white: 7, black: 6 };
    /// let position = game.arrange(Arrangement { pieces, leaders: 0, turned: 0b001, captured, side: Side::Black });
    /// assert_eq!(game.text(&position), "8/8/8/8/8/8/8/VSs5 b 0,0 7,6 0 0");
    /// ```
    #[inline]
    pub fn arrange(&self, arrangement: Arrangement<G::Set>) -> Position<G::Set> {
        let Arrangement { pieces, leaders, turned, captured, side } = arrangement;
        debug_assert!(!pieces.white.meets(pieces.black), "no square belongs to both sides");
        let mut position = Position { pieces, leaders, turned, side, captured, ..Position::empty() };
        position.prospects = self.prospects(&position);
        position
    }
}
