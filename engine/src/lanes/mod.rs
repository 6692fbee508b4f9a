//! Random games side by side, one in each lane of a vector.
//!
//! A random game is a long chain of small steps, each waiting for the one before: alone it leaves most of a processor
//! idle. Here every instruction does the same step of several games. What nearly every ply does ([`step`]) has a form
//! for vectors; what is rare, such as an end, a sweep or a lost leader, is found by vectors and then played by the
//! game's own code ([`table`]). So each game goes exactly as [`Game::playout`] plays it, move for move.

mod avx2;
mod avx512;
mod batch;
mod boards;
mod captures;
mod occurrences;
mod pair;
mod portable;
mod step;
mod table;
mod targets;
mod vector;

use std::ops::Range;

pub use boards::Laned;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::log::{GameLog, PlayedGame, SquareCounts};
use crate::random::GameRng;
use crate::rules::{Compulsory, Movement};
use crate::state::State;
use crate::vocab::Side;
use table::Table;
use vector::{OnVectors, Vector};

/// The ways to play random games. All give the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simd {
    /// Eight games in an AVX-512 register.
    Avx512,
    /// Four games in an AVX2 register.
    Avx2,
    /// Four games in plain Rust.
    Portable,
    /// One game at a time.
    Scalar,
}

impl Simd {
    /// All ways, the fastest first.
    pub const ALL: [Simd; 4] = [Simd::Avx512, Simd::Avx2, Simd::Scalar, Simd::Portable];

    /// The name, as the command line writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Simd::Avx512 => "avx512",
            Simd::Avx2 => "avx2",
            Simd::Portable => "portable",
            Simd::Scalar => "scalar",
        }
    }

    /// Whether this processor can do it.
    pub fn is_supported(self) -> bool {
        match self {
            Simd::Avx512 => avx512::is_supported(),
            Simd::Avx2 => avx2::is_supported(),
            Simd::Portable | Simd::Scalar => true,
        }
    }

    /// The fastest way on this processor.
    pub fn best() -> Simd {
        Simd::ALL.into_iter().find(|simd| simd.is_supported()).unwrap_or(Simd::Scalar)
    }
}

impl<G: Geometry> Game<G> {
    /// Whether lanes can play this game.
    pub fn fits_lanes(&self) -> bool {
        let rules = &self.rules;
        let strict_is_simple = !rules.surround && self.leader_captures;
        let compulsory = |side: Side| match rules.compulsory[side] {
            Compulsory::Off => true,
            Compulsory::Strict => strict_is_simple,
            Compulsory::Huff => false,
        };
        let repetition_is_short =
            rules.limits.repetition == 0 || self.longest_stretch() <= occurrences::LONGEST_STRETCH;
        rules.movement != Movement::Leap
            && !self.leader_jumps
            && !self.keeps_hopeless
            && Side::BOTH.into_iter().all(compulsory)
            && repetition_is_short
    }

    /// Plays random games from `start`
    pub fn random_games(
        &self,
        simd: Simd,
        start: &State<G>,
        numbers: Range<u64>,
        seed: &dyn Fn(u64) -> u64,
        squares: Option<&mut SquareCounts>,
        over: &mut dyn FnMut(PlayedGame<G::Set>),
    ) {
        let in_lanes = self.fits_lanes() && start.outcome().is_none();
        if !in_lanes || simd == Simd::Scalar {
            return self.games_one_by_one(start, numbers, seed, squares, over);
        }
        let table = Table::new(self, &start.line, numbers, seed, squares.is_some(), over);
        let play = Play(table);
        let counts = match simd {
            Simd::Avx512 => avx512::run(play).expect("x"),
            Simd::Avx2 => avx2::run(play).expect("x"),
            _ => play.run::<portable::Plain>(),
        };
        if let (Some(squares), Some(counts)) = (squares, counts) {
            for (sum, n) in squares.arrivals.iter_mut().zip(counts.arrivals) { *sum += n; }
            for (sum, n) in squares.losses.iter_mut().zip(counts.losses.losses) { *sum += n; }
        }
    }

    fn games_one_by_one(&self, start: &State<G>, numbers: Range<u64>, seed: &dyn Fn(u64) -> u64, squares: Option<&mut SquareCounts>, over: &mut dyn FnMut(PlayedGame<G::Set>)) {
        let mut unseen = SquareCounts::default();
        let squares = squares.unwrap_or(&mut unseen);
        let mut state = start.clone();
        for number in numbers {
            state.copy_from(start);
            let seed = seed(number);
            let mut log = GameLog::new(&self.rules, seed, squares);
            let outcome = self.playout(&mut state, &mut GameRng::from_seed(seed), &mut log);
            over(log.finish(number, seed, outcome, *state.position()));
        }
    }
}

/// Plays all games of a table.
struct Play<'a, G: Geometry>(Table<'a, G>);

impl<G: Geometry> OnVectors for Play<'_, G> {
    type Output = Option<table::LaneCounts>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Self::Output {
        let Play(mut table) = self;
        let mut group = table.group::<V>();
        while table.running > 0 {
            table.step(&mut group);
        }
        table.counts
    }
}
