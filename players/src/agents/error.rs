//! Why an agent cannot play.

/// Why a text does not describe an agent, or why an agent cannot play a game, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(String);

impl From<String> for AgentError {
    fn from(why: String) -> Self {
        AgentError(why)
    }
}
