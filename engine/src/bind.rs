//! Binds and frees stones (RULES §6): by leaps, and by holding them between two free enemies.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::{Position, Stage};
use crate::rules::{Bound, Movement};
use crate::vocab::{Direction, Side, Square, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the enemy alligati, which the mover's side trapped before this turn.
    #[inline(always)]
    pub(crate) fn bound_by_mover(&self, position: &Position<G::Set>) -> G::Set {
        position.turned & position.pieces[!position.side]
    }

    /// Binds the stones that the piece on `at` (if any) has trapped, then frees the stones that are no longer trapped
    /// (§6). `bound_before` are the enemy stones that were bound when the turn began.
    #[inline(always)]
    pub(crate) fn rebind(&self, position: &mut Position<G::Set>, bound_before: G::Set, at: G::Set) {
        if self.rules.movement != Movement::Leap {
            return;
        }
        let (own, enemy) = (position.pieces[position.side], position.pieces[!position.side]);
        let newly_bound = self.enclosed_by(at & own, own, enemy);
        if self.rules.bound == Some(Bound::OneTurn) {
            position.turned &= !bound_before;
        }
        position.turned |= newly_bound;
        let trapped = |side: Side| position.pieces[side] & self.geometry.between(position.pieces[!side]);
        position.turned &= trapped(Side::White) | trapped(Side::Black);
    }

    /// Returns the pieces `enemy` between the piece on `at` and one of `own` straight across.
    #[inline(always)]
    fn enclosed_by(&self, at: G::Set, own: G::Set, enemy: G::Set) -> G::Set {
        let g = self.geometry;
        Direction::union(|direction| g.shift(at, direction) & g.shift(own, direction.opposite()) & enemy)
    }

    /// Binds the free stones that the stone on `at` has trapped, then frees all alligati that are not held (§6).
    pub(crate) fn hold(&self, position: &mut Position<G::Set>, at: G::Set) {
        let side = position.side;
        let free = |of: Side| position.pieces[of] & !position.turned;
        let newly_bound = self.trapped_by(at, free(side), free(!side));
        position.turned |= newly_bound;
        let held = Side::BOTH.map(|of| self.held_stones(position, of));
        position.turned &= held[0] | held[1];
    }

    /// Returns the free enemy stones that a stone on `at` binds with the help of the free stones `own`, itself among them.
    fn trapped_by(&self, at: G::Set, own: G::Set, enemy: G::Set) -> G::Set {
        let between = self.enclosed_by(at, own, enemy);
        if self.rules.corner { between | self.held_in_corners(at, enemy, own) } else { between }
    }

    /// Returns the stones of `side`, free or bound, that stand between two free enemies, or in a corner beside two.
    pub(crate) fn held_stones(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        let holders = position.pieces[!side] & !position.turned;
        let own = position.pieces[side];
        let between = own & self.geometry.between(holders);
        if self.rules.corner { between | self.held_in_corners(holders, own, holders) } else { between }
    }

    /// Returns whether a stone of the side to move binds something by moving between two squares.
    fn binds_by(&self, position: &Position<G::Set>, from: Square, to: Square) -> bool {
        let side = position.side;
        let own = (position.pieces[side] & !position.turned) ^ (G::Set::only(from) | G::Set::only(to));
        !self.trapped_by(G::Set::only(to), own, position.pieces[!side] & !position.turned).is_empty()
    }

    /// Returns the squares between two enemies on one axis, where a stone of `side` may go only if it binds something.
    pub(crate) fn guarded(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        if !self.rules.guards_entry() {
            return G::Set::EMPTY;
        }
        self.geometry.between(position.pieces[!side])
    }

    /// Returns whether a stone may move from one square to another that is guarded.
    pub(crate) fn may_enter(&self, position: &Position<G::Set>, side: Side, from: Square, to: Square) -> bool {
        self.binds_by(&Position { side, ..*position }, from, to)
    }

    /// Returns the enemy stones that `side` may remove now.
    pub(crate) fn removals(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        let has_removed = position.stage == Stage::Removed && side == position.side;
        (position.pieces[!side] & position.turned).when(self.rules.binds() && !has_removed)
    }

    /// Returns whether `side` must remove a stone before it moves (§6).
    pub(crate) fn must_remove(&self, position: &Position<G::Set>, side: Side) -> bool {
        self.rules.removes_first() && !self.removals(position, side).is_empty()
    }
}
