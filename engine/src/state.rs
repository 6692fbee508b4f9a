//! A game in progress: the position, its legal decisions, its history, and how it ended.

use crate::fortress::settled;
use crate::game::Game;
use crate::geometry::{AnyBoard, Geometry};
use crate::history::History;
use crate::moves::{Decisions, Move};
use crate::position::Position;
use crate::repetition::Repetitions;
use crate::rules::Repetition;
use crate::turn::Events;
use crate::vocab::{EndReason, Outcome, SquareSet};

/// A game in progress. Created by [`Game::begin`] or [`Game::resume`], changed by [`Game::roll`] and [`Game::play`].
#[derive(Clone, Debug)]
pub struct State<G: Geometry> {
    pub(crate) snapshot: Snapshot<G::Set>,
    pub(crate) seen: Repetitions,
}

/// A game in progress without the history that `repetition` needs. It is small and cheap to copy, for searches that
/// keep their own history ([`Game::play_snapshot`]).
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<S> {
    pub(crate) position: Position<S>,
    pub(crate) decisions: Decisions<S>,
    pub(crate) outcome: Option<Outcome>,
    /// Whether tests 4 and 5 of §8 have yet to be made on the pieces as they stand, because a game's first position and
    /// the position after the last placement are not tested.
    pub(crate) untested: bool,
}

/// A game in progress on [any board](AnyBoard).
pub type AnyState = State<AnyBoard>;

impl<S: SquareSet> Snapshot<S> {
    /// Returns the present position.
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// Returns the legal decisions of the present position; before a roll, those that the highest roll allows.
    pub fn decisions(&self) -> &Decisions<S> {
        &self.decisions
    }

    /// Returns the outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}

impl<G: Geometry> State<G> {
    /// Returns the present position.
    pub fn position(&self) -> &Position<G::Set> {
        &self.snapshot.position
    }

    /// Returns the legal decisions of the present position; before a roll, those that the highest roll allows.
    pub fn decisions(&self) -> &Decisions<G::Set> {
        &self.snapshot.decisions
    }

    /// Returns the outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.snapshot.outcome
    }

    /// Returns the game without its history.
    pub fn snapshot(&self) -> &Snapshot<G::Set> {
        &self.snapshot
    }

    /// Returns how often a position with this [key](Game::history_key) has occurred since the last capture; 0 in games
    /// without `repetition`.
    pub fn times_seen(&self, key: u64) -> u32 {
        self.seen.times(key)
    }

    /// Sets this to a continuation of the game `root` without allocating memory. The game is now at `snapshot`, after
    /// positions with the keys `counted`, about each of which [`Game::play_snapshot`] asked. `is_cut` is whether a capture
    /// occurred, so that none of the positions of `root` counts any more.
    pub fn continue_at(&mut self, root: &Self, snapshot: &Snapshot<G::Set>, counted: &[u64], is_cut: bool) {
        self.snapshot = *snapshot;
        if is_cut {
            self.seen.clear();
        } else {
            self.seen.clone_from(&root.seen);
        }
        for &key in counted {
            self.seen.add_one(key);
        }
    }

    /// Returns the earlier positions, as [`Game::nth_move`] needs them.
    pub fn history(&self) -> &dyn History {
        &self.seen
    }
}

impl<G: Geometry> Game<G> {
    /// Returns a game at its start. The start position is not tested for an end (§8), except that the first player must
    /// have a move.
    pub fn begin(&self) -> State<G> {
        let mut state = self.state(self.start());
        if !state.snapshot.position.is_placing() {
            state.snapshot.outcome =
                self.end_by_no_moves(&state.snapshot.position, &state.snapshot.decisions, &state.seen);
        }
        state
    }

    /// Returns a game at a position as it stands, which may already be over ([`Game::outcome`]).
    pub fn resume(&self, position: Position<G::Set>) -> State<G> {
        let mut state = self.state(position);
        state.snapshot = self.snapshot(position);
        state
    }

    /// Does the same as [`Game::resume`], without a history.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let snapshot = game.snapshot(game.parse("8/8/8/3s4/8/8/3S4/8 w 0,0 7,7 2 40").unwrap());
    /// assert_eq!(snapshot.outcome().unwrap().reason, EndReason::DeadPosition);
    /// ```
    #[inline]
    pub fn snapshot(&self, position: Position<G::Set>) -> Snapshot<G::Set> {
        let decisions = self.decisions(&position);
        let is_plain = position.roll == 0 && !position.is_placing();
        let outcome = if is_plain { self.outcome_with(&position, &decisions) } else { self.outcome(&position) };
        Snapshot { decisions, position, outcome, untested: position.is_placing() || self.is_joining(&position) }
    }

    fn state(&self, position: Position<G::Set>) -> State<G> {
        let snapshot = Snapshot { decisions: self.decisions(&position), position, outcome: None, untested: true };
        let mut seen = Repetitions::new();
        if self.is_remembered(&position) {
            seen.add_one(self.history_key(&position));
        }
        State { snapshot, seen }
    }

    /// Sets the die in a game that [awaits](Game::awaits_roll) a roll; `roll` must be one of its faces.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8+die=4").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut state = game.begin();
    /// assert_eq!(game.awaits_roll(state.position()), Some(4));
    /// game.roll(&mut state, 1);
    /// assert_eq!(state.decisions().count(), 8);
    /// ```
    #[inline(always)]
    pub fn roll(&self, state: &mut State<G>, roll: u8) {
        self.roll_snapshot(&mut state.snapshot, roll);
    }

    /// Does the same as [`Game::roll`] for a snapshot.
    #[inline(always)]
    pub fn roll_snapshot(&self, snapshot: &mut Snapshot<G::Set>, roll: u8) {
        snapshot.position.roll = roll;
        if self.rules.die != Some(roll) {
            snapshot.decisions = self.decisions(&snapshot.position);
        }
    }

    /// Makes a legal decision and all tests of §8, including limits, and finds the next decisions.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Fixed, Game, Outcome, Rules, Side};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut state = game.resume(game.parse("8/8/8/4sS2/8/8/3S4/8 w 0,0 7,6 2 40").unwrap());
    /// let capture = game.parse_move(state.position(), "d2-d5").unwrap();
    /// let events = game.play(&mut state, capture);
    /// assert!(events.captured() && events.turn_over);
    /// assert_eq!(state.outcome(), Some(Outcome::win(Side::White, EndReason::Bare)));
    /// ```
    pub fn play(&self, state: &mut State<G>, decision: Move) -> Events<G::Set> {
        self.play_snapshot(&mut state.snapshot, decision, &mut state.seen)
    }

    /// Makes a legal decision in a snapshot, with all tests of §8. `history` counts the resulting position and knows the earlier
    /// ones; it is asked only if `repetition` is on.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut snapshot = *game.begin().snapshot();
    /// let decision = game.nth_move(snapshot.position(), snapshot.decisions(), 0, &());
    /// game.play_snapshot(&mut snapshot, decision, &mut ());
    /// assert_eq!(snapshot.outcome(), None);
    /// ```
    #[inline(always)]
    pub fn play_snapshot(
        &self,
        snapshot: &mut Snapshot<G::Set>,
        decision: Move,
        history: &mut impl History,
    ) -> Events<G::Set> {
        let events = self.decide(snapshot, decision, history);
        if snapshot.outcome.is_some() {
            return events;
        }
        if decision == Move::Swap {
            self.go_on_swapped(snapshot, history);
            return events;
        }
        if self.rules.bars_repetition() {
            self.play_barring(snapshot, decision, events, history);
        } else {
            snapshot.decisions = self.decisions(&snapshot.position);
            let counts = self.rules.counts_positions();
            let cuts = events.captured() && !self.rules.converts();
            let count = || if counts { history.count(snapshot.position.key(), cuts) } else { 0 };
            if !self.is_joining(&snapshot.position) {
                snapshot.outcome = self.end_of_decision(snapshot, events.turn_over, count);
            }
        }
        if self.rules.limits.fortress && events.turn_over && snapshot.outcome.is_none() {
            snapshot.outcome = self.end_by_fortress(&snapshot.position);
        }
        events
    }

    /// Returns whether the position after a decision joins the history (§8): a board at the end of a turn, or a position of the
    /// movement phase, where repetition is forbidden also within a turn.
    pub(crate) fn is_counted(&self, after: &Position<G::Set>, decision: Move, turn_over: bool) -> bool {
        match self.rules.limits.repetition {
            Repetition::ForbiddenBoard => turn_over && decision != Move::Swap,
            Repetition::Forbidden => !after.is_placing(),
            Repetition::Times(_) => turn_over && !after.is_placing(),
        }
    }

    /// Finds the next decisions after the players have changed sides: no test is made, and the position joins the history
    /// (§2).
    #[inline(never)]
    fn go_on_swapped(&self, snapshot: &mut Snapshot<G::Set>, history: &mut dyn History) {
        let position = snapshot.position;
        if self.rules.counts_positions() && self.is_counted(&position, Move::Swap, true) {
            history.count(self.history_key(&position), false);
        }
        snapshot.decisions = if self.rules.bars_repetition() {
            self.without_repetitions(&position, history)
        } else {
            self.decisions(&position)
        };
    }

    /// Finds the next decisions and makes the remaining tests in a game in which earlier positions or boards bar moves (§8).
    #[inline(never)]
    fn play_barring(
        &self,
        snapshot: &mut Snapshot<G::Set>,
        decision: Move,
        events: Events<G::Set>,
        history: &mut dyn History,
    ) {
        let position = snapshot.position;
        // Boards of the placement may come back after captures, and positions after conversions.
        let cuts = events.captured() && !self.rules.forbids_boards() && !self.rules.converts();
        if self.is_counted(&position, decision, events.turn_over) {
            history.count(self.history_key(&position), cuts);
        }
        let history: &dyn History = history;
        snapshot.decisions = self.without_repetitions(&position, history);
        if position.is_placing() {
            snapshot.outcome = self.end_by_placing(&position, &snapshot.decisions);
            return;
        }
        if self.is_joining(&position) {
            return;
        }
        if snapshot.untested {
            snapshot.outcome = self.end_by_no_moves(&position, &snapshot.decisions, history);
            return;
        }
        let mover = if events.turn_over { !position.side } else { position.side };
        let outcome = self.end_by_moves(&position, mover, &snapshot.decisions, history);
        let at_limit = || if events.turn_over { self.end_by_limit(&position, mover, 0) } else { None };
        snapshot.outcome = outcome.or_else(at_limit);
    }

    /// Tests the last of the limits; games that have it are never played in lanes.
    #[inline(never)]
    fn end_by_fortress(&self, position: &Position<G::Set>) -> Option<Outcome> {
        settled(self, position).then(|| self.adjudicate(*position, !position.side, EndReason::Fortress))
    }

    /// Makes a legal decision and tests 1 to 5 of §8.
    #[inline(always)]
    pub(crate) fn decide(
        &self,
        snapshot: &mut Snapshot<G::Set>,
        decision: Move,
        history: &dyn History,
    ) -> Events<G::Set> {
        let mover = snapshot.position.side;
        let was_placing = snapshot.position.is_placing();
        let events = self.play_in(&mut snapshot.position, decision, history);
        if decision == Move::Swap {
            return events;
        }
        if events.turn_over && !was_placing {
            snapshot.outcome = self.end_by_move_cap(&snapshot.position, mover);
        }
        if self.is_joining(&snapshot.position) {
            snapshot.untested = true;
        // Only captures and leaders affect tests 1 to 5.
        } else if snapshot.outcome.is_none()
            && !was_placing
            && (std::mem::take(&mut snapshot.untested) || self.rules.leader.is_some() || events.captured())
        {
            snapshot.outcome = self.end_by_pieces(snapshot.position, mover, events);
        }
        events
    }

    /// Makes the remaining tests of §8 after a decision, when the next decisions are known; `times` counts the
    /// position. Test 6 is the only one after the last placement, and there are no tests before it.
    #[inline(always)]
    pub(crate) fn end_of_decision(
        &self,
        snapshot: &Snapshot<G::Set>,
        turn_over: bool,
        times: impl FnOnce() -> u32,
    ) -> Option<Outcome> {
        let position = &snapshot.position;
        if snapshot.untested {
            if position.is_placing() {
                return self.end_by_placing(position, &snapshot.decisions);
            }
            times();
            return self.end_by_no_moves(position, &snapshot.decisions, &());
        }
        let mover = if turn_over { !position.side } else { position.side };
        let outcome = self.end_by_moves(position, mover, &snapshot.decisions, &());
        if outcome.is_some() || !turn_over { outcome } else { self.end_by_limit(position, mover, times()) }
    }

    /// Returns all legal decisions of a game in progress, in the order in which [`Game::nth_move`] numbers them.
    ///
    /// ```
    /// use petteia_engine::{Game, Rules};
    /// let game = Game::of(Rules::parse("city-8+repetition=forbidden").unwrap());
    /// let mut state = game.begin();
    /// for text in ["a1-a2", "a8-a7", "a2-a1", "b8-b7", "a1-a2"] {
    ///     let decision = game.parse_move_in(&state, text).unwrap();
    ///     game.play(&mut state, decision);
    /// }
    /// // b7-b8 would lead back to the position after a8-a7.
    /// assert!(game.parse_move(state.position(), "b7-b8").is_ok() && game.parse_move_in(&state, "b7-b8").is_err());
    /// ```
    pub fn legal_moves(&self, state: &State<G>) -> Vec<Move> {
        let mut moves = Vec::new();
        let all = self.geometry.board();
        self.each_move(state.position(), state.decisions(), all, state.history(), |decision| moves.push(decision));
        moves
    }

    /// Returns the position and outcome after one decision in a position read from text, with all limits except
    /// `repetition`.
    pub fn outcome_after(&self, position: &Position<G::Set>, decision: Move) -> (Position<G::Set>, Option<Outcome>) {
        let mut state = self.state(*position);
        self.play(&mut state, decision);
        (state.snapshot.position, state.snapshot.outcome)
    }
}
