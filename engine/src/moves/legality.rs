//! Which moves that the pieces could make are legal: captures where they are compulsory (RULES §4), and no way back to an
//! earlier position where repetition is forbidden (§8).

use std::ops::ControlFlow;

use super::{Decisions, Kind, Move};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::leap::chains;
use crate::position::{Position, Stage};
use crate::rules::{Movement, Repeats, Repetition};
use crate::turn::Events;
use crate::vocab::{Direction, Square, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the jumps among the decisions of a position.
    pub(super) fn legal_jumps(&self, position: &Position<G::Set>, kind: Kind, history: &dyn History) -> G::Set {
        if !self.leader.jumps() {
            return G::Set::EMPTY;
        }
        let side = position.side;
        let leader = position.leaders & self.movers(position);
        let jumps = self.jumps(position, side, leader, self.reach(position.roll));
        jumps.filter(|target| self.is_legal(position, kind, history, leader.lowest(), target))
    }

    /// Returns whether a jump or hop that the rules of movement allow is among the decisions of a kind.
    #[inline(always)]
    fn is_legal(
        &self,
        position: &Position<G::Set>,
        kind: Kind,
        history: &dyn History,
        from: Square,
        to: Square,
    ) -> bool {
        // Asking further would go round in circles: what may be huffed depends on the captures among the moves.
        let repeats = || self.repeats(position, self.history_key(position), from, to, history);
        match kind {
            Kind::Captures if self.captures_of(position, from, to).is_empty() => false,
            _ => history.is_none() || !self.rules.bars_repetition() || !repeats(),
        }
    }

    /// Returns whether a move leads back to an earlier position or board (§8), given the [key](Game::history_key) of the
    /// present one.
    fn repeats(&self, position: &Position<G::Set>, key: u64, from: Square, to: Square, history: &dyn History) -> bool {
        if !self.flags.moves_change_more {
            let same_side = key ^ position.sum_of_move(from, to);
            if !self.is_barred(if self.rules.forbids_boards() { same_side } else { !same_side }, history) {
                return false;
            }
        }
        let mut after = *position;
        let events = self.play_in(&mut after, Move::Go { from, to }, history);
        if self.rules.forbids_boards() {
            return events.turn_over && self.is_barred(key ^ position.board_change(&after), history);
        }
        // Otherwise a capture leaves fewer pieces than there ever were, unless they are converted.
        let may_recur = !events.captured() || self.rules.converts();
        let counts = events.turn_over || self.rules.repeats != Repeats::Illegal;
        may_recur && counts && self.is_barred(self.history_key(&after), history)
    }

    /// Returns whether no move may lead to a position or board, given how often it has occurred (§8).
    fn is_barred(&self, key: u64, history: &dyn History) -> bool {
        match self.rules.limits.repetition {
            Repetition::Times(limit) => history.times(key) + 1 >= limit,
            Repetition::Forbidden | Repetition::ForbiddenBoard => history.has(key),
        }
    }

    /// Returns whether a chain of leaps leads back to a board of the placement. Other boards have more pieces than the one
    /// after a capture.
    fn chain_repeats(&self, position: &Position<G::Set>, chain: Move, history: &dyn History) -> bool {
        if !self.rules.forbids_boards() || !self.rules.has_placement() || history.is_none() {
            return false;
        }
        let mut after = *position;
        self.play_unchecked(&mut after, chain);
        history.has(self.history_key(&after))
    }

    /// Visits the chains of leaps among the decisions of a position, until `visit` has had enough.
    pub(super) fn legal_chains(
        &self,
        position: &Position<G::Set>,
        history: &dyn History,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) {
        if self.rules.movement != Movement::Leap {
            return;
        }
        let movers = position.pieces[position.side] & !position.turned;
        chains(self, position, position.side, movers, |from, to, path| {
            let chain = Move::Leap { from, to, path };
            if self.chain_repeats(position, chain, history) { ControlFlow::Continue(()) } else { visit(chain) }
        });
    }

    /// Returns the start and end of each chain of hops among the decisions of a position.
    pub(super) fn legal_hops(
        &self,
        position: &Position<G::Set>,
        kind: Kind,
        history: &dyn History,
    ) -> impl Iterator<Item = (Square, Square)> {
        self.hoppers(position, position.side, self.movers(position)).flat_map(move |(from, ends)| {
            let legal = ends.squares().filter(move |&to| self.is_legal(position, kind, history, from, to));
            legal.map(move |to| (from, to))
        })
    }

    /// Returns the decisions without those that lead back to an earlier position or board, in games that forbid this (§8).
    #[inline(never)]
    pub(crate) fn without_repetitions(&self, position: &Position<G::Set>, history: &dyn History) -> Decisions<G::Set> {
        let swap = self.may_swap(position);
        self.not_repeating_at_all(position, history).or_swap(swap)
    }

    fn not_repeating_at_all(&self, position: &Position<G::Set>, history: &dyn History) -> Decisions<G::Set> {
        let all = self.decisions_but_swap(position);
        if position.is_placing() || position.huff_is_open() || all.kind == Kind::Pass || all.is_empty() {
            return all;
        }
        let legal = self.not_repeating(position, all, history);
        if legal.is_empty() && all.kind == Kind::Captures {
            let side = position.side;
            let others = self.moves_of(position, side, position.pieces[side], self.reach(position.roll));
            return self.or_pass(self.not_repeating(position, others, history));
        }
        self.or_pass(legal)
    }

    /// Makes a decision like [`Game::play_unchecked`], after `history`: where a capture may lead back to a board of the placement, it
    /// decides whether a captor has a legal move to go on with, and which pieces could legally have captured (§4, §7).
    #[inline(always)]
    pub(crate) fn play_in(
        &self,
        position: &mut Position<G::Set>,
        decision: Move,
        history: &dyn History,
    ) -> Events<G::Set> {
        if !self.flags.captures_may_repeat {
            return self.play_unchecked(position, decision);
        }
        let before = *position;
        let mut events = self.play_unchecked(position, decision);
        let Move::Go { from, to } = decision else { return events };
        if position.stage == Stage::Again {
            if !self.is_one_not_repeating(position, &self.further_moves(position, false), history) {
                events = self.end_long_turn(position, events);
            }
        } else if position.huff_is_open() {
            let moves = self.moves_of(&before, before.side, before.pieces[before.side], self.reach(before.roll));
            let captures = self.not_repeating(&before, self.capturing(&before, &moves), history);
            let could_capture = self.capturers(&before, &captures, history);
            position.pending = self.after_moving(position, could_capture, G::Set::only(from), G::Set::only(to));
        }
        events
    }

    /// Returns whether some of the moves of a captor lead back to no earlier position or board. The first one answers: each
    /// may itself be a capture with further moves.
    fn is_one_not_repeating(
        &self,
        position: &Position<G::Set>,
        all: &Decisions<G::Set>,
        history: &dyn History,
    ) -> bool {
        let key = self.history_key(position);
        let is_new = |direction: Direction, to: Square| {
            !self.repeats(position, key, self.origin(position, direction, to), to, history)
        };
        let slides = |direction: Direction| all.slides[direction as usize].squares();
        let is_one = Direction::ALL.into_iter().any(|direction| slides(direction).any(|to| is_new(direction, to)));
        is_one
            || !self.legal_jumps(position, all.kind, history).is_empty()
            || self.legal_hops(position, all.kind, history).next().is_some()
    }

    /// Returns some decisions of a position without those that lead back to an earlier position or board.
    pub(crate) fn not_repeating(
        &self,
        position: &Position<G::Set>,
        all: Decisions<G::Set>,
        history: &dyn History,
    ) -> Decisions<G::Set> {
        if !self.rules.bars_repetition() || history.is_none() {
            return all;
        }
        if self.must_remove(position, position.side) {
            return Decisions::of_others(self.removals(position, position.side, history).count());
        }
        let key = self.history_key(position);
        let legal = all.with_slides(|direction, targets| {
            targets.filter(|to| !self.repeats(position, key, self.origin(position, direction, to), to, history))
        });
        let others = |history: &dyn History| {
            let hops = self.legal_hops(position, all.kind, history).count();
            let mut count = self.legal_jumps(position, all.kind, history).count() + hops as u32;
            // Only bans on boards forbid chains.
            if self.rules.forbids_boards() {
                self.legal_chains(position, history, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
            }
            count
        };
        Decisions { count: legal.count - (others(&()) - others(history)), ..legal }
    }
}
