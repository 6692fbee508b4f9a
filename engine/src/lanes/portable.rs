//! Lanes in plain Rust, for all processors.

use std::array::from_fn;

use super::vector::{Mask, Vector};
use crate::vocab::{SquareSet, operators};

const LANES: usize = 4;

/// Words in an array.
#[derive(Clone, Copy)]
pub struct Plain([u64; LANES]);

impl Plain {
    #[inline(always)]
    fn each(self, word: impl Fn(u64) -> u64) -> Plain {
        Plain(self.0.map(word))
    }

    #[inline(always)]
    fn with(self, other: Plain, word: impl Fn(u64, u64) -> u64) -> Plain {
        Plain(from_fn(|lane| word(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn asks(self, other: Plain, question: impl Fn(u64, u64) -> bool) -> PlainMask {
        PlainMask(from_fn(|lane| if question(self.0[lane], other.0[lane]) { u64::MAX } else { 0 }))
    }
}

operators! {
    [] Plain;
    BitAnd bitand(a, b: Self) => a.with(b, |a, b| a & b);
    BitOr bitor(a, b: Self) => a.with(b, |a, b| a | b);
    BitXor bitxor(a, b: Self) => a.with(b, |a, b| a ^ b);
    Add add(a, b: Self) => a.with(b, u64::wrapping_add);
    Sub sub(a, b: Self) => a.with(b, u64::wrapping_sub);
    Shl shl(a, by: u32) => a.each(|word| word.checked_shl(by).unwrap_or(0));
    Shr shr(a, by: u32) => a.each(|word| word.checked_shr(by).unwrap_or(0));
    Not not(a) => a.each(|word| !word);
}

impl Vector for Plain {
    type Mask = PlainMask;
    type Array = [u64; LANES];
    const LANES: usize = LANES;

    #[inline(always)]
    fn splat(word: u64) -> Plain {
        Plain([word; LANES])
    }

    #[inline(always)]
    fn to_array(self) -> [u64; LANES] {
        self.0
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        self.0[lane]
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, word: u64) {
        self.0[lane] = word;
    }

    #[inline(always)]
    fn shl_each(self, by: Plain) -> Plain {
        self.with(by, |word, by| if by < 64 { word << by } else { 0 })
    }

    #[inline(always)]
    fn rotate_each(self, by: Plain) -> Plain {
        self.with(by, |word, by| word.rotate_left(by as u32 & 63))
    }

    #[inline(always)]
    fn times(self, factor: Plain) -> Plain {
        self.with(factor, |a, b| (a & 0xFFFF_FFFF) * (b & 0xFFFF_FFFF))
    }

    #[inline(always)]
    fn count(self) -> Plain {
        self.each(|word| u64::from(word.count_ones()))
    }

    #[inline(always)]
    fn select(self, k: Plain) -> Plain {
        self.with(k, |word, k| u64::from((word | 1 << 63).select((k & 63) as u32).0))
    }

    #[inline(always)]
    fn tags(self) -> Plain {
        let tags = (0..LANES).fold(0, |tags, lane| tags | (self.0[lane] & 0xFFFF) << (16 * lane));
        Plain::splat(tags)
    }

    #[inline(always)]
    fn nothing_noted() -> Plain {
        Plain::splat(0)
    }

    /// Finds equal tags by subtraction: 16 bits that are all 0 borrow from their top bit.
    #[inline(always)]
    fn note_equal_tags(self, other: Plain, note: Plain) -> Plain {
        let (ones, tops) = (0x0001_0001_0001_0001, 0x8000_8000_8000_8000_u64);
        note | (self ^ other).each(|word| word.wrapping_sub(ones) & !word & tops)
    }

    #[inline(always)]
    fn anything_noted(note: Plain) -> bool {
        note.0 != [0; LANES]
    }

    #[inline(always)]
    fn highest(self) -> Plain {
        self.each(|word| if word == 0 { 0 } else { 1 << word.ilog2() })
    }

    #[inline(always)]
    fn is_zero(self) -> PlainMask {
        self.asks(self, |word, _| word == 0)
    }

    #[inline(always)]
    fn less(self, other: Plain) -> PlainMask {
        self.asks(other, |a, b| (a as i64) < b as i64)
    }

    #[inline(always)]
    fn pick(mask: PlainMask, yes: Plain, no: Plain) -> Plain {
        Plain(from_fn(|lane| (yes.0[lane] & mask.0[lane]) | (no.0[lane] & !mask.0[lane])))
    }
}

/// A mask in which all bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub struct PlainMask([u64; LANES]);

operators! {
    [] PlainMask;
    BitAnd bitand(a, b: Self) => PlainMask(from_fn(|lane| a.0[lane] & b.0[lane]));
    BitOr bitor(a, b: Self) => PlainMask(from_fn(|lane| a.0[lane] | b.0[lane]));
    Not not(a) => PlainMask(a.0.map(|lane| !lane));
}

impl Mask for PlainMask {
    const LANES: usize = LANES;

    #[inline(always)]
    fn from_bits(bits: u16) -> PlainMask {
        PlainMask(from_fn(|lane| if bits >> lane & 1 == 1 { u64::MAX } else { 0 }))
    }

    #[inline(always)]
    fn bits(self) -> u16 {
        (0..LANES).fold(0, |bits, lane| bits | (self.0[lane] as u16 & 1) << lane)
    }
}
