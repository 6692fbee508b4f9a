//! Intervals that may be looked at after every game: confidence sequences.

use super::Estimate;

/// The chance that an interval ever misses the truth.
const ALPHA: f64 = 0.05;

/// The share of `successes` among `n` trials with its 95 % confidence sequence: the chance that *any* of the intervals seen
/// while `n` grows misses the truth is at most 5 %, so one may look whenever one likes and stop when the interval is narrow
/// enough. It is narrowest, for the number of trials, when it is about `half_width` to each side; that is to be fixed
/// beforehand, between 0 and ½.
///
/// Each end is Ville's inequality for a bet on every trial: against a true share of at most `m` one bets as if it were
/// `m + half_width`, and `m` is ruled out when the capital has grown 2/α-fold. Nothing when there are no trials.
///
/// I. Waudby-Smith and A. Ramdas (2024), "Estimating means of bounded random variables by betting", *Journal of the Royal
/// Statistical Society B* 86, 1–27; S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon (2021), "Time-uniform,
/// nonparametric, nonasymptotic confidence sequences", *Annals of Statistics* 49, 1055–1080.
///
/// ```
/// let draws = petteia_statistics::share_sequence(9222, 18444, 0.01).unwrap();
/// assert!(draws.high - draws.low < 0.0201);
/// ```
#[must_use]
pub fn share_sequence(successes: u64, n: u64, half_width: f64) -> Option<Estimate> {
    if n == 0 || successes > n {
        return None;
    }
    let lower = |successes: u64, failures: u64| {
        let growth = |share: f64| {
            let bet = (share + half_width).min(1.0);
            times(successes, (bet / share).ln()) + times(failures, ((1.0 - bet) / (1.0 - share)).ln())
        };
        lower_end(successes as f64 / n as f64, growth)
    };
    let failures = n - successes;
    let value = successes as f64 / n as f64;
    Some(Estimate { value, low: lower(successes, failures), high: 1.0 - lower(failures, successes), n })
}

/// The stakes of [`score_sequence`], in half widths: best where games are hardly drawn, mostly drawn, nearly all drawn.
const STAKES: [f64; 3] = [4.0, 16.0, 64.0];

/// The mean score (win 1, draw ½, loss 0) with its 95 % confidence sequence, as [`share_sequence`] for shares. The capital is
/// spread over three stakes, since the best one depends on the share of draws.
///
/// ```
/// let score = petteia_statistics::score_sequence([40, 1000, 40], 0.01).unwrap();
/// assert!(score.low < 0.5 && score.high > 0.5);
/// ```
#[must_use]
pub fn score_sequence([wins, draws, losses]: [u64; 3], half_width: f64) -> Option<Estimate> {
    let n = wins + draws + losses;
    if n == 0 {
        return None;
    }
    let value = (wins as f64 + draws as f64 / 2.0) / n as f64;
    let lower = |wins: u64, losses: u64, value: f64| {
        let growth = |mean: f64| {
            let logs = STAKES.map(|stake| {
                let stake = (stake * half_width).min(0.9);
                let gain = |score: f64| (stake * (score - mean)).ln_1p();
                times(wins, gain(1.0)) + times(draws, gain(0.5)) + times(losses, gain(0.0))
            });
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / STAKES.len() as f64).ln()
        };
        lower_end(value, growth)
    };
    Some(Estimate { value, low: lower(wins, losses, value), high: 1.0 - lower(losses, wins, 1.0 - value), n })
}

/// `count * log`, where no trials make nothing even of an infinite logarithm.
fn times(count: u64, log: f64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * log }
}

/// The greatest value below `value` that is ruled out: the logarithm of the capital falls as it grows.
fn lower_end(value: f64, growth: impl Fn(f64) -> f64) -> f64 {
    let enough = (2.0 / ALPHA).ln();
    let (mut out, mut within) = (0.0, value);
    for _ in 0..50 {
        let middle = f64::midpoint(out, within);
        if growth(middle) >= enough {
            out = middle;
        } else {
            within = middle;
        }
    }
    out
}
