//! The komi: what the second player is given when pieces are compared (RULES §8).

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::slot::{Value, number};

/// A number of halves of a piece, at least 0, written `0`, `0.5`, `1`, `1.5`, …
///
/// ```
/// use petteia_engine::rules::Komi;
/// assert_eq!((Komi::of_halves(3).to_string(), Komi::of_halves(2).to_string()), ("1.5".into(), "1".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Komi {
    halves: u16,
}

impl Komi {
    /// Makes a komi of this many halves.
    pub const fn of_halves(halves: u16) -> Self {
        Komi { halves }
    }

    /// Returns the number of halves.
    pub const fn halves(self) -> u32 {
        self.halves as u32
    }

    /// Reads a number in canonical form.
    fn of(text: &str) -> Option<Self> {
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) => (whole, 1),
            None => (text, 0),
        };
        let halves = number(whole)?.checked_mul(2)?.checked_add(half)?;
        halves.try_into().ok().map(Komi::of_halves)
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.halves / 2, if self.halves % 2 == 1 { ".5" } else { "" })
    }
}

impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.halves % 2 {
            0 => serializer.serialize_u16(self.halves / 2),
            _ => serializer.serialize_f64(f64::from(self.halves) / 2.0),
        }
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Number)
    }
}

struct Number;

impl Visitor<'_> for Number {
    type Value = Komi;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("0 or a multiple of 0.5, at most 32767.5")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Komi, E> {
        Komi::of(&number.to_string()).ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Komi, E> {
        Komi::of(&number.to_string()).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Komi, E> {
        Komi::of(&number.to_string()).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }
}

impl Value for Komi {
    const OFF: Self = Komi::of_halves(0);

    fn write(self) -> Option<String> {
        (self != Self::OFF).then(|| self.to_string())
    }

    fn read(self, text: &str) -> Option<Self> {
        Komi::of(text)
    }
}
