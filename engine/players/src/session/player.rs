//! The player of a side.

use std::fmt;
use std::str::FromStr;

use petteia_engine::{CheckedRules, Progress};

use crate::agents::{AgentError, AgentSpec};

/// A person at the keyboard, or an agent.
///
/// ```
/// use petteia_players::session::Player;
/// assert_eq!("human".parse::<Player>().unwrap(), Player::Human);
/// assert_eq!("mcts:playouts=20".parse::<Player>().unwrap().to_string(), "mcts:playouts=20");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Player {
    /// A person.
    Human,
    /// An agent.
    Agent(AgentSpec),
}

impl Player {
    /// Prepares everything that the player needs for a game ([`AgentSpec::prepare`]).
    ///
    /// # Errors
    /// The player is an agent, and something that it needs is missing.
    pub fn prepare(&self, rules: &CheckedRules, progress: &dyn Progress) -> Result<(), AgentError> {
        match self {
            Player::Human => Ok(()),
            Player::Agent(spec) => spec.check(rules).and_then(|()| spec.prepare(rules, progress)),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Agent(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        if text == "human" { Ok(Player::Human) } else { text.parse().map(Player::Agent) }
    }
}
