//! A judgement of positions that are not over: what search goes by where it stops looking.
//!
//! It is a sum of [features](FEATURES) of both sides, each times a [weight](Weights). A game for which the program has weights
//! of its own is judged by them, all others by weights that all games share.

mod features;
mod shipped;
mod weights;

use std::fmt;
use std::sync::Arc;

use petteia_engine::{AnyGame, AnyPosition, CheckedRules, Game, Geometry, Position, Side};

use super::AgentError;
pub(crate) use features::features;
pub use features::{COUNT, FEATURES, Feature, Features};
pub use weights::Weights;

/// What an agent judges positions by.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The weights that the program has of the game; without any those that all games share.
    #[default]
    Fitted,
    /// The weights that all games share.
    Shared,
    /// The number of pieces alone.
    Material,
    /// The weights in a file.
    File(String),
    /// These weights; agents have no text for them.
    These(Arc<Weights>),
}

impl Evaluation {
    /// Reads the value of the option `evaluation`.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "" => None,
            "fitted" => Some(Evaluation::Fitted),
            "shared" => Some(Evaluation::Shared),
            "material" => Some(Evaluation::Material),
            file => Some(Evaluation::File(file.to_owned())),
        }
    }

    /// Returns what a game's positions are judged by.
    ///
    /// # Errors
    /// The file that is named cannot be read.
    pub(super) fn weights(&self, rules: &CheckedRules) -> Result<Arc<Weights>, AgentError> {
        match self {
            Evaluation::Fitted => Ok(shipped::of(rules)),
            Evaluation::Shared => Ok(Arc::new(Weights::shared().clone())),
            Evaluation::Material => Ok(Arc::new(Weights::material())),
            Evaluation::File(file) => shipped::read(file).map_err(AgentError::NoEvaluation),
            Evaluation::These(weights) => Ok(weights.clone()),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluation::Fitted => "fitted",
            Evaluation::Shared => "shared",
            Evaluation::Material => "material",
            Evaluation::File(file) => file,
            Evaluation::These(_) => "these",
        })
    }
}

/// The judge of the positions of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    weights: Arc<Weights>,
}

impl Judge {
    /// The best that the program has for a game.
    #[must_use]
    pub fn of(rules: &CheckedRules) -> Judge {
        Judge { weights: shipped::of(rules) }
    }

    /// One that goes by these weights.
    #[must_use]
    pub fn by(weights: Arc<Weights>) -> Judge {
        Judge { weights }
    }

    /// The worth of a position for the side to move, in thousandths of a stone.
    #[inline]
    pub(crate) fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        self.weights.evaluate(game, position)
    }

    /// How many thousandths of a stone make a win e times as likely as a loss.
    pub(crate) fn scale(&self) -> f64 {
        self.weights.scale()
    }

    /// White's chance to win, from 0 to 1.
    #[must_use]
    pub fn white_chance(&self, game: &AnyGame, position: &AnyPosition) -> f64 {
        let own = f64::from(self.evaluate(game, position)) / self.scale();
        let value = if position.side() == Side::White { own } else { -own };
        1.0 / (1.0 + (-value).exp())
    }
}
