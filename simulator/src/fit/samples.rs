//! Positions of self-play with what came of them.

use std::ops::ControlFlow;

use petteia_engine::{BySide, Game, Geometry, OnBoard, Position, game_seed, with_geometry};

use super::FitPlan;
use crate::agents::{Agent, AlphaBeta, Features, Weights, features};
use crate::play::play_out;

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

/// Plays a game and gives the samples of it.
pub fn play(plan: &FitPlan, game: usize, round: u32, number: u64, weights: &Weights) -> Vec<Sample> {
    let rules = plan.games[game].rules().clone();
    with_geometry(rules.board, PlaySamples { plan, game, round, number, weights })
}

struct PlaySamples<'a> {
    plan: &'a FitPlan,
    game: usize,
    round: u32,
    number: u64,
    weights: &'a Weights,
}

impl OnBoard for PlaySamples<'_> {
    type Output = Vec<Sample>;

    fn run<G: Geometry>(self, geometry: G) -> Vec<Sample> {
        let PlaySamples { plan, game, round, number, weights } = self;
        let rules = plan.games[game].rules().clone();
        let seed = game_seed(plan.seed, plan.games[game].stream(round), number);
        let game = Game::new(rules, geometry);
        let player = || Box::new(AlphaBeta::with_weights(plan.budget, weights.clone())) as Box<dyn Agent<G>>;
        let mut agents = BySide { white: player(), black: player() };
        let (mut positions, mut last) = (Vec::new(), None);
        let outcome = play_out(&game, &mut game.begin(), &mut agents, plan.opening, seed, |_, _, _, _, after| {
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
