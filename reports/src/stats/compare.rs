//! Two proportions against each other, and many comparisons at once.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::interval::wilson_at;
use super::{Estimate, Histogram, Z};

/// So many successes among so many trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// At most `n`.
    pub successes: u64,
    /// Trials.
    pub n: u64,
}

/// The share in `a` less the share in `b`, two independent samples, with Newcombe's interval from
/// the two Wilson intervals; from -1 to 1. Its `n` is that of both together.
///
/// Nothing when either has no trials, or more successes than trials.
///
/// R. G. Newcombe (1998), "Interval estimation for the difference between independent proportions:
/// comparison of eleven methods", *Statistics in Medicine* 17, 873–890: method 10, without
/// continuity correction.
///
/// ```
/// use petteia_reports::stats::{Counts, newcombe};
/// let with_rule = Counts { successes: 56, n: 70 };
/// let without = Counts { successes: 48, n: 80 };
/// let effect = newcombe(with_rule, without).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", effect.low, effect.high), "0.0524 0.3339");
/// ```
#[must_use]
pub fn newcombe(a: Counts, b: Counts) -> Option<Estimate> {
    newcombe_at(Z, a, b)
}

/// The same for any level, given as the critical value of the normal distribution.
pub(crate) fn newcombe_at(z: f64, a: Counts, b: Counts) -> Option<Estimate> {
    let first = wilson_at(z, a.successes, a.n)?;
    let second = wilson_at(z, b.successes, b.n)?;
    let value = first.value - second.value;
    let below = (first.value - first.low).hypot(second.high - second.value);
    let above = (first.high - first.value).hypot(second.value - second.low);
    Some(Estimate { value, low: (value - below).max(-1.0), high: (value + above).min(1.0), n: a.n + b.n })
}

/// The mean of `a` less that of `b`, two independent samples whose variances may differ.
///
/// The interval is for any level, given as the critical value of the normal distribution, to which Student's t
/// distribution has one of the same level. Nothing below two observations each, or when neither sample varies.
///
/// B. L. Welch (1947), "The generalization of 'Student's' problem when several different population variances are
/// involved", *Biometrika* 34, 28–35.
pub(crate) fn welch_at(z: f64, a: &Histogram, b: &Histogram) -> Option<Estimate> {
    let part = |sample: &Histogram| Some((sample.mean()?, sample.variance()? / sample.n() as f64, sample.n()));
    let ((mean_a, error_a, n_a), (mean_b, error_b, n_b)) = (part(a)?, part(b)?);
    let error = error_a + error_b;
    let freedom = error * error / (error_a * error_a / (n_a - 1) as f64 + error_b * error_b / (n_b - 1) as f64);
    let level = Normal::standard().cdf(z);
    let half = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(level) * error.sqrt();
    let value = mean_a - mean_b;
    Some(Estimate { value, low: value - half, high: value + half, n: n_a + n_b })
}

/// The critical value of the normal distribution with which `comparisons` intervals hold 95 % all at once (Bonferroni).
///
/// O. J. Dunn (1961), "Multiple comparisons among means", *Journal of the American Statistical Association* 56, 52–64.
pub(crate) fn critical_value(comparisons: usize) -> f64 {
    Normal::standard().inverse_cdf(1.0 - 0.025 / comparisons.max(1) as f64)
}

/// P-values adjusted for being several, in the order given: rejecting where the adjusted value is
/// at most 5 % keeps the chance of *any* false rejection at or below 5 %.
///
/// S. Holm (1979), "A simple sequentially rejective multiple test procedure", *Scandinavian
/// Journal of Statistics* 6, 65–70.
///
/// ```
/// let adjusted = petteia_reports::stats::holm(&[0.01, 0.04, 0.03]);
/// assert_eq!(adjusted, [0.03, 0.06, 0.06]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        largest = largest.max((remaining * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From scipy 1.17: `ttest_ind([3, 5, 9, 4], [10, 14, 9, 12, 20], equal_var=False).confidence_interval()`.
    #[test]
    fn means_of_unequal_spread_have_welchs_interval() {
        let [a, b]: [Histogram; 2] = [[3, 5, 9, 4].into_iter().collect(), [10, 14, 9, 12, 20].into_iter().collect()];
        let found = welch_at(Z, &a, &b).expect("both vary");
        assert!((found.value + 7.75).abs() < 1e-12);
        assert!((found.low + 13.372_577_19).abs() < 1e-6 && (found.high + 2.127_422_81).abs() < 1e-6, "{found:?}");
        let constant: Histogram = [4, 4].into_iter().collect();
        assert_eq!(welch_at(Z, &constant, &constant), None);
    }

    #[test]
    fn one_comparison_needs_no_correction() {
        assert!((critical_value(1) - Z).abs() < 1e-9);
        assert!((critical_value(10) - 2.807_033_768).abs() < 1e-6);
    }
}
