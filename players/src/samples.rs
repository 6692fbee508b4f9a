//! Positions of self-play with what came of them.

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Position, State, with_geometry};

use crate::agents::{Agent, AlphaBeta, Budget, Features, Judge, features};
use crate::game::go_on;

/// A position of a game that was played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the side to move has more of.
    pub features: Features,
    /// Whether the side to move has no capture: what follows at once does not change much.
    pub is_quiet: bool,
    /// What the search expects, as the logarithm of the odds of winning.
    pub expected: f64,
    /// The result of the game: 1 won, 0 lost, else one half. None of a position that did not occur in it.
    pub result: Option<f64>,
}

/// One turn in so many is looked at: neighbours are much alike.
const STRIDE: u32 = 3;

/// Positions beside the game for each that is looked at. A search judges what follows from any moves, not from good ones
/// alone.
const BESIDE: u32 = 2;

/// The most random decisions that lead to one of them.
const ASTRAY: u32 = 3;

/// A game that the search plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub rules: &'a CheckedRules,
    /// What the search may spend on a decision.
    pub budget: Budget,
    /// Its evaluation.
    pub judge: &'a Judge,
    /// Random decisions before it plays.
    pub opening: u32,
    /// The number of the game, which says which of its turns are looked at.
    pub number: u64,
    /// The seed of its random stream.
    pub seed: u64,
}

impl SelfPlay<'_> {
    /// Plays the game and returns the samples of it.
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
            let decision = agent.choose(&game, state, rng);
            if state.position().turn() % STRIDE == number as u32 % STRIDE {
                seen.extend(agent.expects().map(|expected| (*state.position(), expected, true)));
                for _ in 0..BESIDE {
                    let Some(astray) = go_astray(&game, state.clone(), rng) else { continue };
                    agent.choose(&game, &astray, rng);
                    seen.extend(agent.expects().map(|expected| (*astray.position(), expected, false)));
                }
            }
            Some(decision)
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

/// The game after a few random decisions; nothing where they end it.
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

/// Whether nothing can be captured at once.
fn is_quiet<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> bool {
    let mut captures = false;
    game.each_move(position, &game.decisions(position), game.capture_sites(position), |decision| {
        captures |= game.is_capture(position, decision);
    });
    !captures
}
