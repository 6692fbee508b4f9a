//! Continues a simulation beyond the tree.

use petteia_engine::{BySide, Game, GameRng, Geometry, Line, Outcome, Side, State};

use crate::agents::evaluation::{Judge, chance};

/// Returns the rewards for the result of a finished game: 1 for a win, one half for a draw.
pub fn rewards_of(outcome: Outcome) -> BySide<f64> {
    BySide::from_fn(|side| outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))))
}

/// Returns the rewards for a result that is worth `white` to White.
pub fn value(white: f64) -> BySide<f64> {
    BySide { white, black: 1.0 - white }
}

/// Plays on at random from a leaf at which the game is not over, until it is over or, after `cutoff` decisions, judged;
/// with a cutoff of 0 always to the end. Returns the rewards.
pub fn roll_out<G: Geometry>(
    cutoff: u32,
    judge: &Judge,
    game: &Game<G>,
    state: &mut State<G>,
    rng: &mut GameRng,
) -> BySide<f64> {
    if cutoff == 0 {
        return rewards_of(game.playout(state, rng, &mut ()));
    }
    for _ in 0..cutoff {
        if let Some(outcome) = state.outcome() {
            return rewards_of(outcome);
        }
        game.roll_if_needed(state, rng);
        let decision = game.random_move(state, rng);
        game.advance(state, decision);
    }
    value(expects(judge, game, state.line(), Side::White))
}

/// Returns a side's expected score: certain if the game is over, otherwise by the evaluation.
pub fn expects<G: Geometry>(judge: &Judge, game: &Game<G>, line: &Line<G::Set>, side: Side) -> f64 {
    if let Some(outcome) = line.outcome() {
        return rewards_of(outcome)[side];
    }
    let for_mover = f64::from(judge.evaluate(game, line.position())) / judge.scale();
    let for_side = if line.position().side() == side { for_mover } else { -for_mover };
    chance(for_side)
}
