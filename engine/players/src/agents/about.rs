//! The description of an agent and its options, by which they are parsed and documented.

use serde::Serialize;

/// An agent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AgentAbout {
    /// The name before the options.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    /// The options.
    pub options: &'static [OptionAbout],
}

/// An option of an agent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionAbout {
    /// The name before `=`.
    pub name: &'static str,
    /// The values that it accepts.
    pub values: &'static str,
    /// Its effect and its default.
    pub about: &'static str,
}

impl OptionAbout {
    /// Describes an option.
    pub(super) const fn new(name: &'static str, values: &'static str, about: &'static str) -> Self {
        OptionAbout { name, values, about }
    }
}
