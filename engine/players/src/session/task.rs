//! The task of choosing a move, separate from the session so that another thread can do it.

use petteia_engine::{Move, Thought};

use crate::agents::AgentSpec;
use crate::fault::NoChoice;
use crate::record::History;

/// A choice to make. The same task always leads to the same choice.
#[derive(Clone, Debug)]
pub struct Task {
    pub(super) history: History,
    pub(super) spec: AgentSpec,
    pub(super) seed: u64,
}

impl Task {
    /// Returns the agent's choice with what it thinks of the position.
    ///
    /// # Errors
    /// Only an external player can fail, or cannot be started.
    pub fn think(&self) -> Result<(Move, Thought), NoChoice> {
        let (choice, thoughts) = self.spec.think(&self.history, self.seed, 1, &())?;
        Ok((choice, thoughts.into_iter().next().unwrap_or_default()))
    }
}
