#![no_main]
//! Random bytes as decisions and rolls: whatever is played, positions are written and read back, the counts add up
//! and the number of decisions is that of the list.

mod games;

use libfuzzer_sys::fuzz_target;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, SquareSet, State, with_geometry};

struct Play<'a>(CheckedRules, &'a [u8]);

impl OnBoard for Play<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.0, geometry);
        let mut state = game.begin();
        let start = stones(&state);
        for &byte in self.1 {
            if state.outcome().is_some() {
                return;
            }
            if let Some(faces) = game.awaits_roll(state.position()) {
                game.roll(&mut state, 1 + byte % faces);
            }
            let count = state.decisions().count();
            assert_eq!(count as usize, game.moves(state.position()).len());
            let decision = game.nth_move(state.position(), state.decisions(), u32::from(byte) % count);
            game.advance(&mut state, decision);
            assert_eq!(stones(&state), start);
            let position = state.position();
            assert_eq!(game.parse(&game.text(position)).as_ref(), Ok(position));
        }
    }
}

/// Stones on the board, in hand and captured, of each side.
fn stones<G: Geometry>(state: &State<G>) -> [u32; 2] {
    let position = state.position();
    Side::BOTH.map(|side| {
        let on_board = (position.pieces(side) & !position.leaders()).count();
        on_board + u32::from(position.hands()[side]) + u32::from(position.captured()[!side])
    })
}

fuzz_target!(|data: &[u8]| {
    if let Some((&game, moves)) = data.split_first() {
        let rules = games::game(game);
        with_geometry(rules.board, Play(rules, moves));
    }
});
