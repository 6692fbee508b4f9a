//! Doubles the lanes: every operation applies to two vectors at once. While one half waits for a result, the processor
//! works on the other.

use std::ops::Index;

use super::vector::{Mask, Vector};
use crate::vocab::operators;

/// Two vectors as one.
#[derive(Clone, Copy)]
pub struct Pair<V>(V, V);

/// The words of both vectors.
#[derive(Clone, Copy)]
pub struct PairArray<V: Vector>([V::Array; 2]);

impl<V: Vector> Index<usize> for PairArray<V> {
    type Output = u64;

    #[inline(always)]
    fn index(&self, lane: usize) -> &u64 {
        &self.0[lane / V::LANES][lane % V::LANES]
    }
}

operators! {
    [V: Vector] Pair<V>;
    BitAnd bitand(a, b: Self) => Pair(a.0 & b.0, a.1 & b.1);
    BitOr bitor(a, b: Self) => Pair(a.0 | b.0, a.1 | b.1);
    BitXor bitxor(a, b: Self) => Pair(a.0 ^ b.0, a.1 ^ b.1);
    Add add(a, b: Self) => Pair(a.0 + b.0, a.1 + b.1);
    Sub sub(a, b: Self) => Pair(a.0 - b.0, a.1 - b.1);
    Shl shl(a, by: u32) => Pair(a.0 << by, a.1 << by);
    Shr shr(a, by: u32) => Pair(a.0 >> by, a.1 >> by);
    Not not(a) => Pair(!a.0, !a.1);
}

/// Operations that do the same with both vectors.
macro_rules! on_both {
    ($($name:ident($($other:ident),*);)*) => { $(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            Pair(self.0.$name($($other.0),*), self.1.$name($($other.1),*))
        }
    )* };
}

impl<V: Vector> Vector for Pair<V> {
    type Mask = PairMask<V::Mask>;
    type Array = PairArray<V>;
    const LANES: usize = 2 * V::LANES;

    on_both! {
        shl_each(by);
        rotate_each(by);
        times(factor);
        count();
        select(k);
        highest();
        tags();
        note_equal_tags(other, note);
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Pair(V::splat(word), V::splat(word))
    }

    #[inline(always)]
    fn to_array(self) -> PairArray<V> {
        PairArray([self.0.to_array(), self.1.to_array()])
    }

    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        PairMask(self.0.is_zero(), self.1.is_zero())
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        PairMask(self.0.less(other.0), self.1.less(other.1))
    }

    #[inline(always)]
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Pair(V::pick(mask.0, yes.0, no.0), V::pick(mask.1, yes.1, no.1))
    }

    #[inline(always)]
    fn nothing_noted() -> Self {
        Pair(V::nothing_noted(), V::nothing_noted())
    }

    #[inline(always)]
    fn anything_noted(note: Self) -> bool {
        V::anything_noted(note.0) | V::anything_noted(note.1)
    }

    #[inline(always)]
    fn set_quarter(&mut self, quarter: usize, tags: &Self) {
        self.0.set_quarter(quarter, &tags.0);
        self.1.set_quarter(quarter, &tags.1);
    }

    #[inline(always)]
    fn set_tag(&mut self, quarter: usize, lane: usize, tag: u64) {
        if lane < V::LANES {
            self.0.set_tag(quarter, lane, tag);
        } else {
            self.1.set_tag(quarter, lane - V::LANES, tag);
        }
    }

    #[inline(always)]
    fn slides_on_chessboard(pieces: Self, empty: Self) -> Option<[Self; 4]> {
        let [north, east, south, west] = V::slides_on_chessboard(pieces.0, empty.0)?;
        let [north_1, east_1, south_1, west_1] = V::slides_on_chessboard(pieces.1, empty.1)?;
        Some([Pair(north, north_1), Pair(east, east_1), Pair(south, south_1), Pair(west, west_1)])
    }

    #[inline(always)]
    fn rotate(self, by: u32) -> Self {
        Pair(self.0.rotate(by), self.1.rotate(by))
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        if lane < V::LANES { self.0.get(lane) } else { self.1.get(lane - V::LANES) }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, word: u64) {
        if lane < V::LANES { self.0.set(lane, word) } else { self.1.set(lane - V::LANES, word) }
    }
}

/// The masks of two vectors.
#[derive(Clone, Copy)]
pub struct PairMask<M>(M, M);

operators! {
    [M: Mask] PairMask<M>;
    BitAnd bitand(a, b: Self) => PairMask(a.0 & b.0, a.1 & b.1);
    BitOr bitor(a, b: Self) => PairMask(a.0 | b.0, a.1 | b.1);
    Not not(a) => PairMask(!a.0, !a.1);
}

impl<M: Mask> Mask for PairMask<M> {
    const LANES: usize = 2 * M::LANES;

    #[inline(always)]
    fn from_bits(bits: u16) -> Self {
        PairMask(M::from_bits(bits), M::from_bits(bits >> M::LANES))
    }

    #[inline(always)]
    fn bits(self) -> u16 {
        self.0.bits() | self.1.bits() << M::LANES
    }
}
