//! How evenly a share or a score changes as the budget of an agent that plays itself doubles.
//!
//! A search that looks one decision further ends with the other side's move, and judges positions differently. So what
//! is observed may rise and fall with the parity of depth. Its effect can be told from the change with the budget if the
//! rest follows a curve: an asymptote and a power of the budget, which describes the gain of game-playing programs from
//! more computation over many orders of magnitude (A. L. Jones 2021, "Scaling scaling laws with board games",
//! arXiv:2104.03113). The curve only describes; its asymptote is no estimate of the [limit](crate::limit).

mod curve;
mod parity;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use curve::Curve;
pub use curve::Rung;
pub use parity::without_parity;

/// The smallest number of budgets to which a curve is fitted: one more than it has parameters, and another to check the
/// fit.
pub const FEWEST_RUNGS: usize = 5;

/// A curve whose p-value is smaller than this does not fit.
const WORST_FIT: f64 = 0.01;

/// The number of steps in the search for the asymptote.
const GRID: u32 = 120;

/// Two observations that differ by more than this number of standard errors differ by more than chance: 1 % of equal
/// ones do.
pub(crate) const CHANCE: f64 = 2.576;

/// Returns each observation with each later one.
pub(crate) fn pairs<T>(observations: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let later = |at: usize| observations[at + 1..].iter();
    observations.iter().enumerate().flat_map(move |(at, before)| later(at).map(move |after| (before, after)))
}

/// Returns how often a ladder turns by more than chance: after a significant rise, between any two budgets since the last
/// turn, it falls significantly, or the other way round. `rungs` must be in order of budget.
///
/// ```
/// use petteia_statistics::ladder::{Rung, reversals};
/// let ladder = |drawn: &[u64]| -> Vec<Rung> {
///     drawn.iter().zip(0..).map(|(&drawn, k)| Rung::share(f64::from(25 << k), drawn, 100)).collect()
/// };
/// assert_eq!(reversals(&ladder(&[40, 60, 58, 75, 90])), 0);
/// assert_eq!(reversals(&ladder(&[40, 90, 45, 50, 95])), 2);
/// ```
#[must_use]
pub fn reversals(rungs: &[Rung]) -> u32 {
    let (mut turns, mut direction, mut since) = (0, 0.0, 0);
    for at in 1..rungs.len() {
        let turned = (since..at).find_map(|before| {
            let rise = rise(&rungs[before], &rungs[at]);
            (rise.abs() > CHANCE && rise.signum() != direction).then_some(rise.signum())
        });
        if let Some(now) = turned {
            turns += u32::from(direction != 0.0);
            (direction, since) = (now, at);
        }
    }
    turns
}

/// Returns the effect of the parity of depth that explains why a ladder is no curve: the difference between odd and even
/// depths, in log-odds. `rungs` must be in order of budget.
///
/// Returns `None` if the ladder follows a curve as it is, if parity does not explain a significant part, or if the rest
/// is no curve either.
#[must_use]
pub fn parity(rungs: &[Rung]) -> Option<f64> {
    if rungs.len() < FEWEST_RUNGS || is_a_curve(rungs) {
        return None;
    }
    parity::effect(rungs).filter(|&effect| {
        let corrected = without_parity(rungs, effect);
        (0..=rungs.len() - FEWEST_RUNGS).any(|start| is_a_curve(&corrected[start..]))
    })
}

/// Returns whether a ladder does not both rise and fall by more than chance, and changes as a power of the budget does.
fn is_a_curve(rungs: &[Rung]) -> bool {
    !swings(rungs) && {
        let deviance = best_curve(rungs).deviance(rungs).max(0.0);
        let freedom = (rungs.len() - 3) as f64;
        ChiSquared::new(freedom).map_or(1.0, |distribution| distribution.sf(deviance)) >= WORST_FIT
    }
}

/// Returns whether the observations both rise and fall by more than chance, between any two budgets.
fn swings(rungs: &[Rung]) -> bool {
    let is_any = |test: fn(f64) -> bool| pairs(rungs).any(|(before, after)| test(rise(before, after)));
    is_any(|rise| rise > CHANCE) && is_any(|rise| rise < -CHANCE)
}

/// Returns by how many standard errors the second of two observations exceeds the first.
fn rise(before: &Rung, after: &Rung) -> f64 {
    let (n, m) = (before.games, after.games);
    let pooled = (n * before.share + m * after.share) / (n + m);
    let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
    if variance > 0.0 { (after.share - before.share) / variance.sqrt() } else { 0.0 }
}

/// Returns the maximum likelihood curve.
fn best_curve(rungs: &[Rung]) -> Curve {
    let with_asymptote = |asymptote| Curve::with_asymptote(asymptote, rungs);
    let curves = (0..=GRID).map(|step| with_asymptote(f64::from(step) / f64::from(GRID)));
    let rough = curves.min_by(|a, b| a.deviance(rungs).total_cmp(&b.deviance(rungs))).expect("there are several");
    let width = 1.0 / f64::from(GRID);
    let near = [(rough.asymptote - width).max(0.0), (rough.asymptote + width).min(1.0)];
    // The search does not reach the ends of the range, where the asymptote often is.
    let fine = with_asymptote(least(|asymptote| with_asymptote(asymptote).deviance(rungs), near));
    if fine.deviance(rungs) < rough.deviance(rungs) { fine } else { rough }
}

/// Returns the minimizer of a function with one minimum between two ends, by golden-section search.
fn least(of: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    let ratio = (5_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..24 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if of(left) <= of(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests;
