//! Exact counts of whole numbers.

use std::collections::BTreeMap;

use statrs::distribution::{Binomial, DiscreteCDF};

use super::{Estimate, Z};

/// The number of occurrences of each whole number. Its size depends on the range of values, not on the number of
/// observations, and nothing is rounded.
///
/// ```
/// let lengths: petteia_statistics::Histogram = [3, 5, 5, 8].into_iter().collect();
/// assert_eq!(lengths.mean(), Some(5.25));
/// assert_eq!(lengths.quantile(0.5), Some(5.0));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Histogram {
    counts: BTreeMap<u32, u64>,
    n: u64,
}

impl Histogram {
    /// Adds an observation.
    pub fn add(&mut self, value: u32) {
        *self.counts.entry(value).or_default() += 1;
        self.n += 1;
    }

    /// Returns the number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Returns each value that occurred, in ascending order, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// Returns how often `value` occurred.
    #[must_use]
    pub fn count(&self, value: u32) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Returns the smallest value, or `None` if empty.
    #[must_use]
    pub fn min(&self) -> Option<u32> {
        self.counts.keys().next().copied()
    }

    /// Returns the largest value, or `None` if empty.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.counts.keys().next_back().copied()
    }

    /// Returns the mean, or `None` if empty.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| {
            let sum: f64 = self.iter().map(|(v, count)| f64::from(v) * count as f64).sum();
            sum / self.n as f64
        })
    }

    /// Returns the sample variance (divisor n - 1), or `None` for fewer than two observations.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.n > 1)?;
        let squares: f64 = self.iter().map(|(v, count)| (f64::from(v) - mean).powi(2) * count as f64).sum();
        Some(squares / (self.n - 1) as f64)
    }

    /// Returns the `share` quantile, for a share from 0 to 1, or `None` if empty. It is interpolated linearly between
    /// neighbouring observations, so the median of an even number is the mean of the two middle ones.
    ///
    /// Type 7 of R. J. Hyndman and Y. Fan (1996), "Sample quantiles in statistical packages",
    /// *The American Statistician* 50, 361–365; the default of R and NumPy.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let last = self.n.checked_sub(1)?;
        let at = share.clamp(0.0, 1.0) * last as f64;
        let below = f64::from(self.nth(at.floor() as u64)?);
        let above = f64::from(self.nth((at.ceil() as u64).min(last))?);
        Some(below + (above - below) * at.fract())
    }

    /// Returns the `share` quantile with a 95 % interval for that of the population, valid for any distribution, or
    /// `None` if empty. The ends are the observations whose ranks follow from the binomial distribution. An end is
    /// infinite if there are too few observations for 95 %, which for the median means fewer than six.
    ///
    /// W. J. Conover (1999), *Practical Nonparametric Statistics*, 3rd edition, section 3.2.
    ///
    /// ```
    /// let lengths: petteia_statistics::Histogram = (1..=20).collect();
    /// let median = lengths.quantile_interval(0.5).unwrap();
    /// assert_eq!((median.low, median.value, median.high), (6.0, 10.5, 15.0));
    /// ```
    #[must_use]
    pub fn quantile_interval(&self, share: f64) -> Option<Estimate> {
        let value = self.quantile(share)?;
        let share = share.clamp(0.0, 1.0);
        // The quantile is below the observation of rank r (from 1) with the probability that fewer than r observations
        // are below it.
        let (low, high) = ranks(self.n, share)?;
        let low = low.checked_sub(1).map_or(Some(f64::NEG_INFINITY), |rank| self.nth(rank).map(f64::from))?;
        let high = self.nth(high).map_or(f64::INFINITY, f64::from);
        Some(Estimate { value, low: low.min(value), high: high.max(value), n: self.n })
    }

    /// Returns the observation at `index` (from 0) in sorted order.
    fn nth(&self, index: u64) -> Option<u32> {
        let mut seen = 0;
        self.iter()
            .find(|&(_, count)| {
                seen += count;
                seen > index
            })
            .map(|(value, _)| value)
    }
}

/// Returns the 2.5 % and 97.5 % points of the number of observations, out of `n`, that are below the quantile.
fn ranks(n: u64, share: f64) -> Option<(u64, u64)> {
    /// For larger variances the normal distribution is accurate enough, and the library's binomial distribution is not.
    const LARGE: f64 = 1e4;
    let (mean, variance) = (n as f64 * share, n as f64 * share * (1.0 - share));
    if variance > LARGE {
        let half = Z * variance.sqrt();
        return Some(((mean - half).floor() as u64, (mean + half).ceil() as u64));
    }
    let below = Binomial::new(share, n).ok()?;
    let point = |chance: f64| least(n, |rank| below.cdf(rank) >= chance);
    Some((point(0.025), point(0.975)))
}

/// Returns the smallest number from 0 to `most` from which on a condition is true, by bisection; `most` if it never is.
fn least(most: u64, is_so: impl Fn(u64) -> bool) -> u64 {
    let (mut from, mut to) = (0, most);
    while from < to {
        let middle = u64::midpoint(from, to);
        if is_so(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    from
}

impl FromIterator<u32> for Histogram {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let mut histogram = Self::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }
}
