//! Players that are not part of petteia: programs that speak the [protocol](crate::protocol), and functions of a
//! program that uses this library.
//!
//! An external player can fail where ours cannot. A failure ends the game: the side whose player failed forfeits it,
//! and the reason is recorded as `illegal_move`, `timeout` or `crash`. A player that cannot be started fails nobody:
//! the game is not played.

#[cfg(feature = "programs")]
mod command;
#[cfg(feature = "programs")]
mod process;
#[cfg(feature = "programs")]
mod program;

use std::fmt;
use std::sync::Arc;

use petteia_engine::{CheckedRules, Move, Progress};

use crate::agents::{AgentError, AgentTraits};
use crate::budget::Budget;
use crate::record::History;

pub use crate::fault::{Fault, NoChoice};
#[cfg(feature = "programs")]
pub use command::{Command, KEYS};
#[cfg(feature = "programs")]
pub use program::{END, are_running};

/// Reads the text of an external player: a table such as `{ command = ["python3", "my_agent.py"] }`.
///
/// # Errors
/// It is not such a table; the message says why.
#[cfg(feature = "programs")]
pub(crate) fn read(text: &str) -> Result<Arc<dyn External>, String> {
    Ok(Arc::new(text.parse::<Command>()?))
}

/// Refuses the text of an external player.
#[cfg(not(feature = "programs"))]
pub(crate) fn read(text: &str) -> Result<Arc<dyn External>, String> {
    Err(format!("`{text}`: this program cannot start other programs"))
}

/// An external player as it is named in an experiment, from which any number of players at the board can be started. As
/// [`AgentTraits`], it has a name that may be shorter than its text, and says whether its choices depend on nothing
/// but the game so far and the seed.
pub trait External: AgentTraits + fmt::Debug + Send + Sync {
    /// Returns the text that identifies it in tables and records. Two players with the same text are the same.
    fn text(&self) -> String;

    /// Checks that a player can be started and plays by these rules.
    ///
    /// # Errors
    /// It cannot be started, or it refuses the rules; the message says why.
    fn check(&self, rules: &CheckedRules) -> Result<(), AgentError> {
        self.start(rules).map(drop)
    }

    /// Returns a player for games by these rules.
    ///
    /// # Errors
    /// It cannot be started; the message says why.
    fn start(&self, rules: &CheckedRules) -> Result<Box<dyn ExternalPlayer>, AgentError>;

    /// Returns whether it is a program of its own, which runs only when a person asks for it by name.
    fn is_program(&self) -> bool {
        false
    }

    /// Returns what the player did wrong when it failed last, if it ever did.
    fn last_error(&self) -> Option<String> {
        None
    }

    /// Returns the same player with another budget, or `None` if it has no budget.
    fn with_budget(&self, _budget: Budget) -> Option<Arc<dyn External>> {
        None
    }
}

/// Two players with the same text are the same.
impl PartialEq for dyn External {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

/// An external player at the board, for one side of one game after another.
pub trait ExternalPlayer {
    /// Prepares for a new game.
    fn new_game(&mut self) {}

    /// Chooses a decision in the state that a game has reached, where at least two are legal. `seed` is drawn from the
    /// stream of the game. A player that takes long should fail when it is cancelled: the game is broken off.
    ///
    /// # Errors
    /// It fails, and forfeits the game.
    fn choose(&mut self, game: &History, seed: u64, progress: &dyn Progress) -> Result<Move, Fault>;
}
