//! The value of a position, and its encoding in two bytes.

use std::cmp::Ordering;
use std::fmt;

/// The result of best play for the side to move, by the rules without their limits. A distance counts plies to the next
/// capture or, if that comes first, to the end of the game, when the winner plays for speed and the loser for delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move can force a win.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The opponent can force a win.
    Loss(u16),
}

impl Value {
    /// The longest distance that is stored.
    pub const MOST_PLIES: u16 = 4093;

    /// Returns `win`, `draw` or `loss`, and the distance of a win or a loss.
    #[must_use]
    pub fn named(self) -> (&'static str, Option<u16>) {
        match self {
            Value::Win(plies) => ("win", Some(plies)),
            Value::Draw => ("draw", None),
            Value::Loss(plies) => ("loss", Some(plies)),
        }
    }

    /// Returns the code: 0 for a draw, otherwise 1 plus twice the distance, plus 1 for a win.
    #[inline]
    pub(super) fn code(self) -> u16 {
        match self {
            Value::Draw => 0,
            Value::Loss(plies) => 1 + 2 * plies,
            Value::Win(plies) => 2 + 2 * plies,
        }
    }

    /// Returns the value of a code.
    #[inline]
    pub(super) fn of_code(code: u16) -> Self {
        match code {
            0 => Value::Draw,
            odd if odd % 2 == 1 => Value::Loss((odd - 1) >> 1),
            even => Value::Win((even - 2) >> 1),
        }
    }

    /// Returns the result without the distance, for the side that moved last: a loss for one side is a win for the
    /// other.
    #[inline]
    pub(super) fn seen_by_opponent(self) -> Wdl {
        match self {
            Value::Win(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Win,
        }
    }

    /// Returns a rank that is larger for better values: quick wins first, quick losses last.
    fn merit(self) -> i32 {
        match self {
            Value::Win(plies) => i32::from(u16::MAX) - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.merit().cmp(&other.merit())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Draw => write!(f, "draw"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// The codes of values by entry number, with one byte each if all fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Codes {
    #[inline]
    pub fn get(&self, number: u64) -> u16 {
        match self {
            Codes::Narrow(codes) => u16::from(codes[number as usize]),
            Codes::Wide(codes) => codes[number as usize],
        }
    }

    pub fn len(&self) -> u64 {
        match self {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => codes.len() as u64,
        }
    }
}

/// A win, draw or loss without a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wdl {
    Win,
    Draw,
    Loss,
}

impl Wdl {
    /// Returns the value of a position at distance `plies` from this result.
    pub fn at(self, plies: u16) -> Value {
        match self {
            Wdl::Win => Value::Win(plies),
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_values() {
        for code in 0..=2 + 2 * Value::MOST_PLIES {
            assert_eq!(Value::of_code(code).code(), code);
        }
    }

    #[test]
    fn values_are_ordered_for_the_side_to_move() {
        let order = [Value::Loss(0), Value::Loss(9), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(order.is_sorted());
    }
}
