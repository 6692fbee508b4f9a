//! The legal decisions of a position in their order: slides and steps by direction, jumps, removals, chains of hops, chains
//! of leaps, what is left when there is no other, and the change of sides.

use std::ops::ControlFlow;

use super::{Decisions, Kind, Move};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::position::{Position, Stage};
use crate::vocab::{Direction, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the `k`-th legal decision; `k` must be less than the count. `decisions` must be those of `position` after
    /// `history`, which matters only in games that forbid repetition.
    #[inline(always)]
    pub fn nth_move(
        &self,
        position: &Position<G::Set>,
        decisions: &Decisions<G::Set>,
        k: u32,
        history: &dyn History,
    ) -> Move {
        if decisions.swap && k + 1 == decisions.count {
            return Move::Swap;
        }
        let mut k = k;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let count = decisions.slides[i].count();
            if k < count {
                let to = decisions.slides[i].select(k);
                return Move::Go { from: self.origin(position, direction, to), to };
            }
            k -= count;
        }
        self.nth_other_move(*position, decisions.kind, k, history)
    }

    /// Returns the `k`-th of the decisions that are not slides.
    #[inline(never)]
    fn nth_other_move(&self, position: Position<G::Set>, kind: Kind, mut k: u32, history: &dyn History) -> Move {
        let position = &position;
        if position.is_placing() {
            return Move::Place(self.placeable(position).select(k));
        }
        if position.huff_is_open() {
            let huffable = position.pending;
            return if k < huffable.count() { Move::Huff(huffable.select(k)) } else { Move::Decline };
        }
        let side = position.side;
        let jumps = self.legal_jumps(position, kind, history);
        if k < jumps.count() {
            let leader = position.leaders & position.pieces[side];
            return Move::Go { from: leader.lowest(), to: jumps.select(k) };
        }
        k -= jumps.count();
        if kind == Kind::Pass {
            return Move::Pass;
        }
        let removals = self.removals(position, side, history);
        if k < removals.count() {
            return Move::Remove(removals.select(k));
        }
        k -= removals.count();
        let otherwise = if position.stage == Stage::Again { Move::Decline } else { Move::Pass };
        let hop = self.legal_hops(position, kind, history).nth(k as usize).map(|(from, to)| Move::Go { from, to });
        hop.or_else(|| self.nth_chain(position, k, history)).unwrap_or(otherwise)
    }

    /// Returns the `k`-th chain of leaps; `None` in games without leaps.
    pub(crate) fn nth_chain(&self, position: &Position<G::Set>, mut k: u32, history: &dyn History) -> Option<Move> {
        let mut found = None;
        self.legal_chains(position, history, |chain| {
            if k == 0 {
                found = Some(chain);
                return ControlFlow::Break(());
            }
            k -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Visits the legal decisions of a position in the order in which [`Game::nth_move`] numbers them; of the slides,
    /// steps, jumps and hops, only those that end on `targets`. `decisions` must be those of `position` after `history`.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("8/8/8/4sS2/8/8/8/3S4 w 0,0 7,6 2 40").unwrap();
    /// let mut at_sites = Vec::new();
    /// let sites = game.capture_sites(&position);
    /// game.each_move(&position, &game.decisions(&position), sites, &(), |decision| {
    ///     at_sites.push(game.move_text(decision));
    /// });
    /// assert_eq!(at_sites, ["d1-d5"]);
    /// ```
    #[inline(always)]
    pub fn each_move(
        &self,
        position: &Position<G::Set>,
        decisions: &Decisions<G::Set>,
        targets: G::Set,
        history: &dyn History,
        mut visit: impl FnMut(Move),
    ) {
        let mut slides = 0;
        for direction in Direction::ALL {
            let ends = decisions.slides[direction as usize];
            slides += ends.count();
            for to in (ends & targets).squares() {
                visit(Move::Go { from: self.origin(position, direction, to), to });
            }
        }
        if slides + u32::from(decisions.swap) < decisions.count {
            self.each_other_move(position, decisions, targets, history, &mut visit);
        }
        if decisions.swap {
            visit(Move::Swap);
        }
    }

    /// Visits the decisions that are not slides, of which there must be some.
    #[inline(never)]
    fn each_other_move(
        &self,
        position: &Position<G::Set>,
        decisions: &Decisions<G::Set>,
        targets: G::Set,
        history: &dyn History,
        visit: &mut impl FnMut(Move),
    ) {
        if position.is_placing() {
            return self.placeable(position).squares().map(Move::Place).for_each(visit);
        }
        if position.huff_is_open() {
            return position.pending.squares().map(Move::Huff).chain([Move::Decline]).for_each(visit);
        }
        if decisions.is_pass() {
            return visit(Move::Pass);
        }
        let side = position.side;
        let removals = self.removals(position, side, history);
        if self.must_remove(position, side) {
            return removals.squares().map(Move::Remove).for_each(visit);
        }
        let jumps = self.legal_jumps(position, decisions.kind, history);
        let from = (position.leaders & position.pieces[side]).lowest();
        (jumps & targets).squares().map(|to| Move::Go { from, to }).for_each(&mut *visit);
        removals.squares().map(Move::Remove).for_each(&mut *visit);
        let mut extra_moves = !(jumps | removals).is_empty();
        for (from, to) in self.legal_hops(position, decisions.kind, history) {
            extra_moves = true;
            if targets.has(to) {
                visit(Move::Go { from, to });
            }
        }
        self.legal_chains(position, history, |chain| {
            extra_moves = true;
            visit(chain);
            ControlFlow::Continue(())
        });
        if position.stage == Stage::Again {
            visit(Move::Decline);
        } else if !extra_moves {
            visit(Move::Pass);
        }
    }

    /// Returns all legal decisions of a position without earlier ones, in the order in which [`Game::nth_move`] numbers them.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8-step").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let moves: Vec<String> = game.moves(&game.start()).iter().map(|&decision| game.move_text(decision)).collect();
    /// assert_eq!(moves[..3], ["a1-a2", "b1-b2", "c1-c2"]);
    /// ```
    pub fn moves(&self, position: &Position<G::Set>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(position, &self.decisions(position), self.geometry.board(), &(), |decision| {
            moves.push(decision)
        });
        moves
    }
}
