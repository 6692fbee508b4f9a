//! Logistic regression: how the probability of an outcome depends on several numbers.

use super::cholesky::Cholesky;
use super::numeric;

/// Observations: the features and the outcome of each.
#[derive(Debug, Clone)]
pub struct Observations {
    features: usize,
    /// The rows of features, one after the other.
    values: Vec<f64>,
    outcomes: Vec<f64>,
    weights: Vec<f64>,
}

impl Observations {
    /// Creates an empty set of observations with this number of features each.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self { features, values: Vec::new(), outcomes: Vec::new(), weights: Vec::new() }
    }

    /// Adds an observation: its features, including a constant if the model has one; its outcome from 0 to 1, where a
    /// draw is one half; and its weight.
    ///
    /// # Panics
    /// The number of features differs from that given at the start.
    pub fn add(&mut self, features: &[f64], outcome: f64, weight: f64) {
        assert_eq!(features.len(), self.features, "each observation has the same features");
        self.values.extend_from_slice(features);
        self.outcomes.push(outcome);
        self.weights.push(weight);
    }

    fn rows(&self) -> impl Iterator<Item = (&[f64], f64, f64)> {
        let rows = self.values.chunks_exact(self.features.max(1));
        rows.zip(&self.outcomes).zip(&self.weights).map(|((row, &outcome), &weight)| (row, outcome, weight))
    }
}

/// Returns the maximum likelihood coefficients, each the change in the log-odds per unit of its feature, with a penalty of
/// `ridge / 2` times the sum of their squares. A small penalty keeps them finite if a feature determines the outcome or
/// never varies. Returns `None` if there is no unique maximum, which cannot happen for a positive `ridge`.
///
/// P. McCullagh and J. A. Nelder (1989), *Generalized Linear Models*, 2nd edition, chapter 4.
///
/// ```
/// use petteia_statistics::{Observations, logistic};
/// let mut seen = Observations::new(1);
/// for (outcome, count) in [(1.0, 30.0), (0.0, 10.0)] {
///     seen.add(&[1.0], outcome, count);
/// }
/// let coefficients = logistic(&seen, 0.0).unwrap();
/// assert!((coefficients[0] - 3_f64.ln()).abs() < 1e-9);
/// ```
#[must_use]
pub fn logistic(seen: &Observations, ridge: f64) -> Option<Vec<f64>> {
    let mut coefficients = vec![0.0; seen.features];
    let mut present = penalised(seen, &coefficients, ridge);
    // Newton's method: the function is concave, so steps that are halved until they improve it lead to its maximum.
    for _ in 0..100 {
        let (gradient, information) = slope(seen, &coefficients, ridge);
        let step = Cholesky::new(&information)?.solve(&gradient);
        let moved = |length: f64| -> Vec<f64> {
            coefficients.iter().zip(&step).map(|(coefficient, part)| coefficient + part * length).collect()
        };
        let lengths = (0..40).map(|halvings| 0.5_f64.powi(halvings));
        let better =
            lengths.map(moved).map(|moved| (penalised(seen, &moved, ridge), moved)).find(|(value, _)| *value > present);
        match better {
            Some((value, moved)) => (present, coefficients) = (value, moved),
            None => break,
        }
    }
    let is_finite = coefficients.iter().all(|value| value.abs() < 1e3);
    is_finite.then_some(coefficients)
}

fn dot(row: &[f64], coefficients: &[f64]) -> f64 {
    row.iter().zip(coefficients).map(|(value, coefficient)| value * coefficient).sum()
}

/// Returns ln(1 + e^x), also for large x.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn penalised(seen: &Observations, coefficients: &[f64], ridge: f64) -> f64 {
    let of = |(row, outcome, weight): (&[f64], f64, f64)| {
        let logit = dot(row, coefficients);
        weight * (outcome * logit - softplus(logit))
    };
    seen.rows().map(of).sum::<f64>() - ridge / 2.0 * dot(coefficients, coefficients)
}

/// Returns the gradient of the penalized log-likelihood, and its negative second derivatives.
fn slope(seen: &Observations, coefficients: &[f64], ridge: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = seen.features;
    let mut gradient: Vec<f64> = coefficients.iter().map(|coefficient| coefficient * -ridge).collect();
    let mut information = vec![vec![0.0; size]; size];
    (0..size).for_each(|feature| information[feature][feature] = ridge);
    for (row, outcome, weight) in seen.rows() {
        let chance = numeric::logistic(dot(row, coefficients));
        let (surprise, variance) = (weight * (outcome - chance), weight * chance * (1.0 - chance));
        for (feature, value) in row.iter().enumerate() {
            gradient[feature] += surprise * value;
            information[feature].iter_mut().zip(row).for_each(|(entry, other)| *entry += variance * value * other);
        }
    }
    (gradient, information)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the fit for the O-rings of 23 shuttle launches (temperature in °F, and whether any was damaged) with
    /// the published estimates: Dalal, Fowlkes and Hoadley (1989), *Journal of the American Statistical Association*
    /// 84, 945–957.
    #[test]
    fn the_challenger_data_give_the_published_line() {
        let damaged = [53, 57, 58, 63, 70, 70, 75];
        let whole = [66, 67, 67, 67, 68, 69, 70, 70, 72, 73, 75, 76, 76, 78, 79, 81];
        let mut seen = Observations::new(2);
        damaged.iter().for_each(|&degrees| seen.add(&[1.0, f64::from(degrees)], 1.0, 1.0));
        whole.iter().for_each(|&degrees| seen.add(&[1.0, f64::from(degrees)], 0.0, 1.0));
        let fit = logistic(&seen, 0.0).expect("the data have a unique best line");
        for (found, expected) in fit.into_iter().zip([15.0429, -0.2322]) {
            assert!((found - expected).abs() < 6e-5, "{found}, expected {expected}");
        }
    }

    #[test]
    fn draws_are_halves_and_weights_are_counts() {
        let (mut one, mut other) = (Observations::new(1), Observations::new(1));
        one.add(&[2.0], 0.5, 2.0);
        one.add(&[2.0], 1.0, 1.0);
        for outcome in [0.0, 1.0, 1.0] {
            other.add(&[2.0], outcome, 1.0);
        }
        let [one, other] = [one, other].map(|seen| logistic(&seen, 0.1).expect("a penalty makes it unique"));
        assert!((one[0] - other[0]).abs() < 1e-9);
    }

    #[test]
    fn what_separates_needs_a_penalty() {
        let mut seen = Observations::new(2);
        for x in [-2.0, -1.0, 1.0, 2.0] {
            seen.add(&[x, 0.0], f64::from(x > 0.0), 1.0);
        }
        assert_eq!(logistic(&seen, 0.0), None);
        let fit = logistic(&seen, 0.5).expect("a penalty makes it unique");
        assert!(fit[0] > 0.5 && fit[1].abs() < 1e-12);
    }
}
