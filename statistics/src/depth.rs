//! The depth of a game: how many doublings of a player's budget in a row gain a share of the points.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Pentanomial, score_at};

/// The chance that any of the intervals of all doublings misses the truth.
const ALPHA: f64 = 0.05;

/// What is known of one doubling of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// The doubled budget makes at least the share of the points.
    Enough,
    /// It makes less.
    TooLittle,
    /// It is not known.
    Open,
}

/// The most doublings in a row, among those that were played, that make at least a share of the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Depth {
    /// At least so many.
    pub at_least: usize,
    /// At most so many.
    pub at_most: usize,
    /// Whether the last one may make it, so that larger budgets may add to them.
    pub goes_on: bool,
}

/// What is known of each doubling: whether the doubled budget makes at least `share` of the points, from 0 to 1, by intervals of
/// [`score_at`] that hold together, all of them, with a chance of 95 % (Bonferroni).
///
/// ```
/// use petteia_statistics::{Gain, Pentanomial, gains};
/// let pairs = [Pentanomial([5, 5, 20, 30, 40]), Pentanomial([25, 20, 20, 20, 15])];
/// assert_eq!(gains(&pairs, 0.6), [Gain::Enough, Gain::TooLittle]);
/// ```
#[must_use]
pub fn gains(doublings: &[Pentanomial], share: f64) -> Vec<Gain> {
    let z = -Normal::standard().inverse_cdf(ALPHA / 2.0 / doublings.len().max(1) as f64);
    let gain = |&pairs: &Pentanomial| match score_at(z, pairs) {
        Some(score) if score.low >= share => Gain::Enough,
        Some(score) if score.high < share => Gain::TooLittle,
        _ => Gain::Open,
    };
    doublings.iter().map(gain).collect()
}

/// The bounds of the depth that follow from the gains of the doublings, the smallest budget first. With [`gains`] both hold
/// together with a chance of at least 95 %.
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

/// The most gains in a row that are of a kind.
fn longest(gains: &[Gain], is_counted: impl Fn(Gain) -> bool) -> usize {
    gains.split(|&gain| !is_counted(gain)).map(<[Gain]>::len).max().unwrap_or(0)
}
