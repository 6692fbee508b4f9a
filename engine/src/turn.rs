//! Applies decisions to positions (RULES §3 to §7).
//!
//! Rare cases take and return positions by value and are not inlined, so that a playout can keep its position in
//! registers. A reference that escapes the loop would prevent this.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::leap::LeapPath;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Bound, Compulsory, Movement};
use crate::vocab::{BySide, Direction, Side, Square, SquareSet};

/// The effects of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events<S> {
    /// The pieces that each side lost, including leaders.
    pub lost: BySide<S>,
    /// Whether each side's leader was captured.
    pub leader_fell: BySide<bool>,
    /// Whether the decision ended a turn (a huff does not).
    pub turn_over: bool,
}

impl<S: SquareSet> Events<S> {
    /// Returns whether anything was captured.
    #[inline(always)]
    pub fn captured(&self) -> bool {
        !(self.lost.white | self.lost.black).is_empty()
    }
}

impl<G: Geometry> Game<G> {
    /// Makes a decision. `decision` must be legal in `position`; [`Game::parse_move`] returns only legal ones.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut position = game.start();
    /// let decision = game.parse_move(&position, "a1-a5").unwrap();
    /// game.play(&mut position, decision);
    /// assert_eq!(game.text(&position), "ssssssss/8/8/S7/8/8/8/1SSSSSSS b 0,0 0,0 1 1");
    /// ```
    #[inline(always)]
    pub fn play(&self, position: &mut Position<G::Set>, decision: Move) -> Events<G::Set> {
        if let Move::Go { from, to } = decision {
            return self.go(position, from, to);
        }
        let events;
        (*position, events) = self.play_other(*position, decision);
        events
    }

    /// Makes a decision other than a slide, step or jump.
    #[inline(never)]
    fn play_other(&self, mut position: Position<G::Set>, decision: Move) -> (Position<G::Set>, Events<G::Set>) {
        let bound = self.bound_by_mover(&position);
        let mut events = Events::default();
        match decision {
            Move::Go { from, to } => events = self.go(&mut position, from, to),
            Move::Leap { from, path, .. } => return self.leap(position, from, path),
            Move::Place(square) => events = self.place(&mut position, square),
            Move::Remove(square) => {
                (position, events) = self.take(position, G::Set::only(square));
                self.rebind(&mut position, bound, G::Set::EMPTY);
                events = self.end_turn(&mut position, events);
            }
            Move::Huff(square) => {
                (position, events) = self.take(position, G::Set::only(square));
                position.huff = G::Set::EMPTY;
                position.clock = 0;
            }
            Move::Decline => position.huff = G::Set::EMPTY,
            Move::Pass => {
                self.rebind(&mut position, bound, G::Set::EMPTY);
                events = self.end_turn(&mut position, events);
            }
        }
        (position, events)
    }

    fn place(&self, position: &mut Position<G::Set>, square: Square) -> Events<G::Set> {
        let side = position.side;
        position.pieces[side] |= G::Set::only(square);
        position.hands[side] -= 1;
        position.side = !side;
        position.turn = position.turn.saturating_add(1);
        position.prospects = self.prospects(position);
        Events { turn_over: true, ..Events::default() }
    }

    /// Makes a slide, a step or a jump.
    #[inline(always)]
    fn go(&self, position: &mut Position<G::Set>, from: Square, to: Square) -> Events<G::Set> {
        let (from, to) = (G::Set::only(from), G::Set::only(to));
        let mut events = Events::default();
        if self.rules.movement == Movement::Leap {
            (*position, events) = self.step_and_bind(*position, from, to);
            return events;
        }
        let side = position.side;
        let huffs = self.rules.compulsory[side] == Compulsory::Huff;
        let huffable = if huffs { self.huffable(*position) } else { G::Set::EMPTY };
        relocate(position, from, to);
        let capture = self.capture(position, side, to);
        let captures = !capture.victims.is_empty();
        let attacks = self.rules.vagi && self.geometry.neighbours(to).meets(position.pieces[!side]);
        if captures {
            (*position, events) = self.take(*position, capture.victims);
        }
        if self.rules.vagi {
            turn_stones(position, to, attacks, captures, capture.helpers);
        }
        let events = self.end_turn(position, events);
        if huffs && !captures {
            position.huff = self.after_moving(position, huffable, from, to);
        }
        events
    }

    /// Makes a step in a game of leaps, which can bind.
    #[inline(never)]
    fn step_and_bind(
        &self,
        mut position: Position<G::Set>,
        from: G::Set,
        to: G::Set,
    ) -> (Position<G::Set>, Events<G::Set>) {
        let bound = self.bound_by_mover(&position);
        relocate(&mut position, from, to);
        self.rebind(&mut position, bound, to);
        let events = self.end_turn(&mut position, Events::default());
        (position, events)
    }

    /// Returns the pieces that may be huffed if the side to move captures nothing (§7).
    #[inline(never)]
    fn huffable(&self, position: Position<G::Set>) -> G::Set {
        let position = &position;
        let moves = self.moves_of(position, position.side, position.pieces[position.side], self.reach(position.roll));
        self.capturers(position, &self.capturing(position, &moves))
    }

    /// Returns the huffable pieces on their present squares.
    #[inline(always)]
    fn after_moving(&self, position: &Position<G::Set>, huffable: G::Set, from: G::Set, to: G::Set) -> G::Set {
        let moved = to.when(huffable.meets(from));
        let present = (huffable & !from) | moved;
        if self.leaders_fall { present } else { present & !position.leaders }
    }

    fn leap(&self, mut position: Position<G::Set>, from: Square, path: LeapPath) -> (Position<G::Set>, Events<G::Set>) {
        let bound = self.bound_by_mover(&position);
        let (at, crossed) = self.crossed(from, path);
        let from = G::Set::only(from);
        relocate(&mut position, from, at);
        let (mut position, events) = self.take(position, crossed);
        self.rebind(&mut position, bound, at);
        let events = self.end_turn(&mut position, events);
        (position, events)
    }

    /// Returns the square where a chain of leaps ends, and the squares that it crosses.
    pub(crate) fn crossed(&self, from: Square, path: LeapPath) -> (G::Set, G::Set) {
        let (mut at, mut crossed) = (G::Set::only(from), G::Set::EMPTY);
        for direction in path.directions() {
            let over = self.geometry.shift(at, direction);
            crossed |= over;
            at = self.geometry.shift(over, direction);
        }
        (at, crossed)
    }

    /// Returns the enemy alligati, which the mover's side trapped before this turn.
    #[inline(always)]
    fn bound_by_mover(&self, position: &Position<G::Set>) -> G::Set {
        position.turned & position.pieces[!position.side]
    }

    /// Binds the stones that the piece on `at` (if any) has trapped, then frees the stones that are no longer trapped
    /// (§6). `bound_before` are the enemy stones that were bound when the turn began.
    #[inline(always)]
    fn rebind(&self, position: &mut Position<G::Set>, bound_before: G::Set, at: G::Set) {
        if self.rules.movement != Movement::Leap {
            return;
        }
        let g = self.geometry;
        let (own, enemy) = (position.pieces[position.side], position.pieces[!position.side]);
        let newly_bound =
            Direction::union(|direction| g.shift(at & own, direction) & g.shift(own, direction.opposite()) & enemy);
        if self.rules.bound == Some(Bound::OneTurn) {
            position.turned &= !bound_before;
        }
        position.turned |= newly_bound;
        let trapped = |side: Side| {
            let [north, east, south, west] = Direction::each(|d| g.shift(position.pieces[!side], d));
            position.pieces[side] & ((north & south) | (east & west))
        };
        position.turned &= trapped(Side::White) | trapped(Side::Black);
    }

    /// Removes captured pieces from the board, and sweeps.
    #[inline(never)]
    fn take(&self, mut position: Position<G::Set>, victims: G::Set) -> (Position<G::Set>, Events<G::Set>) {
        let mut lost = self.lift(&mut position, victims);
        if self.rules.inciti {
            let swept = self.sweep(&mut position);
            lost.white |= swept.white;
            lost.black |= swept.black;
        }
        let leader_fell = BySide::from_fn(|side| lost[side].meets(position.leaders));
        position.leaders &= position.all_pieces();
        position.prospects = self.prospects(&position);
        (position, Events { lost, leader_fell, turn_over: false })
    }

    /// Removes pieces from the board, credits the stones, and leaves inciti if the rules require it. Captured leaders
    /// stay in the set of leaders until the whole decision is done, so that they can be distinguished from stones.
    pub(crate) fn lift(&self, position: &mut Position<G::Set>, victims: G::Set) -> BySide<G::Set> {
        let lost = BySide::from_fn(|side| position.pieces[side] & victims);
        for side in Side::BOTH {
            let stones = (lost[side] & !position.leaders).count() as u16;
            position.captured[!side] = position.captured[!side].saturating_add(stones);
            position.pieces[side] &= !victims;
        }
        position.turned &= !victims;
        if self.rules.inciti {
            position.inciti |= victims;
        }
        lost
    }

    #[inline(always)]
    fn end_turn(&self, position: &mut Position<G::Set>, events: Events<G::Set>) -> Events<G::Set> {
        position.clock = if events.captured() { 0 } else { position.clock.saturating_add(1) };
        position.turn = position.turn.saturating_add(1);
        position.side = !position.side;
        position.roll = 0;
        Events { turn_over: true, ..events }
    }
}

#[inline(always)]
fn relocate<S: SquareSet>(position: &mut Position<S>, from: S, to: S) {
    let step = from ^ to;
    position.pieces[position.side] ^= step;
    if position.leaders.meets(from) {
        position.leaders ^= step;
    }
    if position.turned.meets(from) {
        position.turned ^= step;
    }
}

/// Turns stones after a move to `at` (§6): leaders never turn, nor do swept pieces.
#[inline(always)]
fn turn_stones<S: SquareSet>(position: &mut Position<S>, at: S, attacks: bool, captures: bool, helpers: S) {
    if captures {
        position.turned &= !(at | helpers);
    } else if !attacks {
        position.turned |= at & !position.leaders;
    }
}
