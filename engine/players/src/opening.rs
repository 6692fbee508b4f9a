//! The random decisions with which games begin.

use std::fmt;

use serde::{Serialize, Serializer};
use toml::Value;

/// The number of random decisions before the agents play. After an even number the side that begins is the first to choose,
/// as at the start; after `[4, 5]` either side is, in half of the games, and White's score does not tell what that is worth.
///
/// ```
/// use petteia_players::Opening;
/// let either = Opening::try_from(toml::Value::from(vec![4, 5])).unwrap();
/// let fixed = Opening::from(4);
/// assert_eq!((fixed.of(7), either.of(6), either.of(7)), (4, 4, 5));
/// assert_eq!((fixed.to_string(), either.to_string()), ("4".into(), "4 or 5".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening([u32; 2]);

impl Opening {
    /// Returns the number in the game of a seed.
    #[must_use]
    pub fn of(self, seed: u64) -> u32 {
        self.0[usize::from(seed % 2 == 1)]
    }

    /// Returns the openings without their last decision.
    #[must_use]
    pub fn one_less(self) -> Self {
        Opening(self.0.map(|number| number.saturating_sub(1)))
    }

    /// Returns the smallest number.
    #[must_use]
    pub fn least(self) -> u32 {
        self.0[0]
    }

    /// Returns the largest number.
    #[must_use]
    pub fn most(self) -> u32 {
        self.0[1]
    }

    /// Returns the number if it is the same in all games.
    #[must_use]
    pub fn fixed(self) -> Option<u32> {
        (self.least() == self.most()).then_some(self.least())
    }
}

impl From<u32> for Opening {
    fn from(number: u32) -> Self {
        Opening([number; 2])
    }
}

impl TryFrom<Value> for Opening {
    type Error = &'static str;

    /// Reads `4`, `[4, 5]`, or the table of older files.
    fn try_from(value: Value) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected a whole number, at least 0, or two in a row, such as [4, 5]";
        let number = |value: &Value| value.as_integer().and_then(|number| u32::try_from(number).ok()).ok_or(EXPECTED);
        match &value {
            Value::Array(numbers) => match numbers.as_slice() {
                [least, most] if number(least)?.checked_add(1) == Some(number(most)?) => {
                    Ok(Opening([number(least)?, number(most)?]))
                }
                _ => Err(EXPECTED),
            },
            Value::Table(older) => older.get("random_plies").map_or(Err(EXPECTED), number).map(Opening::from),
            only => number(only).map(Opening::from),
        }
    }
}

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.fixed() {
            Some(number) => number.serialize(serializer),
            None => self.0.serialize(serializer),
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fixed() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{} or {}", self.least(), self.most()),
        }
    }
}
