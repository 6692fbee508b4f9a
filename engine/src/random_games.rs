//! Plays many random games at once, in lanes if possible: from one position, or from different starts, each with its own
//! stream and history, such as the playouts of many searches, which share the lanes.
//!
//! Code that is generic over the board's shape is compiled again by every crate that uses it. Lanes would slow down every
//! build. The generic methods therefore only call a function of this crate that takes a game without its type and
//! recovers the type here.

use std::any::Any;
use std::ops::Range;

use crate::game::Game;
use crate::geometry::{AnyBoard, AnySet, Dynamic, Fixed, Geometry, OnBoard, with_geometry};
use crate::lanes::{GameSource, InLanes, LaneScheduler, Simd, Start, play};
use crate::log::{GameLog, PlayedGame, SquareCounts};
use crate::random::GameRng;
use crate::rules::CheckedRules;
use crate::state::State;
use crate::vocab::SquareSet;

/// A batch of random games from one position. Game `k` is the same however it is played.
///
/// ```
/// use petteia_engine::{Fixed, Game, RandomGames, Rules, Simd};
/// let game = Game::new(Rules::parse("poleis").unwrap(), Fixed::<u64, 8, 8>::default());
/// let start = game.begin();
/// let mut plies = [0; 2];
/// for (simd, plies) in [Simd::best(), Simd::Scalar].into_iter().zip(&mut plies) {
///     let games = RandomGames { game: &game, start: &start, numbers: 0..100, seed: &|number| number, simd };
///     games.play(None, |played| *plies += played.position.turn());
/// }
/// assert_eq!(plies[0], plies[1]);
/// ```
pub struct RandomGames<'a, G: Geometry> {
    /// The game.
    pub game: &'a Game<G>,
    /// The start of every game. Earlier positions do not count for `repetition`.
    pub start: &'a State<G>,
    /// The numbers of the games.
    pub numbers: Range<u64>,
    /// The seed of each game's stream.
    pub seed: &'a dyn Fn(u64) -> u64,
    /// How the games are played if the rules and the processor allow it ([`Game::path`]).
    pub simd: Simd,
}

impl<G: Geometry> RandomGames<'_, G> {
    /// Plays the games and passes each to `over` when it ends, in any order. Adds what happens on the squares to
    /// `squares`. As with [`Game::playout`], some limit must ensure that games end.
    pub fn play(self, squares: Option<&mut SquareCounts>, mut over: impl FnMut(PlayedGame<G::Set>)) {
        let simd = if self.starts_plainly() { self.simd } else { Simd::Scalar };
        let RandomGames { game, start, numbers, seed, .. } = self;
        let mut source = FromOneStart { start: Start::new(start.snapshot), numbers, seed, over: &mut over };
        play_on(game, simd, &mut Erased(&mut source), squares);
    }

    /// Returns whether lanes can start from the position: the game is not over, the die is not rolled, and no count of
    /// turns is close to its maximum.
    fn starts_plainly(&self) -> bool {
        let position = self.start.position();
        self.start.outcome().is_none() && position.roll == 0 && position.turn.max(position.clock) < 1 << 30
    }
}

/// Games that all begin from the same position.
struct FromOneStart<'a, S> {
    start: Start<S>,
    numbers: Range<u64>,
    seed: &'a dyn Fn(u64) -> u64,
    over: &'a mut dyn FnMut(PlayedGame<S>),
}

impl<S> GameSource<S> for FromOneStart<'_, S> {
    fn next(&mut self) -> Option<&Start<S>> {
        let number = self.numbers.next()?;
        let seed = (self.seed)(number);
        (self.start.number, self.start.seed, self.start.stream) = (number, seed, GameRng::from_seed(seed));
        Some(&self.start)
    }

    fn over(&mut self, played: PlayedGame<S>, _: GameRng) {
        (self.over)(played);
    }
}

/// Plays the random games of a game from its start, as [`RandomGames::play`] does, on the fastest shape for the board,
/// so the caller need not choose one. [`Simd::path`] returns how they are actually played if `simd` is requested.
///
/// ```
/// use petteia_engine::{Rules, Side, Simd, game_seed, play_random_games};
/// let rules = Rules::parse("poleis").unwrap();
/// let seed = |number| game_seed(1, 0, number);
/// let mut wins = 0;
/// play_random_games(&rules, 0..100, &seed, Simd::best(), None, &mut |played| {
///     wins += u32::from(played.outcome.winner == Some(Side::White));
/// });
/// assert!((20..80).contains(&wins));
/// ```
pub fn play_random_games(
    rules: &CheckedRules,
    numbers: Range<u64>,
    seed: &dyn Fn(u64) -> u64,
    simd: Simd,
    squares: Option<&mut SquareCounts>,
    over: &mut dyn FnMut(PlayedGame<AnySet>),
) {
    with_geometry(rules.board, PlayFromStart { rules, numbers, seed, simd, squares, over });
}

struct PlayFromStart<'a> {
    rules: &'a CheckedRules,
    numbers: Range<u64>,
    seed: &'a dyn Fn(u64) -> u64,
    simd: Simd,
    squares: Option<&'a mut SquareCounts>,
    over: &'a mut dyn FnMut(PlayedGame<AnySet>),
}

impl OnBoard for PlayFromStart<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let PlayFromStart { rules, numbers, seed, simd, squares, over } = self;
        let game = &Game::new(rules.clone(), geometry);
        let games = RandomGames { game, start: &game.begin(), numbers, seed, simd };
        games.play(squares, |played| over(played.cast()));
    }
}

impl<G: Geometry> Game<G> {
    /// Plays games with uniformly random decisions, each as by [`Game::playout`], in parallel if the rules and the
    /// processor allow it ([`Game::path`]). The source provides the games; it receives the outcome of each and then
    /// provides the next.
    pub fn play_on(&self, simd: Simd, source: &mut dyn GameSource<G::Set>) {
        play_on(self, simd, &mut Erased(source), None);
    }

    fn play_in_lanes(&self, simd: Simd, source: &mut dyn GameSource<G::Set>, squares: Option<&mut SquareCounts>)
    where
        G: InLanes,
    {
        let simd = self.path(simd);
        if simd == Simd::Scalar {
            return self.play_one_by_one(source, squares);
        }
        let counts = play(simd, LaneScheduler::new(self, source, squares.is_some()));
        if let Some(squares) = squares {
            squares.add(&counts);
        }
    }

    fn play_one_by_one(&self, source: &mut dyn GameSource<G::Set>, mut squares: Option<&mut SquareCounts>) {
        let mut state = self.begin();
        while let Some(start) = source.next() {
            self.restart(&mut state, start);
            let mut stream = start.stream;
            let (number, seed) = (start.number, start.seed);
            let mut log = GameLog::new(&self.rules, seed, squares.as_deref_mut());
            let outcome = self.playout(&mut state, &mut stream, &mut log);
            source.over(log.finish(number, seed, outcome, *state.position()), stream);
        }
    }

    /// Sets a state to that of a start.
    fn restart(&self, state: &mut State<G>, start: &Start<G::Set>) {
        state.snapshot = start.snapshot;
        state.seen.clear();
        if self.rules.counts_positions() {
            for position in start.history.iter().chain([&start.snapshot.position]) {
                if self.is_remembered(position) {
                    state.seen.add_one(self.history_key(position));
                }
            }
        }
    }
}

/// Plays on; not generic, so that lanes are compiled once.
#[inline(never)]
fn play_on(game: &dyn Any, simd: Simd, source: &mut dyn AnySource, squares: Option<&mut SquareCounts>) {
    macro_rules! if_on_one_of {
        ($($shape:ty),*) => {
            $(if let Some(game) = game.downcast_ref::<Game<$shape>>() {
                return game.play_in_lanes(simd, &mut Typed(source), squares);
            })*
        };
    }
    if_on_one_of!(Fixed<u64, 8, 8>, Fixed<u128, 12, 8>, Dynamic<u64>, Dynamic<u128>);
    let game: &Game<AnyBoard> = game.downcast_ref().expect("there are no other shapes");
    game.play_one_by_one(&mut Typed(source), squares);
}

/// A [`GameSource`] without the type of its sets.
trait AnySource {
    /// Returns the next [`Start`].
    fn next(&mut self) -> Option<&dyn Any>;

    /// Receives a finished [`PlayedGame`].
    fn over(&mut self, played: &dyn Any, stream: GameRng);
}

struct Erased<'a, S>(&'a mut dyn GameSource<S>);

impl<S: SquareSet> AnySource for Erased<'_, S> {
    fn next(&mut self) -> Option<&dyn Any> {
        self.0.next().map(|start| start as &dyn Any)
    }

    fn over(&mut self, played: &dyn Any, stream: GameRng) {
        let played: &PlayedGame<S> = played.downcast_ref().expect("the game that was given is played");
        self.0.over(played.clone(), stream);
    }
}

/// An [`AnySource`] with the type of its sets again.
struct Typed<'a>(&'a mut dyn AnySource);

impl<S: SquareSet> GameSource<S> for Typed<'_> {
    fn next(&mut self) -> Option<&Start<S>> {
        self.0.next().map(|start| start.downcast_ref().expect("the start is one of the game"))
    }

    fn over(&mut self, played: PlayedGame<S>, stream: GameRng) {
        self.0.over(&played, stream);
    }
}
