//! Two proportions against each other, and many comparisons at once.

use super::{Estimate, wilson};

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
    let first = wilson(a.successes, a.n)?;
    let second = wilson(b.successes, b.n)?;
    let value = first.value - second.value;
    let below = (first.value - first.low).hypot(second.high - second.value);
    let above = (first.high - first.value).hypot(second.value - second.low);
    Some(Estimate { value, low: (value - below).max(-1.0), high: (value + above).min(1.0), n: a.n + b.n })
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
