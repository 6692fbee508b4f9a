//! Positions of self-play with what came of them.

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Game, Geometry, OnBoard, Position, with_geometry};

use crate::agents::{Agent, AlphaBeta, Budget, Features, Weights, features};
use crate::game::play_out;

/// A position where the side to move has no capture: what follows at once does not change it much.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What the side to move has more of.
    pub features: Features,
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
    pub weights: &'a Weights,
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
        let SelfPlay { rules, budget, weights, opening, number, seed } = self;
        let game = Game::new(rules.clone(), geometry);
        let player = || Box::new(AlphaBeta::with_weights(budget, weights.clone())) as Box<dyn Agent<G>>;
        let mut agents = BySide { white: player(), black: player() };
        let (mut positions, mut last) = (Vec::new(), None);
        let outcome = play_out(&game, &mut game.begin(), &mut agents, opening, seed, |_, _, _, _, after| {
            positions.extend(last.replace(*after));
            ControlFlow::Continue(())
        });
        let winner = outcome.and_then(|outcome| outcome.winner);
        let is_due = |position: &&Position<G::Set>| {
            !position.is_placing() && position.turn() % STRIDE == number as u32 % STRIDE && is_quiet(&game, position)
        };
        let sample = |position: &Position<G::Set>| {
            let result = |winner| f64::from(u8::from(winner == position.side()));
            Sample { features: features(&game, position), result: winner.map_or(0.5, result) }
        };
        positions.iter().filter(is_due).map(sample).collect()
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
