//! Plays many random games at once, in lanes if possible.

use std::ops::Range;

use crate::game::Game;
use crate::geometry::{AnySet, Geometry, OnBoard, with_geometry};
use crate::lanes::{Simd, Start, Supply};
use crate::log::{PlayedGame, SquareCounts};
use crate::random::GameRng;
use crate::rules::CheckedRules;
use crate::state::State;

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
        let mut supply = FromOneStart { start: Start::new(start.line), numbers, seed, over: &mut over };
        game.play_and_count(simd, &mut supply, squares);
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

impl<S> Supply<S> for FromOneStart<'_, S> {
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
