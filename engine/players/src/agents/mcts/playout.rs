//! Playouts that prefer captures.

use petteia_engine::{Game, GameRng, Geometry, Move, Outcome, State};

use crate::agents::alphabeta::add_captures;

/// Plays on to the end of the game. A side that can capture does so with probability 0.8, all its captures being
/// equally likely; otherwise all its legal decisions are. `captures` is memory that is used again.
pub fn play_out_capturing<G: Geometry>(
    game: &Game<G>,
    state: &mut State<G>,
    rng: &mut GameRng,
    captures: &mut Vec<Move>,
) -> Outcome {
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome;
        }
        game.roll_if_needed(state, rng);
        captures.clear();
        add_captures(captures, game, state.snapshot(), state.history(), None);
        let decision = if !captures.is_empty() && rng.below(5) > 0 {
            captures[rng.below(captures.len() as u32) as usize]
        } else {
            game.random_move(state, rng)
        };
        game.play(state, decision);
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{Fixed, Rules, Side};

    use super::*;

    #[test]
    fn four_times_in_five_it_captures() {
        let game = Game::new(Rules::parse("city-8+turn_cap=41").unwrap(), Fixed::<u64, 8, 8>::default());
        // One of 23 moves captures.
        let start = game.resume(game.parse("s7/8/8/4sS2/8/8/8/3S4 w 0,0 6,6 2 40").unwrap());
        let captures = |seed: &u64| {
            let mut state = start.clone();
            play_out_capturing(&game, &mut state, &mut GameRng::from_seed(*seed), &mut Vec::new());
            state.position().pieces(Side::Black).count_ones() == 1
        };
        let share = (0..10_000).filter(captures).count() as f64 / 10_000.0;
        assert!((share - (0.8 + 0.2 / 23.0)).abs() < 0.015, "{share}");
    }
}
