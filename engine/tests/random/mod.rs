//! Random rules and random positions for the tests: diverse rather than realistic, and the same on every machine.
#![allow(dead_code, unused_imports, reason = "each test binary uses its own part")]

mod positions;
mod rules;

use petteia_engine::{CheckedRules, GameRng};

pub use positions::random_text;

/// Rules with a name from which they can be recreated.
#[derive(Clone, Debug)]
pub struct Sample {
    pub name: String,
    pub rules: CheckedRules,
}

/// Draws rules that pass the check: either a game of the catalogue with random switches, or a table of its own.
pub fn random_rules(rng: &mut GameRng) -> Sample {
    loop {
        let drawn = if one_in(rng, 3) { rules::overlaid(rng) } else { rules::own(rng) };
        if let Some(sample) = drawn {
            return sample;
        }
    }
}

/// Returns true once in `n` times.
pub fn one_in(rng: &mut GameRng, n: u32) -> bool {
    rng.below(n) == 0
}

pub fn pick<T: Copy>(rng: &mut GameRng, from: &[T]) -> T {
    let length = u32::try_from(from.len()).expect("a short list");
    from[rng.below(length) as usize]
}
