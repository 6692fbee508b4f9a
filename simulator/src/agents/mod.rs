//! Players, from random to search, behind one small trait.

mod mcts;
mod random;

use std::fmt;
use std::str::FromStr;

use petteia_engine::{Game, GameRng, Geometry, Move, State, nearest};

pub use mcts::MctsConfig;

/// A player.
pub trait Agent<G: Geometry> {
    /// Chooses a legal decision. The game is not over and no roll is due. All randomness comes from `rng`,
    /// the stream of the game, so that a game is repeated by its seed.
    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Move;
}

/// A player by its text, such as `random` or `mcts:playouts=200`.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// Every legal decision is as likely.
    Random,
    /// Monte Carlo tree search.
    Mcts(MctsConfig),
}

impl AgentSpec {
    /// A player ready for a game.
    pub fn make<G: Geometry>(&self) -> Box<dyn Agent<G>> {
        match self {
            AgentSpec::Random => Box::new(random::Random),
            AgentSpec::Mcts(config) => Box::new(mcts::Mcts::new(*config)),
        }
    }

    /// Whether the player searches, and so takes thousands of times longer than a random one.
    pub fn searches(&self) -> bool {
        *self != AgentSpec::Random
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Random => f.write_str("random"),
            AgentSpec::Mcts(config) => write!(f, "mcts:{config}"),
        }
    }
}

/// Why a text is no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name.
    #[error("there is no agent `{found}`{}; agents are `random` and `mcts:playouts=N`", did_you_mean(nearest))]
    Unknown {
        /// The name as typed.
        found: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The agent has no such option.
    #[error("`{agent}` has no option `{found}`{}", did_you_mean(nearest))]
    UnknownOption {
        /// The agent's name.
        agent: &'static str,
        /// The option as typed.
        found: String,
        /// The most similar option.
        nearest: Option<&'static str>,
    },
    /// An option is given twice.
    #[error("`{option}` is given twice; leave one out")]
    Repeated {
        /// The option's name.
        option: String,
    },
    /// An option has a value that it cannot take.
    #[error("`{option}` cannot be `{found}`: {right}")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value as typed.
        found: String,
        /// What it takes.
        right: &'static str,
    },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        match (name, options) {
            ("random", None) => Ok(AgentSpec::Random),
            ("random", Some(options)) => {
                Err(AgentError::UnknownOption { agent: "random", found: options.to_owned(), nearest: None })
            }
            ("mcts", options) => options.unwrap_or_default().parse().map(AgentSpec::Mcts),
            _ => Err(AgentError::Unknown { found: name.to_owned(), nearest: nearest(name, ["random", "mcts"]) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in ["random", "mcts:playouts=200", "mcts:playouts=50,exploration=0.7"] {
            assert_eq!(text.parse::<AgentSpec>().expect(text).to_string(), text);
        }
        assert_eq!("mcts".parse::<AgentSpec>(), Ok(AgentSpec::Mcts(MctsConfig::default())));
    }

    #[test]
    fn slips_are_named() {
        let message = |text: &str| text.parse::<AgentSpec>().expect_err(text).to_string();
        assert!(message("randm").contains("did you mean `random`"));
        assert!(message("mcts:playout=3").contains("did you mean `playouts`"));
        assert!(message("mcts:playouts=0").contains("at least 1"));
        assert!(message("mcts:playouts=many").contains("at least 1"));
        assert!(message("mcts:playouts=3,playouts=4").contains("twice"));
        assert!(message("mcts:playouts=3,").contains("no option"));
        assert!(message("random:fast").contains("no option"));
    }
}
