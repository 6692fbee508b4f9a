//! Random play to the end without move lists.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::random::GameRng;
use crate::state::{Snapshot, State};
use crate::turn::Events;
use crate::vocab::Outcome;

/// An observer of a game, such as the counts for the tables. `()` records nothing, at no cost.
pub trait Recorder<G: Geometry> {
    /// Records a decision, one of `choices` legal ones; `after` is the resulting position.
    fn record(&mut self, choices: u32, decision: Move, events: &Events<G::Set>, after: &Position<G::Set>);
}

impl<G: Geometry> Recorder<G> for () {
    #[inline(always)]
    fn record(&mut self, _: u32, _: Move, _: &Events<G::Set>, _: &Position<G::Set>) {}
}

impl<G: Geometry> Game<G> {
    /// Rolls the die if a roll is due, which takes one draw from the stream; otherwise takes none.
    pub fn roll_if_needed(&self, state: &mut State<G>, rng: &mut GameRng) {
        self.roll_snapshot_if_needed(&mut state.snapshot, rng);
    }

    #[inline(always)]
    fn roll_snapshot_if_needed(&self, snapshot: &mut Snapshot<G::Set>, rng: &mut GameRng) {
        if let Some(faces) = self.awaits_roll(&snapshot.position) {
            self.roll_snapshot(snapshot, 1 + rng.below(u32::from(faces)) as u8);
        }
    }

    /// Returns a uniformly random legal decision, which takes one draw from the stream. The game must not be over and
    /// no roll may be due.
    pub fn random_move(&self, state: &State<G>, rng: &mut GameRng) -> Move {
        let Snapshot { position, decisions, .. } = &state.snapshot;
        self.nth_move(position, decisions, rng.below(decisions.count()), &state.seen)
    }

    /// Plays uniformly random decisions until the game is over. Without any of the limits `repetition`, `no_progress`
    /// and `turn_cap`, a game may never end.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, GameRng, Rules};
    /// let game = Game::new(Rules::parse("poleis").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let mut state = game.begin();
    /// let outcome = game.playout(&mut state, &mut GameRng::from_seed(7), &mut ());
    /// assert_eq!(state.outcome(), Some(outcome));
    /// ```
    pub fn playout<R: Recorder<G>>(&self, state: &mut State<G>, rng: &mut GameRng, recorder: &mut R) -> Outcome {
        let (mut snapshot, mut stream) = (state.snapshot, *rng);
        let outcome = loop {
            if let Some(outcome) = snapshot.outcome {
                break outcome;
            }
            self.roll_snapshot_if_needed(&mut snapshot, &mut stream);
            let choices = snapshot.decisions.count();
            let decision = self.nth_move(&snapshot.position, &snapshot.decisions, stream.below(choices), &state.seen);
            let events = self.play_snapshot(&mut snapshot, decision, &mut state.seen);
            recorder.record(choices, decision, &events, &snapshot.position);
        };
        (state.snapshot, *rng) = (snapshot, stream);
        outcome
    }
}
