//! A model of a quantity over the levels of some factors, from the arms that were observed.

use crate::cholesky::Cholesky;

/// The variance that is expected beyond main effects and interactions of two factors, as a share of the whole.
const ROUGHNESS: f64 = 0.05;

/// The variance of all interactions of two factors, as a share of that of all main effects.
const INTERACTIONS: f64 = 0.5;

/// A quantity as the sum of a mean, an effect of each level, and an effect of each pair of levels, all of them normally
/// distributed.
///
/// The effects themselves are never needed: two arms are alike in as far as they share levels, so the number of levels that
/// they share gives the covariance of their values (kriging). C. E. Rasmussen and C. K. I. Williams (2006), *Gaussian
/// Processes for Machine Learning*, MIT Press, 2.2; the error is that of leaving out each arm in turn, 5.4.2.
#[derive(Clone, Debug)]
pub struct Surface {
    mean: f64,
    /// The levels of the arms that were observed.
    levels: Vec<Vec<u16>>,
    /// Their weights in a prediction.
    weights: Vec<f64>,
    /// The root mean square of the errors with which each arm follows from the others.
    error: f64,
}

impl Surface {
    /// Fits the model to arms: their levels of each factor, their mean, and the variance of that mean. Returns `None` for
    /// fewer than two arms.
    ///
    /// ```
    /// use petteia_statistics::identification::Surface;
    /// let plane: Vec<Vec<u16>> = (0..16).map(|arm| vec![arm % 4, arm / 4]).collect();
    /// let value = |arm: &[u16]| 0.2 * f64::from(arm[0]) + 0.05 * f64::from(arm[1]);
    /// let others = plane.iter().filter(|arm| **arm != [1, 1]);
    /// let observed: Vec<(&[u16], f64, f64)> = others.map(|arm| (arm.as_slice(), value(arm), 1e-6)).collect();
    /// let surface = Surface::fit(&observed).unwrap();
    /// assert!((surface.predict(&[1, 1]) - value(&[1, 1])).abs() < 0.05);
    /// ```
    #[must_use]
    pub fn fit(arms: &[(&[u16], f64, f64)]) -> Option<Self> {
        let count = arms.len();
        if count < 2 {
            return None;
        }
        let mean = arms.iter().map(|arm| arm.1).sum::<f64>() / count as f64;
        let variance = arms.iter().map(|arm| (arm.1 - mean).powi(2)).sum::<f64>() / count as f64;
        let scale = variance.max(1e-6);
        let covariance = |row: usize, column: usize| {
            let own = if row == column { ROUGHNESS * scale + arms[row].2 } else { 0.0 };
            scale * likeness(arms[row].0, arms[column].0) + own
        };
        let covariances: Vec<Vec<f64>> =
            (0..count).map(|row| (0..count).map(|column| covariance(row, column)).collect()).collect();
        let factor = Cholesky::new(&covariances)?;
        let weights = factor.solve(&arms.iter().map(|arm| arm.1 - mean).collect::<Vec<_>>());
        let errors = weights.iter().zip(factor.inverse_diagonal()).map(|(weight, inverse)| weight / inverse);
        let squares: f64 = errors.map(|error| error.powi(2)).sum();
        let levels = arms.iter().map(|arm| arm.0.to_vec()).collect();
        let weights = weights.into_iter().map(|weight| weight * scale).collect();
        Some(Surface { mean, levels, weights, error: (squares / count as f64).sqrt() })
    }

    /// Returns what the model expects of an arm.
    #[must_use]
    pub fn predict(&self, arm: &[u16]) -> f64 {
        let parts = self.levels.iter().zip(&self.weights);
        self.mean + parts.map(|(levels, weight)| weight * likeness(levels, arm)).sum::<f64>()
    }

    /// Returns the root mean square of the errors with which the arms that were observed follow from each other.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }
}

/// Returns the correlation of the values of two arms, by the levels that they share.
fn likeness(a: &[u16], b: &[u16]) -> f64 {
    let share = |some: f64, all: f64| if all > 0.0 { some / all } else { 0.0 };
    let pairs = |count: f64| count * (count - 1.0) / 2.0;
    let (shared, all) = (a.iter().zip(b).filter(|(a, b)| a == b).count() as f64, a.len() as f64);
    (share(shared, all) + INTERACTIONS * share(pairs(shared), pairs(all))) / (1.0 + INTERACTIONS)
}
