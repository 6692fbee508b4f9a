//! Exact counts of whole numbers.

use std::collections::BTreeMap;

use statrs::distribution::{Binomial, DiscreteCDF};

use super::{Estimate, Z};

/// How often each whole number occurred. Its size is that of the range of values, not of the
/// number of observations, and nothing is rounded.
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
    /// Counts one more observation.
    pub fn add(&mut self, value: u32) {
        *self.counts.entry(value).or_default() += 1;
        self.n += 1;
    }

    /// How many observations there are.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Each value that occurred, ascending, with how often.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// How often `value` occurred.
    #[must_use]
    pub fn count(&self, value: u32) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// The smallest value; nothing when empty.
    #[must_use]
    pub fn min(&self) -> Option<u32> {
        self.counts.keys().next().copied()
    }

    /// The largest value; nothing when empty.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.counts.keys().next_back().copied()
    }

    /// The mean; nothing when empty.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| {
            let sum: f64 = self.iter().map(|(v, count)| f64::from(v) * count as f64).sum();
            sum / self.n as f64
        })
    }

    /// The sample variance (divisor n - 1); nothing below two observations.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.n > 1)?;
        let squares: f64 = self.iter().map(|(v, count)| (f64::from(v) - mean).powi(2) * count as f64).sum();
        Some(squares / (self.n - 1) as f64)
    }

    /// The `share` quantile, for a share from 0 to 1: between neighbouring observations it is
    /// interpolated linearly, so that the median of an even number is the mean of the middle two.
    /// Nothing when empty.
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

    /// The `share` quantile with a 95 % interval for that of all that could be observed, whatever their distribution: its
    /// ends are the observations whose ranks the binomial distribution gives. An end is infinite where there are too few
    /// observations for 95 %: for the median fewer than six. Nothing when empty.
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
        // The quantile is below the observation of rank r (from 1) with the chance that fewer than r observations are below it.
        let (low, high) = ranks(self.n, share)?;
        let low = low.checked_sub(1).map_or(Some(f64::NEG_INFINITY), |rank| self.nth(rank).map(f64::from))?;
        let high = self.nth(high).map_or(f64::INFINITY, f64::from);
        Some(Estimate { value, low: low.min(value), high: high.max(value), n: self.n })
    }

    /// The observation at `index` (from 0) when all are sorted.
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

/// The 2.5 % and the 97.5 % point of how many of `n` observations are below the quantile.
fn ranks(n: u64, share: f64) -> Option<(u64, u64)> {
    /// With a larger variance the normal distribution is as good, and the library's binomial one no more.
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

/// The least number from 0 to `most` from which on something is so, by bisection; `most` if it never is.
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
