//! The random stream of a game: small, documented, and identical on every machine.
//!
//! Every game has its own stream, so that a game is a function only of the experiment's seed, the cell and the game's
//! number. The generator is xoroshiro128++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
//! ACM TOMS 47, 2021), seeded by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), as its authors recommend.
//!
//! Its authors report no failure in BigCrush and PractRand. Its period is 2^128 - 1, so the probability that any two of
//! the 10^10 games of a cell overlap within 10^4 draws is below 10^-13 ([`game_seed`] never gives two of them the same
//! seed). It uses only additions, rotations and exclusive ors, so each [lane](crate::Simd) of a vector has its own
//! stream and produces the same numbers as a single game. A decision uses the high half of one output: the k-th of n
//! moves corresponds to a range of 2^32 / n outputs, give or take one.

use std::convert::Infallible;

use rand_core::{Rng, TryRng};

/// A random stream; `rand` draws from it whatever else is to be random.
///
/// ```
/// use petteia_engine::GameRng;
/// let mut rng = GameRng::from_seed(7);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRng {
    state: [u64; 2],
}

impl GameRng {
    /// Creates the stream of a 64-bit seed.
    pub fn from_seed(seed: u64) -> Self {
        let mut mixer = SplitMix64(seed);
        GameRng { state: [mixer.next(), mixer.next()] }
    }

    /// Creates the stream with this state.
    pub(crate) fn from_state(state: [u64; 2]) -> Self {
        GameRng { state }
    }

    /// Returns the two words of the stream's state.
    pub(crate) fn state(self) -> [u64; 2] {
        self.state
    }

    /// Returns a number from 0 to `n - 1`; `n` must be at least 1.
    ///
    /// The high 32 bits are multiplied by `n` and shifted down (Lemire, "Fast random integer generation in an
    /// interval", 2019, without the rejection). No number is more likely than another by more than one part in 2^32 /
    /// n. For the few hundred moves of a position, this is below 10^-7, which 10^13 draws could not reveal.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }
}

impl TryRng for GameRng {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [a, mut b] = self.state;
        let result = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        b ^= a;
        self.state = [a.rotate_left(49) ^ b ^ (b << 21), b.rotate_left(28)];
        Ok(result)
    }

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        rand_core::utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

/// Returns the seed of a game; every argument affects all of its bits.
///
/// ```
/// use petteia_engine::game_seed;
/// assert_ne!(game_seed(1, 0, 0), game_seed(1, 0, 1));
/// ```
pub fn game_seed(experiment: u64, cell: u64, game: u64) -> u64 {
    let mut seed = SplitMix64(experiment).next();
    for part in [cell, game] {
        seed = SplitMix64(seed ^ SplitMix64(part).next()).next();
    }
    seed
}

pub(crate) struct SplitMix64(pub u64);

impl SplitMix64 {
    pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    #[inline(always)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoroshiro128PlusPlus;

    use super::*;

    /// The stream with its seeding is that of `rand_xoshiro`.
    #[test]
    fn the_stream_is_the_published_one() {
        for seed in [0, 1, 7, 1_234_567, u64::MAX] {
            let (mut ours, mut theirs) = (GameRng::from_seed(seed), Xoroshiro128PlusPlus::seed_from_u64(seed));
            for _ in 0..1000 {
                assert_eq!(ours.next_u64(), theirs.next_u64());
            }
            let mut bytes = [[0; 13]; 2];
            ours.fill_bytes(&mut bytes[0]);
            theirs.fill_bytes(&mut bytes[1]);
            assert_eq!((bytes[0], ours.next_u32()), (bytes[1], theirs.next_u32()));
        }
    }

    /// The first outputs of the authors' C code are the reference.
    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut mixer = SplitMix64(1_234_567);
        let first = [mixer.next(), mixer.next(), mixer.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_number_below_n_is_as_likely() {
        let mut rng = GameRng::from_seed(3);
        let mut counts = [0_u32; 48];
        for _ in 0..480_000 {
            counts[rng.below(48) as usize] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        // With 47 degrees of freedom, 99.9 % of uniform samples are below 82.7.
        assert!(chi_square < 82.7, "chi-square {chi_square}");
    }
}
