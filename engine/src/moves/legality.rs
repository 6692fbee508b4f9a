//! Which moves that the pieces could make are legal: captures where they are compulsory (RULES §4), and no way back to an
//! earlier position where repetition is forbidden (§8).

use std::ops::ControlFlow;

use super::{Decisions, Kind, Move};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::position::Position;
use crate::vocab::{Direction, Square, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the jumps among the decisions of a position.
    pub(super) fn legal_jumps(&self, position: &Position<G::Set>, kind: Kind, history: &dyn History) -> G::Set {
        if !self.leader.jumps {
            return G::Set::EMPTY;
        }
        let side = position.side;
        let leader = position.leaders & self.movers(position);
        let jumps = self.jumps(position, side, leader, self.reach(position.roll));
        let is_legal = |&target: &Square| self.is_legal(position, kind, history, leader.lowest(), target);
        jumps.squares().filter(is_legal).fold(G::Set::EMPTY, |jumps, target| jumps | G::Set::only(target))
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
        match kind {
            // A capture leaves fewer pieces than ever before, so it repeats nothing.
            Kind::Captures => !self.taken_by(position, from, to).is_empty(),
            _ => !(self.rules.forbids_repetition() && self.repeats(position, position.sum(), from, to, history)),
        }
    }

    /// Returns whether a move leads back to an earlier position (§8), given the [sum](Position::sum) of the present one.
    fn repeats(&self, position: &Position<G::Set>, sum: u64, from: Square, to: Square, history: &dyn History) -> bool {
        if !self.shortcuts.moves_change_more && !history.has(position.sum_after(sum, from, to)) {
            return false;
        }
        let mut after = *position;
        let events = self.play(&mut after, Move::Go { from, to });
        !events.captured() && history.has(after.sum())
    }

    /// Visits the start and end of each chain of hops among the decisions of a position, until `visit` has had enough.
    pub(super) fn legal_hops(
        &self,
        position: &Position<G::Set>,
        kind: Kind,
        history: &dyn History,
        visit: &mut dyn FnMut(Square, Square) -> ControlFlow<()>,
    ) {
        let mut flow = ControlFlow::Continue(());
        self.each_hopper(position, position.side, self.movers(position), |from, ends| {
            let legal = ends.squares().filter(|&to| self.is_legal(position, kind, history, from, to));
            for to in legal {
                if flow.is_continue() {
                    flow = visit(from, to);
                }
            }
        });
    }

    /// Returns the decisions without those that lead back to an earlier position, in games that forbid this (§8).
    #[inline(never)]
    pub(crate) fn without_repetitions(&self, position: &Position<G::Set>, history: &dyn History) -> Decisions<G::Set> {
        let all = self.decisions(position);
        if position.is_placing() || position.huff_is_open() || all.kind != Kind::All || all.is_empty() {
            return all;
        }
        let mut count = all.count;
        let sum = position.sum();
        let slides = Direction::each(|direction| {
            let targets = all.slides[direction as usize];
            let old = |&to: &Square| self.repeats(position, sum, self.origin(position, direction, to), to, history);
            let repeated = targets.squares().filter(old).fold(G::Set::EMPTY, |set, to| set | G::Set::only(to));
            count -= repeated.count();
            targets & !repeated
        });
        if !self.must_remove(position, position.side) {
            let jumps = |history: &dyn History| self.legal_jumps(position, all.kind, history).count();
            count -= jumps(&()) - jumps(history);
            let hops = |history: &dyn History| {
                let mut hops = 0;
                self.legal_hops(position, all.kind, history, &mut |_, _| {
                    hops += 1;
                    ControlFlow::Continue(())
                });
                hops
            };
            count -= hops(&()) - hops(history);
        }
        if count == 0 && self.rules.passes() {
            Decisions::of_pass()
        } else {
            Decisions { slides, count, kind: all.kind }
        }
    }
}
