//! Rules as text and as tables.

use petteia_engine::{AnyGame, CheckedRules, GameRng, Rules};

use super::{Read, text};

/// Reads or rejects a game with switches; what is accepted must be playable.
pub fn rules_text(bytes: &[u8]) -> Read {
    match Rules::parse(text(bytes)) {
        Ok(rules) => some_turns(rules),
        Err(errors) => return Read::refused(errors),
    }
    Read::Used
}

/// Reads or rejects a table of rules; what is accepted must survive writing and reading, and be playable.
pub fn rules_toml(bytes: &[u8]) -> Read {
    let Ok(rules) = toml::from_str::<Rules>(text(bytes)) else { return Read::Refused };
    let written = toml::to_string(&rules).expect("rules can be written");
    assert_eq!(toml::from_str::<Rules>(&written).as_ref(), Ok(&rules));
    match rules.check() {
        Ok(checked) => some_turns(checked),
        Err(errors) => return Read::refused(errors),
    }
    Read::Used
}

/// Plays up to 60 decisions of a random game.
fn some_turns(rules: CheckedRules) {
    let game = AnyGame::of(rules);
    let mut rng = GameRng::from_seed(1);
    let mut state = game.begin();
    for _ in 0..60 {
        if state.outcome().is_some() {
            return;
        }
        game.roll_if_needed(&mut state, &mut rng);
        let decision = game.random_move(&state, &mut rng);
        game.play(&mut state, decision);
    }
}
