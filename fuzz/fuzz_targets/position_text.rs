#![no_main]
//! A text that is read as a position is written the same, and so are all positions that follow from it.

mod games;

use libfuzzer_sys::fuzz_target;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, with_geometry};

struct Check<'a>(CheckedRules, &'a str);

impl OnBoard for Check<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.0, geometry);
        let Ok(position) = game.parse(self.1) else { return };
        assert_eq!(game.text(&position), self.1);
        if game.outcome(&position).is_some() || game.awaits_roll(&position).is_some() {
            return;
        }
        let moves = game.moves(&position);
        assert!(!moves.is_empty(), "a game that is not over has a decision");
        for decision in moves.into_iter().take(50) {
            let (after, _) = game.outcome_after(&position, decision);
            assert_eq!(game.parse(&game.text(&after)).as_ref(), Ok(&after));
        }
    }
}

fuzz_target!(|data: (u8, &str)| {
    let rules = games::game(data.0);
    with_geometry(rules.board, Check(rules, data.1));
});
