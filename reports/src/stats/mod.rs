//! Statistics as pure functions of counts. All intervals are two-sided and hold 95 %.
//!
//! | function | what it estimates | method |
//! |---|---|---|
//! | [`wilson`] | a proportion | score interval, Wilson 1927 |
//! | [`tango`] | difference of the shares of two exclusive outcomes | score interval, Tango 1998 |
//! | [`mean_interval`] | a mean | Student's t |
//! | [`newcombe`] | difference of two independent proportions | hybrid score, Newcombe 1998 |
//! | [`share_sequence`], [`score_sequence`] | a share or mean score, looked at again and again | betting, Waudby-Smith and Ramdas 2024 |
//! | [`difference`] | difference of two independent estimates | MOVER, Zou and Donner 2008 |
//! | [`holm`] | p-values of many comparisons | step-down, Holm 1979 |
//! | [`score()`], [`elo_difference`] | score and Elo difference of two players | Student's t over pairs of games |
//! | [`Sprt`] | which of two Elo differences | generalised SPRT over pairs, Li, Liu and Ying 2014 |
//! | [`bradley_terry`] | ratings of several players | maximum likelihood, Davidson 1970 |
//! | [`logistic`] | how a chance follows from several numbers | logistic regression, McCullagh and Nelder 1989 |
//! | [`kaplan_meier`] | shares that last longer, some being stopped early | product limit, Kaplan and Meier 1958 |
//! | [`Histogram::quantile`] | a quantile of whole numbers | type 7 of Hyndman and Fan 1996 |
//! | [`Histogram::quantile_interval`] | the same of all that could be observed | binomial order statistics, Conover 1999 |

mod bradley_terry;
mod compare;
mod elo;
mod histogram;
mod interval;
mod logistic;
mod sequence;
mod sprt;
mod survival;

pub use bradley_terry::{Meeting, bradley_terry};
pub use compare::{Counts, difference, holm, newcombe};
pub(crate) use compare::{critical_value, holm_widths, newcombe_at, p_of_intervals, p_of_z, welch_at, welch_p};
pub use elo::{Pentanomial, elo_difference, elo_of_score, score, score_of_elo};
pub use histogram::Histogram;
pub(crate) use interval::tango_at;
pub use interval::{mean_interval, tango, wilson};
pub use logistic::{LogisticFit, Observations, logistic};
pub use sequence::{score_sequence, share_sequence};
pub use sprt::{Sprt, Verdict};
pub use survival::kaplan_meier;

/// The 97.5 % point of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Lower end of the interval, at most `value`.
    pub low: f64,
    /// Upper end of the interval, at least `value`.
    pub high: f64,
    /// How many observations it rests on.
    pub n: u64,
}

impl Estimate {
    /// The same estimate on another scale, `value -> factor * value + shift`, for `factor` above 0.
    ///
    /// ```
    /// let share = petteia_reports::stats::wilson(5, 10).unwrap();
    /// assert_eq!(share.rescaled(2.0, -1.0).value, 0.0);
    /// ```
    #[must_use]
    pub fn rescaled(self, factor: f64, shift: f64) -> Self {
        let to = |x: f64| factor * x + shift;
        Self { value: to(self.value), low: to(self.low), high: to(self.high), n: self.n }
    }

    /// Whether 0 lies outside the interval.
    #[must_use]
    pub fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// How far from 0 the interval reaches, to either side.
    #[must_use]
    pub fn reach(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}
