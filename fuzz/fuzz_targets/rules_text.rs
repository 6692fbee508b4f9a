#![no_main]
//! A game with switches is read or refused, and what is read can be played.

mod play;

use libfuzzer_sys::fuzz_target;
use petteia_engine::Rules;

fuzz_target!(|text: &str| {
    match Rules::parse(text) {
        Ok(rules) => play::some_turns(rules),
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
});
