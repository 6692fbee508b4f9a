#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

mod bradley_terry;
mod cholesky;
mod compare;
mod depth;
mod elo;
mod game_metrics;
mod handicap;
mod histogram;
pub mod identification;
mod importance;
mod interval;
pub mod ladder;
pub mod limit;
mod logistic;
mod numeric;
mod sequence;
mod sprt;
mod survival;

pub use bradley_terry::{Meeting, Rating, bradley_terry};
pub use compare::{Counts, difference, holm, holm_widths, newcombe_at, p_of_intervals, p_of_z, welch_at, welch_p};
pub use depth::{Depth, Gain, depth, gains};
pub use elo::{
    Pentanomial, elo_difference, elo_difference_among, elo_of_score, score, score_among, score_at, score_of_elo,
};
pub use game_metrics::{GameMetrics, Trace, TracedDecision};
pub use handicap::{Compared, HandicapSearch, Results, compare_with_half, even_handicap, mean_score};
pub use histogram::Histogram;
pub use importance::{FactorialCell, Importance, Sample, Share, importance};
pub use interval::{mean_interval, tango, tango_at, upper_share, wilson, wilson_among};
pub use logistic::{Observations, logistic};
pub use sequence::{Moments, bounded_mean, mean_sequence, score_sequence, share_sequence};
pub use sprt::{Sprt, SprtDecision};
pub use survival::kaplan_meier;

/// The 97.5 % point of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The lower end of the interval, at most `value`; -∞ if the observations do not determine it.
    pub low: f64,
    /// The upper end of the interval, at least `value`; ∞ if the observations do not determine it.
    pub high: f64,
    /// The number of observations on which it is based.
    pub n: u64,
}

impl Estimate {
    /// Returns the same estimate on another scale, `value -> factor * value + shift`, for a positive `factor`.
    ///
    /// ```
    /// let share = petteia_statistics::wilson(5, 10).unwrap();
    /// assert_eq!(share.rescaled(2.0, -1.0).value, 0.0);
    /// ```
    #[must_use]
    pub fn rescaled(self, factor: f64, shift: f64) -> Self {
        self.mapped(|x| factor * x + shift)
    }

    /// Returns the estimate with its value and ends moved into a range.
    #[must_use]
    pub fn clamped(self, least: f64, most: f64) -> Self {
        self.mapped(|value| value.clamp(least, most))
    }

    /// Returns the estimate with its value and ends passed through an increasing function.
    #[must_use]
    pub fn mapped(self, to: impl Fn(f64) -> f64) -> Self {
        Self { value: to(self.value), low: to(self.low), high: to(self.high), n: self.n }
    }

    /// Returns whether 0 is outside the interval.
    #[must_use]
    pub fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// Returns the largest distance of the interval's ends from 0.
    #[must_use]
    pub fn reach(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}
