//! What the lanes ask of a processor: a 64-bit word for each of several games.

use std::ops::{Add, BitAnd, BitOr, BitXor, IndexMut, Not, Shl, Shr, Sub};

/// Implements operators of a type, each by an expression. The brackets hold the type's parameters.
macro_rules! operators {
    (@ [$($parameters:tt)*] $type:ty, $operator:ident $name:ident ($a:ident $(, $b:ident: $right:ty)?) $value:expr) => {
        impl<$($parameters)*> std::ops::$operator$(<$right>)? for $type {
            type Output = Self;

            #[inline(always)]
            fn $name(self $(, $b: $right)?) -> Self {
                let $a = self;
                $value
            }
        }
    };
    ($parameters:tt $type:ty; $($operator:ident $name:ident $operands:tt => $value:expr;)+) => {
        $($crate::lanes::vector::operators! { @ $parameters $type, $operator $name $operands $value })+
    };
}
pub(super) use operators;

/// One word for each lane. Every operation works on each lane alone, but for those on tags, which regroup the lanes.
///
/// Uniform shifts by 64 or more give 0.
pub trait Vector:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// A yes or no for each lane.
    type Mask: Mask;

    /// The words of all lanes.
    type Array: Copy + IndexMut<usize, Output = u64>;

    /// The number of lanes, at most [`MOST_LANES`].
    const LANES: usize;

    /// The same word in every lane.
    fn splat(word: u64) -> Self;

    /// The words of an array.
    fn from_array(words: Self::Array) -> Self;

    /// The words as an array.
    fn to_array(self) -> Self::Array;

    /// Shifted left, each lane by its own number of bits; 0 from 64 on.
    fn shl_each(self, by: Self) -> Self;

    /// Rotated left, each lane by its own number of bits, modulo 64.
    fn rotate_each(self, by: Self) -> Self;

    /// The product of the low halves.
    fn times(self, factor: Self) -> Self;

    /// The number of set bits.
    fn count(self) -> Self;

    /// The index of the set bit with `k` set bits below it. Any number where there is none.
    fn select(self, k: Self) -> Self;

    /// The highest set bit of each lane, 0 where there is none.
    #[inline(always)]
    fn highest(self) -> Self {
        let mut filled = self;
        for by in [1, 2, 4, 8, 16, 32] {
            filled = filled | (filled >> by);
        }
        filled ^ (filled >> 1)
    }

    /// The lowest set bit of each lane, 0 where there is none.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & (Self::splat(0) - self)
    }

    /// Which lanes are 0.
    fn is_zero(self) -> Self::Mask;

    /// Which lanes are less than those of `other`, as signed numbers.
    fn less(self, other: Self) -> Self::Mask;

    /// The lanes of `yes` where the mask says so, those of `no` elsewhere.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The low 16 bits of the lanes, in order, in each quarter of the vector; see
    /// [`Occurrences`](super::occurrences::Occurrences).
    fn tags(self) -> Self;

    /// A note of equal tags that is empty.
    fn nothing_noted() -> Self;

    /// The note with the tags (as [`tags`](Vector::tags) gives them) added that are equal to those of `other`.
    fn note_equal_tags(self, other: Self, note: Self) -> Self;

    /// Whether a note is not empty.
    fn anything_noted(note: Self) -> bool;

    /// The rook slides of `pieces` over `empty` squares of an 8×8 board in the order of
    /// [`Direction::ALL`](crate::Direction::ALL), where the processor has something better than fills.
    fn slides_on_chessboard(_pieces: Self, _empty: Self) -> Option<[Self; 4]> {
        None
    }

    /// Rotated left, all lanes by the same number of bits from 1 to 63.
    #[inline(always)]
    fn rotate(self, by: u32) -> Self {
        (self << by) | (self >> (64 - by))
    }

    /// The lanes where the mask says so, 0 elsewhere.
    #[inline(always)]
    fn when(self, mask: Self::Mask) -> Self {
        Self::pick(mask, self, Self::splat(0))
    }

    /// Whether the tags are equal to any of the `others`.
    #[inline(always)]
    fn are_among(self, others: &[Self]) -> bool {
        let mut note = Self::nothing_noted();
        for &other in others {
            note = self.note_equal_tags(other, note);
        }
        Self::anything_noted(note)
    }

    /// Replaces the tags in one quarter of the vector by those of `tags`.
    #[inline(always)]
    fn set_quarter(&mut self, quarter: usize, tags: &Self) {
        let words = Self::LANES / 4;
        let mask = Self::Mask::from_bits(((1 << words) - 1) << (quarter * words));
        *self = Self::pick(mask, *tags, *self);
    }

    /// Replaces the tag of one lane in one quarter of the vector; `tag` has 16 bits.
    #[inline(always)]
    fn set_tag(&mut self, quarter: usize, lane: usize, tag: u64) {
        let word = quarter * Self::LANES / 4 + lane / 4;
        let shift = 16 * (lane % 4);
        self.set(word, (self.get(word) & !(0xFFFF << shift)) | tag << shift);
    }

    /// The word of one lane, read from memory alone: what is rare need not load the others.
    fn get(&self, lane: usize) -> u64;

    /// Replaces the word of one lane, in memory: a vector that is loaded right after waits for it, others do not.
    fn set(&mut self, lane: usize, word: u64);
}

/// The most lanes that a vector has.
pub const MOST_LANES: usize = 16;

/// A yes or no for each lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The number of lanes.
    const LANES: usize;

    /// The lanes whose bit is set; bits beyond the last lane are ignored.
    fn from_bits(bits: u16) -> Self;

    /// A set bit for each lane that says yes.
    fn bits(self) -> u16;

    /// Whether any lane says yes.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

/// Vectors whose bytes can be worked on alone.
#[cfg(target_arch = "x86_64")]
pub trait Bytes: Vector {
    /// The low byte of each lane in all of its bytes.
    fn low_byte_everywhere(self) -> Self;

    /// The number of bytes that are not above the low byte of `k`. Bytes and `k` are below 128.
    fn bytes_up_to(self, k: Self) -> Self;

    /// The set bits of each byte.
    fn count_bytes(self) -> Self;

    /// The sums, byte by byte.
    fn add_bytes(self, other: Self) -> Self;

    /// Shifted right, each lane by its own number of bits; 0 from 64 on.
    fn shr_each(self, by: Self) -> Self;

    /// [`Vector::select`]: running sums of the counts of the bytes name the byte, running counts of its bits the bit.
    #[inline(always)]
    fn select_by_bytes(self, k: Self) -> Self {
        let mut sums = self.count_bytes();
        for bytes in [1, 2, 4] {
            sums = sums.add_bytes(sums << (8 * bytes));
        }
        let byte = sums.bytes_up_to(k) << 3;
        let before = (sums << 8).shr_each(byte);
        let up_to_each_bit = Self::splat(0xFF7F_3F1F_0F07_0301);
        let counts = (self.shr_each(byte).low_byte_everywhere() & up_to_each_bit).count_bytes();
        byte + counts.bytes_up_to(k - before)
    }
}

/// Work that any kind of vector can do. `run` and all that it calls with vectors must be `#[inline(always)]`: only
/// so are they compiled for the processor that [`Vector`] stands for.
pub trait OnVectors {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<V: Vector>(self) -> Self::Output;
}
