//! Score and Elo difference of two players who play pairs of games from the same openings with colours swapped.
//!
//! The games of a pair share their opening and are not independent, but pairs are. The pair is therefore the unit of
//! all computations here, and its five possible results are counted: the pentanomial model of fishtest and fastchess.

use super::interval::{mean_interval_at, wilson_at};
use super::{Estimate, Z};

/// Pairs of games by the number of points that the first player scored in both: 0, ½, 1, 1½, 2.
///
/// ```
/// use petteia_statistics::Pentanomial;
/// let pairs = Pentanomial([1, 0, 2, 0, 1]);
/// assert_eq!((pairs.pairs(), pairs.mean()), (4, Some(0.5)));
/// assert_eq!(Pentanomial::default().mean(), None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The mean score per game in pairs of each kind.
    pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair in which the first player scored this number of half points.
    ///
    /// # Panics
    /// There are more than four half points, the maximum for two games.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the same pairs by the points of the second player.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [none, half, one, more, two] = self.0;
        Self([two, more, one, half, none])
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score per game, from 0 to 1, or `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let n = self.pairs();
        (n > 0).then(|| self.weighted().map(|(weight, score)| weight * score).sum::<f64>() / n as f64)
    }

    /// Returns the sample variance of a pair's mean score (divisor n - 1), or `None` for fewer than two pairs.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.pairs() > 1)?;
        let squares: f64 = self.weighted().map(|(weight, score)| weight * (score - mean).powi(2)).sum();
        Some(squares / (self.pairs() - 1) as f64)
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.map(|count| count as f64).into_iter().zip(Self::SCORES)
    }
}

/// Returns the first player's mean score per game, from 0 to 1, with Student's t interval over the pairs, or `None`
/// without pairs. `n` is the number of pairs.
///
/// If all pairs score the same, they carry no information about the variance. Then at most a share `h` of all pairs
/// scores differently (the upper end of Wilson's interval for zero successes in n trials), and these may have any
/// result. The interval is therefore never narrower than from (1 - h) m to (1 - h) m + h, where m is the mean.
///
/// ```
/// use petteia_statistics::{Pentanomial, score};
/// let even = score(Pentanomial([10, 20, 40, 20, 10])).unwrap();
/// assert_eq!(format!("{:.4} {:.4} {:.4}", even.low, even.value, even.high), "0.4454 0.5000 0.5546");
/// let whitewash = score(Pentanomial([0, 0, 0, 0, 10])).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", whitewash.low, whitewash.high), "0.7225 1.0000");
/// ```
#[must_use]
pub fn score(pairs: Pentanomial) -> Option<Estimate> {
    score_among(pairs, pairs.pairs())
}

/// Does the same as [`score()`] if only `independent` of the pairs are, because games of the others repeat theirs.
///
/// ```
/// use petteia_statistics::{Pentanomial, score, score_among};
/// let four_times = score_among(Pentanomial([0, 0, 0, 0, 40]), 10).unwrap();
/// assert_eq!(four_times.low, score(Pentanomial([0, 0, 0, 0, 10])).unwrap().low);
/// ```
#[must_use]
pub fn score_among(pairs: Pentanomial, independent: u64) -> Option<Estimate> {
    score_at(Z, pairs, independent)
}

/// Does the same as [`score_among`] for any level, given as the critical value of the normal distribution.
#[must_use]
pub fn score_at(z: f64, pairs: Pentanomial, independent: u64) -> Option<Estimate> {
    let (n, mean) = (pairs.pairs(), pairs.mean()?);
    let other = wilson_at(z, 0, independent)?.high;
    let least = Estimate { value: mean, low: (1.0 - other) * mean, high: (1.0 - other) * mean + other, n };
    let Some(spread) = pairs.variance().and_then(|variance| mean_interval_at(z, independent, mean, variance)) else {
        return Some(least);
    };
    let (low, high) = (spread.low.min(least.low), spread.high.max(least.high));
    Some(Estimate { value: mean, low: low.clamp(0.0, mean), high: high.clamp(mean, 1.0), n })
}

/// Returns the Elo advantage of the first player, computed from [`score()`], or `None` without pairs. A score of 0 or
/// 1, including as an end of the interval, corresponds to an infinite difference.
///
/// ```
/// use petteia_statistics::{Pentanomial, elo_difference};
/// let whitewash = elo_difference(Pentanomial([0, 0, 0, 0, 10])).unwrap();
/// assert_eq!((whitewash.value, whitewash.low.round()), (f64::INFINITY, 166.0));
/// ```
#[must_use]
pub fn elo_difference(pairs: Pentanomial) -> Option<Estimate> {
    elo_difference_among(pairs, pairs.pairs())
}

/// Does the same from [`score_among`].
#[must_use]
pub fn elo_difference_among(pairs: Pentanomial, independent: u64) -> Option<Estimate> {
    score_among(pairs, independent).map(|score| score.mapped(elo_of_score))
}

/// Returns the Elo difference at which a player's expected score is this score, on the logistic scale: `400 log10(s /
/// (1 - s))`.
///
/// ```
/// assert_eq!(petteia_statistics::elo_of_score(10.0 / 11.0).round(), 400.0);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score of a player who is stronger by this number of Elo points, the inverse of
/// [`elo_of_score`].
///
/// ```
/// assert_eq!(petteia_statistics::score_of_elo(0.0), 0.5);
/// ```
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
