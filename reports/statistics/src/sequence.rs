//! Intervals by betting: those that may be examined after every game (confidence sequences), and those of a few bounded
//! values.

use super::Estimate;
use super::numeric::{bisect, weighted};

/// The probability that the interval of [`bounded_mean`] misses the truth.
const ALPHA: f64 = 0.05;

/// The distances, in half-widths, by which the share is bet to differ.
const DISTANCES: [f64; 10] = [0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// Returns how much of the capital is bet on a distance. Most of it is on the requested half-width; the rest keeps the
/// interval narrow if more or fewer games are played.
fn part_of(distance: f64) -> f64 {
    if distance == 1.0 { 0.82 } else { 0.02 }
}

/// Returns the share of `successes` in `n` trials with its confidence sequence. The probability that *any* of the
/// intervals seen while `n` grows misses the truth is at most `alpha`, so the interval may be examined at any time and
/// sampling may stop once it is narrow enough. It needs the fewest trials for an interval of `half_width` to each side,
/// which must be fixed in advance, between 0 and ½; with more or fewer trials, it is up to one and a half times as wide
/// as if it had been tuned for that number.
///
/// Each end follows from Ville's inequality for a bet on every trial. Against the hypothesis that the true share is at
/// most `m`, one bets as if it were `m + half_width`, with part of the capital as if it were closer or further away;
/// `m` is rejected once the capital has grown by a factor of 2/α. Returns `None` if there are no trials.
///
/// I. Waudby-Smith and A. Ramdas (2024), "Estimating means of bounded random variables by betting", *Journal of the Royal
/// Statistical Society B* 86, 1–27; S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon (2021), "Time-uniform,
/// nonparametric, nonasymptotic confidence sequences", *Annals of Statistics* 49, 1055–1080.
///
/// ```
/// let draws = petteia_statistics::share_sequence(9750, 19500, 0.01, 0.05).unwrap();
/// assert!(draws.high - draws.low < 0.0201);
/// ```
#[must_use]
pub fn share_sequence(successes: u64, n: u64, half_width: f64, alpha: f64) -> Option<Estimate> {
    if n == 0 || successes > n {
        return None;
    }
    let lower = |successes: u64, failures: u64| {
        let growth = |share: f64| {
            spread(&DISTANCES.map(|distance| {
                let bet = (share + distance * half_width).min(1.0);
                let growth = weighted(successes as f64, (bet / share).ln())
                    + weighted(failures as f64, ((1.0 - bet) / (1.0 - share)).ln());
                (growth, part_of(distance))
            }))
        };
        lower_end(successes as f64 / n as f64, alpha, growth)
    };
    let failures = n - successes;
    let value = successes as f64 / n as f64;
    Some(Estimate { value, low: lower(successes, failures), high: 1.0 - lower(failures, successes), n })
}

/// The stakes of [`score_sequence`], in half-widths, and their shares of the capital: the first for many more games
/// than needed, then from games that are hardly ever drawn to games that nearly always are, and the last for very few
/// games.
const STAKES: [(f64, f64); 6] = [(1.0, 0.05), (4.0, 0.225), (10.0, 0.225), (25.0, 0.225), (64.0, 0.225), (256.0, 0.05)];

/// Returns the mean score (win 1, draw ½, loss 0) with its confidence sequence, as [`share_sequence`] does for
/// shares. The capital is divided among several stakes, because the best one depends on the share of draws.
///
/// ```
/// let score = petteia_statistics::score_sequence([40, 1000, 40], 0.01, 0.05).unwrap();
/// assert!(score.low < 0.5 && score.high > 0.5);
/// ```
#[must_use]
pub fn score_sequence([wins, draws, losses]: [u64; 3], half_width: f64, alpha: f64) -> Option<Estimate> {
    let n = wins + draws + losses;
    if n == 0 {
        return None;
    }
    let value = (wins as f64 + draws as f64 / 2.0) / n as f64;
    let lower = |wins: u64, losses: u64, value: f64| {
        let growth = |mean: f64| {
            spread(&STAKES.map(|(stake, part)| {
                let stake = (stake * half_width).min(0.9);
                let gain = |score: f64| (stake * (score - mean)).ln_1p();
                (
                    weighted(wins as f64, gain(1.0))
                        + weighted(draws as f64, gain(0.5))
                        + weighted(losses as f64, gain(0.0)),
                    part,
                )
            }))
        };
        lower_end(value, alpha, growth)
    };
    Some(Estimate { value, low: lower(wins, losses, value), high: 1.0 - lower(losses, wins, 1.0 - value), n })
}

/// The stakes of [`mean_sequence`], in half-widths, and their shares of the capital. The largest are for values that hardly
/// differ, such as the turns of short games as a share of the most that a game may have.
const STAKES_ON_MEANS: [(f64, f64); 8] =
    [(1.0, 0.05), (4.0, 0.2), (10.0, 0.2), (25.0, 0.2), (64.0, 0.2), (256.0, 0.05), (1024.0, 0.05), (4096.0, 0.05)];

/// Sums over independent values from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The number of values.
    pub n: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

/// Returns the mean of independent values from 0 to 1 with a confidence sequence, as [`score_sequence`] does for scores,
/// from their sums alone. The probability that any interval misses the mean is at most `alpha`.
///
/// The capital is that of [`bounded_mean`], or less: 1 + λy ≥ exp(λy − ψ(λ)y²) with ψ(λ) = −λ − ln(1 − λ), for 0 ≤ λ < 1 and
/// y ≥ −1. X. Fan, I. Grama and Q. Liu (2015), "Exponential inequalities for martingales with applications", *Electronic
/// Journal of Probability* 20, 1–22.
///
/// ```
/// use petteia_statistics::{Moments, mean_sequence};
/// let draws = mean_sequence(Moments { n: 1000, sum: 200.0, squares: 200.0 }, 0.01, 0.05).unwrap();
/// assert!(draws.low > 0.15 && draws.high < 0.25);
/// // 27 of at most 2,000 turns, in every game.
/// let turns = mean_sequence(Moments { n: 1000, sum: 13.5, squares: 0.18225 }, 0.0004, 0.00001).unwrap();
/// assert!(2000.0 * turns.high < 64.0);
/// ```
#[must_use]
pub fn mean_sequence(moments: Moments, half_width: f64, alpha: f64) -> Option<Estimate> {
    let Moments { n, sum, squares } = moments;
    if n == 0 {
        return None;
    }
    let count = n as f64;
    let lower = |sum: f64, squares: f64| {
        let growth = |mean: f64| {
            let (above, around) = (sum - count * mean, squares - 2.0 * mean * sum + count * mean * mean);
            spread(&STAKES_ON_MEANS.map(|(stake, part)| {
                let stake = (stake * half_width).min(0.9);
                (stake * above + (stake + (-stake).ln_1p()) * around, part)
            }))
        };
        lower_end(sum / count, alpha, growth)
    };
    let opposite = lower(count - sum, count - 2.0 * sum + squares);
    Some(Estimate { value: sum / count, low: lower(sum, squares), high: 1.0 - opposite, n })
}

/// Returns the mean of independent values from 0 to 1 with a 95 % interval that is valid for any distribution and any
/// number of values, stays within the range, and has a positive width even if all values are equal. Returns `None` if
/// there are no values, or if one is out of range.
///
/// Each end follows from Markov's inequality for the capital of a bet on every value, divided evenly among all stakes;
/// see [`share_sequence`]. F. Orabona and K.-S. Jun (2024), "Tight concentrations and confidence sequences from the
/// regret of universal portfolio", *IEEE Transactions on Information Theory* 70, 436–455.
///
/// ```
/// let drama = petteia_statistics::bounded_mean(&[0.0, 0.1, 0.0, 0.2, 0.1, 0.0]).unwrap();
/// assert!(drama.low > 0.0 && drama.high < 0.7);
/// ```
#[must_use]
pub fn bounded_mean(values: &[f64]) -> Option<Estimate> {
    /// The number of stakes that represent all possible ones.
    const ALL: u32 = 32;
    /// The number of factors that are multiplied before taking the logarithm. None exceeds 2⁵⁰, so the product is finite.
    const AT_ONCE: usize = 16;
    if values.is_empty() || !values.iter().all(|value| (0.0..=1.0).contains(value)) {
        return None;
    }
    let lower = |values: &[f64]| {
        let growth = |mean: f64| {
            let log = |stake: f64| -> f64 {
                let factors =
                    |some: &[f64]| some.iter().map(|value| 1.0 - stake + stake / mean * value).product::<f64>();
                values.chunks(AT_ONCE).map(|some| factors(some).ln()).sum()
            };
            let stakes = (0..ALL).map(|number| (f64::from(number) + 0.5) / f64::from(ALL));
            spread(&stakes.map(|stake| (log(stake), 1.0 / f64::from(ALL))).collect::<Vec<_>>())
        };
        lower_end(values.iter().sum::<f64>() / values.len() as f64, ALPHA, growth)
    };
    let opposite: Vec<f64> = values.iter().map(|value| 1.0 - value).collect();
    let value = values.iter().sum::<f64>() / values.len() as f64;
    let high = (1.0 - lower(&opposite)).clamp(value, 1.0);
    Some(Estimate { value, low: lower(values), high, n: values.len() as u64 })
}

/// Returns the logarithm of a capital divided among several bets, given the logarithm of each bet's growth and its
/// share.
fn spread(bets: &[(f64, f64)]) -> f64 {
    let most = bets.iter().map(|bet| bet.0).fold(f64::NEG_INFINITY, f64::max);
    most + bets.iter().map(|(log, part)| part * (log - most).exp()).sum::<f64>().ln()
}

/// Returns the largest value below `value` that is rejected; the logarithm of the capital decreases as the value grows.
fn lower_end(value: f64, alpha: f64, growth: impl Fn(f64) -> f64) -> f64 {
    let enough = (2.0 / alpha).ln();
    let [out, _] = bisect([0.0, value], 50, |value| growth(value) >= enough);
    out
}
