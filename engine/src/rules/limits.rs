//! Limits, and what happens when a position occurs again (RULES §8).

use std::fmt;

use serde::{Deserialize, Serialize};

/// Limits that stop a game that does not end on the board; 0 switches a limit off (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// How many times the same position may occur, or that it may not occur again.
    pub repetition: Repetition,
    /// Turns of the movement phase without a capture.
    pub no_progress: u32,
    /// Turns of the whole game; a game that reaches them is unfinished: it has no winner and is counted separately from draws.
    pub turn_cap: u32,
    /// Whether a game is over when both sides have a fortress and nothing outside matters
    /// ([`settled`](crate::fortress::settled)).
    // Left out where it is off, so that what was written before it existed reads the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fortress: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { repetition: Repetition::Times(3), no_progress: 200, turn_cap: 2000, fortress: false }
    }
}

/// What happens when a position occurs again (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Repetition {
    /// The game is adjudicated when a position occurs this many times, at least 2; 0 for no limit.
    Times(u32),
    /// A move that repeats a position is not legal.
    #[serde(with = "forbidden")]
    Forbidden,
}

impl Repetition {
    /// Positions may occur any number of times.
    pub const OFF: Repetition = Repetition::Times(0);

    /// Returns the number of times at which the game is adjudicated; 0 if there is none.
    ///
    /// ```
    /// use petteia_engine::rules::Repetition;
    /// assert_eq!((Repetition::Times(3).limit(), Repetition::Forbidden.limit()), (3, 0));
    /// ```
    pub const fn limit(self) -> u32 {
        match self {
            Repetition::Times(times) => times,
            Repetition::Forbidden => 0,
        }
    }
}

impl fmt::Display for Repetition {
    /// Writes the number, or `forbidden`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repetition::Times(times) => write!(f, "{times}"),
            Repetition::Forbidden => f.write_str(forbidden::WORD),
        }
    }
}

/// Reads and writes the word `forbidden`.
mod forbidden {
    use serde::{Deserialize, Deserializer, Serializer};

    pub const WORD: &str = "forbidden";

    pub fn serialize<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(WORD)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        let word = String::deserialize(deserializer)?;
        if word == WORD { Ok(()) } else { Err(serde::de::Error::custom("expected a number or `forbidden`")) }
    }
}
