//! A game in progress: the position, its legal decisions, what has occurred before, and the end.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::{Decisions, Move};
use crate::position::Position;
use crate::repetition::Repetitions;
use crate::turn::Events;
use crate::vocab::Outcome;

/// A game in progress. Made by [`Game::begin`] or [`Game::resume`], changed by [`Game::roll`] and [`Game::advance`].
#[derive(Clone, Debug)]
pub struct State<G: Geometry> {
    pub(crate) position: Position<G::Set>,
    pub(crate) decisions: Decisions<G::Set>,
    pub(crate) seen: Repetitions,
    pub(crate) outcome: Option<Outcome>,
    /// Whether tests 4 and 5 of §8 have yet to be made on the pieces as they are: a game's first position and the one
    /// after the last placement are not tested.
    untested: bool,
}

impl<G: Geometry> State<G> {
    /// The present position.
    pub fn position(&self) -> &Position<G::Set> {
        &self.position
    }

    /// The legal decisions of the present position. Before a roll: those that the highest roll allows.
    pub fn decisions(&self) -> &Decisions<G::Set> {
        &self.decisions
    }

    /// The result, when the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Makes this a copy of `other` without new memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.position = other.position;
        self.decisions = other.decisions;
        self.outcome = other.outcome;
        self.untested = other.untested;
        self.seen.clone_from(&other.seen);
    }
}

impl<G: Geometry> Game<G> {
    /// A game from its start. The start position is not tested for an end (§8), but for the first
    /// player's having a move at all.
    pub fn begin(&self) -> State<G> {
        let mut state = self.state(self.start());
        if !state.position.is_placing() {
            state.outcome = self.end_by_no_moves(&state.position, &state.decisions);
        }
        state
    }

    /// A game from a position as it stands: it may be over already ([`Game::outcome`]).
    pub fn resume(&self, position: Position<G::Set>) -> State<G> {
        State { outcome: self.outcome(&position), untested: position.is_placing(), ..self.state(position) }
    }

    fn state(&self, position: Position<G::Set>) -> State<G> {
        let mut seen = Repetitions::new();
        if self.rules.limits.repetition > 0 && !position.is_placing() {
            seen.count(position.key());
        }
        State { decisions: self.decisions(&position), position, seen, outcome: None, untested: true }
    }

    /// Sets the die, for a game that [awaits](Game::awaits_roll) it; `roll` is one of its faces.
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
        state.position.roll = roll;
        if self.rules.die != Some(roll) {
            state.decisions = self.decisions(&state.position);
        }
    }

    /// Makes a legal decision and all tests of §8, limits included, and finds the next decisions.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Fixed, Game, Outcome, Rules, Side};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut state = game.resume(game.parse("8/8/8/4sS2/8/8/3S4/8 w 0,0 7,6 2 40").unwrap());
    /// let capture = game.parse_move(state.position(), "d2-d5").unwrap();
    /// let events = game.advance(&mut state, capture);
    /// assert!(events.captured() && events.turn_over);
    /// assert_eq!(state.outcome(), Some(Outcome::win(Side::White, EndReason::Bare)));
    /// ```
    #[inline(always)]
    pub fn advance(&self, state: &mut State<G>, decision: Move) -> Events<G::Set> {
        let mover = state.position.side;
        let was_placing = state.position.is_placing();
        let events = self.play(&mut state.position, decision);
        let position = &state.position;
        if was_placing {
            self.after_placement(state);
            return events;
        }
        // Only captures and leaders change what tests 1 to 5 look at.
        if self.has_leaders || events.captured() || std::mem::take(&mut state.untested) {
            state.outcome = self.end_by_pieces(position, mover, &events);
            if state.outcome.is_some() {
                return events;
            }
        }
        state.decisions = self.decisions(position);
        state.outcome = self.end_by_moves(position, mover, &state.decisions);
        if events.turn_over && state.outcome.is_none() {
            let times = self.count_repetition(state, &events);
            state.outcome = self.end_by_limit(&state.position, mover, times);
        } else if events.captured() {
            state.seen.clear();
        }
        events
    }

    /// Test 6 is the only one after the last placement, and none is made before it.
    fn after_placement(&self, state: &mut State<G>) {
        state.decisions = self.decisions(&state.position);
        if state.position.is_placing() {
            return;
        }
        state.outcome = self.end_by_no_moves(&state.position, &state.decisions);
        self.count_repetition(state, &Events::default());
    }

    #[inline(always)]
    fn count_repetition(&self, state: &mut State<G>, events: &Events<G::Set>) -> u32 {
        if self.rules.limits.repetition == 0 {
            return 0;
        }
        if events.captured() {
            state.seen.clear();
        }
        state.seen.count(state.position.key())
    }

    /// The outcome of one decision in a position read from text, with the limits but for `repetition`.
    pub fn outcome_after(&self, position: &Position<G::Set>, decision: Move) -> (Position<G::Set>, Option<Outcome>) {
        let mut state = self.state(*position);
        self.advance(&mut state, decision);
        (state.position, state.outcome)
    }
}
