//! The effect of the parity of depth: a search that looks an odd number of decisions ahead ends with its own move, and
//! sees more to win than one that ends with the opponent's. As the budget grows, the share of searches with an odd depth
//! rises and falls, and with it whatever is observed.

use super::curve::Rung;
use super::{FEWEST_RUNGS, best_curve};
use crate::numeric::{logistic, logit};

/// The effect of parity is estimated only if the share of odd depths varies by at least this much.
const LEAST_SPREAD: f64 = 0.2;

/// By how much the deviance must fall: the 99 % quantile of chi-squared with one degree of freedom.
const LEAST_GAIN: f64 = 6.635;

/// Steps in which the curve and the effect are estimated in turn; they converge long before.
const TURNS: u32 = 12;

/// Returns the difference between odd and even depths, in log-odds, about a curve that follows a power law. Returns
/// `None` if the depths are unknown or hardly vary, if there are fewer than six budgets, or if the effect is not
/// significant at 1 %.
pub fn effect(rungs: &[Rung]) -> Option<f64> {
    let odd: Vec<f64> = rungs.iter().filter_map(|rung| rung.odd).collect();
    let spread = odd.iter().copied().fold(0.0, f64::max) - odd.iter().copied().fold(1.0, f64::min);
    if odd.len() < rungs.len() || rungs.len() <= FEWEST_RUNGS || spread < LEAST_SPREAD {
        return None;
    }
    let mut effect = 0.0;
    for _ in 0..TURNS {
        effect += remaining(rungs, &without_parity(rungs, effect));
    }
    let deviance = |effect| {
        let corrected = without_parity(rungs, effect);
        best_curve(&corrected).deviance(&corrected)
    };
    (deviance(0.0) - deviance(effect) > LEAST_GAIN).then_some(effect)
}

/// Returns the observations as they would be with as many odd as even depths.
#[must_use]
pub fn without_parity(rungs: &[Rung], effect: f64) -> Vec<Rung> {
    let corrected = |rung: &Rung| {
        let before = inner(rung.share, rung.games);
        let share = logistic(logit(before) - effect * centred(rung));
        // The error of the log-odds stays the same.
        Rung { share, games: rung.games * before * (1.0 - before) / (share * (1.0 - share)), ..*rung }
    };
    rungs.iter().map(corrected).collect()
}

/// Returns the effect of parity on the distances of corrected observations from their curve, by weighted least squares.
fn remaining(rungs: &[Rung], corrected: &[Rung]) -> f64 {
    let curve = best_curve(corrected);
    let (mut products, mut squares) = (0.0, 0.0);
    for (rung, corrected) in rungs.iter().zip(corrected) {
        let share = inner(corrected.share, corrected.games);
        let distance = logit(share) - logit(inner(curve.at(rung.budget), corrected.games));
        let weight = corrected.games * share * (1.0 - share);
        products += weight * distance * centred(rung);
        squares += weight * centred(rung).powi(2);
    }
    if squares > 0.0 { products / squares } else { 0.0 }
}

/// Returns the share of odd depths minus one half.
fn centred(rung: &Rung) -> f64 {
    rung.odd.unwrap_or(0.5) - 0.5
}

/// Returns a share that is at least half a game away from 0 and 1.
fn inner(share: f64, games: f64) -> f64 {
    let half = 0.5 / games.max(1.0);
    share.clamp(half, 1.0 - half)
}
