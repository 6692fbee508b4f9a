//! How an external player can fail.

use petteia_engine::EndReason;

use crate::agents::AgentError;

/// How an external player failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It returned something that is not a legal move.
    IllegalMove,
    /// It exceeded its time.
    Timeout,
    /// It stopped working.
    Crash,
}

/// Why an agent did not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// It could not be started, for which nobody forfeits a game.
    #[error(transparent)]
    NotStarted(#[from] AgentError),
    /// It failed.
    #[error("it failed: {}", .0.reason().name())]
    Failed(Fault),
}

impl From<Fault> for NoChoice {
    fn from(fault: Fault) -> Self {
        NoChoice::Failed(fault)
    }
}

impl Fault {
    /// Returns the reason for which the game ends.
    #[must_use]
    pub fn reason(self) -> EndReason {
        match self {
            Fault::IllegalMove => EndReason::IllegalMove,
            Fault::Timeout => EndReason::Timeout,
            Fault::Crash => EndReason::Crash,
        }
    }
}
