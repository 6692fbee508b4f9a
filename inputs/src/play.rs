//! Some turns of a random game under any rules.

use petteia_engine::{CheckedRules, Game, GameRng, Geometry, OnBoard, with_geometry};

struct Play(CheckedRules);

impl OnBoard for Play {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.0, geometry);
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
}

/// Plays up to 60 decisions.
pub fn some_turns(rules: CheckedRules) {
    with_geometry(rules.board, Play(rules));
}
