//! Random games from different starts, each with its own stream and history: the playouts of many searches, which share
//! the lanes.
//!
//! Code that is generic over the board's shape is compiled again by every crate that uses it. Lanes would slow down every
//! build. The generic methods therefore only call a function of this crate that takes a game without its type and
//! recovers the type here.

use std::any::Any;

use crate::game::Game;
use crate::geometry::{AnyBoard, Dynamic, Fixed, Geometry};
use crate::lanes::{InLanes, Roster, Simd, Start, Supply, play};
use crate::log::{GameLog, PlayedGame, SquareCounts};
use crate::random::GameRng;
use crate::state::State;
use crate::vocab::SquareSet;

impl<G: Geometry> Game<G> {
    /// Plays games with uniformly random decisions, each as by [`Game::playout`], in parallel if the rules and the
    /// processor allow it ([`Game::path`]). The supply provides the games; it receives the outcome of each and then
    /// provides the next.
    pub fn play_on(&self, simd: Simd, supply: &mut dyn Supply<G::Set>) {
        self.play_and_count(simd, supply, None);
    }

    /// Does the same as [`Game::play_on`], and adds what happens on the squares to `squares`.
    pub(crate) fn play_and_count(
        &self,
        simd: Simd,
        supply: &mut dyn Supply<G::Set>,
        squares: Option<&mut SquareCounts>,
    ) {
        play_on(self, simd, &mut Erased(supply), squares);
    }

    fn play_in_lanes(&self, simd: Simd, supply: &mut dyn Supply<G::Set>, squares: Option<&mut SquareCounts>)
    where
        G: InLanes,
    {
        let simd = self.path(simd);
        if simd == Simd::Scalar {
            return self.play_one_by_one(supply, squares);
        }
        let counts = play(simd, Roster::new(self, supply, squares.is_some()));
        if let Some(squares) = squares {
            squares.add(&counts);
        }
    }

    fn play_one_by_one(&self, supply: &mut dyn Supply<G::Set>, mut squares: Option<&mut SquareCounts>) {
        let mut state = self.begin();
        while let Some(start) = supply.next() {
            self.take_up(&mut state, start);
            let mut stream = start.stream;
            let (number, seed) = (start.number, start.seed);
            let mut log = GameLog::new(&self.rules, seed, squares.as_deref_mut());
            let outcome = self.playout(&mut state, &mut stream, &mut log);
            supply.over(log.finish(number, seed, outcome, *state.position()), stream);
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
fn play_on(game: &dyn Any, simd: Simd, supply: &mut dyn AnySupply, squares: Option<&mut SquareCounts>) {
    macro_rules! if_on_one_of {
        ($($shape:ty),*) => {
            $(if let Some(game) = game.downcast_ref::<Game<$shape>>() {
                return game.play_in_lanes(simd, &mut Found(supply), squares);
            })*
        };
    }
    if_on_one_of!(Fixed<u64, 8, 8>, Fixed<u128, 12, 8>, Dynamic<u64>, Dynamic<u128>);
    let game: &Game<AnyBoard> = game.downcast_ref().expect("there are no other shapes");
    game.play_one_by_one(&mut Found(supply), squares);
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
