//! Positions, moves and games under rules that the first byte chooses.

use petteia_engine::{AnyGame, AnyState, GameRng, Rules, Side, SquareSet};

use super::games::game;
use super::{Read, text};

/// Checks that a text that is read as a position is written in the same way, and so are all positions that follow from
/// it. The first byte chooses the game.
pub fn position_text(bytes: &[u8]) -> Read {
    let Some((&first, rest)) = bytes.split_first() else { return Read::Refused };
    let (game, text) = (AnyGame::of(game(first)), text(rest));
    let position = match game.parse(text) {
        Ok(position) => position,
        Err(error) => return Read::refused(error),
    };
    assert_eq!(game.text(&position), text);
    if game.outcome(&position).is_some() || game.awaits_roll(&position).is_some() {
        return Read::Used;
    }
    let moves = game.moves(&position);
    assert!(!moves.is_empty(), "a game that is not over has a decision");
    for decision in moves.into_iter().take(50) {
        let (after, _) = game.outcome_after(&position, decision);
        assert_eq!(game.parse(&game.text(&after)).as_ref(), Ok(&after));
    }
    Read::Used
}

/// Checks that a text that is read as a move in a position of a game is written in the same way. The first bytes are
/// the game, the seed (eight bytes) and the number of earlier decisions.
pub fn move_text(bytes: &[u8]) -> Read {
    let Some((&[first, ref seed @ .., decisions], rest)) = bytes.split_first_chunk::<10>() else {
        return Read::Refused;
    };
    let game = AnyGame::of(game(first));
    let mut rng = GameRng::from_seed(seed.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte)));
    let mut state = game.begin();
    game.roll_if_needed(&mut state, &mut rng);
    for _ in 0..decisions {
        let decision = game.random_move(&state, &mut rng);
        game.play(&mut state, decision);
        if state.outcome().is_some() {
            return Read::Refused;
        }
        game.roll_if_needed(&mut state, &mut rng);
    }
    match game.parse_move_in(&state, text(rest)) {
        Ok(decision) => assert_eq!(game.move_text(decision), text(rest)),
        Err(error) => return Read::refused(error),
    }
    Read::Used
}

/// Interprets bytes as decisions and rolls, after one that chooses the game. Whatever is played, positions must survive
/// writing and reading, the counts must add up, and the number of decisions must be the length of their list.
pub fn play_bytes(bytes: &[u8]) -> Read {
    let Some((&first, moves)) = bytes.split_first() else { return Read::Refused };
    let game = AnyGame::of(game(first));
    let mut state = game.begin();
    let start = stones(game.rules(), &state);
    for &byte in moves {
        if state.outcome().is_some() {
            break;
        }
        if let Some(faces) = game.awaits_roll(state.position()) {
            game.roll(&mut state, 1 + byte % faces);
        }
        let count = state.decisions().count();
        assert_eq!(count as usize, game.legal_moves(&state).len());
        let decision = game.nth_move(state.position(), state.decisions(), u32::from(byte) % count, state.history());
        game.play(&mut state, decision);
        assert_eq!(stones(game.rules(), &state), start);
        let position = state.position();
        assert_eq!(game.parse(&game.text(position)).as_ref(), Ok(position));
    }
    Read::of(!moves.is_empty())
}

/// Returns the number of stones of each side on the board, in hand and captured. Where a captured stone joins its captor,
/// returns the number of all stones for both.
fn stones(rules: &Rules, state: &AnyState) -> [u32; 2] {
    let position = state.position();
    let in_play = |side: Side| {
        let on_board = (position.pieces(side) & !position.leaders()).count();
        let leader_in_hand = rules.places_leader(side) && position.hands()[side] > 0;
        on_board + u32::from(position.hands()[side]) - u32::from(leader_in_hand)
    };
    if rules.converts() {
        return [in_play(Side::White) + in_play(Side::Black); 2];
    }
    Side::BOTH.map(|side| in_play(side) + u32::from(position.captured()[!side]))
}
