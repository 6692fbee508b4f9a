//! Random games in parallel, one in each lane of a vector.
//!
//! A random game is a long chain of small steps, each waiting for the previous one, so a single game leaves most of a
//! processor idle. Here, every instruction performs the same step of several games. What happens in nearly every ply
//! ([`step`]) is implemented with vectors; rare events, such as an end, a sweep, a lost leader or a chain of leaps, are
//! detected with vectors and then played by the game's own code ([`scheduler`]). Each game is therefore move for move the
//! one that [`Game::playout`] plays.
//!
//! Only functions that are always inlined are compiled for the processor features of their vectors; closures are not.
//! Code that handles vectors therefore has `#[inline(always)]` and no closures, and rare cases access vectors lane by
//! lane.

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the operations of vectors")]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the operations of vectors")]
mod avx512;
mod batch;
mod boards;
mod captures;
mod choice;
mod events;
mod huffs;
mod leaps;
mod occurrences;
#[cfg(target_arch = "x86_64")]
mod pair;
mod portable;
mod scheduler;
mod step;
mod targets;
mod vector;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::log::SquareCounts;
use crate::rules::{Access, CheckedRules, Method, NoMoves};
use crate::vocab::SquareSet;
pub use batch::Start;
pub use boards::InLanes;
pub use scheduler::{GameSource, LaneScheduler};
use vector::{OnVectors, Vector};

/// The ways to play random games. All of them play the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simd {
    /// Two vectors of eight games in AVX-512 registers (Intel from Ice Lake, AMD from Zen 4 on).
    Avx512,
    /// Four games in AVX2 registers; on boards of up to 64 squares, two vectors of four games.
    Avx2,
    /// Four games in plain Rust.
    Portable,
    /// One game at a time.
    Scalar,
}

impl Simd {
    /// All ways, fastest first.
    pub const ALL: [Simd; 4] = [Simd::Avx512, Simd::Avx2, Simd::Portable, Simd::Scalar];

    /// Returns the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Simd::Avx512 => "avx512",
            Simd::Avx2 => "avx2",
            Simd::Portable => "portable",
            Simd::Scalar => "scalar",
        }
    }

    /// Returns whether this processor supports it.
    pub fn is_supported(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => avx512::is_supported(),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => avx2::is_supported(),
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Avx512 | Simd::Avx2 => false,
            Simd::Portable | Simd::Scalar => true,
        }
    }

    /// Returns the fastest way on this processor.
    ///
    /// ```
    /// use petteia_engine::Simd;
    /// assert!(Simd::best().is_supported());
    /// ```
    pub fn best() -> Simd {
        Simd::ALL.into_iter().find(|simd| simd.is_supported()).unwrap_or(Simd::Scalar)
    }

    /// Returns the way in which random games by `rules` are actually played when this one is requested; see
    /// [`Game::path`].
    ///
    /// ```
    /// use petteia_engine::{Rules, Simd};
    /// let path = |rules| Simd::Portable.path(&Rules::parse(rules).unwrap());
    /// assert_eq!((path("poleis+die=4"), path("lemery-latrunculi")), (Simd::Portable, Simd::Portable));
    /// assert_eq!(path("city-8+inciti+hopeless=idle"), Simd::Scalar);
    /// ```
    pub fn path(self, rules: &CheckedRules) -> Simd {
        if fit_lanes(rules) && self.is_supported() { self } else { Simd::Scalar }
    }
}

impl<G: Geometry> Game<G> {
    /// Returns the way in which random games of this game are actually played when `wanted` is requested. Games are
    /// played one at a time if lanes do not support the rules (hopeless pieces that stay, compulsory capture with
    /// `surround`, `linnaean` or leaders that do not capture with their move, the limit `fortress`, stones that hop or are
    /// held, leaders that hop, three or more stones or leaders placed per turn, placing that is not free where sides pass,
    /// moves that may not be taken back, binding that counts as progress, `capture_run`, `capture_again`, `shieldwall`,
    /// `edge_fort`, captured stones that change sides, positions that may not recur, `swap`), if the board has more than
    /// 128 squares or 16 files, if `repetition` would have to look back over more than 4000 turns, or if the processor does
    /// not support what is wanted.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules, Simd};
    /// let path = |rules| Game::new(Rules::parse(rules).unwrap(), Fixed::<u64, 8, 8>::default()).path(Simd::Portable);
    /// assert_eq!(path("poleis+die=4"), Simd::Portable);
    /// assert_eq!(path("city-8+inciti+hopeless=idle"), Simd::Scalar);
    /// ```
    pub fn path(&self, wanted: Simd) -> Simd {
        if G::Set::IN_LANES { wanted.path(&self.rules) } else { Simd::Scalar }
    }
}

fn fit_lanes(rules: &CheckedRules) -> bool {
    let leader = rules.leader.unwrap_or_default();
    let finds_captures = !rules.some_side_must_capture() || (!rules.surround && !rules.linnaean && leader.strikes());
    let can_look_back =
        rules.limits.repetition.limit() == 0 || batch::longest_stretch(rules) <= occurrences::LONGEST_STRETCH;
    let board_fits = rules.board.squares() <= 128 && rules.board.files <= 16;
    let bars_squares = rules.restricts_placing() || rules.throne_stop.is_some() || rules.corner_stop != Access::All;
    let may_lack_squares = bars_squares && rules.no_moves == NoMoves::Passes;
    let places_plainly = !rules.has_placement() || (rules.leader.is_none() && rules.per_turn <= 2 && !may_lack_squares);
    let is_supported = rules.unsupported_field(Method::Lanes).is_none();
    is_supported && finds_captures && can_look_back && board_fits && places_plainly
}

/// Plays all games of a scheduler in lanes and returns what happened on the squares.
pub fn play<G: InLanes>(simd: Simd, scheduler: LaneScheduler<G>) -> SquareCounts {
    match simd {
        #[cfg(target_arch = "x86_64")]
        Simd::Avx512 => avx512::run(scheduler),
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 => avx2::run(scheduler),
        _ => scheduler.run::<portable::Plain>(),
    }
}

impl<G: InLanes> OnVectors for LaneScheduler<'_, G> {
    type Output = SquareCounts;

    const IS_LARGE: bool = size_of::<G::Set>() > size_of::<u64>();

    #[inline(always)]
    fn run<V: Vector>(mut self) -> SquareCounts {
        let mut block = self.block::<V>();
        while self.running > 0 {
            self.step(&mut block);
        }
        self.square_counts()
    }
}

#[cfg(test)]
mod tests {
    use super::portable::Plain;
    use super::vector::Mask;
    use super::*;
    use crate::geometry::Fixed;
    use crate::vocab::Direction;

    /// Compares vector operations that have their own implementations with plain words.
    struct CheckOperations;

    impl OnVectors for CheckOperations {
        type Output = ();

        #[inline(always)]
        fn run<V: Vector>(self) {
            let mut noise = 0x9E37_79B9_7F4A_7C15_u64;
            for round in 0..2_000 {
                let (mut words, mut others) = (V::splat(0), V::splat(0));
                for lane in 0..V::LANES {
                    noise = noise.wrapping_mul(0xDA94_2042_E4DD_58B5).rotate_left(29);
                    words.set(lane, [noise, noise & noise.rotate_left(7), noise | noise.rotate_left(9)][round % 3]);
                    others.set(lane, noise.rotate_left(40) % 70);
                }
                check_words(words, others);
                check_slides(words, others);
                check_tags(words, others);
            }
        }
    }

    #[inline(always)]
    fn check_words<V: Vector>(words: V, others: V) {
        let k = (words.count() - V::splat(1)) & others;
        let (counts, selected, shifted) = (words.count(), words.select(k), words.shl_each(others));
        let (highest, lowest) = (words.highest(), words.lowest());
        let (rotated, products, less) =
            (words.rotate_each(others), words.times(others), others.less(V::splat(30)).bits());
        for lane in 0..V::LANES {
            let (word, other) = (words.get(lane), others.get(lane));
            assert_eq!(counts.get(lane), u64::from(word.count_ones()));
            let _ = V::splat(0).select(V::splat(0));
            assert_eq!(highest.get(lane), word.checked_ilog2().map_or(0, |index| 1 << index));
            assert_eq!(lowest.get(lane), word & word.wrapping_neg());
            if word != 0 {
                assert_eq!(selected.get(lane), u64::from(word.select(k.get(lane) as u32).0), "{word:x}");
            }
            assert_eq!(shifted.get(lane), word.checked_shl(other as u32).unwrap_or(0));
            assert_eq!(rotated.get(lane), word.rotate_left(other as u32));
            assert_eq!(products.get(lane), (word & 0xFFFF_FFFF) * other);
            assert_eq!(less >> lane & 1 == 1, other < 30);
        }
    }

    #[inline(always)]
    fn check_slides<V: Vector>(words: V, others: V) {
        let pieces = words.rotate_each(others) & words;
        let empty = !words;
        let Some(slides) = V::slides_on_chessboard(pieces, empty) else { return };
        let board = Fixed::<u64, 8, 8>::default();
        for direction in Direction::ALL {
            for lane in 0..V::LANES {
                let expected = board.slide(pieces.get(lane), empty.get(lane), direction, 8);
                assert_eq!(slides[direction as usize].get(lane), expected, "{direction:?}");
            }
        }
    }

    #[inline(always)]
    fn check_tags<V: Vector>(words: V, others: V) {
        let tags = words.tags();
        assert!(tags.are_among(&[others.tags(), tags]));
        let mut row = (words ^ V::splat(1)).tags();
        assert!(!tags.are_among(&[row]));
        row.set_quarter(2, &tags);
        assert!(tags.are_among(&[row]));
        let mut row = (words ^ V::splat(1)).tags();
        row.set_tag(3, V::LANES - 1, words.get(V::LANES - 1) & 0xFFFF);
        assert!(tags.are_among(&[row]));
    }

    #[test]
    fn operations_do_the_same_on_every_processor() {
        CheckOperations.run::<Plain>();
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::is_supported() {
                avx2::run(CheckOperations);
            }
            if avx512::is_supported() {
                avx512::run(CheckOperations);
            }
        }
    }
}
