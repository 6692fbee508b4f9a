//! The depth of a game: the number of consecutive doublings of a player's budget that score a given share of the
//! points.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Pentanomial, score_at};

/// The probability that any of the intervals of all doublings misses the true value.
const ALPHA: f64 = 0.05;

/// The result for one doubling of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// The doubled budget scores at least the given share of the points.
    Enough,
    /// It scores less.
    TooLittle,
    /// Undecided.
    Open,
}

/// The largest number of consecutive doublings, among those played, that score at least a given share of the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Depth {
    /// The lower bound.
    pub at_least: usize,
    /// The upper bound.
    pub at_most: usize,
    /// Whether the last doubling may reach the share, so that larger budgets may increase the depth.
    pub goes_on: bool,
}

/// Returns the result for each doubling, given by its pairs and how many of them are independent: whether the doubled budget
/// scores at least `share` of the points, from 0 to 1, by intervals of [`score_at`] that are all correct with a probability of
/// 95 % (Bonferroni).
///
/// ```
/// use petteia_statistics::{Gain, Pentanomial, gains};
/// let pairs = [(Pentanomial([5, 5, 20, 30, 40]), 100), (Pentanomial([25, 20, 20, 20, 15]), 100)];
/// assert_eq!(gains(&pairs, 0.6), [Gain::Enough, Gain::TooLittle]);
/// ```
#[must_use]
pub fn gains(doublings: &[(Pentanomial, u64)], share: f64) -> Vec<Gain> {
    let z = -Normal::standard().inverse_cdf(ALPHA / 2.0 / doublings.len().max(1) as f64);
    let gain = |&(pairs, independent): &(Pentanomial, u64)| match score_at(z, pairs, independent) {
        Some(score) if score.low >= share => Gain::Enough,
        Some(score) if score.high < share => Gain::TooLittle,
        _ => Gain::Open,
    };
    doublings.iter().map(gain).collect()
}

/// Returns the bounds on the depth that follow from the results of the doublings, smallest budget first. With
/// [`gains`], both bounds are correct with a probability of at least 95 %.
///
/// ```
/// use petteia_statistics::{Depth, Gain, depth};
/// use Gain::*;
/// let found = depth(&[TooLittle, Enough, Enough, Open, Enough, TooLittle]);
/// assert_eq!(found, Depth { at_least: 2, at_most: 4, goes_on: false });
/// ```
#[must_use]
pub fn depth(gains: &[Gain]) -> Depth {
    Depth {
        at_least: longest(gains, |gain| gain == Gain::Enough),
        at_most: longest(gains, |gain| gain != Gain::TooLittle),
        goes_on: gains.last().is_some_and(|&gain| gain != Gain::TooLittle),
    }
}

/// Returns the length of the longest run of results that are counted.
fn longest(gains: &[Gain], is_counted: impl Fn(Gain) -> bool) -> usize {
    gains.split(|&gain| !is_counted(gain)).map(<[Gain]>::len).max().unwrap_or(0)
}
