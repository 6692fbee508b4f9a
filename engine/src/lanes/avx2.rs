//! Four lanes on processors with AVX2 (Haswell, 2013, and later).

use std::arch::x86_64::*;
use std::mem::transmute;
use std::ptr::{from_mut, from_ref};

use super::pair::Pair;
use super::vector::{Bytes, Mask, OnVectors, Vector};
use crate::vocab::operators;

/// Does `work` with AVX2 instructions.
///
/// # Panics
/// The processor does not support AVX2; see [`is_supported`].
pub fn run<W: OnVectors>(work: W) -> W::Output {
    assert!(is_supported(), "AVX2 was chosen on a processor without it");
    // SAFETY: the processor has the feature that `enter` requires.
    unsafe { enter(work) }
}

/// Returns whether the processor supports the features that [`run`] requires.
pub fn is_supported() -> bool {
    is_x86_feature_detected!("avx2")
}

#[target_feature(enable = "avx2")]
fn enter<W: OnVectors>(work: W) -> W::Output {
    if W::IS_LARGE { work.run::<Quad>() } else { work.run::<Pair<Quad>>() }
}

/// Four words in one register.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Quad(__m256i);

macro_rules! avx2 {
    ($operation:expr) => {
        // SAFETY: the type is private and used only in `enter`, so operations on it are reached only through `run`,
        // which has checked that the processor supports the feature.
        unsafe { $operation }
    };
}

impl Quad {
    #[inline(always)]
    fn from_array(words: [u64; 4]) -> Quad {
        // SAFETY: both types have 32 bytes, and every bit pattern is valid.
        Quad(unsafe { transmute::<[u64; 4], __m256i>(words) })
    }

    #[inline(always)]
    fn sum_bytes(self) -> Quad {
        Quad(avx2!(_mm256_sad_epu8(self.0, _mm256_setzero_si256())))
    }

    /// Returns the bytes of this table at `indices`, each of which must be below 16; both halves of the register hold
    /// the table.
    #[inline(always)]
    fn look_up(self, indices: Quad) -> Quad {
        Quad(avx2!(_mm256_shuffle_epi8(self.0, indices.0)))
    }
}

impl Bytes for Quad {
    #[inline(always)]
    fn low_byte_everywhere(self) -> Quad {
        let eights = 0x0808_0808_0808_0808;
        Quad(avx2!(_mm256_shuffle_epi8(self.0, _mm256_set_epi64x(eights, 0, eights, 0))))
    }

    #[inline(always)]
    fn bytes_up_to(self, k: Quad) -> Quad {
        let k = k.low_byte_everywhere();
        let above = Quad(avx2!(_mm256_cmpgt_epi8(self.0, k.0)));
        Quad::splat(8) - (above & Quad::splat(LOW_BITS)).sum_bytes()
    }

    /// Looks up both nibbles of each byte in a table.
    #[inline(always)]
    fn count_bytes(self) -> Quad {
        let counts = [0x0302_0201_0201_0100_u64, 0x0403_0302_0302_0201];
        let table = Quad::from_array([counts[0], counts[1], counts[0], counts[1]]);
        let halves = Quad::splat(LOW_BITS * 0x0F);
        table.look_up(self & halves).add_bytes(table.look_up((self >> 4) & halves))
    }

    #[inline(always)]
    fn add_bytes(self, other: Quad) -> Quad {
        Quad(avx2!(_mm256_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn shr_each(self, by: Quad) -> Quad {
        Quad(avx2!(_mm256_srlv_epi64(self.0, by.0)))
    }
}

/// The lowest bit of each byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

operators! {
    [] Quad;
    BitAnd bitand(a, b: Self) => Quad(avx2!(_mm256_and_si256(a.0, b.0)));
    BitOr bitor(a, b: Self) => Quad(avx2!(_mm256_or_si256(a.0, b.0)));
    BitXor bitxor(a, b: Self) => Quad(avx2!(_mm256_xor_si256(a.0, b.0)));
    Add add(a, b: Self) => Quad(avx2!(_mm256_add_epi64(a.0, b.0)));
    Sub sub(a, b: Self) => Quad(avx2!(_mm256_sub_epi64(a.0, b.0)));
    Shl shl(a, by: u32) => Quad(avx2!(_mm256_sll_epi64(a.0, _mm_cvtsi64_si128(i64::from(by)))));
    Shr shr(a, by: u32) => Quad(avx2!(_mm256_srl_epi64(a.0, _mm_cvtsi64_si128(i64::from(by)))));
    Not not(a) => a ^ Quad::splat(u64::MAX);
}

impl Vector for Quad {
    type Mask = QuadMask;
    type Array = [u64; 4];
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(word: u64) -> Quad {
        Quad(avx2!(_mm256_set1_epi64x(word as i64)))
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // SAFETY: both types have 32 bytes, and every bit pattern is valid.
        unsafe { transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        // SAFETY: both types have 32 bytes, every bit pattern is valid, and the vector's alignment is at least as
        // strict.
        let words = unsafe { &*from_ref(self).cast::<[u64; 4]>() };
        words[lane]
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, word: u64) {
        // SAFETY: as for `get`; the words are mutably borrowed as long as the vector is.
        let words = unsafe { &mut *from_mut(self).cast::<[u64; 4]>() };
        words[lane] = word;
    }

    #[inline(always)]
    fn shl_each(self, by: Quad) -> Quad {
        Quad(avx2!(_mm256_sllv_epi64(self.0, by.0)))
    }

    #[inline(always)]
    fn rotate_each(self, by: Quad) -> Quad {
        let by = by & Quad::splat(63);
        self.shl_each(by) | self.shr_each(Quad::splat(64) - by)
    }

    #[inline(always)]
    fn times(self, factor: Quad) -> Quad {
        Quad(avx2!(_mm256_mul_epu32(self.0, factor.0)))
    }

    #[inline(always)]
    fn count(self) -> Quad {
        self.count_bytes().sum_bytes()
    }

    #[inline(always)]
    fn select(self, k: Quad) -> Quad {
        self.select_by_bytes(k)
    }

    #[inline(always)]
    fn tags(self) -> Quad {
        let pick_pairs = Quad::splat(0x0000_0000_0908_0100);
        let pairs = Quad(avx2!(_mm256_shuffle_epi8(self.0, pick_pairs.0)));
        let both = Quad::splat(4 << 32);
        Quad(avx2!(_mm256_permutevar8x32_epi32(pairs.0, both.0)))
    }

    #[inline(always)]
    fn nothing_noted() -> Quad {
        Quad::splat(0)
    }

    #[inline(always)]
    fn note_equal_tags(self, other: Quad, note: Quad) -> Quad {
        note | Quad(avx2!(_mm256_cmpeq_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn anything_noted(note: Quad) -> bool {
        note.is_zero().bits() != 0b1111
    }

    #[inline(always)]
    fn is_zero(self) -> QuadMask {
        QuadMask(Quad(avx2!(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()))))
    }

    #[inline(always)]
    fn less(self, other: Quad) -> QuadMask {
        QuadMask(Quad(avx2!(_mm256_cmpgt_epi64(other.0, self.0))))
    }

    #[inline(always)]
    fn pick(mask: QuadMask, yes: Quad, no: Quad) -> Quad {
        Quad(avx2!(_mm256_blendv_epi8(no.0, yes.0, mask.0.0)))
    }
}

/// A mask in which all bits of a lane are set, or none.
#[derive(Clone, Copy)]
struct QuadMask(Quad);

operators! {
    [] QuadMask;
    BitAnd bitand(a, b: Self) => QuadMask(a.0 & b.0);
    BitOr bitor(a, b: Self) => QuadMask(a.0 | b.0);
    Not not(a) => QuadMask(!a.0);
}

impl Mask for QuadMask {
    const LANES: usize = 4;

    #[inline(always)]
    fn from_bits(bits: u16) -> QuadMask {
        let own_bits = Quad::from_array([1, 2, 4, 8]);
        let set = Quad::splat(u64::from(bits)) & own_bits;
        QuadMask(Quad(avx2!(_mm256_cmpeq_epi64(set.0, own_bits.0))))
    }

    #[inline(always)]
    fn bits(self) -> u16 {
        avx2!(_mm256_movemask_pd(_mm256_castsi256_pd(self.0.0))) as u16
    }
}
