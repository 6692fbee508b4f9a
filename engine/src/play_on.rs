//! Random games from different starts, each with its own stream and history: the playouts of many searches, which share
//! the lanes.

use std::any::Any;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::lanes::{InLanes, Roster, Simd, Start, Supply, play};
use crate::log::{GameLog, PlayedGame};
use crate::once::{OnGame, with_game};
use crate::random::GameRng;
use crate::state::State;
use crate::vocab::SquareSet;

impl<G: Geometry> Game<G> {
    /// Plays games with uniformly random decisions, each as by [`Game::playout`], in parallel if the rules and the
    /// processor allow it ([`Game::path`]). The supply provides the games; it receives the outcome of each and then
    /// provides the next.
    pub fn play_on(&self, simd: Simd, supply: &mut dyn Supply<G::Set>) {
        play_on(self, simd, &mut Erased(supply));
    }

    fn play_on_in_lanes(&self, simd: Simd, supply: &mut dyn Supply<G::Set>)
    where
        G: InLanes,
    {
        match self.path(simd) {
            Simd::Scalar => self.play_on_one_by_one(supply),
            simd => drop(play(simd, Roster::new(self, supply, false))),
        }
    }

    fn play_on_one_by_one(&self, supply: &mut dyn Supply<G::Set>) {
        let mut state = self.begin();
        while let Some(start) = supply.next() {
            self.take_up(&mut state, start);
            let mut stream = start.stream;
            let (number, seed) = (start.number, start.seed);
            let mut log = GameLog::new(&self.rules, seed, None);
            let outcome = self.playout(&mut state, &mut stream, &mut log);
            let played = log.finish(number, seed, outcome, *state.position());
            supply.over(played, stream);
        }
    }

    /// Sets a state to that of a start.
    fn take_up(&self, state: &mut State<G>, start: &Start<G::Set>) {
        state.line = start.line;
        state.seen.clear();
        if self.rules.counts_positions() {
            for position in start.history.iter().chain([&start.line.position]) {
                if self.is_remembered(position) {
                    state.seen.add_one(self.history_key(position));
                }
            }
        }
    }
}

/// Plays on; not generic, so that lanes are compiled once.
#[inline(never)]
fn play_on(game: &dyn Any, simd: Simd, supply: &mut dyn AnySupply) {
    with_game(game, PlayOn { simd, supply });
}

struct PlayOn<'a> {
    simd: Simd,
    supply: &'a mut dyn AnySupply,
}

impl OnGame for PlayOn<'_> {
    type Output = ();

    fn run<G: Geometry>(self, game: &Game<G>) {
        game.play_on_one_by_one(&mut Found(self.supply));
    }

    fn run_in_lanes<G: InLanes>(self, game: &Game<G>) {
        game.play_on_in_lanes(self.simd, &mut Found(self.supply));
    }
}

/// A [`Supply`] without the type of its sets.
trait AnySupply {
    /// Returns the next [`Start`].
    fn next(&mut self) -> Option<&dyn Any>;

    /// Receives a finished [`PlayedGame`].
    fn over(&mut self, played: &dyn Any, stream: GameRng);
}

struct Erased<'a, S>(&'a mut dyn Supply<S>);

impl<S: SquareSet> AnySupply for Erased<'_, S> {
    fn next(&mut self) -> Option<&dyn Any> {
        self.0.next().map(|start| start as &dyn Any)
    }

    fn over(&mut self, played: &dyn Any, stream: GameRng) {
        let played: &PlayedGame<S> = played.downcast_ref().expect("the game that was given is played");
        self.0.over(played.clone(), stream);
    }
}

struct Found<'a>(&'a mut dyn AnySupply);

impl<S: SquareSet> Supply<S> for Found<'_> {
    fn next(&mut self) -> Option<&Start<S>> {
        self.0.next().map(|start| start.downcast_ref().expect("the start is one of the game"))
    }

    fn over(&mut self, played: PlayedGame<S>, stream: GameRng) {
        self.0.over(&played, stream);
    }
}
