#![no_main]
//! A table of rules is read or refused, and what is read can be written, read again and played.

mod play;

use libfuzzer_sys::fuzz_target;
use petteia_engine::Rules;

fuzz_target!(|text: &str| {
    let Ok(rules) = toml::from_str::<Rules>(text) else { return };
    let written = toml::to_string(&rules).expect("rules can be written");
    assert_eq!(toml::from_str::<Rules>(&written).as_ref(), Ok(&rules));
    if let Ok(checked) = rules.check() {
        play::some_turns(checked);
    }
});
