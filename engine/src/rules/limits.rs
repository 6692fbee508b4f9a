//! Limits, and what happens when a position occurs again (RULES §8).

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::{Takes, field, flag, whole};
use super::links::on;
use super::slot::{Slot, number, set};
use super::table::table;

table! {
/// Limits that stop a game that does not end on the board; 0 switches a limit off (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits at "limits." by |rules| Some(&mut rules.limits);

/// How many times the same position may occur, or that it may not occur again.
repetition: Repetition = Repetition::Times(3);
row field(Takes::WholeOr { least: 0, most: u32::MAX, word: FORBIDDEN }, 8, "the game is adjudicated when a position occurs this many times; 0 for no limit, never 1; with `forbidden`, no move may repeat a position")
    .excludes(&[FORBIDDEN], [on("die")])
    .switch("the game is adjudicated when a position occurs for the n-th time, or no move may repeat a position").counts("", "5");

/// Turns of the movement phase without a capture.
no_progress: u32 = 200;
row whole(0, u32::MAX, 8, "the game is adjudicated after this many turns without a capture; 0 for no limit")
    .switch("the game is adjudicated after this many turns without a capture").counts("turns", "100");

/// Turns of the whole game; a game that reaches them is unfinished: it has no winner and is counted separately from draws.
turn_cap: u32 = 2000;
row whole(0, u32::MAX, 8, "the game is stopped as unfinished after this many turns; 0 for no limit")
    .switch("the game is stopped as unfinished after this many turns; this is not a draw").counts("turns", "500");

/// Whether a game is over when both sides have a fortress and nothing outside matters
/// ([`settled`](crate::fortress::settled)).
// Left out where it is off, so that what was written before it existed reads the same.
#[serde(skip_serializing_if = "std::ops::Not::not")]
fortress: bool = false;
row flag(8, "the game is adjudicated when both sides have an unbreakable fortress")
    .switch("the game is adjudicated when both sides have an unbreakable fortress");
}

/// What happens when a position occurs again (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The game is adjudicated when a position occurs this many times, at least 2; 0 for no limit.
    Times(u32),
    /// A move that repeats a position is not legal.
    Forbidden,
}

impl Repetition {
    /// Positions may occur any number of times.
    pub const OFF: Repetition = Repetition::Times(0);

    /// Reads the number, or `forbidden`.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text == FORBIDDEN { Some(Repetition::Forbidden) } else { number(text).map(Repetition::Times) }
    }

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
            Repetition::Forbidden => f.write_str(FORBIDDEN),
        }
    }
}

/// The word for [`Repetition::Forbidden`].
const FORBIDDEN: &str = "forbidden";

impl Serialize for Repetition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Repetition::Times(times) => serializer.serialize_u32(*times),
            Repetition::Forbidden => serializer.serialize_str(FORBIDDEN),
        }
    }
}

impl<'de> Deserialize<'de> for Repetition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOrWord)
    }
}

struct NumberOrWord;

impl Visitor<'_> for NumberOrWord {
    type Value = Repetition;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number or `forbidden`")
    }

    fn visit_u64<E: Error>(self, times: u64) -> Result<Repetition, E> {
        let times = u32::try_from(times);
        times
            .map(Repetition::Times)
            .map_err(|_| E::invalid_value(Unexpected::Other("a number that is too large"), &self))
    }

    fn visit_i64<E: Error>(self, times: i64) -> Result<Repetition, E> {
        let times = u64::try_from(times).map_err(|_| E::invalid_value(Unexpected::Signed(times), &self))?;
        self.visit_u64(times)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Repetition, E> {
        if word == FORBIDDEN { Ok(Repetition::Forbidden) } else { Err(E::invalid_value(Unexpected::Str(word), &self)) }
    }
}

impl Slot for Repetition {
    fn is_on(&self) -> bool {
        *self != Repetition::OFF
    }

    fn text(&self) -> Option<String> {
        self.is_on().then(|| self.to_string())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, Repetition::read(text))
    }

    fn take_off(&mut self) -> bool {
        std::mem::replace(self, Repetition::OFF) != Repetition::OFF
    }
}
