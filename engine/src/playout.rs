//! Random play to the end, without lists of moves.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::random::GameRng;
use crate::state::State;
use crate::turn::Events;
use crate::vocab::Outcome;

/// Something that watches a game: what the tables need. `()` watches nothing, at no cost.
pub trait Recorder<G: Geometry> {
    /// A decision has been made: one of `choices` legal ones; `after` is the position it led to.
    fn record(&mut self, choices: u32, decision: Move, events: &Events<G::Set>, after: &Position<G::Set>);
}

impl<G: Geometry> Recorder<G> for () {
    #[inline(always)]
    fn record(&mut self, _: u32, _: Move, _: &Events<G::Set>, _: &Position<G::Set>) {}
}

impl<G: Geometry> Game<G> {
    /// Rolls the die if the position waits for it. One draw from the stream for a roll, none otherwise.
    #[inline(always)]
    pub fn roll_if_needed(&self, state: &mut State<G>, rng: &mut GameRng) {
        if let Some(faces) = self.awaits_roll(&state.position) {
            self.roll(state, 1 + rng.below(u32::from(faces)) as u8);
        }
    }

    /// A uniformly random legal decision: one draw from the stream. The game must not be over, nor wait for a roll.
    #[inline(always)]
    pub fn random_move(&self, state: &State<G>, rng: &mut GameRng) -> Move {
        let k = rng.below(state.decisions.count());
        self.nth_move(&state.position, &state.decisions, k)
    }

    /// Plays on with uniformly random decisions until the game is over. With neither `repetition`,
    /// `no_progress` nor `turn_cap` a game need not end.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, GameRng, Rules};
    /// let game = Game::new(Rules::parse("poleis").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut state = game.begin();
    /// let outcome = game.playout(&mut state, &mut GameRng::from_seed(7), &mut ());
    /// assert_eq!(state.outcome(), Some(outcome));
    /// ```
    pub fn playout<R: Recorder<G>>(&self, state: &mut State<G>, rng: &mut GameRng, recorder: &mut R) -> Outcome {
        loop {
            if let Some(outcome) = state.outcome {
                return outcome;
            }
            self.roll_if_needed(state, rng);
            let decision = self.random_move(state, rng);
            let choices = state.decisions.count();
            let events = self.advance(state, decision);
            recorder.record(choices, decision, &events, &state.position);
        }
    }
}
