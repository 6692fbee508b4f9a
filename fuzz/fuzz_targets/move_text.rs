#![no_main]
//! A text that is read as a move of a position on the way through a game is written the same.

mod games;

use libfuzzer_sys::fuzz_target;
use petteia_engine::{CheckedRules, Game, GameRng, Geometry, OnBoard, with_geometry};

struct Check<'a> {
    rules: CheckedRules,
    seed: u64,
    plies: u8,
    text: &'a str,
}

impl OnBoard for Check<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.rules, geometry);
        let mut rng = GameRng::from_seed(self.seed);
        let mut state = game.begin();
        game.roll_if_needed(&mut state, &mut rng);
        for _ in 0..self.plies {
            let decision = game.random_move(&state, &mut rng);
            game.advance(&mut state, decision);
            if state.outcome().is_some() {
                return;
            }
            game.roll_if_needed(&mut state, &mut rng);
        }
        if let Ok(decision) = game.parse_move(state.position(), self.text) {
            assert_eq!(game.move_text(decision), self.text);
        }
    }
}

fuzz_target!(|data: (u8, u64, u8, &str)| {
    let (game, seed, plies, text) = data;
    let rules = games::game(game);
    with_geometry(rules.board, Check { rules, seed, plies, text });
});
