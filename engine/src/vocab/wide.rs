//! Sets of squares for the largest boards.

use std::cmp::Ordering;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use super::square_set::{SquareSet, Value, sealed};
use super::{MOST_SQUARES, Square, operators};

/// The number of 64-bit words of a [`Wide`] set.
const WORDS: usize = (MOST_SQUARES as usize).div_ceil(64);

/// A set of squares of a board of any size; bit `i % 64` of word `i / 64` is the square with index `i`.
///
/// ```
/// use petteia_engine::{Square, SquareSet, Wide};
/// let set = Wide::only(Square(399)) | Wide::only(Square(64));
/// assert_eq!((set.count(), set.lowest(), (set >> 300).lowest()), (2, Square(64), Square(99)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; WORDS]);

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

impl sealed::Set for Wide {}

impl SquareSet for Wide {
    const EMPTY: Wide = Wide([0; WORDS]);
    const BITS: u32 = 64 * WORDS as u32;
    const IN_LANES: bool = false;

    type PerSquare<T: Value> = [T; 64 * WORDS];

    #[inline(always)]
    fn truncate(word: u128) -> Wide {
        Wide::of_pair(word)
    }

    #[inline(always)]
    fn narrow(set: Wide) -> Wide {
        set
    }

    #[inline(always)]
    fn widen(self) -> Wide {
        self
    }

    fn per_square<T: Value>(mut value: impl FnMut(Square) -> T) -> [T; 64 * WORDS] {
        std::array::from_fn(|index| value(Square(index as u16)))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> Square {
        let index = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        Square(64 * index as u16 + self.0[index].lowest().0)
    }

    #[inline(always)]
    fn highest(self) -> Square {
        let index = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        Square(64 * index as u16 + self.0[index].highest().0)
    }

    #[inline(always)]
    fn select(self, k: u32) -> Square {
        let mut left = k;
        let mut index = 0;
        while index + 1 < WORDS && left >= self.0[index].count_ones() {
            left -= self.0[index].count_ones();
            index += 1;
        }
        Square(64 * index as u16 + self.0[index].select(left).0)
    }

    #[inline(always)]
    fn without_lowest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }

    #[inline(always)]
    fn only(square: Square) -> Wide {
        let mut words = [0; WORDS];
        words[square.index() / 64] = 1 << (square.0 % 64);
        Wide(words)
    }

    #[inline(always)]
    fn mix(self, other: Wide, a: u64, b: u64) -> u64 {
        let pairs = self.0.iter().zip(other.0).enumerate();
        pairs.fold(0, |key, (index, (&first, second))| {
            let turn = 9 * index as u32;
            key ^ first.mix(second, a.rotate_left(turn), b.rotate_right(turn)).rotate_left(3 * turn)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set as a list of squares.
    fn squares(set: Wide) -> Vec<u16> {
        set.squares().map(|square| square.0).collect()
    }

    #[test]
    fn sets_do_what_lists_of_squares_do() {
        let mut noise = 0x9E37_79B9_7F4A_7C15_u64;
        for round in 0..400_u32 {
            let list: Vec<u16> = (0..448)
                .filter(|_| {
                    noise = noise.wrapping_mul(0xDA94_2042_E4DD_58B5).rotate_left(29);
                    noise % 7 < u64::from(round % 6)
                })
                .collect();
            let set = list.iter().fold(Wide::EMPTY, |set, &square| set | Wide::only(Square(square)));
            assert_eq!(squares(set), list);
            assert_eq!((set.count() as usize, set.is_empty()), (list.len(), list.is_empty()));
            for (k, &square) in list.iter().enumerate() {
                assert_eq!(set.select(k as u32).0, square);
            }
            if let (Some(&first), Some(&last)) = (list.first(), list.last()) {
                assert_eq!((set.lowest().0, set.highest().0), (first, last));
            }
            let by = round % 448;
            let up = |square: u16| u32::from(square) + by;
            let expected: Vec<u16> = list.iter().map(|&s| up(s)).filter(|&s| s < 448).map(|s| s as u16).collect();
            assert_eq!(squares(set << by), expected, "<< {by}");
            let expected: Vec<u16> =
                list.iter().filter_map(|&s| u32::from(s).checked_sub(by)).map(|s| s as u16).collect();
            assert_eq!(squares(set >> by), expected, ">> {by}");
            assert_eq!((!set).count(), 448 - set.count());
        }
    }
}
