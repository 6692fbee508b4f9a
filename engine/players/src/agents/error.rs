//! Why an agent cannot play.

/// Why a text does not describe an agent, or why an agent cannot play a game, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct AgentError {
    why: String,
    is_shortage: bool,
}

impl AgentError {
    /// Returns the error of an agent for which this computer has no room: no process, thread, file or folder.
    #[must_use]
    pub fn shortage(why: String) -> Self {
        AgentError { why, is_shortage: true }
    }

    /// Returns the same error with the words of `what` before it.
    #[cfg(feature = "programs")]
    #[must_use]
    pub(crate) fn about(self, what: &str) -> Self {
        AgentError { why: format!("{what}: {}", self.why), ..self }
    }

    /// Returns whether this computer has no room for the agent, which might play another time.
    #[must_use]
    pub fn is_shortage(&self) -> bool {
        self.is_shortage
    }
}

impl From<String> for AgentError {
    fn from(why: String) -> Self {
        AgentError { why, is_shortage: false }
    }
}
