//! The agents by name.

use serde::Serialize;

pub use super::about::{AgentAbout, OptionAbout};
use super::{alphabeta, greedy, mcts, random};

/// A named agent for everyday use.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The agent's text form.
    pub agent: &'static str,
}

/// All agents.
pub const AGENTS: [AgentAbout; 4] = [random::ABOUT, greedy::ABOUT, mcts::ABOUT, alphabeta::ABOUT];

/// The presets, from weak to strong.
pub const PRESETS: [Preset; 4] = [
    Preset { name: "weak", agent: "greedy" },
    Preset { name: "quick", agent: "alphabeta:nodes=100,endgames=auto" },
    Preset { name: "medium", agent: "alphabeta:nodes=1000,endgames=auto" },
    Preset { name: "strong", agent: "alphabeta:nodes=50000,endgames=auto" },
];

/// Returns the names of all agents and presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().map(|agent| agent.name).chain(PRESETS.iter().map(|preset| preset.name))
}
