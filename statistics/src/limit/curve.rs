//! The fitted curve: an asymptote and a power of the budget.

/// The observation for a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Observed {
    /// A mean of numbers from 0 to 1, with the number of games with outcomes 0 and 1 that would carry the same
    /// information.
    Share {
        /// The mean.
        share: f64,
        /// The number of such games.
        games: f64,
    },
    /// A positive mean and its standard error.
    Mean {
        /// The mean.
        mean: f64,
        /// Its standard error.
        error: f64,
    },
}

/// An observation and its budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The budget, such as positions per decision; must be positive.
    pub budget: f64,
    /// The observation.
    pub observed: Observed,
    /// The share of searches that looked an odd number of decisions ahead, if it is known.
    pub odd: Option<f64>,
}

impl Rung {
    /// Returns the share of a number of games out of `games`.
    #[must_use]
    pub fn share(budget: f64, successes: u64, games: u64) -> Rung {
        let games = games as f64;
        Rung { budget, observed: Observed::Share { share: successes as f64 / games, games }, odd: None }
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
        Rung { budget, observed: Observed::Share { share, games: games * share * (1.0 - share) / variance }, odd: None }
    }

    /// Returns a positive mean with its standard error.
    #[must_use]
    pub fn mean(budget: f64, mean: f64, error: f64) -> Rung {
        Rung { budget, observed: Observed::Mean { mean, error }, odd: None }
    }

    /// Returns the observation with the share of odd depths with which it was made.
    #[must_use]
    pub fn with_odd(self, odd: Option<f64>) -> Rung {
        Rung { odd, ..self }
    }

    /// Returns the log-likelihood of a true value, up to a constant.
    fn likelihood(&self, value: f64) -> f64 {
        match self.observed {
            Observed::Share { share, games } => {
                let p = value.clamp(LEAST, 1.0 - LEAST);
                games * (times(share, p.ln()) + times(1.0 - share, (-p).ln_1p()))
            }
            Observed::Mean { mean, error } => -0.5 * ((mean - value) / error).powi(2),
        }
    }

    /// Returns its derivative, which decreases with the value.
    fn slope(&self, value: f64) -> f64 {
        match self.observed {
            Observed::Share { share, games } => {
                let p = value.clamp(LEAST, 1.0 - LEAST);
                games * (share / p - (1.0 - share) / (1.0 - p))
            }
            Observed::Mean { mean, error } => (mean - value) / (error * error),
        }
    }

    /// Returns the largest log-likelihood of any value.
    fn best(&self) -> f64 {
        match self.observed {
            Observed::Share { share, .. } => self.likelihood(share),
            Observed::Mean { mean, .. } => self.likelihood(mean),
        }
    }
}

/// Shares closer than this to 0 or 1 are not distinguished from them.
const LEAST: f64 = 1e-9;

/// Returns a product that is 0 if the weight is 0.
fn times(weight: f64, value: f64) -> f64 {
    if weight > 0.0 { weight * value } else { 0.0 }
}

/// The range of exponents of the budget that are considered, from very slow to very fast.
const EXPONENTS: [f64; 2] = [0.1, 3.0];
/// The number of exponents tried.
const STEPS: u32 = 40;

/// `limit + change * (first / budget)^exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) limit: f64,
    pub(super) change: f64,
    pub(super) exponent: f64,
    pub(super) first: f64,
}

impl Curve {
    pub(super) fn at(&self, budget: f64) -> f64 {
        self.limit + self.change * (self.first / budget).powf(self.exponent)
    }

    /// Returns the deviance: twice the difference between the largest possible log-likelihood and that of the curve.
    pub(super) fn deviance(&self, rungs: &[Rung]) -> f64 {
        let lacks = |rung: &Rung| rung.best() - rung.likelihood(self.at(rung.budget));
        2.0 * rungs.iter().map(lacks).sum::<f64>()
    }

    /// Returns the maximum likelihood curve with a given limit, all of whose values are in a range.
    pub(super) fn with_limit(limit: f64, rungs: &[Rung], range: [f64; 2]) -> Curve {
        let first = rungs.first().map_or(1.0, |rung| rung.budget);
        let curve = |step: u32| {
            let [slow, fast] = EXPONENTS;
            let exponent = slow * (fast / slow).powf(f64::from(step) / f64::from(STEPS));
            let powers: Vec<f64> = rungs.iter().map(|rung| (first / rung.budget).powf(exponent)).collect();
            let slope = |change: f64| -> f64 {
                let each = rungs.iter().zip(&powers);
                each.map(|(rung, power)| power * rung.slope(limit + change * power)).sum()
            };
            Curve { limit, change: root(slope, range.map(|end| end - limit)), exponent, first }
        };
        let curves = (0..=STEPS).map(curve);
        curves.min_by(|a, b| a.deviance(rungs).total_cmp(&b.deviance(rungs))).expect("there are several")
    }
}

/// Returns the root of a decreasing function by bisection, or an end if it has none.
fn root(falling: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    for _ in 0..48 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
