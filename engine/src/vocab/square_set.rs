//! Sets of squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not, Shl, Shr};

use super::{Square, Wide};

/// The operations that a board's shape needs on sets of squares: a set `S` of one game, or the sets of several games at
/// once.
pub trait Bits<S>:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns the same set for every game.
    fn splat(set: S) -> Self;
}

impl<S: SquareSet> Bits<S> for S {
    #[inline(always)]
    fn splat(set: S) -> S {
        set
    }
}

/// A value that can be stored for each square ([`SquareSet::PerSquare`]).
pub trait Value: Copy + Debug + Send + Sync {}

impl<T: Copy + Debug + Send + Sync> Value for T {}

/// Seals [`SquareSet`]: the shapes of boards have no other sets.
pub(super) mod sealed {
    pub trait Set {}
}

impl sealed::Set for u64 {}
impl sealed::Set for u128 {}

/// A set of squares; bit `i` is the square with index `i`. `u64` has room for boards of up to 64 squares, `u128` for up to
/// 128, and [`Wide`] for all.
pub trait SquareSet:
    sealed::Set
    + Bits<Self>
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;

    /// The number of squares that fit into the set.
    const BITS: u32;

    /// Whether random games on boards of this kind can be played in lanes.
    const IN_LANES: bool = true;

    /// A value for each square.
    type PerSquare<T: Value>: Index<usize, Output = T> + IndexMut<usize> + Clone + Debug + Send + Sync;

    /// Returns the set with the low bits of a 128-bit word.
    fn truncate(word: u128) -> Self;

    /// Returns the squares of a wide set that fit into this kind of set.
    fn narrow(set: Wide) -> Self;

    /// Returns the same set in the widest form.
    fn widen(self) -> Wide;

    /// Creates a value for each square.
    fn per_square<T: Value>(value: impl FnMut(Square) -> T) -> Self::PerSquare<T>;

    /// Returns the number of squares in the set.
    fn count(self) -> u32;

    /// Returns the square with the lowest index. The set must not be empty.
    fn lowest(self) -> Square;

    /// Returns the square with the highest index. The set must not be empty.
    fn highest(self) -> Square;

    /// Returns the square with exactly `k` squares of the set below it. `k` must be less than the count.
    fn select(self, k: u32) -> Square;

    /// Returns the set without its lowest square.
    fn without_lowest(self) -> Self;

    /// Returns the set of one square.
    fn only(square: Square) -> Self;

    /// Returns a hash of two sets, each combined with its own constant.
    fn mix(self, other: Self, a: u64, b: u64) -> u64;

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether the set contains a square.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.meets(Self::only(square))
    }

    /// Returns the set if `condition` is true, and otherwise the empty set.
    #[inline(always)]
    fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::EMPTY }
    }

    /// Returns the set of some squares.
    #[inline(always)]
    fn of(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::only(square))
    }

    /// Returns the squares of the set for which `keeps` is true.
    #[inline(always)]
    fn filter(self, mut keeps: impl FnMut(Square) -> bool) -> Self {
        Self::of(self.squares().filter(|&square| keeps(square)))
    }

    /// Returns the squares from the lowest index to the highest.
    ///
    /// ```
    /// use petteia_engine::{Square, SquareSet};
    /// let squares: Vec<Square> = 0b1001_u64.squares().collect();
    /// assert_eq!(squares, [Square(0), Square(3)]);
    /// ```
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set, lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<S>(S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

/// `SELECT_IN_BYTE[b][k]`: the position of the bit of `b` that has `k` set bits below it.
static SELECT_IN_BYTE: [[u8; 8]; 256] = select_in_byte();

const fn select_in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        let mut seen = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][seen] = bit;
                seen += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// What the words of smaller boards do alike.
macro_rules! word {
    ($word:ty) => {
        const EMPTY: $word = 0;
        const BITS: u32 = <$word>::BITS;

        type PerSquare<T: Value> = [T; <$word>::BITS as usize];

        fn per_square<T: Value>(mut value: impl FnMut(Square) -> T) -> Self::PerSquare<T> {
            std::array::from_fn(|index| value(Square(index as u16)))
        }

        #[inline(always)]
        fn truncate(word: u128) -> $word {
            word as $word
        }

        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn lowest(self) -> Square {
            Square(self.trailing_zeros() as u16)
        }

        #[inline(always)]
        fn highest(self) -> Square {
            Square((<$word>::BITS - 1) as u16 - self.leading_zeros() as u16)
        }

        #[inline(always)]
        fn without_lowest(self) -> $word {
            self & self.wrapping_sub(1)
        }

        #[inline(always)]
        fn only(square: Square) -> $word {
            1 << square.0
        }
    };
}

impl SquareSet for u64 {
    word!(u64);

    #[inline(always)]
    fn narrow(set: Wide) -> u64 {
        set.first_word()
    }

    #[inline(always)]
    fn widen(self) -> Wide {
        Wide::of_pair(self.into())
    }

    /// Folds the 64×64→128 bit product (as in wyhash), so that every bit of both words affects every bit of the result.
    #[inline(always)]
    fn mix(self, other: u64, a: u64, b: u64) -> u64 {
        let product = u128::from(self ^ a) * u128::from(other ^ b);
        product as u64 ^ (product >> 64) as u64
    }

    /// Counts per byte, summed by one multiplication, identify the byte; a table finds the bit in it.
    #[inline(always)]
    fn select(self, k: u32) -> Square {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let pairs = self - (self >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        let sums = bytes.wrapping_mul(ONES);
        let full = (((u64::from(k) * ONES) | (ONES << 7)) - sums) & (ONES << 7);
        let shift = full.count_ones() * 8;
        // Lanes ask for squares that are not there, and drop the answer: the shift is then 64.
        let before = (sums << 8).wrapping_shr(shift) & 0xFF;
        let byte = (self.wrapping_shr(shift) & 0xFF) as usize;
        Square(shift as u16 + u16::from(SELECT_IN_BYTE[byte][(k - before as u32) as usize & 7]))
    }
}

impl SquareSet for u128 {
    word!(u128);

    #[inline(always)]
    fn narrow(set: Wide) -> u128 {
        set.first_pair()
    }

    #[inline(always)]
    fn widen(self) -> Wide {
        Wide::of_pair(self)
    }

    #[inline(always)]
    fn mix(self, other: u128, a: u64, b: u64) -> u64 {
        let high = ((self >> 64) as u64).mix((other >> 64) as u64, b, a);
        (self as u64).mix(other as u64, a, b) ^ high.rotate_left(32)
    }

    #[inline(always)]
    fn select(self, k: u32) -> Square {
        let low = self as u64;
        let in_low = low.count_ones();
        if k < in_low { low.select(k) } else { Square(64 + ((self >> 64) as u64).select(k - in_low).0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_agrees_with_walking_the_bits() {
        let mut word: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;
        for _ in 0..1000 {
            word = word.wrapping_mul(0xDA94_2042_E4DD_58B5).rotate_left(29);
            for (k, square) in word.squares().enumerate() {
                assert_eq!(word.select(k as u32), square);
            }
            for (k, square) in (word as u64).squares().enumerate() {
                assert_eq!((word as u64).select(k as u32), square);
            }
        }
        assert_eq!(u64::MAX.select(63), Square(63));
        assert_eq!(u128::MAX.select(127), Square(127));
    }
}
