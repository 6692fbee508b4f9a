//! The share of games that last longer than a given time, if some were stopped before their end.

use super::Histogram;

/// Returns the share of observations that last longer than each value at which one ends, ascending: the product-limit
/// estimate.
///
/// `censored` are those of `all` that were stopped and would have lasted longer. Without any, the share is simply that
/// of the observations above the value.
///
/// E. L. Kaplan and P. Meier (1958), "Nonparametric estimation from incomplete observations", *Journal of the American
/// Statistical Association* 53, 457–481.
///
/// ```
/// use petteia_statistics::kaplan_meier;
/// let all = [3, 5, 5, 8].into_iter().collect();
/// let stopped = [5].into_iter().collect();
/// assert_eq!(kaplan_meier(&all, &stopped), [(3, 0.75), (5, 0.5), (8, 0.0)]);
/// ```
#[must_use]
pub fn kaplan_meier(all: &Histogram, censored: &Histogram) -> Vec<(u32, f64)> {
    let (mut at_risk, mut share) = (all.n(), 1.0);
    let mut steps = Vec::new();
    for (value, count) in all.iter() {
        let ended = count.saturating_sub(censored.count(value));
        if ended > 0 {
            share *= (at_risk - ended) as f64 / at_risk as f64;
            steps.push((value, share));
        }
        at_risk -= count;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The remission times, in weeks, of 21 patients given 6-mercaptopurine (Freireich et al. 1963), as in D. R. Cox and
    /// D. Oakes (1984), "Analysis of Survival Data".
    #[test]
    fn a_known_example_comes_out() {
        let censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        let ended = [6, 6, 6, 7, 10, 13, 16, 22, 23];
        let found = kaplan_meier(&ended.into_iter().chain(censored).collect(), &censored.into_iter().collect());
        let expected = [(6, 0.857), (7, 0.807), (10, 0.753), (13, 0.690), (16, 0.627), (22, 0.538), (23, 0.448)];
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 0.0006, "{found:?}, expected {expected:?}");
        }
    }
}
