//! Plays some turns of a random game under any rules.

use petteia_engine::{AnyGame, CheckedRules, GameRng};

/// Plays up to 60 decisions.
pub fn some_turns(rules: CheckedRules) {
    let game = AnyGame::of(rules);
    let mut rng = GameRng::from_seed(1);
    let mut state = game.begin();
    for _ in 0..60 {
        if state.outcome().is_some() {
            return;
        }
        game.roll_if_needed(&mut state, &mut rng);
        let decision = game.random_move(&state, &mut rng);
        game.advance(&mut state, decision);
    }
}
