//! The operations that lanes need from a processor, on one 64-bit word for each of several games.

use std::ops::{Add, BitAnd, BitOr, BitXor, Index, Not, Shl, Shr, Sub};

/// One word per lane. Every operation works on each lane alone, except those on tags, which regroup the lanes.
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
    /// A Boolean for each lane.
    type Mask: Mask;

    /// The words of all lanes.
    type Array: Copy + Index<usize, Output = u64>;

    /// The number of lanes, at most [`MOST_LANES`].
    const LANES: usize;

    /// Returns the same word in every lane.
    fn splat(word: u64) -> Self;

    fn to_array(self) -> Self::Array;

    /// Shifts left, each lane by its own number of bits; 64 or more give 0.
    fn shl_each(self, by: Self) -> Self;

    /// Rotates left, each lane by its own number of bits, modulo 64.
    fn rotate_each(self, by: Self) -> Self;

    /// Returns the product of the low halves.
    fn times(self, factor: Self) -> Self;

    fn count(self) -> Self;

    /// Returns the index of the set bit with `k` set bits below it, or any number if there is none.
    fn select(self, k: Self) -> Self;

    /// Returns the highest set bit of each lane, or 0 if there is none.
    #[inline(always)]
    fn highest(self) -> Self {
        let mut filled = self;
        for by in [1, 2, 4, 8, 16, 32] {
            filled = filled | (filled >> by);
        }
        filled ^ (filled >> 1)
    }

    /// Returns the lowest set bit of each lane, or 0 if there is none.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & (Self::splat(0) - self)
    }

    fn is_zero(self) -> Self::Mask;

    /// Returns which lanes are less than those of `other`, as signed numbers.
    fn less(self, other: Self) -> Self::Mask;

    /// Returns the lanes of `yes` where the mask is set, and those of `no` elsewhere.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Returns the low 16 bits of the lanes, in order, in each quarter of the vector; see
    /// [`Occurrences`](super::occurrences::Occurrences).
    fn tags(self) -> Self;

    /// Returns an empty note of equal tags.
    fn nothing_noted() -> Self;

    /// Returns the note with the tags (see [`tags`](Vector::tags)) added that equal those of `other`.
    fn note_equal_tags(self, other: Self, note: Self) -> Self;

    /// Returns whether a note is not empty.
    fn anything_noted(note: Self) -> bool;

    /// Returns the rook slides of `pieces` over `empty` squares of an 8×8 board in the order of
    /// [`Direction::ALL`](crate::Direction::ALL), if the processor has a faster way than fills.
    fn slides_on_chessboard(_pieces: Self, _empty: Self) -> Option<[Self; 4]> {
        None
    }

    /// Rotates left, all lanes by the same number of bits from 1 to 63.
    #[inline(always)]
    fn rotate(self, by: u32) -> Self {
        (self << by) | (self >> (64 - by))
    }

    /// Returns the lanes where the mask is set, and 0 elsewhere.
    #[inline(always)]
    fn when(self, mask: Self::Mask) -> Self {
        Self::pick(mask, self, Self::splat(0))
    }

    /// Returns whether the tags equal any of the `others`.
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

    /// Returns the word of one lane, read from memory alone, so that rare cases need not load the others.
    fn get(&self, lane: usize) -> u64;

    /// Replaces the word of one lane in memory. Only a load of the vector immediately afterwards has to wait for it.
    fn set(&mut self, lane: usize, word: u64);
}

/// The largest number of lanes of a vector.
pub const MOST_LANES: usize = 16;

/// A Boolean for each lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The number of lanes.
    const LANES: usize;

    /// Returns the lanes whose bit is set; bits beyond the last lane are ignored.
    fn from_bits(bits: u16) -> Self;

    /// Returns a set bit for each lane that is true.
    fn bits(self) -> u16;

    /// Returns whether any lane is true.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

/// Vectors with operations on single bytes.
#[cfg(target_arch = "x86_64")]
pub trait Bytes: Vector {
    /// Returns the low byte of each lane, copied to all of its bytes.
    fn low_byte_everywhere(self) -> Self;

    /// Returns the number of bytes that do not exceed the low byte of `k`. Bytes and `k` must be below 128.
    fn bytes_up_to(self, k: Self) -> Self;

    /// Returns the number of set bits of each byte.
    fn count_bytes(self) -> Self;

    /// Returns the sums, byte by byte.
    fn add_bytes(self, other: Self) -> Self;

    /// Shifts right, each lane by its own number of bits; 64 or more give 0.
    fn shr_each(self, by: Self) -> Self;

    /// Implements [`Vector::select`]: running sums of the counts per byte identify the byte, and running counts of its
    /// bits identify the bit.
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

/// Work that any kind of vector can do. `run` and everything that it calls with vectors must be `#[inline(always)]`,
/// because only then is it compiled for the processor features that [`Vector`] uses.
pub trait OnVectors {
    /// The result of the work.
    type Output;

    /// Whether it needs so many values at once that 16 registers do not hold them for two vectors.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    const IS_LARGE: bool = false;

    /// Does the work.
    fn run<V: Vector>(self) -> Self::Output;
}
