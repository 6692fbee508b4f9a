//! Eight lanes on processors with AVX-512 (Ice Lake, 2019, or Zen 4, 2022, and later).

use std::arch::x86_64::*;
use std::mem::transmute;
use std::ptr::{from_mut, from_ref};

use super::pair::Pair;
use super::vector::{Bytes, Mask, OnVectors, Vector};
use crate::vocab::operators;

/// Does `work` with AVX-512 instructions.
///
/// # Panics
/// The processor does not support AVX-512; see [`is_supported`].
pub fn run<W: OnVectors>(work: W) -> W::Output {
    assert!(is_supported(), "AVX-512 was chosen on a processor without it");
    // SAFETY: the processor has the features that `enter` requires.
    unsafe { enter(work) }
}

/// Returns whether the processor supports the features that [`run`] requires.
pub fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("gfni")
}

// These are the features that `is_supported` checks; DQ, VL and VBMI2 are used only by the compiler.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg,avx512vbmi2,gfni")]
fn enter<W: OnVectors>(work: W) -> W::Output {
    work.run::<Pair<Wide>>()
}

/// Eight words in one register.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Wide(__m512i);

macro_rules! avx512 {
    ($operation:expr) => {
        // SAFETY: the type is private and used only in `enter`, so operations on it are reached only through `run`,
        // which has checked that the processor supports the features.
        unsafe { $operation }
    };
}

impl Bytes for Wide {
    #[inline(always)]
    fn low_byte_everywhere(self) -> Wide {
        Wide(avx512!(_mm512_shuffle_epi8(self.0, _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0))))
    }

    #[inline(always)]
    fn bytes_up_to(self, k: Wide) -> Wide {
        let tops = Wide::splat(0x8080_8080_8080_8080);
        let difference = avx512!(_mm512_sub_epi8((k.low_byte_everywhere() | tops).0, self.0));
        (Wide(difference) & tops).count()
    }

    #[inline(always)]
    fn count_bytes(self) -> Wide {
        Wide(avx512!(_mm512_popcnt_epi8(self.0)))
    }

    #[inline(always)]
    fn add_bytes(self, other: Wide) -> Wide {
        Wide(avx512!(_mm512_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn shr_each(self, by: Wide) -> Wide {
        Wide(avx512!(_mm512_srlv_epi64(self.0, by.0)))
    }
}

impl Wide {
    /// Multiplies bit matrices row by row: each byte of `self` by the matrix of its lane.
    #[inline(always)]
    fn affine(self, matrix: Wide) -> Wide {
        Wide(avx512!(_mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0)))
    }

    /// Returns the board with every rank reversed.
    #[inline(always)]
    fn mirror(self) -> Wide {
        self.affine(Wide::splat(DIAGONAL))
    }

    /// Returns the board rotated so that file a, from the top, becomes the first rank: south becomes east.
    #[inline(always)]
    fn south_to_east(self) -> Wide {
        Wide::splat(DIAGONAL).affine(self)
    }

    /// Returns the slides to the east: in each rank, a carry from the piece runs through the empty squares.
    #[inline(always)]
    fn slides_east(self, empty: Wide) -> Wide {
        let first = self.add_bytes(self) & empty;
        empty & !empty.add_bytes(first)
    }
}

/// The squares a1, b2, ..., h8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

operators! {
    [] Wide;
    BitAnd bitand(a, b: Self) => Wide(avx512!(_mm512_and_si512(a.0, b.0)));
    BitOr bitor(a, b: Self) => Wide(avx512!(_mm512_or_si512(a.0, b.0)));
    BitXor bitxor(a, b: Self) => Wide(avx512!(_mm512_xor_si512(a.0, b.0)));
    Add add(a, b: Self) => Wide(avx512!(_mm512_add_epi64(a.0, b.0)));
    Sub sub(a, b: Self) => Wide(avx512!(_mm512_sub_epi64(a.0, b.0)));
    Shl shl(a, by: u32) => Wide(avx512!(_mm512_sll_epi64(a.0, _mm_cvtsi64_si128(i64::from(by)))));
    Shr shr(a, by: u32) => Wide(avx512!(_mm512_srl_epi64(a.0, _mm_cvtsi64_si128(i64::from(by)))));
    Not not(a) => a ^ Wide::splat(u64::MAX);
}

impl Vector for Wide {
    type Mask = Mask8;
    type Array = [u64; 8];
    const LANES: usize = 8;

    #[inline(always)]
    fn splat(word: u64) -> Wide {
        Wide(avx512!(_mm512_set1_epi64(word as i64)))
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        // SAFETY: both types have 64 bytes, and every bit pattern is valid.
        unsafe { transmute::<__m512i, [u64; 8]>(self.0) }
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        // SAFETY: both types have 64 bytes, every bit pattern is valid, and the vector's alignment is at least as
        // strict.
        let words = unsafe { &*from_ref(self).cast::<[u64; 8]>() };
        words[lane]
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, word: u64) {
        // SAFETY: as for `get`; the words are mutably borrowed as long as the vector is.
        let words = unsafe { &mut *from_mut(self).cast::<[u64; 8]>() };
        words[lane] = word;
    }

    #[inline(always)]
    fn shl_each(self, by: Wide) -> Wide {
        Wide(avx512!(_mm512_sllv_epi64(self.0, by.0)))
    }

    #[inline(always)]
    fn rotate_each(self, by: Wide) -> Wide {
        Wide(avx512!(_mm512_rolv_epi64(self.0, by.0)))
    }

    #[inline(always)]
    fn times(self, factor: Wide) -> Wide {
        Wide(avx512!(_mm512_mul_epu32(self.0, factor.0)))
    }

    #[inline(always)]
    fn count(self) -> Wide {
        Wide(avx512!(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn select(self, k: Wide) -> Wide {
        self.select_by_bytes(k)
    }

    #[inline(always)]
    fn highest(self) -> Wide {
        Wide::splat(1).shl_each(Wide::splat(63) - Wide(avx512!(_mm512_lzcnt_epi64(self.0))))
    }

    #[inline(always)]
    fn tags(self) -> Wide {
        Wide(avx512!(_mm512_broadcast_i32x4(_mm512_cvtepi64_epi16(self.0))))
    }

    /// Returns the largest differences: a note contains the smallest ones so far, which are 0 if tags are equal.
    #[inline(always)]
    fn nothing_noted() -> Wide {
        Wide::splat(u64::MAX)
    }

    #[inline(always)]
    fn note_equal_tags(self, other: Wide, note: Wide) -> Wide {
        Wide(avx512!(_mm512_min_epu16(note.0, (self ^ other).0)))
    }

    #[inline(always)]
    fn anything_noted(note: Wide) -> bool {
        avx512!(_mm512_testn_epi16_mask(note.0, note.0)) != 0
    }

    #[inline(always)]
    fn is_zero(self) -> Mask8 {
        Mask8(avx512!(_mm512_testn_epi64_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn less(self, other: Wide) -> Mask8 {
        Mask8(avx512!(_mm512_cmplt_epi64_mask(self.0, other.0)))
    }

    #[inline(always)]
    fn pick(mask: Mask8, yes: Wide, no: Wide) -> Wide {
        Wide(avx512!(_mm512_mask_mov_epi64(no.0, mask.0, yes.0)))
    }

    /// Rotates every direction to the east.
    #[inline(always)]
    fn slides_on_chessboard(pieces: Wide, empty: Wide) -> Option<[Wide; 4]> {
        let (pieces_south, empty_south) = (pieces.south_to_east(), empty.south_to_east());
        let north = pieces_south.mirror().slides_east(empty_south.mirror());
        let south = pieces_south.slides_east(empty_south);
        let east = pieces.slides_east(empty);
        let west = pieces.mirror().slides_east(empty.mirror());
        let antidiagonal = Wide::splat(DIAGONAL.swap_bytes());
        let north = Wide::splat(DIAGONAL).affine(north).mirror();
        let south = antidiagonal.affine(south).mirror();
        Some([north, east, south, west.mirror()])
    }

    #[inline(always)]
    fn rotate(self, by: u32) -> Wide {
        self.rotate_each(Wide::splat(u64::from(by)))
    }
}

/// One bit per lane.
#[derive(Clone, Copy)]
struct Mask8(__mmask8);

operators! {
    [] Mask8;
    BitAnd bitand(a, b: Self) => Mask8(a.0 & b.0);
    BitOr bitor(a, b: Self) => Mask8(a.0 | b.0);
    Not not(a) => Mask8(!a.0);
}

impl Mask for Mask8 {
    const LANES: usize = 8;

    #[inline(always)]
    fn from_bits(bits: u16) -> Mask8 {
        Mask8(bits as u8)
    }

    #[inline(always)]
    fn bits(self) -> u16 {
        u16::from(self.0)
    }
}
