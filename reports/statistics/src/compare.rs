//! Compares two proportions, and corrects for multiple comparisons.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::interval::{t_quantile, wilson_at};
use super::numeric::bisect;
use super::{Estimate, Histogram};

/// The family-wise error rate: the probability that any difference is reported where there is none.
const ALPHA: f64 = 0.05;

/// A number of successes in a number of trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// At most `n`.
    pub successes: u64,
    /// The number of trials.
    pub n: u64,
}

/// Returns the share in `a` minus the share in `b`, two independent samples, with Newcombe's interval of `z` standard errors
/// from the two Wilson intervals; from -1 to 1. `n` is the total number of trials.
///
/// Returns `None` if either sample has no trials, or more successes than trials.
///
/// R. G. Newcombe (1998), "Interval estimation for the difference between independent proportions:
/// comparison of eleven methods", *Statistics in Medicine* 17, 873–890: method 10, without
/// continuity correction.
///
/// ```
/// use petteia_statistics::{Counts, Z, newcombe_at};
/// let with_rule = Counts { successes: 56, n: 70 };
/// let without = Counts { successes: 48, n: 80 };
/// let effect = newcombe_at(Z, with_rule, without).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", effect.low, effect.high), "0.0524 0.3339");
/// ```
#[must_use]
pub fn newcombe_at(z: f64, a: Counts, b: Counts) -> Option<Estimate> {
    let Estimate { value, low, high, n } = difference(wilson_at(z, a.successes, a.n)?, wilson_at(z, b.successes, b.n)?);
    Some(Estimate { value, low: low.max(-1.0), high: high.min(1.0), n })
}

/// Returns `a` minus `b`, two independent estimates, with the interval that follows from theirs; `n` is the total.
///
/// G. Y. Zou and A. Donner (2008), "Construction of confidence limits about effect measures: a general approach",
/// *Statistics in Medicine* 27, 1693–1702. Applied to two Wilson intervals, it gives the interval of [`newcombe_at`];
/// applied to two of Student's intervals, approximately Welch's.
///
/// ```
/// use petteia_statistics::{Estimate, difference};
/// let a = Estimate { value: 10.0, low: 7.0, high: 14.0, n: 5 };
/// let b = Estimate { value: 4.0, low: 1.0, high: 8.0, n: 6 };
/// assert_eq!(difference(a, b), Estimate { value: 6.0, low: 1.0, high: 11.0, n: 11 });
/// ```
#[must_use]
pub fn difference(a: Estimate, b: Estimate) -> Estimate {
    let value = a.value - b.value;
    let below = (a.value - a.low).hypot(b.high - b.value);
    let above = (a.high - a.value).hypot(b.value - b.low);
    Estimate { value, low: value - below, high: value + above, n: a.n + b.n }
}

/// Returns the mean of `a` minus that of `b`, two independent samples whose variances may differ.
///
/// The level of the interval is given as the critical value of the normal distribution; the value of Student's t
/// distribution for the same level is used. Returns `None` if a sample has fewer than two observations, or if neither
/// sample varies.
///
/// B. L. Welch (1947), "The generalization of 'Student's' problem when several different population variances are
/// involved", *Biometrika* 34, 28–35.
pub fn welch_at(z: f64, a: &Histogram, b: &Histogram) -> Option<Estimate> {
    let (value, error, freedom) = welch(a, b)?;
    let half = t_quantile(freedom, Normal::standard().cdf(-z))? * error;
    Some(Estimate { value, low: value - half, high: value + half, n: a.n() + b.n() })
}

/// Returns the two-sided p-value of the difference that [`welch_at`] estimates.
pub fn welch_p(a: &Histogram, b: &Histogram) -> Option<f64> {
    let (value, error, freedom) = welch(a, b)?;
    Some(2.0 * StudentsT::new(0.0, 1.0, freedom).ok()?.cdf(-(value / error).abs()))
}

/// Returns the difference of the means, its standard error, and the degrees of freedom of their ratio.
fn welch(a: &Histogram, b: &Histogram) -> Option<(f64, f64, f64)> {
    let part = |sample: &Histogram| Some((sample.mean()?, sample.variance()? / sample.n() as f64, sample.n()));
    let ((mean_a, error_a, n_a), (mean_b, error_b, n_b)) = (part(a)?, part(b)?);
    let error = error_a + error_b;
    let freedom = error * error / (error_a * error_a / (n_a - 1) as f64 + error_b * error_b / (n_b - 1) as f64);
    Some((mean_a - mean_b, error.sqrt(), freedom))
}

/// Returns p-values adjusted for multiple comparisons, in the given order. Rejecting if the adjusted value is at most 5
/// % keeps the probability of *any* false rejection at or below 5 %.
///
/// S. Holm (1979), "A simple sequentially rejective multiple test procedure", *Scandinavian
/// Journal of Statistics* 6, 65–70.
///
/// ```
/// let adjusted = petteia_statistics::holm(&[0.01, 0.04, 0.03]);
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

/// Returns the two-sided p-value of a family of intervals, given as a function of their width in standard errors: the
/// p-value of the widest one that does not contain zero. Returns `None` if there is no interval.
pub fn p_of_intervals(interval: impl Fn(f64) -> Option<Estimate>) -> Option<f64> {
    /// For larger widths, the p-value is 0 in 64 bits.
    const FURTHEST: f64 = 38.0;
    interval(0.0)?;
    let excludes = |z: f64| interval(z).is_some_and(Estimate::excludes_zero);
    let [without, with] = bisect([0.0, FURTHEST], 60, excludes);
    Some(if with < FURTHEST { p_of_z(f64::midpoint(without, with)) } else { 0.0 })
}

/// Returns the probability that a standard normal variable is further from zero than `z`.
pub fn p_of_z(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

/// Returns the width in standard errors that the interval of each comparison must have to exclude zero exactly when
/// [`holm`] rejects. A comparison rejected at some step has the level of that step; all others have the level of the
/// step at which the procedure ended. Equal p-values have the same width, that of the first of their steps, so that the
/// order of the comparisons does not matter.
pub fn holm_widths(p_values: &[f64]) -> Vec<f64> {
    let mut sorted = p_values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let level = |rank: usize| ALPHA / (p_values.len() - rank) as f64;
    let failing = sorted.iter().enumerate().position(|(rank, &p)| p > level(rank)).unwrap_or(p_values.len());
    let width = |p: &f64| {
        let rank = sorted.partition_point(|other| other.total_cmp(p).is_lt());
        -Normal::standard().inverse_cdf(level(rank.min(failing)) / 2.0)
    };
    p_values.iter().map(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z;

    #[test]
    fn the_p_value_is_where_the_interval_touches_zero() {
        let interval = |z: f64| Some(Estimate { value: 3.0, low: 3.0 - z, high: 3.0 + z, n: 1 });
        let p = p_of_intervals(interval).expect("there is an interval");
        // scipy 1.17: 2 * norm.sf(3)
        assert!((p - 0.002_699_796_063_260_189).abs() < 1e-12, "{p}");
        assert!(p_of_intervals(|z| Some(Estimate { value: 0.0, low: -z, high: z, n: 1 })).expect("one") > 0.999);
        assert_eq!(p_of_intervals(|_| None), None);
    }

    #[test]
    fn corrected_intervals_exclude_zero_where_holm_rejects() {
        for scale in [1e-4, 1e-3, 3e-3, 1e-2, 0.1] {
            let p_values: Vec<f64> = (1..=9).map(|i| (scale * f64::from(i * i % 10)).min(1.0)).collect();
            let widths = holm_widths(&p_values);
            for ((p, adjusted), width) in p_values.iter().zip(holm(&p_values)).zip(widths) {
                assert_eq!(p_of_z(width) >= *p, adjusted <= ALPHA, "{p} of {p_values:?}");
            }
        }
    }

    #[test]
    fn equal_p_values_have_the_same_corrected_interval() {
        for p_values in [[0.0, 0.0, 0.2, 0.2], [0.01, 0.01, 0.01, 0.9], [0.2, 0.0, 0.2, 0.0]] {
            let widths = holm_widths(&p_values);
            for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|&(a, b)| p_values[a] == p_values[b])
            {
                assert_eq!(widths[a], widths[b], "{p_values:?}");
            }
        }
    }

    #[test]
    fn one_comparison_has_the_usual_interval() {
        assert!((holm_widths(&[0.3])[0] - Z).abs() < 1e-9);
    }

    /// From scipy 1.17: `ttest_ind([3, 5, 9, 4], [10, 14, 9, 12, 20], equal_var=False).confidence_interval()`.
    #[test]
    fn means_of_unequal_spread_have_welchs_interval() {
        let [a, b]: [Histogram; 2] = [[3, 5, 9, 4].into_iter().collect(), [10, 14, 9, 12, 20].into_iter().collect()];
        let found = welch_at(Z, &a, &b).expect("both vary");
        assert!((found.value + 7.75).abs() < 1e-12);
        assert!((found.low + 13.372_577_19).abs() < 1e-6 && (found.high + 2.127_422_81).abs() < 1e-6, "{found:?}");
        // scipy 1.17: `ttest_ind(…, equal_var=False).pvalue`
        assert!((welch_p(&a, &b).expect("both vary") - 0.014_246_205_981_238_463).abs() < 1e-9);
        let constant: Histogram = [4, 4].into_iter().collect();
        assert_eq!(welch_at(Z, &constant, &constant), None);
    }
}
