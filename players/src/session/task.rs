//! The task of choosing a move, separate from the session so that another thread can do it.

use petteia_engine::{AnyPosition, CheckedRules, Move};

use crate::agents::AgentSpec;
use crate::fault::Fault;
use crate::record::{History, Step};
use crate::thought::Thought;

/// A choice to make. The same task always leads to the same choice.
#[derive(Clone, Debug)]
pub struct Task {
    rules: CheckedRules,
    start: Option<AnyPosition>,
    steps: Vec<Step>,
    spec: AgentSpec,
    seed: u64,
}

impl Task {
    pub(super) fn new(history: &History, spec: AgentSpec, seed: u64) -> Self {
        let (rules, start) = (history.game().rules().clone(), history.own_start().copied());
        Task { rules, start, steps: history.steps(), spec, seed }
    }

    /// Returns the agent's choice.
    ///
    /// # Errors
    /// Only a foreign player can fail.
    pub fn choose(&self) -> Result<Move, Fault> {
        self.think().map(|(choice, _)| choice)
    }

    /// Returns the agent's choice with what it thinks of the position.
    ///
    /// # Errors
    /// Only a foreign player can fail.
    pub fn think(&self) -> Result<(Move, Thought), Fault> {
        self.spec.think(&self.rules, self.start.as_ref(), &self.steps, self.seed)
    }
}
