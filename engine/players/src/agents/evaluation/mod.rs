//! The evaluation of positions that are not over, which search uses at its horizon.
//!
//! It is a weighted sum of the [features](FEATURES) of both sides; see [`Weights`]. Some games have weights of their
//! own, tuned by `petteia fit GAME`; all others share one set.

mod escape;
mod features;
mod file;
mod games;
mod weights;

use std::fmt;
use std::sync::Arc;

use petteia_engine::{AnyGame, AnyPosition, CheckedRules, Side};

pub(crate) use features::features;
pub use features::{COUNT, FEATURES, Feature, Features, occurs};
pub use weights::Weights;

/// The evaluation that an agent uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The built-in weights of the game; if there are none, those shared by all games.
    #[default]
    Fitted,
    /// The weights shared by all games, fitted to self-play.
    Shared,
    /// The weights in a file.
    File(String),
    /// These weights; they have no text form.
    These(Arc<Weights>),
}

impl Evaluation {
    /// Parses the value of the option `evaluation`.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "" => None,
            "fitted" => Some(Evaluation::Fitted),
            "shared" => Some(Evaluation::Shared),
            file => Some(Evaluation::File(file.to_owned())),
        }
    }

    /// Returns the weights for a game.
    pub(crate) fn weights(&self, rules: &CheckedRules) -> Result<Arc<Weights>, String> {
        match self {
            Evaluation::Fitted => Ok(Weights::of(rules)),
            Evaluation::Shared => Ok(Weights::shared()),
            Evaluation::File(file) => file::read(file).map_err(|why| format!("`evaluation`: {why}")),
            Evaluation::These(weights) => Ok(weights.clone()),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluation::Fitted => "fitted",
            Evaluation::Shared => "shared",
            Evaluation::File(file) => file,
            Evaluation::These(_) => "these",
        })
    }
}

impl Weights {
    /// Returns the best built-in weights for a game.
    #[must_use]
    pub fn of(rules: &CheckedRules) -> Arc<Weights> {
        games::weights(rules).unwrap_or_else(Weights::shared)
    }

    /// Returns White's expected score, from 0 to 1.
    #[must_use]
    pub fn white_chance(&self, game: &AnyGame, position: &AnyPosition) -> f64 {
        let own = f64::from(self.evaluate(game, position)) / self.scale();
        let value = if position.side() == Side::White { own } else { -own };
        chance(value)
    }
}

/// Returns the expected score, from 0 to 1, of a side with these odds of winning, given as their logarithm.
#[inline]
pub(crate) fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Returns the logarithm of the odds that stand for an expected score; certain scores count as almost certain.
#[inline]
pub(crate) fn log_odds(score: f64) -> f64 {
    let score = score.clamp(ALMOST_NONE, 1.0 - ALMOST_NONE);
    (score / (1.0 - score)).ln()
}

/// The smallest score that has odds.
const ALMOST_NONE: f64 = 1e-6;
