//! Continues a simulation beyond the tree.

use petteia_engine::{BySide, Game, GameRng, Geometry, Line, Move, Outcome, Side, Simd, State};

use super::{MctsConfig, Policy};
use crate::agents::evaluation::{Judge, chance};

/// The sum of the rewards of one visit: 1 for a win, one half for a draw.
pub struct Rewards {
    pub of: BySide<f64>,
    /// The number of results.
    pub weight: u32,
}

impl Rewards {
    /// Returns `weight` copies of the result of a finished game.
    pub fn of_outcome(outcome: Outcome, weight: u32) -> Self {
        let of = |side| match outcome.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        Rewards { of: BySide::from_fn(|side| of(side) * f64::from(weight)), weight }
    }

    /// Returns one result with the value `white` for White.
    pub fn of_value(white: f64) -> Self {
        Rewards { of: BySide { white, black: 1.0 - white }, weight: 1 }
    }
}

/// Plays on from a leaf at which the game is not over.
pub fn roll_out<G: Geometry>(
    config: &MctsConfig,
    judge: &Judge,
    game: &Game<G>,
    state: &mut State<G>,
    rng: &mut GameRng,
) -> Rewards {
    if config.plays_by_policy() {
        return play_on(config, judge, game, state, rng);
    }
    if config.leaf == 1 {
        return Rewards::of_outcome(game.playout(state, rng, &mut ()), 1);
    }
    let playouts = game.playouts(state.position(), u64::from(config.leaf), rng.next_u64(), Simd::best(), None);
    let of = |side| playouts.wins(side) as f64 + playouts.draws() as f64 / 2.0;
    Rewards { of: BySide::from_fn(of), weight: config.leaf }
}

/// Plays by the policy until the game is over or the cutoff is reached.
fn play_on<G: Geometry>(
    config: &MctsConfig,
    judge: &Judge,
    game: &Game<G>,
    state: &mut State<G>,
    rng: &mut GameRng,
) -> Rewards {
    let mut left = if config.cutoff > 0 { config.cutoff } else { u32::MAX };
    loop {
        if let Some(outcome) = state.outcome() {
            return Rewards::of_outcome(outcome, 1);
        }
        if left == 0 {
            return Rewards::of_value(expects(judge, game, state.line(), Side::White));
        }
        left -= 1;
        game.roll_if_needed(state, rng);
        let decision = match config.policy {
            Policy::Uniform | Policy::None => game.random_move(state, rng),
            Policy::Capture => random_capture(game, state, rng).unwrap_or_else(|| game.random_move(state, rng)),
        };
        game.advance(state, decision);
    }
}

/// Returns a random capture, if there is one.
fn random_capture<G: Geometry>(game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Option<Move> {
    let (position, decisions) = (state.position(), state.decisions());
    let (mut chosen, mut seen) = (None, 0);
    game.each_move(position, decisions, game.capture_sites(position), state.history(), |decision| {
        if game.is_capture(position, decision) {
            seen += 1;
            if rng.below(seen) == 0 {
                chosen = Some(decision);
            }
        }
    });
    chosen
}

/// Returns a side's expected score: certain if the game is over, otherwise by the evaluation.
pub fn expects<G: Geometry>(judge: &Judge, game: &Game<G>, line: &Line<G::Set>, side: Side) -> f64 {
    if let Some(outcome) = line.outcome() {
        return Rewards::of_outcome(outcome, 1).of[side];
    }
    let for_mover = f64::from(judge.evaluate(game, line.position())) / judge.scale();
    let for_side = if line.position().side() == side { for_mover } else { -for_mover };
    chance(for_side)
}
