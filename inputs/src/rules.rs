//! Rules as text and as tables.

use petteia_engine::Rules;

use super::play::some_turns;
use super::{Read, text};

/// Reads or rejects a game with switches; what is accepted must be playable.
pub fn rules_text(bytes: &[u8]) -> Read {
    match Rules::parse(text(bytes)) {
        Ok(rules) => some_turns(rules),
        Err(errors) => {
            assert!(!errors.to_string().is_empty(), "a reason");
            return Read::Refused;
        }
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
        Err(errors) => {
            assert!(!errors.to_string().is_empty(), "a reason");
            return Read::Refused;
        }
    }
    Read::Used
}
