//! What can be proved about a position within a number of decisions: alpha-beta search without an evaluation.
//!
//! A line that is not over by then is worth one half. Hence 1 is a forced win and 0 a forced loss, and with a die
//! values can lie between.

use std::cmp::Ordering;

use petteia_engine::{AnyGame, AnyState, Move, Outcome, Side};

/// Values of a game of chance are sums of fractions; smaller differences are rounding errors.
const TOLERANCE: f64 = 1e-9;

/// Compares a decision with `value` for the side to move, looking `depth` decisions ahead, including this one.
pub fn compare(game: &AnyGame, state: &AnyState, decision: Move, depth: u32, value: f64) -> Ordering {
    let (low, high) = (value - TOLERANCE, value + TOLERANCE);
    let found = value_of_move(game, state, decision, depth, low, high);
    if found <= low {
        Ordering::Less
    } else if found >= high {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Returns the value for the side to move if it lies between `low` and `high`, and otherwise a bound on the same side.
fn value(game: &AnyGame, state: &AnyState, depth: u32, low: f64, high: f64) -> f64 {
    if let Some(outcome) = state.outcome() {
        return score(outcome, state.position().side());
    }
    if depth == 0 {
        return 0.5;
    }
    if let Some(faces) = game.awaits_roll(state.position()) {
        return mean_over_rolls(game, state, depth, faces);
    }
    let (mut best, mut low) = (0.0_f64, low);
    for decision in game.moves(state.position()) {
        best = best.max(value_of_move(game, state, decision, depth, low, high));
        low = low.max(best);
        if best >= high || best == 1.0 {
            break;
        }
    }
    best
}

fn value_of_move(game: &AnyGame, state: &AnyState, decision: Move, depth: u32, low: f64, high: f64) -> f64 {
    let mut after = state.clone();
    game.play(&mut after, decision);
    // After a huff the same side is still to move.
    if after.position().side() == state.position().side() {
        value(game, &after, depth - 1, low, high)
    } else {
        1.0 - value(game, &after, depth - 1, 1.0 - high, 1.0 - low)
    }
}

fn mean_over_rolls(game: &AnyGame, state: &AnyState, depth: u32, faces: u8) -> f64 {
    let value_of = |face| {
        let mut rolled = state.clone();
        game.roll(&mut rolled, face);
        value(game, &rolled, depth, 0.0, 1.0)
    };
    (1..=faces).map(value_of).sum::<f64>() / f64::from(faces)
}

fn score(outcome: Outcome, side: Side) -> f64 {
    outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })
}
