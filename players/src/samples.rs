//! Positions of self-play with what came of them.

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Position, with_geometry};

use crate::agents::{Agent, AlphaBeta, Budget, COUNTED, Features, Inputs, Judge, features};
use crate::game::go_on;

/// A position of a game that was played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the side to move has more of.
    pub features: Features,
    /// What a [network](crate::agents::Net) sees of it: the inputs of the squares, and the features of both sides.
    pub inputs: (Vec<u16>, [f32; COUNTED]),
    /// Whether the side to move has no capture: what follows at once does not change much.
    pub is_quiet: bool,
    /// What the search expects, as the logarithm of the odds of winning.
    pub expected: f64,
    /// Its result: 1 won, 0 lost, else one half.
    pub result: f64,
}

/// One turn in so many is looked at: neighbours are much alike.
const STRIDE: u32 = 3;

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
        let choose = |state: &petteia_engine::State<G>, rng: &mut GameRng| {
            let agent = &mut agents[state.position().side()];
            let decision = agent.choose(&game, state, rng);
            if state.position().turn() % STRIDE == number as u32 % STRIDE
                && let Some(expected) = agent.expects()
            {
                seen.push((*state.position(), expected));
            }
            Some(decision)
        };
        let outcome = go_on(&game, &mut state, &mut rng, &mut opening, choose, |_, _, _, _, _| ControlFlow::Continue(()));
        let winner = outcome.and_then(|outcome| outcome.winner);
        let inputs = Inputs::of(rules);
        let sample = |(position, expected): &(Position<G::Set>, f64)| {
            let result = |winner| f64::from(u8::from(winner == position.side()));
            Sample {
                features: features(&game, position),
                inputs: inputs.read(&game, position),
                is_quiet: !position.is_placing() && is_quiet(&game, position),
                expected: *expected,
                result: winner.map_or(0.5, result),
            }
        };
        seen.iter().map(sample).collect()
    }
}

/// Whether nothing can be captured at once.
fn is_quiet<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> bool {
    let mut captures = false;
    game.each_move(position, &game.decisions(position), game.capture_sites(position), |decision| {
        captures |= game.is_capture(position, decision);
    });
    !captures
}
