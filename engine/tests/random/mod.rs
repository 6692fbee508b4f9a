//! Random rules and random positions for the tests: diverse rather than realistic, and the same on every machine.
#![allow(dead_code, unused_imports, reason = "each test binary uses its own part")]

mod positions;
mod relaxed;
mod rules;
mod special;

use petteia_engine::{CheckedRules, GameRng};

pub use positions::random_text;
pub use relaxed::{RARE, names_of_relaxed, relaxed};

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

/// Returns on how many squares two position texts of the same board differ.
pub fn difference(one: &str, other: &str) -> usize {
    let squares = |text: &str| {
        let board = text.split(' ').next().unwrap_or_default().split('/').flat_map(parts_of_rank).collect::<Vec<_>>();
        board.concat()
    };
    squares(one).chars().zip(squares(other).chars()).filter(|(one, other)| one != other).count()
}

/// Returns the pieces and the runs of empty squares of a rank, these as dots.
fn parts_of_rank(rank: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = rank;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (part, after) = rest.split_at(digits.max(1));
        parts.push(part.parse().map_or_else(|_| first.to_string(), |run: usize| ".".repeat(run)));
        rest = after;
    }
    parts
}

/// Returns true once in `n` times.
pub fn one_in(rng: &mut GameRng, n: u32) -> bool {
    rng.below(n) == 0
}

pub fn pick<T: Copy>(rng: &mut GameRng, from: &[T]) -> T {
    let length = u32::try_from(from.len()).expect("a short list");
    from[rng.below(length) as usize]
}
