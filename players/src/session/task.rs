//! The task of choosing a move, separate from the session so that another thread can do it.

use petteia_engine::{AnyPosition, CheckedRules, Move};

use crate::agents::AgentSpec;
use crate::foreign::Fault;
use crate::record::{History, Step};

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
        self.spec.choose(&self.rules, self.start.as_ref(), &self.steps, self.seed)
    }
}
