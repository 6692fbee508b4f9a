//! The sequential probability ratio test over pairs of games, which stops a match once it is decided.

use super::Pentanomial;
use super::elo::score_of_elo;
use super::numeric::root;

/// The probability of accepting although `elo0` is true, and of rejecting although `elo1` is true.
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;

/// Counts of 0 are replaced by this number, so that no result is considered impossible.
const NEARLY_NONE: f64 = 1e-3;

/// A test of "the first player is stronger by `elo0` points" against "by `elo1` points", in logistic Elo, with both
/// error rates 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Sprt {
    /// The difference in favour of which the test rejects.
    pub elo0: f64,
    /// The difference in favour of which it accepts.
    pub elo1: f64,
}

/// The verdict of a test on the pairs so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtDecision {
    /// The difference is `elo1` rather than `elo0`.
    Accept,
    /// The difference is `elo0` rather than `elo1`.
    Reject,
    /// Undecided: play on.
    Undecided,
}

impl Sprt {
    /// Creates a test of two differences; returns `None` unless `-MOST <= elo0 < elo1 <= MOST`, see [`Sprt::MOST`].
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (-Self::MOST <= elo0 && elo0 < elo1 && elo1 <= Self::MOST).then_some(Self { elo0, elo1 })
    }

    /// The largest difference that can be tested, for which the expected score is 0.997.
    pub const MOST: f64 = 1000.0;

    /// Returns the log-likelihood ratios at or below which the test rejects, and at or above which it accepts: `ln(beta
    /// / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    ///
    /// A. Wald (1945), "Sequential tests of statistical hypotheses", *Annals of Mathematical Statistics* 16, 117–186.
    #[must_use]
    pub fn bounds() -> (f64, f64) {
        ((BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln())
    }

    /// Returns the log-likelihood ratio of the pairs for a difference of `elo1` against `elo0`; 0 without pairs. Under
    /// each hypothesis, the other four degrees of freedom of the five results are set to their maximum likelihood
    /// values.
    ///
    /// X. Li, J. Liu and Z. Ying (2014), "Generalized sequential probability ratio test for separate families of
    /// hypotheses", *Sequential Analysis* 33, 539–563; the maximum likelihood results are those of M. Van den Bergh, "Maximum
    /// likelihood estimation of a multinomial distribution with a given expectation", proposition 1.1, as fishtest
    /// (`LLRcalc.py`) and fastchess (model `logistic`) compute them.
    ///
    /// ```
    /// use petteia_statistics::{Pentanomial, Sprt};
    /// let test = Sprt::new(0.5, 2.5).unwrap();
    /// // One of the tests of fastchess.
    /// let llr = test.log_likelihood_ratio(Pentanomial([223, 9863, 21279, 10037, 246]));
    /// assert_eq!(format!("{llr:.2}"), "-3.07");
    /// ```
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { NEARLY_NONE } else { count as f64 });
        let n: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / n);
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| tilt(shares, score_of_elo(elo)));
        // The maximum likelihood shares with mean s are p / (1 + x (a - s)), so p cancels in the ratio.
        counts.iter().zip(tilt0.iter().zip(tilt1)).map(|(count, (under0, under1))| count * (under0 / under1).ln()).sum()
    }

    /// Returns the decision after the pairs so far.
    #[must_use]
    pub fn verdict(&self, pairs: Pentanomial) -> SprtDecision {
        let (ratio, (lower, upper)) = (self.log_likelihood_ratio(pairs), Self::bounds());
        if ratio >= upper {
            SprtDecision::Accept
        } else if ratio <= lower {
            SprtDecision::Reject
        } else {
            SprtDecision::Undecided
        }
    }
}

/// Returns the divisors of the shares that give the maximum likelihood shares whose mean score is `mean`: `1 + x (a -
/// mean)`, for the `x` at which these shares have that mean, found by bisection.
fn tilt(shares: [f64; 5], mean: f64) -> [f64; 5] {
    let divisors = |x: f64| Pentanomial::SCORES.map(|score| 1.0 + x * (score - mean));
    let excess = |x: f64| -> f64 {
        let parts = shares.iter().zip(Pentanomial::SCORES).zip(divisors(x));
        parts.map(|((share, score), divisor)| share * (score - mean) / divisor).sum()
    };
    // All divisors are positive between these bounds; the excess falls from one to the other.
    divisors(root(excess, [-1.0 / (1.0 - mean), 1.0 / mean], 100))
}
