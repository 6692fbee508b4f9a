//! Applies decisions to positions (RULES §3 to §7).
//!
//! Rare cases take and return positions by value and are not inlined, so that a playout can keep its position in
//! registers. A reference that escapes the loop would prevent this.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::leap::LeapPath;
use crate::moves::Move;
use crate::position::{Position, Stage};
use crate::rules::{Captured, Compulsory, Movement};
use crate::vocab::{BySide, Side, Square, SquareSet};

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
    /// game.play_unchecked(&mut position, decision);
    /// assert_eq!(game.text(&position), "ssssssss/8/8/S7/8/8/8/1SSSSSSS b 0,0 0,0 1 1");
    /// ```
    #[inline(always)]
    pub fn play_unchecked(&self, position: &mut Position<G::Set>, decision: Move) -> Events<G::Set> {
        let side = position.side;
        if let Move::Go { from, to } = decision {
            let events = self.go(position, from, to);
            if self.rules.forbids_undo() {
                position.last[side] = Some((from, to));
            }
            return events;
        }
        let events;
        (*position, events) = self.play_other(*position, decision);
        if events.turn_over && decision != Move::Swap {
            position.last[side] = None;
        }
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
                if self.rules.removes_first() {
                    (position.stage, position.clock) = (Stage::Removed, 0);
                    return (position, events);
                }
                self.rebind(&mut position, bound, G::Set::EMPTY);
                events = self.end_long_turn(&mut position, events);
            }
            Move::Huff(square) => {
                (position, events) = self.take(position, G::Set::only(square));
                position.pending = G::Set::EMPTY;
                position.clock = 0;
            }
            Move::Decline if position.stage == Stage::Again => events = self.end_long_turn(&mut position, events),
            Move::Decline => position.pending = G::Set::EMPTY,
            Move::Pass => {
                self.rebind(&mut position, bound, G::Set::EMPTY);
                events = self.end_long_turn(&mut position, events);
            }
            Move::Swap => {
                position.swapped = true;
                position.turn = position.turn.saturating_add(1);
                position.clock = position.clock.saturating_add(u32::from(!position.is_placing()));
                events.turn_over = true;
            }
        }
        (position, events)
    }

    /// Places a piece from the hand: a stone, or the leader that is the last piece of a hand.
    fn place(&self, position: &mut Position<G::Set>, square: Square) -> Events<G::Set> {
        let side = position.side;
        let left = position.hands[side] - 1;
        position.pieces[side] |= G::Set::only(square);
        position.hands[side] = left;
        if self.flags.extra_placing && self.leaders_in_hand[side] > 0 && left == 0 {
            position.leaders |= G::Set::only(square);
        }
        let turn_over = !self.flags.extra_placing || self.ends_placing(side, left);
        if turn_over {
            // Only one side may have a leader to place, and then places alone.
            let goes_on_alone = self.flags.extra_placing && position.hands[!side] == 0 && left > 0;
            position.side = if goes_on_alone { side } else { !side };
            position.turn = position.turn.saturating_add(1);
        }
        position.prospects = self.prospects(position);
        Events { turn_over, ..Events::default() }
    }

    /// Returns whether the side to move has begun a placing turn that it has yet to finish (§2).
    pub(crate) fn is_within_placing_turn(&self, position: &Position<G::Set>) -> bool {
        let left = position.hands[position.side];
        let is_full = left == self.rules.hands()[position.side];
        left > 0 && !is_full && !self.ends_placing(position.side, left)
    }

    /// Returns whether a placing turn of `side` ends with `left` pieces in its hand (§2).
    fn ends_placing(&self, side: Side, left: u8) -> bool {
        let leaders = self.leaders_in_hand[side];
        let placed = (self.rules.setup.hands()[side] + leaders).saturating_sub(left);
        left <= leaders || placed.is_multiple_of(self.rules.per_turn)
    }

    /// Makes a slide, a step or a jump.
    #[inline(always)]
    fn go(&self, position: &mut Position<G::Set>, from: Square, to: Square) -> Events<G::Set> {
        let (from, to) = (G::Set::only(from), G::Set::only(to));
        let mut events = Events::default();
        if self.flags.binds_or_chains {
            (*position, events) = self.bind_or_chain(*position, from, to);
            return events;
        }
        let side = position.side;
        let huffs = self.rules.compulsory[side] == Compulsory::Huff;
        let huffable = if huffs { self.huffable(*position) } else { G::Set::EMPTY };
        relocate(position, from, to);
        let capture = self.capture(position, side, to);
        let captures = !capture.victims.is_empty();
        let attacks = self.rules.vagi && self.geometry.neighbours(to).meets(position.pieces[!side]);
        if captures && self.rules.converts() {
            (*position, events) = self.convert(*position, capture.victims);
        } else if captures {
            (*position, events) = self.take(*position, capture.victims);
        }
        if self.rules.vagi {
            turn_stones(position, to, attacks, captures, capture.helpers);
        }
        let events = self.end_long_turn(position, events);
        if huffs && !captures {
            position.pending = self.after_moving(position, huffable, from, to);
        }
        events
    }

    /// Makes a move in a game in which moves bind, or in which captors may go on.
    #[inline(never)]
    fn bind_or_chain(
        &self,
        mut position: Position<G::Set>,
        from: G::Set,
        to: G::Set,
    ) -> (Position<G::Set>, Events<G::Set>) {
        let bound = self.bound_by_mover(&position);
        let mut events = Events::default();
        if self.rules.removes_all() && !bound.is_empty() {
            (position, events) = self.take(position, bound);
        }
        relocate(&mut position, from, to);
        let has_bound = if self.rules.movement == Movement::Leap {
            self.rebind(&mut position, bound, to)
        } else if self.rules.holds() {
            self.hold(&mut position, to)
        } else {
            return self.capture_and_go_on(position, to);
        };
        let events = self.end_long_turn(&mut position, events);
        self.note_binding(&mut position, has_bound);
        (position, events)
    }

    /// Starts the clock again after a turn that has bound a stone, if this counts as progress (§8).
    fn note_binding(&self, position: &mut Position<G::Set>, has_bound: bool) {
        if has_bound && self.rules.counts_binding() {
            position.clock = 0;
        }
    }

    /// Captures with the piece that has come to `at`, which may then go on if it captured something and has a move (§4).
    fn capture_and_go_on(&self, mut position: Position<G::Set>, at: G::Set) -> (Position<G::Set>, Events<G::Set>) {
        let side = position.side;
        let victims = self.capture(&position, side, at).victims;
        let mut events = Events::default();
        if !victims.is_empty() {
            (position, events) = self.take(position, victims);
            let next = Position { pending: at, stage: Stage::Again, clock: 0, ..position };
            if self.end_by_pieces(next, side, events).is_none() && !self.further_moves(&next, false).is_empty() {
                return (next, events);
            }
        }
        let events = self.end_long_turn(&mut position, events);
        (position, events)
    }

    /// Returns the pieces that may be huffed if the side to move captures nothing (§7).
    #[inline(never)]
    fn huffable(&self, position: Position<G::Set>) -> G::Set {
        let position = &position;
        let moves = self.moves_of(position, position.side, position.pieces[position.side], self.reach(position.roll));
        self.capturers(position, &self.capturing(position, &moves), &())
    }

    /// Returns the huffable pieces on their present squares.
    #[inline(always)]
    pub(crate) fn after_moving(
        &self,
        position: &Position<G::Set>,
        huffable: G::Set,
        from: G::Set,
        to: G::Set,
    ) -> G::Set {
        let moved = to.when(huffable.meets(from));
        let present = (huffable & !from) | moved;
        present & !(position.leaders & self.special.safe_for_leaders)
    }

    fn leap(&self, mut position: Position<G::Set>, from: Square, path: LeapPath) -> (Position<G::Set>, Events<G::Set>) {
        let bound = self.bound_by_mover(&position);
        let (at, crossed) = self.crossed(from, path);
        let from = G::Set::only(from);
        relocate(&mut position, from, at);
        let (mut position, events) = self.take(position, crossed);
        let has_bound = self.rebind(&mut position, bound, at);
        let events = self.end_turn(&mut position, events);
        self.note_binding(&mut position, has_bound);
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

    /// Removes captured pieces from the board, and sweeps.
    #[inline(never)]
    pub(crate) fn take(&self, mut position: Position<G::Set>, victims: G::Set) -> (Position<G::Set>, Events<G::Set>) {
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

    /// Turns captured stones into stones of the side to move, and with `cascading` has them capture in their turn, as if each
    /// had just come to its square (§4).
    #[inline(never)]
    fn convert(&self, mut position: Position<G::Set>, victims: G::Set) -> (Position<G::Set>, Events<G::Set>) {
        let side = position.side;
        let (mut converted, mut next) = (G::Set::EMPTY, victims);
        while !next.is_empty() {
            position.captured[side] = position.captured[side].saturating_add(next.count() as u16);
            position.pieces[side] |= next;
            position.pieces[!side] &= !next;
            converted |= next;
            if self.rules.captured != Captured::Cascading {
                break;
            }
            let captures = |at| self.capture(&position, side, G::Set::only(at)).victims;
            next = next.squares().map(captures).fold(G::Set::EMPTY, |all, victims| all | victims);
        }
        position.prospects = self.prospects(&position);
        let mut lost = BySide::both(G::Set::EMPTY);
        lost[!side] = converted;
        (position, Events { lost, ..Events::default() })
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

    /// Ends a turn that may have had several decisions; one in which something was captured before has the clock 0.
    pub(crate) fn end_long_turn(&self, position: &mut Position<G::Set>, events: Events<G::Set>) -> Events<G::Set> {
        let had_captured = position.stage != Stage::Beginning;
        let events = self.end_turn(position, events);
        if had_captured {
            position.clock = 0;
        }
        (position.stage, position.pending) = (Stage::Beginning, G::Set::EMPTY);
        events
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
pub(crate) fn relocate<S: SquareSet>(position: &mut Position<S>, from: S, to: S) {
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
