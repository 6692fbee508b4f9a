//! A judgement of positions that are not over: what search goes by where it stops looking.
//!
//! It is a sum of [features](FEATURES) of both sides, each times a [weight](Weights). Some games have weights of their own, which
//! `petteia fit GAME` tuned; all others share some.

mod features;
mod file;
mod games;
mod weights;

use std::fmt;
use std::sync::{Arc, LazyLock};

use petteia_engine::{AnyGame, AnyPosition, CheckedRules, Game, Geometry, Position, Side};

use super::AgentError;
pub(crate) use features::features;
pub use features::{COUNT, FEATURES, Feature, Features, occurs};
pub use weights::Weights;

/// What an agent judges positions by.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The weights that the program has of the game; without any those that all games share.
    #[default]
    Fitted,
    /// The weights that all games share, fitted to self-play.
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

    /// Returns what positions are judged by.
    ///
    /// # Errors
    /// The file that is named cannot be read, or holds something else.
    pub(super) fn judge(&self, rules: &CheckedRules) -> Result<Judge, AgentError> {
        match self {
            Evaluation::Fitted => Ok(Judge::of(rules)),
            Evaluation::Shared => Ok(Judge::shared()),
            Evaluation::Material => Ok(Judge::by(Weights::material())),
            Evaluation::File(file) => {
                file::read(file).map(|weights| Judge { weights }).map_err(AgentError::NoEvaluation)
            }
            Evaluation::These(weights) => Ok(Judge { weights: weights.clone() }),
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

/// What positions are judged by, shared by all agents that use it.
#[derive(Clone, Debug)]
pub struct Judge {
    weights: Arc<Weights>,
}

impl Judge {
    /// Returns the best that the program has for a game.
    #[must_use]
    pub fn of(rules: &CheckedRules) -> Judge {
        games::judge(rules)
    }

    /// Returns the judge with the weights that all games share.
    #[must_use]
    pub fn shared() -> Judge {
        static SHARED: LazyLock<Judge> = LazyLock::new(|| Judge::by(Weights::shared().clone()));
        SHARED.clone()
    }

    /// Returns one that goes by these weights.
    #[must_use]
    pub fn by(weights: Weights) -> Judge {
        Judge { weights: Arc::new(weights) }
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
