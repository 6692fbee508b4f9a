//! Plays many random games at once, in lanes if possible.

use std::any::Any;
use std::ops::Range;

use crate::game::Game;
use crate::geometry::{AnySet, Geometry};
use crate::lanes::{InLanes, Roster, Simd, Start, Supply, play};
use crate::log::{GameLog, PlayedGame, SquareCounts};
use crate::once::{OnGame, with_game, with_game_of};
use crate::position::Position;
use crate::random::{GameRng, game_seed};
use crate::rules::CheckedRules;
use crate::state::State;
use crate::vocab::{BySide, EndReason, Outcome, Side};

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
#[derive(Clone)]
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
        let RandomGames { game, start, numbers, seed, simd } = self;
        let over = &mut |played: &dyn Any| {
            let played: &PlayedGame<G::Set> = played.downcast_ref().expect("the game that was given is played");
            over(played.clone());
        };
        play_of(game, Play { start, numbers, seed, simd, squares, over });
    }

    fn play_in_lanes(self, squares: Option<&mut SquareCounts>, over: &mut dyn FnMut(PlayedGame<G::Set>))
    where
        G: InLanes,
    {
        let simd = self.game.path(self.simd);
        if simd == Simd::Scalar || !self.starts_plainly() {
            return self.play_one_by_one(squares, over);
        }
        let RandomGames { game, start, numbers, seed, .. } = self;
        let start = Start { number: 0, seed: 0, stream: GameRng::from_seed(0), line: start.line, history: Vec::new() };
        let mut supply = FromOneStart { start, numbers, seed, over };
        let counts = play(simd, Roster::new(game, &mut supply, squares.is_some()));
        if let Some(squares) = squares {
            squares.add(&counts);
        }
    }

    /// Returns whether lanes can start from the position: the game is not over, the die is not rolled, and no count of
    /// turns is close to its maximum.
    fn starts_plainly(&self) -> bool {
        let position = self.start.position();
        self.start.outcome().is_none() && position.roll == 0 && position.turn.max(position.clock) < 1 << 30
    }

    fn play_one_by_one(self, mut squares: Option<&mut SquareCounts>, over: &mut dyn FnMut(PlayedGame<G::Set>)) {
        let mut start = self.start.clone();
        self.game.forget_history(&mut start);
        let mut state = start.clone();
        for number in self.numbers {
            state.copy_from(&start);
            let seed = (self.seed)(number);
            let mut log = GameLog::new(&self.game.rules, seed, squares.as_deref_mut());
            let outcome = self.game.playout(&mut state, &mut GameRng::from_seed(seed), &mut log);
            over(log.finish(number, seed, outcome, *state.position()));
        }
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
    with_game_of(rules, PlayFromStart { numbers, seed, simd, squares, over });
}

struct PlayFromStart<'a> {
    numbers: Range<u64>,
    seed: &'a dyn Fn(u64) -> u64,
    simd: Simd,
    squares: Option<&'a mut SquareCounts>,
    over: &'a mut dyn FnMut(PlayedGame<AnySet>),
}

impl OnGame for PlayFromStart<'_> {
    type Output = ();

    fn run<G: Geometry>(self, game: &Game<G>) {
        let PlayFromStart { numbers, seed, simd, squares, over } = self;
        let start = &game.begin();
        RandomGames { game, start, numbers, seed, simd }.play_one_by_one(squares, &mut |played| over(played.cast()));
    }

    fn run_in_lanes<G: InLanes>(self, game: &Game<G>) {
        let PlayFromStart { numbers, seed, simd, squares, over } = self;
        let start = &game.begin();
        RandomGames { game, start, numbers, seed, simd }.play_in_lanes(squares, &mut |played| over(played.cast()));
    }
}

/// Plays random games; not generic, so that lanes are compiled once.
#[inline(never)]
fn play_of(game: &dyn Any, play: Play) {
    with_game(game, play);
}

/// [`RandomGames`] without the shape of the board.
struct Play<'a> {
    /// A [`State`] of the game.
    start: &'a dyn Any,
    numbers: Range<u64>,
    seed: &'a dyn Fn(u64) -> u64,
    simd: Simd,
    squares: Option<&'a mut SquareCounts>,
    /// Receives each [`PlayedGame`].
    over: &'a mut dyn FnMut(&dyn Any),
}

impl OnGame for Play<'_> {
    type Output = ();

    fn run<G: Geometry>(self, game: &Game<G>) {
        let Play { start, numbers, seed, simd, squares, over } = self;
        let start: &State<G> = start.downcast_ref().expect("the state is one of the game");
        RandomGames { game, start, numbers, seed, simd }.play_one_by_one(squares, &mut |played| over(&played));
    }

    fn run_in_lanes<G: InLanes>(self, game: &Game<G>) {
        let Play { start, numbers, seed, simd, squares, over } = self;
        let start: &State<G> = start.downcast_ref().expect("the state is one of the game");
        RandomGames { game, start, numbers, seed, simd }.play_in_lanes(squares, &mut |played| over(&played));
    }
}

/// Totals over random games from one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// The number of games played.
    pub games: u64,
    /// The number of games by reason in the order of [`EndReason::ALL`], each divided into wins by White, wins by
    /// Black, and games without a winner.
    pub ends: [[u64; 3]; EndReason::ALL.len()],
    /// Turns played.
    pub plies: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Legal decisions, summed over all decisions made; divided by `decisions`, the mean number of choices.
    pub choices: u64,
    /// Stones captured by each side.
    pub captures: BySide<u64>,
}

impl Playouts {
    fn add<S>(&mut self, played: &PlayedGame<S>, start: &Position<S>) {
        let Outcome { winner, reason } = played.outcome;
        let column = winner.map_or(2, |side| side as usize);
        self.games += 1;
        self.ends[reason as usize][column] += 1;
        self.plies += u64::from(played.position.turn - start.turn);
        self.decisions += played.decisions;
        self.choices += played.choices;
        for side in Side::BOTH {
            self.captures[side] += u64::from(played.position.captured[side] - start.captured[side]);
        }
    }

    /// Returns the number of games won by a side.
    pub fn wins(&self, side: Side) -> u64 {
        self.ends.iter().map(|ends| ends[side as usize]).sum()
    }

    /// Returns the number of games without a winner.
    pub fn draws(&self) -> u64 {
        self.ends.iter().map(|ends| ends[2]).sum()
    }
}

impl<G: Geometry> Game<G> {
    /// Plays `n` random games from a position, with all lanes starting there. Game `k` has the seed `game_seed(seed, 0,
    /// k)`. Adds what happens on the squares to `squares`, if given. A position that is over counts as `n` games.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules, Side, Simd};
    /// let game = Game::new(Rules::parse("city-8+vagi").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let ahead = game.parse("8/8/3s4/8/2SSS3/2SSS3/8/8 w 0,0 7,2 0 60").unwrap();
    /// let playouts = game.playouts(&ahead, 200, 1, Simd::best(), None);
    /// assert_eq!(playouts.games, 200);
    /// assert!(playouts.wins(Side::White) > 150);
    /// ```
    pub fn playouts(
        &self,
        position: &Position<G::Set>,
        n: u64,
        seed: u64,
        simd: Simd,
        squares: Option<&mut SquareCounts>,
    ) -> Playouts {
        let start = self.resume(*position);
        let mut sums = Playouts::default();
        let games = RandomGames { game: self, start: &start, numbers: 0..n, seed: &|k| game_seed(seed, 0, k), simd };
        games.play(squares, |played| sums.add(&played, position));
        sums
    }
}
