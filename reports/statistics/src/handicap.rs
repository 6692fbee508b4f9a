//! Estimates the handicap at which two sides are even from games at several handicaps, and chooses which handicap to
//! play next.
//!
//! A handicap is the number of stones that White starts without; a negative number counts stones that Black starts
//! without. White's score decreases with the handicap. On the logit scale, the score is assumed to be linear between
//! neighbouring handicaps that were played, and the *even* handicap is where it crosses one half. No further model is
//! assumed.

use std::collections::BTreeMap;

use super::Estimate;
use super::compare::{holm, holm_widths, p_of_intervals};
use super::interval::{tango, tango_at};
use super::numeric::{bisect, logit};

/// A score is clear if it differs from one half by this number of standard errors: 99.9 %. Batches are examined one
/// after the other, and stopping at 95 % would make the interval of the even handicap too narrow.
const CLEAR: f64 = 3.290_526_731_491_926;

/// White's wins, the games without a winner, and Black's wins.
pub type Results = [u64; 3];

/// Returns White's mean score per game, from 0 to 1, with [`tango`]'s interval; games without a winner count as ½.
/// Returns `None` without games.
///
/// ```
/// let score = petteia_statistics::mean_score([60, 20, 20]).unwrap();
/// assert_eq!(format!("{:.3} [{:.3}, {:.3}]", score.value, score.low, score.high), "0.700 [0.616, 0.771]");
/// ```
#[must_use]
pub fn mean_score([wins, draws, losses]: Results) -> Option<Estimate> {
    Some(tango(wins, losses, wins + draws + losses)?.rescaled(0.5, 0.5))
}

/// One of several scores, compared with one half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// The interval that excludes one half exactly when Holm's test rejects.
    pub corrected: Estimate,
    /// The p-value of the hypothesis that the score is one half, corrected by [`holm`].
    pub p_holm: f64,
}

/// Compares several scores with one half by Tango's test, all corrected together by [`holm`]. The result is `None` for
/// a score without games.
///
/// ```
/// let compared = petteia_statistics::compare_with_half(&[[70, 10, 20], [45, 10, 45], [0, 0, 0]]);
/// assert!(compared[0].unwrap().corrected.low > 0.5 && compared[1].unwrap().p_holm > 0.9 && compared[2].is_none());
/// ```
#[must_use]
pub fn compare_with_half(results: &[Results]) -> Vec<Option<Compared>> {
    let excess = |z: f64, [wins, draws, losses]: Results| tango_at(z, wins, losses, wins + draws + losses);
    let p_of = |&results: &Results| p_of_intervals(|z| excess(z, results));
    let known: Vec<(usize, f64)> =
        results.iter().enumerate().filter_map(|(index, results)| Some((index, p_of(results)?))).collect();
    let p_values: Vec<f64> = known.iter().map(|&(_, p)| p).collect();
    let mut compared = vec![None; results.len()];
    for ((&(index, _), z), p_holm) in known.iter().zip(holm_widths(&p_values)).zip(holm(&p_values)) {
        let corrected = excess(z, results[index]).map(|excess| excess.rescaled(0.5, 0.5));
        compared[index] = corrected.map(|corrected| Compared { corrected, p_holm });
    }
    compared
}

/// Returns the even handicap in stones, with its 95 % interval. Returns `None` if the scores do not cross one half. An
/// end is infinite if no handicap played on its side has a score significantly different from one half. `n` is the
/// number of games.
///
/// The value is the point at which the scores cross one half after isotonic regression (pool adjacent violators), or
/// the midpoint of the stretch along which they equal one half. The interval contains every handicap at which the
/// interpolated score is not significantly different from one half, by the interval that follows from the scores of
/// both neighbours (MOVER). If the neighbours' own intervals exclude one half, it lies between them.
///
/// G. Y. Zou and A. Donner (2008), "Construction of confidence limits about effect measures: a general approach",
/// *Statistics in Medicine* 27, 1693–1702; for the set of handicaps: E. C. Fieller (1954), "Some problems in interval
/// estimation", *Journal of the Royal Statistical Society B* 16, 175–185.
///
/// ```
/// use petteia_statistics::even_handicap;
/// let even = even_handicap(&[(0, [60, 10, 30]), (1, [30, 10, 60])].into()).unwrap();
/// assert!((even.value - 0.5).abs() < 1e-9 && even.low > 0.0 && even.high < 1.0);
/// let drawn = even_handicap(&[(0, [1, 98, 1]), (1, [0, 100, 0])].into());
/// assert!(drawn.is_none());
/// ```
#[must_use]
pub fn even_handicap(played: &BTreeMap<i32, Results>) -> Option<Estimate> {
    let points: Vec<Point> = played.iter().filter_map(|(&stones, &results)| Point::of(stones, results)).collect();
    let value = crossing(&points)?;
    let segments = || points.windows(2).map(|pair| [&pair[0], &pair[1]]);
    // Between neighbours, the lower end of the band is concave and its upper end convex, so each has one root if its
    // ends have different signs.
    let low = match points.first() {
        Some(first) if first.low > 0.0 => segments()
            .find(|&[a, b]| lower(a, b, 1.0) <= 0.0)
            .map_or(f64::INFINITY, |[a, b]| a.along(b, |share| lower(a, b, share) > 0.0)),
        _ => f64::NEG_INFINITY,
    };
    let high = match points.last() {
        Some(last) if last.high < 0.0 => segments()
            .rev()
            .find(|&[a, b]| upper(a, b, 0.0) >= 0.0)
            .map_or(f64::NEG_INFINITY, |[a, b]| a.along(b, |share| upper(a, b, share) >= 0.0)),
        _ => f64::INFINITY,
    };
    let n = played.values().flatten().sum();
    Some(Estimate { value, low: low.min(value), high: high.max(value), n })
}

/// A handicap with White's score there, on the logit scale.
struct Point {
    stones: f64,
    games: f64,
    /// The logit of the score with half a point added in one additional game, so that it is finite.
    logit: f64,
    low: f64,
    high: f64,
}

impl Point {
    fn of(stones: i32, results: Results) -> Option<Self> {
        let score = mean_score(results)?;
        let games = score.n as f64;
        // Scores are kept at least a billionth away from 0 and 1.
        let inner = |score: f64| logit(score.clamp(1e-9, 1.0 - 1e-9));
        let value = inner((score.value * games + 0.5) / (games + 1.0));
        let (low, high) = (inner(score.low).min(value), inner(score.high).max(value));
        Some(Point { stones: f64::from(stones), games, logit: value, low, high })
    }

    /// Returns the point on the way to `other` at which a condition that is true here and false there ceases to be
    /// true.
    fn along(&self, other: &Point, holds: impl Fn(f64) -> bool) -> f64 {
        let [here, _] = bisect([0.0, 1.0], 60, holds);
        self.stones + here * (other.stones - self.stones)
    }
}

/// Returns the interpolated logit at a fraction of the way from `a` to `b`.
fn between(a: &Point, b: &Point, share: f64) -> f64 {
    (1.0 - share) * a.logit + share * b.logit
}

/// Returns the lower end of its interval.
fn lower(a: &Point, b: &Point, share: f64) -> f64 {
    between(a, b, share) - ((1.0 - share) * (a.logit - a.low)).hypot(share * (b.logit - b.low))
}

/// Returns the upper end of its interval.
fn upper(a: &Point, b: &Point, share: f64) -> f64 {
    between(a, b, share) + ((1.0 - share) * (a.high - a.logit)).hypot(share * (b.high - b.logit))
}

/// Returns the point at which the scores, made monotone, cross one half.
fn crossing(points: &[Point]) -> Option<f64> {
    let logits = falling(points);
    let above = logits.iter().rposition(|&logit| logit > 0.0)?;
    let below = logits.iter().position(|&logit| logit < 0.0)?;
    if below == above + 1 {
        let share = logits[above] / (logits[above] - logits[below]);
        return Some(points[above].stones + share * (points[below].stones - points[above].stones));
    }
    Some(f64::midpoint(points[above + 1].stones, points[below - 1].stones))
}

/// Returns the logits made nonincreasing: neighbours that violate this are pooled, weighted by their games.
fn falling(points: &[Point]) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for point in points {
        let mut block = (point.logit, point.games, 1);
        while let Some(&(mean, weight, size)) = blocks.last()
            && mean < block.0
        {
            blocks.pop();
            let total = weight + block.1;
            block = ((mean * weight + block.0 * block.1) / total, total, size + block.2);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, _, size)| std::iter::repeat_n(mean, size)).collect()
}

/// A search for the even handicap by batches of games. It plays a handicap until its score clearly differs from one
/// half or the maximum number of games is reached. It moves away from 0 in growing steps until the score is above one
/// half on one side and below it on the other, and then bisects. The next handicap depends only on the results so far.
///
/// ```
/// use petteia_statistics::{HandicapSearch, even_handicap};
/// let mut search = HandicapSearch::new(-3, 3, 100, 400);
/// while let Some((stones, games)) = search.next() {
///     // White wins two games of three at no handicap, and one of three when it gives one stone.
///     let won = if stones <= 0 { 2 * games / 3 } else { games / 3 };
///     search.add(stones, [won, 0, games - won]);
/// }
/// let even = even_handicap(search.played()).unwrap();
/// assert!(even.low > 0.0 && even.high < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct HandicapSearch {
    lowest: i32,
    highest: i32,
    batch: u64,
    most: u64,
    played: BTreeMap<i32, Results>,
}

impl HandicapSearch {
    /// Starts a search among the handicaps from `lowest`, at most 0, to `highest`, at least 0, with `batch` games at a
    /// time and at most `most` games per handicap.
    #[must_use]
    pub fn new(lowest: i32, highest: i32, batch: u64, most: u64) -> Self {
        HandicapSearch { lowest, highest, batch: batch.clamp(1, most.max(1)), most, played: BTreeMap::new() }
    }

    /// Returns the next handicap to play and the number of games, or `None` if the search is complete.
    #[must_use]
    pub fn next(&self) -> Option<(i32, u64)> {
        if let Some((&stones, results)) = self.played.iter().find(|(_, results)| self.is_open(results)) {
            return Some((stones, self.batch.min(self.most - results.iter().sum::<u64>())));
        }
        self.unplayed().map(|stones| (stones, self.batch.min(self.most)))
    }

    /// Adds the results of games at a handicap.
    pub fn add(&mut self, stones: i32, results: Results) {
        let sum = self.played.entry(stones).or_default();
        sum.iter_mut().zip(results).for_each(|(sum, more)| *sum += more);
    }

    /// Returns the results at each handicap.
    #[must_use]
    pub fn played(&self) -> &BTreeMap<i32, Results> {
        &self.played
    }

    /// Returns whether more games should be played at a handicap.
    fn is_open(&self, &[wins, draws, losses]: &Results) -> bool {
        let games = wins + draws + losses;
        games < self.most && tango_at(CLEAR, wins, losses, games).is_none_or(|excess| !excess.excludes_zero())
    }

    fn unplayed(&self) -> Option<i32> {
        let Some((&least, &most)) = self.played.keys().next().zip(self.played.keys().next_back()) else {
            return Some(0);
        };
        let scores = || self.played.iter().filter_map(|(&stones, &results)| Some((stones, mean_score(results)?)));
        let above = scores().filter(|(_, score)| score.low > 0.5).map(|(stones, _)| stones).max();
        let below = scores().filter(|(_, score)| score.high < 0.5).map(|(stones, _)| stones).min();
        match (above, below) {
            (None, _) if least > self.lowest => Some((2 * least.min(0)).min(-1).max(self.lowest)),
            (_, None) if most < self.highest => Some((2 * most.max(0)).max(1).min(self.highest)),
            (above, below) => {
                let inside = above.map_or(least, |above| above + 1)..=below.map_or(most, |below| below - 1);
                let middle = f64::from(*inside.start() + *inside.end()) / 2.0;
                let unplayed = inside.filter(|stones| !self.played.contains_key(stones));
                unplayed.min_by(|a, b| (f64::from(*a) - middle).abs().total_cmp(&(f64::from(*b) - middle).abs()))
            }
        }
    }
}
