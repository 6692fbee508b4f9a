//! Agents by their text.

use petteia_engine::CheckedRules;
use petteia_players::agents::AgentSpec;
use petteia_players::agents::catalogue::{AGENTS, PRESETS};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::background::{Breaking, in_background};
use crate::errors::AgentError;

/// An agent, by its text.
pub struct AgentArgument(pub AgentSpec);

impl FromPyObject<'_, '_> for AgentArgument {
    type Error = PyErr;

    fn extract(agent: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let Ok(text) = agent.cast::<PyString>() else {
            return Err(PyTypeError::new_err("an agent is a text such as \"alphabeta:nodes=300\""));
        };
        let spec = text.to_str()?.parse().map_err(|error: petteia_players::agents::AgentError| {
            AgentError::new_err(error.to_string())
        })?;
        Ok(AgentArgument(spec))
    }
}

impl AgentArgument {
    /// Returns the agent when it is ready for a game, with its endgame tables.
    pub fn ready(self, py: Python<'_>, rules: &CheckedRules) -> PyResult<AgentSpec> {
        let spec = self.0;
        let prepared = in_background(py, |stop| spec.check(rules).and_then(|()| spec.prepare(rules, &Breaking(stop))))?;
        prepared.map_err(|error| AgentError::new_err(error.to_string()))?;
        Ok(spec)
    }
}

type Options = Vec<(&'static str, &'static str, &'static str)>;

/// Returns the agents: for each its name, how it plays, and the name, the values and the effect of its options; and
/// the presets, each with the agent that it stands for.
#[pyfunction]
pub fn agents() -> (Vec<(&'static str, &'static str, Options)>, Vec<(&'static str, &'static str)>) {
    let options = |options: &[petteia_players::agents::catalogue::OptionAbout]| -> Options {
        options.iter().map(|option| (option.name, option.values, option.about)).collect()
    };
    let agents = AGENTS.iter().map(|agent| (agent.name, agent.about, options(agent.options)));
    (agents.collect(), PRESETS.iter().map(|preset| (preset.name, preset.agent)).collect())
}
