//! The limit of a share, score or length for an unlimited budget, estimated from a ladder of growing budgets.
//!
//! The model has three parameters: the curve approaches an asymptote as a power of the budget. Power laws describe the
//! gain of game-playing programs from more computation over many orders of magnitude (A. L. Jones 2021, "Scaling
//! scaling laws with board games", arXiv:2104.03113), and among families of learning curves, the power law with an
//! asymptote extrapolates best (T. Viering and M. Loog 2023, "The shape of learning curves: a review", *IEEE
//! Transactions on Pattern Analysis and Machine Intelligence* 45). The curve is fitted by maximum likelihood. The
//! interval of the asymptote comes from the profile likelihood, allowing for scatter about the curve (quasi-likelihood;
//! P. McCullagh and J. A. Nelder 1989, *Generalized Linear Models*, chapter 9), and is widened by a factor that was
//! calibrated on games whose limit is known (split conformal prediction; V. Vovk, A. Gammerman and G. Shafer 2005,
//! *Algorithmic Learning in a Random World*).

mod curve;
mod parity;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use curve::Curve;
pub use curve::{Observed, Rung};

use crate::interval::{t_quantile, wilson_ends};
use crate::{Estimate, Z};

/// What a ladder reveals about its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The limit with its 95 % interval, or why there is none.
    pub limit: Result<Estimate, Unknown>,
    /// The bound that holds if the curve is at least monotone from its last two budgets on; `None` if it swings or fits
    /// badly.
    pub bound: Option<Bound>,
    /// The fitted curve, if there are enough budgets to fit one.
    pub fit: Option<Fit>,
    /// The effect of the parity of depth that was taken out: the difference between odd and even depths, in log-odds of a
    /// share or as the logarithm of a mean. The limit and the curve are those of as many odd as even depths.
    pub parity: Option<f64>,
}

impl Ladder {
    /// Returns whether a curve describes the observations, however wide the interval of its limit is.
    fn is_a_curve(&self) -> bool {
        !matches!(self.limit, Err(Unknown::Swings | Unknown::Misfit))
    }
}

/// Why a limit is not identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Unknown {
    /// There are fewer than [`FEWEST_RUNGS`] budgets.
    FewBudgets,
    /// The observations rise and fall by more than chance, so no monotone curve describes them.
    Swings,
    /// They do not change as a power of the budget does.
    Misfit,
    /// The interval of the limit is wider than [`WIDEST`] or, for a mean, wider than [`WIDEST_OF_MEAN`] times the
    /// estimate.
    Wide,
}

/// A bound on the limit that assumes only that the curve is monotone from its last two budgets on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Bound {
    /// The curve rises: a lower bound on the limit, with 97.5 % confidence.
    AtLeast(f64),
    /// The curve falls: an upper bound on the limit, with 97.5 % confidence.
    AtMost(f64),
}

/// A fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    curve: Curve,
    /// The residual deviance.
    pub deviance: f64,
    /// Its degrees of freedom: the number of budgets minus three.
    pub freedom: u64,
    /// The probability of a deviance at least this large if the curve is correct.
    pub p: f64,
}

impl Fit {
    /// Returns the value of the curve at a budget.
    #[must_use]
    pub fn at(&self, budget: f64) -> f64 {
        self.curve.at(budget)
    }

    /// Returns the power of the budget at which the curve approaches its limit.
    #[must_use]
    pub fn exponent(&self) -> f64 {
        self.curve.exponent
    }

    /// Returns the smallest budget to which the curve was fitted.
    #[must_use]
    pub fn first_budget(&self) -> f64 {
        self.curve.first
    }
}

/// The smallest number of budgets in a ladder: one more than the curve has parameters, and another to check the fit.
pub const FEWEST_RUNGS: usize = 5;

/// The widest interval of a share that is reported as an answer.
pub const WIDEST: f64 = 0.3;

/// The widest interval of a mean that is reported as an answer, as a fraction of the estimate.
pub const WIDEST_OF_MEAN: f64 = 0.5;

/// A curve whose p-value is smaller than this does not fit.
const WORST_FIT: f64 = 0.01;

/// The factor by which the interval of the profile likelihood is widened, chosen so that 95 % of the intervals of the
/// calibration's shaping cases contain the truth (`studies/perfect-play.md`).
pub const WIDENING: f64 = 1.5;

/// The number of steps in the search for the limit.
const GRID: u32 = 120;

/// Extrapolates a ladder to an unlimited budget, with the calibrated [`WIDENING`]. `rungs` must be in order of budget.
///
/// If the observations rise and fall by more than chance, or do not change as a power of the budget does, there are two
/// ways out. If the parity of depth explains a significant part, and the rest follows a curve, its effect is estimated with
/// the curve and taken out. Otherwise the curve is fitted from the first budget from which neither is the case, provided
/// that [`FEWEST_RUNGS`] remain.
///
/// ```
/// use petteia_statistics::limit::{Rung, extrapolate};
/// let drawn = [420, 600, 710, 775, 815, 840, 857];
/// let rungs: Vec<Rung> = (0..7).map(|k| Rung::share(f64::from(25 << k), drawn[k as usize], 1000)).collect();
/// let limit = extrapolate(&rungs).limit.unwrap();
/// assert!(limit.low > 0.8 && limit.low < 0.9 && limit.high > 0.88 && limit.high < 0.99, "{limit:?}");
/// ```
#[must_use]
pub fn extrapolate(rungs: &[Rung]) -> Ladder {
    extrapolate_widened(rungs, WIDENING)
}

/// Does the same with another widening, where 1 means none. Used for calibration.
#[must_use]
pub fn extrapolate_widened(rungs: &[Rung], widening: f64) -> Ladder {
    if rungs.len() < FEWEST_RUNGS {
        return Ladder { limit: Err(Unknown::FewBudgets), bound: bound(rungs), fit: None, parity: None };
    }
    let ladder = from_some_budget(rungs, widening);
    let is_whole = ladder.fit.is_some_and(|fit| fit.first_budget() <= rungs[0].budget);
    if is_whole && ladder.is_a_curve() {
        return ladder;
    }
    let without_parity = parity::effect(rungs).map(|effect| {
        let even = from_some_budget(&parity::corrected(rungs, effect), widening);
        Ladder { parity: Some(effect), ..even }
    });
    without_parity.filter(Ladder::is_a_curve).unwrap_or(ladder)
}

/// Fits the curve from the first budget from which the observations allow it.
fn from_some_budget(rungs: &[Rung], widening: f64) -> Ladder {
    let bound = bound(rungs);
    let mut whole = None;
    let tails = (0..=rungs.len() - FEWEST_RUNGS).map(|start| &rungs[start..]);
    for tail in tails.filter(|tail| !swings(tail)) {
        let profile = Profile::of(tail);
        let fit = profile.fit();
        if fit.p < WORST_FIT {
            whole = whole.or(Some((Unknown::Misfit, fit)));
            continue;
        }
        let estimate = profile.estimate(widening);
        let widest = if profile.is_share { WIDEST } else { WIDEST_OF_MEAN * estimate.value };
        let is_wide = estimate.high - estimate.low > widest;
        return Ladder {
            limit: if is_wide { Err(Unknown::Wide) } else { Ok(estimate) },
            bound,
            fit: Some(fit),
            parity: None,
        };
    }
    let (why, fit) = whole.unwrap_or_else(|| (Unknown::Swings, Profile::of(rungs).fit()));
    Ladder { limit: Err(why), bound: None, fit: Some(fit), parity: None }
}

/// A larger ladder that would identify the limit of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Need {
    /// The number of further doublings of the budget.
    pub doublings: u32,
    /// The factor by which the games of each budget are multiplied.
    pub games: u32,
}

/// The numbers of doublings and the multiples of the games that are tried.
const DOUBLINGS: [u32; 5] = [0, 1, 2, 3, 4];
const MULTIPLES: [u32; 3] = [1, 4, 16];

/// Returns the cheapest larger ladder that would identify the limit of a share if its curve continues as fitted, or
/// `None` if none of those tried would.
#[must_use]
pub fn need(rungs: &[Rung], fit: &Fit) -> Option<Need> {
    let last = rungs.last()?;
    let larger = |need: &Need| -> Vec<Rung> {
        let beyond = (1..=need.doublings).map(|k| Rung { budget: last.budget * 2_f64.powi(k as i32), ..*last });
        let expected = |rung: Rung| match rung.observed {
            Observed::Share { games, .. } => {
                let games = games * f64::from(need.games);
                Rung {
                    observed: Observed::Share { share: fit.at(rung.budget).clamp(0.0, 1.0), games },
                    odd: None,
                    ..rung
                }
            }
            Observed::Mean { .. } => rung,
        };
        rungs.iter().copied().chain(beyond).map(expected).collect()
    };
    let cost = |need: &Need| f64::from(need.games) * 2_f64.powi(need.doublings as i32);
    let all = DOUBLINGS.iter().flat_map(|&doublings| MULTIPLES.map(|games| Need { doublings, games }));
    // The ladder as it is does not identify the limit, whatever the curve would predict.
    let mut all: Vec<Need> = all.filter(|need| cost(need) > 1.0).collect();
    all.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    all.into_iter().find(|need| extrapolate(&larger(need)).limit.is_ok())
}

/// Returns by how many standard errors the second of two observations exceeds the first.
fn rise(before: &Rung, after: &Rung) -> f64 {
    match (before.observed, after.observed) {
        (Observed::Share { share: p, games: n }, Observed::Share { share: q, games: m }) => {
            let pooled = (n * p + m * q) / (n + m);
            let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
            if variance > 0.0 { (q - p) / variance.sqrt() } else { 0.0 }
        }
        (Observed::Mean { mean: p, error: e }, Observed::Mean { mean: q, error: f }) => (q - p) / e.hypot(f),
        _ => 0.0,
    }
}

/// Two observations that differ by more than this number of standard errors differ by more than chance: 1 % of equal
/// ones do.
const CHANCE: f64 = 2.576;

/// Returns how often a ladder turns by more than chance: after a significant rise, between any two budgets since the last
/// turn, it falls significantly, or the other way round. `rungs` must be in order of budget.
///
/// ```
/// use petteia_statistics::limit::{Rung, reversals};
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

/// Returns the observations of a ladder without the effect of parity that was taken out of it.
#[must_use]
pub fn without_parity(rungs: &[Rung], ladder: &Ladder) -> Vec<Rung> {
    ladder.parity.map_or_else(|| rungs.to_vec(), |effect| parity::corrected(rungs, effect))
}

/// Returns whether the observations both rise and fall by more than chance, between any two budgets.
fn swings(rungs: &[Rung]) -> bool {
    let pairs =
        || rungs.iter().enumerate().flat_map(|(at, before)| rungs[at + 1..].iter().map(move |after| (before, after)));
    let is_any = |test: fn(f64) -> bool| pairs().any(|(before, after)| test(rise(before, after)));
    is_any(|rise| rise > CHANCE) && is_any(|rise| rise < -CHANCE)
}

/// Returns the bound that the last budget gives if the curve continues in the direction of its last two budgets.
fn bound(rungs: &[Rung]) -> Option<Bound> {
    let [.., before, last] = rungs else { return None };
    let rise = rise(before, last);
    let [low, high] = match last.observed {
        Observed::Share { share, games } => wilson_ends(Z, share, games),
        Observed::Mean { mean, error } => [mean - Z * error, mean + Z * error],
    };
    if rise > Z {
        Some(Bound::AtLeast(low))
    } else if rise < -Z {
        Some(Bound::AtMost(high))
    } else {
        None
    }
}

/// The profile likelihood of the limit.
struct Profile<'a> {
    rungs: &'a [Rung],
    is_share: bool,
    /// The range of possible values.
    range: [f64; 2],
    best: Curve,
}

impl<'a> Profile<'a> {
    fn of(rungs: &'a [Rung]) -> Self {
        let is_share = matches!(rungs[0].observed, Observed::Share { .. });
        let range = if is_share { [0.0, 1.0] } else { range_of_means(rungs) };
        let [low, high] = range;
        let at = |step: u32| low + (high - low) * f64::from(step) / f64::from(GRID);
        let curve = |step: u32| Curve::with_limit(at(step), rungs, range);
        let curves = (0..=GRID).map(curve);
        let rough = curves.min_by(|a, b| a.deviance(rungs).total_cmp(&b.deviance(rungs))).expect("there are several");
        let width = (high - low) / f64::from(GRID);
        let near = [(rough.limit - width).max(low), (rough.limit + width).min(high)];
        let limit = least(|limit| Curve::with_limit(limit, rungs, range).deviance(rungs), near);
        // The search does not reach the ends of the range, where the limit often is.
        let candidates = [limit, rough.limit].map(|limit| Curve::with_limit(limit, rungs, range));
        let best =
            if candidates[0].deviance(rungs) < candidates[1].deviance(rungs) { candidates[0] } else { candidates[1] };
        Profile { rungs, is_share, range, best }
    }

    fn fit(&self) -> Fit {
        let (deviance, freedom) = (self.best.deviance(self.rungs), self.freedom());
        let p = ChiSquared::new(freedom as f64).map_or(1.0, |distribution| distribution.sf(deviance.max(0.0)));
        Fit { curve: self.best, deviance, freedom, p }
    }

    fn freedom(&self) -> u64 {
        self.rungs.len() as u64 - 3
    }

    /// Returns by how much the deviance may grow within the 95 % interval: by more if the observations scatter about
    /// the curve by more than chance.
    fn allowance(&self) -> f64 {
        let freedom = self.freedom() as f64;
        let dispersion = self.best.deviance(self.rungs) / freedom;
        let t = t_quantile(freedom, 0.025).expect("a ladder has more rungs than the curve has parameters");
        (Z * Z).max(dispersion * t * t)
    }

    fn estimate(&self, widening: f64) -> Estimate {
        let limit = self.best.limit;
        let most = self.best.deviance(self.rungs) + self.allowance();
        let is_within = |at: f64| Curve::with_limit(at, self.rungs, self.range).deviance(self.rungs) <= most;
        let [low, high] = self.range.map(|end| {
            let found = if is_within(end) { end } else { edge(limit, end, is_within) };
            (limit + widening * (found - limit)).clamp(self.range[0], self.range[1])
        });
        Estimate { value: limit, low, high, n: self.rungs.len() as u64 }
    }
}

/// Returns the range of possible limits of means: with an unlimited budget, they may be up to ten times as large, or
/// as small as 0.
fn range_of_means(rungs: &[Rung]) -> [f64; 2] {
    let largest = rungs.iter().map(|rung| match rung.observed {
        Observed::Mean { mean, .. } => mean,
        Observed::Share { share, .. } => share,
    });
    [0.0, 10.0 * largest.fold(0.0, f64::max)]
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

/// Returns the point between `inside` and `outside` at which a condition ceases to be true, by bisection.
fn edge(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..24 {
        let middle = f64::midpoint(inside, outside);
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    f64::midpoint(inside, outside)
}

#[cfg(test)]
mod tests;
