//! Positions from self-play with the results of their games.

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Position, State, with_geometry};

use crate::agents::{AlphaBeta, Ask, Budget, Features, Judge, features};
use crate::game::go_on;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The features of the side to move minus those of its opponent.
    pub features: Features,
    /// Whether the side to move has no capture, so that the next move changes little.
    pub is_quiet: bool,
    /// The expectation of the search, as the logarithm of the odds of winning.
    pub expected: f64,
    /// The result of the game: 1 if won, 0 if lost, otherwise one half; `None` for a position that did not occur in it.
    pub result: Option<f64>,
}

/// Only one turn in this many is sampled, because neighbouring positions are similar.
const STRIDE: u32 = 3;

/// The number of positions off the game's path for each sampled one. A search evaluates the consequences of arbitrary
/// moves, not only of good ones.
const BESIDE: u32 = 2;

/// The largest number of random decisions that lead to one of them.
const ASTRAY: u32 = 3;

/// A game that the search plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub rules: &'a CheckedRules,
    /// The budget of the search for one decision.
    pub budget: Budget,
    /// Its evaluation.
    pub judge: &'a Judge,
    /// Random decisions before the search starts to play.
    pub opening: u32,
    /// The number of the game, which determines the turns that are sampled.
    pub number: u64,
    /// The seed of its random stream.
    pub seed: u64,
}

impl SelfPlay<'_> {
    /// Plays the game and returns its samples.
    #[must_use]
    pub fn samples(self) -> Vec<Sample> {
        with_geometry(self.rules.board, self)
    }
}

impl OnBoard for SelfPlay<'_> {
    type Output = Vec<Sample>;

    fn run<G: Geometry>(self, geometry: G) -> Vec<Sample> {
        let SelfPlay { rules, budget, judge, mut opening, number, seed } = self;
        let game = Game::new(rules.clone(), geometry);
        let player = || AlphaBeta::with_judge(budget, judge.clone());
        let mut agents = BySide { white: player(), black: player() };
        let (mut state, mut rng, mut seen) = (game.begin(), GameRng::from_seed(seed), Vec::new());
        let choose = |state: &State<G>, rng: &mut GameRng| {
            let agent = &mut agents[state.position().side()];
            let decision = agent.search(&game, state, rng);
            if state.position().turn() % STRIDE == number as u32 % STRIDE {
                seen.extend(agent.expects().map(|expected| (*state.position(), expected, true)));
                for _ in 0..BESIDE {
                    let Some(astray) = go_astray(&game, state.clone(), rng) else { continue };
                    agent.search(&game, &astray, rng);
                    seen.extend(agent.expects().map(|expected| (*astray.position(), expected, false)));
                }
            }
            Ask::Decision(decision)
        };
        let outcome =
            go_on(&game, &mut state, &mut rng, &mut opening, choose, |_, _, _, _, _| ControlFlow::Continue(()));
        let winner = outcome.and_then(|outcome| outcome.winner);
        let sample = |(position, expected, occurred): &(Position<G::Set>, f64, bool)| {
            let result = |winner| f64::from(u8::from(winner == position.side()));
            Sample {
                features: features(&game, position),
                is_quiet: !position.is_placing() && is_quiet(&game, position),
                expected: *expected,
                result: occurred.then(|| winner.map_or(0.5, result)),
            }
        };
        seen.iter().map(sample).collect()
    }
}

/// Returns the game after a few random decisions, or `None` if they end it.
fn go_astray<G: Geometry>(game: &Game<G>, mut state: State<G>, rng: &mut GameRng) -> Option<State<G>> {
    for _ in 0..=rng.below(ASTRAY) {
        let decision = game.random_move(&state, rng);
        game.advance(&mut state, decision);
        if state.outcome().is_some() {
            return None;
        }
        game.roll_if_needed(&mut state, rng);
    }
    Some(state)
}

/// Returns whether no piece can be captured at once.
fn is_quiet<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> bool {
    let mut captures = false;
    game.each_move(position, &game.decisions(position), game.capture_sites(position), &(), |decision| {
        captures |= game.is_capture(position, decision);
    });
    !captures
}
