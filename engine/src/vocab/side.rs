//! The two players, and pairs of values, one for each player.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// A player. White always moves first (RULES §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first player; the defender if the sides differ.
    White,
    /// The second player.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// Returns the name in lower case, as in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// Returns the name as in a sentence: `White` or `Black`.
    pub const fn title(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

impl Not for Side {
    type Output = Side;

    /// Returns the opponent.
    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// One value for each side.
///
/// ```
/// use petteia_engine::{BySide, Side};
/// let hands = BySide { white: 16, black: 15 };
/// assert_eq!(hands[Side::Black], 15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> BySide<T> {
    /// Creates one value for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { white: make(Side::White), black: make(Side::Black) }
    }

    /// Creates the same value for both sides.
    pub const fn both(value: T) -> Self
    where
        T: Copy,
    {
        BySide { white: value, black: value }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
