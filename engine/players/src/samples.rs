//! Positions from self-play with the results of their games.

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Position, State, with_geometry};

use crate::agents::{Agent, AlphaBeta, AlphaBetaConfig, Ask, Choice, Features, features};
use crate::game::play_to_end;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The features of the side to move minus those of its opponent.
    pub features: Features,
    /// Its evaluation for the side to move by the weights of the search, in thousandths of a stone.
    pub value: i32,
    /// The result of the game: 1 if won, 0 if lost, otherwise one half.
    pub result: f64,
}

/// Only one turn in this many is sampled, because neighbouring positions are similar.
const STRIDE: u32 = 3;

/// A game that the search plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub rules: &'a CheckedRules,
    /// The search.
    pub agent: &'a AlphaBetaConfig,
    /// Random decisions before the search starts to play.
    pub opening: u32,
    /// The number of the game, which determines the turns that are sampled.
    pub number: u64,
    /// The seed of its random stream.
    pub seed: u64,
}

impl SelfPlay<'_> {
    /// Plays the game and returns its samples: positions in which the side to move has no capture, so that the next move
    /// changes little.
    #[must_use]
    pub fn samples(self) -> Vec<Sample> {
        with_geometry(self.rules.board, self)
    }
}

impl OnBoard for SelfPlay<'_> {
    type Output = Vec<Sample>;

    fn run<G: Geometry>(self, geometry: G) -> Vec<Sample> {
        let SelfPlay { rules, agent, mut opening, number, seed } = self;
        let game = Game::new(rules.clone(), geometry);
        let weights = agent.evaluation.weights(rules).expect("a fit names no file of weights");
        let mut agents = BySide::from_fn(|_| AlphaBeta::new(agent, &game));
        let (mut state, mut rng, mut seen) = (game.begin(), GameRng::from_seed(seed), Vec::new());
        let choose = |state: &State<G>, rng: &mut GameRng| {
            let agent = &mut agents[state.position().player()];
            let choice = agent.choose(&Choice::of(&game, state), rng);
            if state.position().turn() % STRIDE == number as u32 % STRIDE && agent.expects().is_some() {
                seen.push(*state.position());
            }
            choice.map_or_else(Ask::Forfeit, Ask::Decision)
        };
        let outcome =
            play_to_end(&game, &mut state, &mut rng, &mut opening, choose, |_, _, _, _, _| ControlFlow::Continue(()));
        let winner = outcome.and_then(|outcome| outcome.winner);
        let quiet = seen.iter().filter(|position| !position.is_placing() && is_quiet(&game, position));
        let samples = quiet.map(|position| Sample {
            features: features(&game, position),
            value: weights.evaluate(&game, position),
            result: winner.map_or(0.5, |winner| f64::from(winner == position.side())),
        });
        samples.collect()
    }
}

/// Returns whether no piece can be captured at once.
fn is_quiet<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> bool {
    let mut captures = false;
    game.each_move(position, &game.decisions(position), game.capture_sites(position), &(), |decision| {
        captures |= game.is_capture(position, decision);
    });
    !captures
}
