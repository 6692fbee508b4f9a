//! The fitted curve: an asymptote and a power of the budget.

use crate::numeric::{root, weighted};

/// The observation for a budget: a mean of numbers from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The budget, such as positions per decision; must be positive.
    pub budget: f64,
    /// The mean.
    pub share: f64,
    /// The number of games with outcomes 0 and 1 that would carry the same information.
    pub games: f64,
    /// The share of searches that looked an odd number of decisions ahead, if it is known.
    pub odd: Option<f64>,
}

impl Rung {
    /// Returns the share of a number of games out of `games`.
    #[must_use]
    pub fn share(budget: f64, successes: u64, games: u64) -> Rung {
        let games = games as f64;
        Rung { budget, share: successes as f64 / games, games, odd: None }
    }

    /// Returns White's mean score from wins, draws and losses, scored 1, ½ and 0. A mean with the variance of the
    /// scores carries the same information as the number of games without draws that have this variance. Half a game is
    /// added to both wins and losses, so that the variance is never 0.
    #[must_use]
    pub fn score(budget: f64, wins: u64, draws: u64, losses: u64) -> Rung {
        let [wins, draws, losses] = [wins as f64 + 0.5, draws as f64, losses as f64 + 0.5];
        let games = wins + draws + losses;
        let share = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - share * share;
        Rung { budget, share, games: games * share * (1.0 - share) / variance, odd: None }
    }

    /// Returns the observation with the share of odd depths with which it was made.
    #[must_use]
    pub fn with_odd(self, odd: Option<f64>) -> Rung {
        Rung { odd, ..self }
    }

    /// Returns the log-likelihood of a true value, up to a constant.
    fn likelihood(&self, value: f64) -> f64 {
        let p = value.clamp(LEAST, 1.0 - LEAST);
        self.games * (weighted(self.share, p.ln()) + weighted(1.0 - self.share, (-p).ln_1p()))
    }

    /// Returns its derivative, which decreases with the value.
    fn slope(&self, value: f64) -> f64 {
        let p = value.clamp(LEAST, 1.0 - LEAST);
        self.games * (self.share / p - (1.0 - self.share) / (1.0 - p))
    }
}

/// Shares closer than this to 0 or 1 are not distinguished from them.
const LEAST: f64 = 1e-9;

/// The range of exponents of the budget that are considered, from very slow to very fast.
const EXPONENTS: [f64; 2] = [0.1, 3.0];
/// The number of exponents tried.
const STEPS: u32 = 40;

/// `asymptote + change * (first / budget)^exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) asymptote: f64,
    change: f64,
    exponent: f64,
    first: f64,
}

impl Curve {
    pub(super) fn at(&self, budget: f64) -> f64 {
        self.asymptote + self.change * (self.first / budget).powf(self.exponent)
    }

    /// Returns the deviance: twice the difference between the largest possible log-likelihood and that of the curve.
    pub(super) fn deviance(&self, rungs: &[Rung]) -> f64 {
        let lacks = |rung: &Rung| rung.likelihood(rung.share) - rung.likelihood(self.at(rung.budget));
        2.0 * rungs.iter().map(lacks).sum::<f64>()
    }

    /// Returns the maximum likelihood curve with a given asymptote, all of whose values are shares.
    pub(super) fn with_asymptote(asymptote: f64, rungs: &[Rung]) -> Curve {
        let first = rungs.first().map_or(1.0, |rung| rung.budget);
        let curve = |step: u32| {
            let [slow, fast] = EXPONENTS;
            let exponent = slow * (fast / slow).powf(f64::from(step) / f64::from(STEPS));
            let powers: Vec<f64> = rungs.iter().map(|rung| (first / rung.budget).powf(exponent)).collect();
            let slope = |change: f64| -> f64 {
                let each = rungs.iter().zip(&powers);
                each.map(|(rung, power)| power * rung.slope(asymptote + change * power)).sum()
            };
            Curve { asymptote, change: root(slope, [-asymptote, 1.0 - asymptote], 48), exponent, first }
        };
        let curves = (0..=STEPS).map(curve);
        curves.min_by(|a, b| a.deviance(rungs).total_cmp(&b.deviance(rungs))).expect("there are several")
    }
}
