//! Binds and frees stones (RULES §6): by leaps, and by holding them between two free enemies. Moves bind what they would
//! capture in other games; no game that binds has `edge`.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::position::{Position, Stage};
use crate::rules::{Bound, Entry, Movement, Placing};
use crate::turn::relocate;
use crate::vocab::{Bits, Side, Square, SquareSet, each_direction};

impl<G: Geometry> Game<G> {
    /// Returns the enemy alligati, which the mover's side trapped before this turn.
    #[inline(always)]
    pub(crate) fn bound_by_mover(&self, position: &Position<G::Set>) -> G::Set {
        position.turned & position.pieces[!position.side]
    }

    /// Binds the stones that the piece on `at` (if any) has trapped, then frees the stones that are no longer trapped
    /// (§6). `bound_before` are the enemy stones that were bound when the turn began. Returns whether it bound others.
    #[inline(always)]
    pub(crate) fn rebind(&self, position: &mut Position<G::Set>, bound_before: G::Set, at: G::Set) -> bool {
        if self.rules.movement != Movement::Leap {
            return false;
        }
        let (own, enemy) = (position.pieces[position.side], position.pieces[!position.side]);
        let newly_bound = self.custodial(at & own, enemy, own);
        if self.rules.bound == Some(Bound::OneTurn) {
            position.turned &= !bound_before;
        }
        position.turned |= newly_bound;
        let trapped = |side: Side| position.pieces[side] & self.geometry.between(position.pieces[!side]);
        position.turned &= trapped(Side::White) | trapped(Side::Black);
        !(newly_bound & !bound_before).is_empty()
    }

    /// Binds the free stones that the stone on `at` has trapped, then frees all alligati that are not held (§6). With
    /// `chain`, the mover's stones that are freed bind in turn. Returns whether any stone was bound.
    pub(crate) fn hold(&self, position: &mut Position<G::Set>, at: G::Set) -> bool {
        let side = position.side;
        let mut arrived = at;
        let mut has_bound = false;
        loop {
            let free = |of: Side| position.pieces[of] & !position.turned;
            let newly_bound = self.captures_among(arrived, free(!side), free(side));
            has_bound |= !newly_bound.is_empty();
            position.turned |= newly_bound;
            if self.rules.bound == Some(Bound::Lasting) {
                return has_bound;
            }
            let before = position.turned;
            let held = Side::BOTH.map(|of| self.held_stones(position, of));
            position.turned &= held[0] | held[1];
            arrived = before & !position.turned & position.pieces[side];
            if self.rules.bound != Some(Bound::Chain) || arrived.is_empty() {
                return has_bound;
            }
        }
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
        !self.captures_among(G::Set::only(to), position.pieces[!side] & !position.turned, own).is_empty()
    }

    /// Returns the squares where a stone of `side` may go only on a condition: those between two enemies on one axis and,
    /// where its safety is the condition, corners beside two enemies.
    pub(crate) fn guarded(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        if !self.rules.guards_entry() {
            return G::Set::EMPTY;
        }
        let captives = (position.pieces[!side] & position.turned).when(self.rules.removes_all());
        let enemies = position.pieces[!side] & !captives;
        let corners = self.corners_beside(enemies).when(self.rules.entry == Some(Entry::Safe));
        self.geometry.between(enemies) | corners
    }

    /// Returns the corner squares both of whose neighbours are among the squares of a set; none in games without corner
    /// capture.
    #[inline(always)]
    pub(crate) fn corners_beside<B: Bits<G::Set>>(&self, set: B) -> B {
        if !self.rules.corner {
            return B::splat(G::Set::EMPTY);
        }
        let [north, east, south, west] = each_direction!(|way| self.geometry.shift(set, way));
        B::splat(self.corners) & (north | south) & (east | west)
    }

    /// Returns whether a stone may move from one square to another that is guarded.
    pub(crate) fn may_enter(&self, position: &Position<G::Set>, side: Side, from: Square, to: Square) -> bool {
        let mut after = Position { side, ..*position };
        if self.rules.entry != Some(Entry::Safe) {
            return self.binds_by(&after, from, to);
        }
        if self.rules.removes_all() {
            let captives = self.bound_by_mover(&after);
            after.pieces[!side] &= !captives;
            after.turned &= !captives;
        }
        let at = G::Set::only(to);
        relocate(&mut after, G::Set::only(from), at);
        self.hold(&mut after, at);
        !self.held_stones(&after, side).meets(at)
    }

    /// Returns the squares on which the side to move may not place a stone because enemy stones would hold it or, with
    /// `quiet`, because an enemy stone next to it would then be held (§2).
    #[inline(always)]
    pub(crate) fn barred_from_placing<B: Bits<G::Set>>(&self, own: B, enemy: B) -> B {
        let g = self.geometry;
        let unsafe_squares = g.between(enemy) | self.corners_beside(enemy);
        if self.rules.placing != Some(Placing::Quiet) {
            return unsafe_squares;
        }
        let mut held = enemy & (g.between(own) | self.corners_beside(own));
        if self.rules.corner {
            held = held | (enemy & B::splat(self.corners) & g.neighbours(own));
        }
        unsafe_squares | g.beyond(own, enemy) | g.neighbours(held)
    }

    /// Returns the enemy stones that are bound and that `side` has not yet begun to remove in this turn.
    fn removable(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        let has_removed = position.stage == Stage::Removed && side == position.side;
        let by_decision = self.rules.binds() && !self.rules.removes_all();
        (position.pieces[!side] & position.turned).when(by_decision && !has_removed)
    }

    /// Returns the enemy stones that `side` may remove now, after `history`.
    pub(crate) fn removals(&self, position: &Position<G::Set>, side: Side, history: &dyn History) -> G::Set {
        let all = self.removable(position, side);
        if !self.rules.joins_removal() {
            return all;
        }
        all.filter(|square| {
            let removing = Position { side, stage: Stage::Removed, ..*position };
            let (after, _) = self.take(removing, G::Set::only(square));
            let moves = self.moves_of(&after, side, after.pieces[side], self.reach(0));
            !self.not_repeating(&after, moves, history).is_empty()
        })
    }

    /// Returns whether `side` must remove a stone before it moves (§6).
    pub(crate) fn must_remove(&self, position: &Position<G::Set>, side: Side) -> bool {
        self.rules.removes_first() && !self.removable(position, side).is_empty()
    }
}
