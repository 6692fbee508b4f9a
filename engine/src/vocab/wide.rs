//! Sets of squares for the largest boards.

use std::cmp::Ordering;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use super::{MOST_SQUARES, operators};

/// The number of 64-bit words of a [`Wide`] set.
pub(super) const WORDS: usize = (MOST_SQUARES as usize).div_ceil(64);

/// A set of squares of a board of any size; bit `i % 64` of word `i / 64` is the square with index `i`.
///
/// ```
/// use petteia_engine::{Square, SquareSet, Wide};
/// let set = Wide::only(Square(399)) | Wide::only(Square(64));
/// assert_eq!((set.count(), set.lowest(), (set >> 300).lowest()), (2, Square(64), Square(99)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide(pub(super) [u64; WORDS]);

impl Wide {
    /// Creates a set from its first 128 squares.
    #[inline(always)]
    pub(super) fn of_pair(word: u128) -> Self {
        let mut words = [0; WORDS];
        (words[0], words[1]) = (word as u64, (word >> 64) as u64);
        Wide(words)
    }

    /// Returns the first 64 squares.
    #[inline(always)]
    pub fn first_word(self) -> u64 {
        self.0[0]
    }

    /// Returns the first 128 squares.
    #[inline(always)]
    pub(super) fn first_pair(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    #[inline(always)]
    fn zip(self, other: Wide, combine: impl Fn(u64, u64) -> u64) -> Wide {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Wide(words)
    }

    /// Shifts by fewer squares than the set has room for.
    #[inline(always)]
    fn up(self, by: u32) -> Wide {
        let (far, near) = (by as usize / 64, by % 64);
        let at = |index: usize| index.checked_sub(far).map_or(0, |from| self.0[from]);
        let below = |index: usize| index.checked_sub(far + 1).map_or(0, |from| self.0[from]);
        Wide(std::array::from_fn(|index| at(index) << near | below(index) >> 1 >> (63 - near)))
    }

    /// Shifts by fewer squares than the set has room for.
    #[inline(always)]
    fn down(self, by: u32) -> Wide {
        let (far, near) = (by as usize / 64, by % 64);
        let at = |index: usize| self.0.get(index + far).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| at(index) >> near | at(index + 1) << 1 << (63 - near)))
    }
}

impl From<u64> for Wide {
    fn from(word: u64) -> Self {
        Wide::of_pair(word.into())
    }
}

/// Sets are ordered as the numbers that their bits spell.
impl Ord for Wide {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

operators! {
    [] Wide;
    BitAnd bitand(a, b: Self) => a.zip(b, |a, b| a & b);
    BitOr bitor(a, b: Self) => a.zip(b, |a, b| a | b);
    BitXor bitxor(a, b: Self) => a.zip(b, |a, b| a ^ b);
    Shl shl(a, by: u32) => a.up(by);
    Shr shr(a, by: u32) => a.down(by);
    Not not(a) => Wide(a.0.map(|word| !word));
}

impl BitAndAssign for Wide {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Wide) {
        *self = *self ^ other;
    }
}
