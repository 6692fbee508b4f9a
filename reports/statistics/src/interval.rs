//! Intervals for a proportion, for the difference of two exclusive outcomes, and for a mean.

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

use super::numeric::boundary;
use super::{Estimate, Z};

/// Returns the share of `successes` in `n` trials, with Wilson's score interval.
///
/// Returns `None` if there are no trials, or more successes than trials. Without successes the lower end is exactly 0;
/// without failures the upper end is exactly 1.
///
/// E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
/// *Journal of the American Statistical Association* 22, 209–212; without continuity correction.
///
/// ```
/// let draws = petteia_statistics::wilson(81, 263).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", draws.low, draws.high), "0.2553 0.3662");
/// assert!(petteia_statistics::wilson(0, 0).is_none());
/// ```
#[must_use]
pub fn wilson(successes: u64, n: u64) -> Option<Estimate> {
    wilson_at(Z, successes, n)
}

/// Does the same as [`wilson`] if only `independent` of the trials are, because others repeat them.
///
/// ```
/// use petteia_statistics::{wilson, wilson_among};
/// let repeated = wilson_among(20, 40, 10).unwrap();
/// assert_eq!((repeated.low, repeated.high), wilson(5, 10).map(|draws| (draws.low, draws.high)).unwrap());
/// ```
#[must_use]
pub fn wilson_among(successes: u64, n: u64, independent: u64) -> Option<Estimate> {
    wilson_among_at(Z, successes, n, independent)
}

/// Returns the upper bound of the share of `successes` in `n` trials, which is too small with a probability of at most
/// `alpha`: 1 without trials.
///
/// C. J. Clopper and E. S. Pearson (1934), "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", *Biometrika* 26, 404–413.
///
/// ```
/// let missed = petteia_statistics::upper_share(0, 60, 0.05);
/// assert!((missed - (1.0 - 0.05_f64.powf(1.0 / 60.0))).abs() < 1e-9);
/// ```
#[must_use]
pub fn upper_share(successes: u64, n: u64, alpha: f64) -> f64 {
    let others = n.saturating_sub(successes);
    if others == 0 {
        return 1.0;
    }
    let beta = Beta::new(successes as f64 + 1.0, others as f64).expect("both parameters are positive");
    beta.inverse_cdf(1.0 - alpha)
}

/// Does the same as [`wilson`], with an interval of `z` standard errors instead of 1.96.
pub(super) fn wilson_at(z: f64, successes: u64, n: u64) -> Option<Estimate> {
    wilson_among_at(z, successes, n, n)
}

fn wilson_among_at(z: f64, successes: u64, n: u64, independent: u64) -> Option<Estimate> {
    if n == 0 || successes > n {
        return None;
    }
    let trials = independent.max(1) as f64;
    let p = successes as f64 / n as f64;
    let shrink = 1.0 + z * z / trials;
    let centre = (p + z * z / (2.0 * trials)) / shrink;
    let half = z / shrink * (p * (1.0 - p) / trials + z * z / (4.0 * trials * trials)).sqrt();
    Some(Estimate {
        value: p,
        low: if successes == 0 { 0.0 } else { (centre - half).clamp(0.0, p) },
        high: if successes == n { 1.0 } else { (centre + half).clamp(p, 1.0) },
        n,
    })
}

/// Returns `(plus - minus) / n`, which is how much more frequent one outcome is than another that excludes it, with
/// Tango's score interval; from -1 to 1.
///
/// It is for three outcomes (win, draw, loss) what [`wilson`] is for two: it inverts the score test, so it stays within
/// the range, has a positive width at 0 and n, and keeps its level for small n. Without a third outcome, it *is*
/// Wilson's interval for the share of `plus`, times two minus one. Returns `None` if `n` is 0 or less than `plus +
/// minus`.
///
/// T. Tango (1998), "Equivalence test and confidence interval for the difference in proportions
/// for the paired-sample design", *Statistics in Medicine* 17, 891–908.
///
/// ```
/// let even = petteia_statistics::tango(0, 0, 20).unwrap();
/// assert_eq!(even.value, 0.0);
/// assert!(even.low < 0.0 && even.high > 0.0);
/// ```
#[must_use]
pub fn tango(plus: u64, minus: u64, n: u64) -> Option<Estimate> {
    tango_at(Z, plus, minus, n)
}

/// Does the same as [`tango`], with an interval of `z` standard errors instead of 1.96.
pub fn tango_at(z: f64, plus: u64, minus: u64, n: u64) -> Option<Estimate> {
    if n == 0 || plus.checked_add(minus)? > n {
        return None;
    }
    let trials = n as f64;
    let value = (plus as f64 - minus as f64) / trials;
    // Where the test does not reject.
    let is_inside = |difference: f64| {
        let distance = trials * (value - difference);
        distance * distance <= z * z * trials * null_variance(plus, minus, trials, difference)
    };
    let end = |end: f64| boundary([value, end], 100, is_inside);
    Some(Estimate { value, low: end(-1.0), high: end(1.0), n })
}

/// Returns the variance of one trial's score if the true difference is `difference` and everything else is as likely as
/// possible (Tango's restricted maximum likelihood estimate).
fn null_variance(plus: u64, minus: u64, n: f64, difference: f64) -> f64 {
    let (plus, minus) = (plus as f64, minus as f64);
    let a = 2.0 * n;
    let b = -plus - minus + (2.0 * n - plus + minus) * difference;
    let c = -minus * difference * (1.0 - difference);
    let share_of_minus = ((b * b - 4.0 * a * c).max(0.0).sqrt() - b) / (2.0 * a);
    (2.0 * share_of_minus + difference * (1.0 - difference)).max(0.0)
}

/// Returns a mean with Student's t interval, computed from the number of observations, their mean and their sample
/// variance (divisor n - 1).
///
/// Returns `None` for fewer than two observations, because one carries no information about the variance.
///
/// ```
/// let plies = petteia_statistics::mean_interval(4, 2.5, 5.0 / 3.0).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", plies.low, plies.high), "0.4457 4.5543");
/// ```
#[must_use]
pub fn mean_interval(n: u64, mean: f64, variance: f64) -> Option<Estimate> {
    mean_interval_at(Z, n, mean, variance)
}

/// Does the same as [`mean_interval`] for any level, given as the critical value of the normal distribution.
pub(super) fn mean_interval_at(z: f64, n: u64, mean: f64, variance: f64) -> Option<Estimate> {
    if n < 2 {
        return None;
    }
    let trials = n as f64;
    let t = t_quantile(trials - 1.0, Normal::standard().cdf(-z))?;
    let half = t * (variance / trials).sqrt();
    Some(Estimate { value: mean, low: mean - half, high: mean + half, n })
}

/// Returns the point of Student's t distribution with upper tail probability `tail`, below one half. Returns `None` if
/// the number of degrees of freedom is not positive.
pub(super) fn t_quantile(freedom: f64, tail: f64) -> Option<f64> {
    /// From here on, the first term of the expansion about the normal quantile is accurate to eight digits, and the
    /// library's search is not.
    const MANY: f64 = 1e4;
    let z = -Normal::standard().inverse_cdf(tail);
    if freedom >= MANY {
        return Some(z + (z.powi(3) + z) / (4.0 * freedom));
    }
    Some(-StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17: `t.ppf(0.975, df)` and `t.ppf(1 - 1e-5, df)`.
    #[test]
    fn students_points_are_right_for_few_and_for_very_many() {
        for (freedom, tail, expected) in [
            (9.0, 0.025, 2.262_157_162_8),
            (9_999.0, 0.025, 1.960_201_263_6),
            (10_001.0, 0.025, 1.960_201_216_2),
            (10_001.0, 1e-5, 4.266_937_461_0),
            (1e8, 0.025, 1.959_964_008_3),
        ] {
            let found = t_quantile(freedom, tail).expect("there are degrees of freedom");
            assert!((found - expected).abs() < 1e-6, "{found}, expected {expected}");
        }
        assert_eq!(t_quantile(f64::NAN, 0.025), None);
    }
}
