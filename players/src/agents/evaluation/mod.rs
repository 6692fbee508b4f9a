//! A judgement of positions that are not over: what search goes by where it stops looking.
//!
//! Games that a [network](Net) was trained on are judged by it, all others by a [sum of features](Weights) with weights
//! that all games share.

mod linear;
mod net;
mod shipped;

use std::fmt;
use std::sync::Arc;

use petteia_engine::{CheckedRules, AnyGame, AnyPosition, Game, Geometry, Position, Side};

use super::AgentError;
pub use linear::{COUNT, FEATURES, Feature, Features, Weights};
pub(crate) use linear::features;
pub use net::{COUNTED, Inputs, Net, NetWeights, UNITS, Units};
use net::NET_SCALE;

/// How the positions of a game are judged.
#[derive(Clone, Debug)]
pub enum Judge {
    /// By features with weights.
    Linear(Weights),
    /// By a network.
    Net(Arc<Net>),
}

/// What an agent judges positions by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The network that the program has of the game; without one the weights that all games share.
    #[default]
    Fitted,
    /// The weights that all games share.
    Shared,
    /// The number of pieces alone.
    Material,
    /// The network in a file.
    File(String),
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

    /// Returns the judge of a game's positions.
    ///
    /// # Errors
    /// The file that is named cannot be read, or is of another game.
    pub(super) fn judge(&self, rules: &CheckedRules) -> Result<Judge, AgentError> {
        match self {
            Evaluation::Fitted => Ok(Judge::of(rules)),
            Evaluation::Shared => Ok(Judge::Linear(Weights::fitted().clone())),
            Evaluation::Material => Ok(Judge::Linear(Weights::material())),
            Evaluation::File(file) => shipped::read(file, rules).map(Judge::Net).map_err(AgentError::NoEvaluation),
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
        })
    }
}

impl Judge {
    /// The best that the program has for a game: its network, or the weights that all games share.
    #[must_use]
    pub fn of(rules: &CheckedRules) -> Judge {
        shipped::of(rules).map_or_else(|| Judge::Linear(Weights::fitted().clone()), Judge::Net)
    }

    /// The worth of a position for the side to move, in units of [`Judge::scale`].
    #[inline]
    pub(crate) fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        match self {
            Judge::Linear(weights) => weights.evaluate(game, position),
            Judge::Net(net) => net.evaluate(game, position),
        }
    }

    /// How much makes a win e times as likely as a loss.
    pub(crate) fn scale(&self) -> f64 {
        match self {
            Judge::Linear(weights) => weights.scale,
            Judge::Net(_) => NET_SCALE,
        }
    }

    /// White's chance to win, from 0 to 1.
    #[must_use]
    pub fn white_chance(&self, game: &AnyGame, position: &AnyPosition) -> f64 {
        let own = f64::from(self.evaluate(game, position)) / self.scale();
        let value = if position.side() == Side::White { own } else { -own };
        1.0 / (1.0 + (-value).exp())
    }
}
