//! The parts of an agent's text.

use super::{AgentSpec, Budget, Tables};

/// An agent taken apart: everything that its text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentParts {
    /// `random`, `greedy`, `mcts`, `alphabeta`, or the name of a foreign player.
    pub kind: String,
    /// What the budget for a decision counts (`nodes`, `playouts`, `depth` or `ms`), and the budget.
    pub budget: Option<(&'static str, u64)>,
    /// The other options, each as text.
    pub options: Vec<String>,
    /// The endgame tables, unless it uses none.
    pub tables: Option<String>,
}

impl AgentSpec {
    /// Returns the parts of its text.
    ///
    /// ```
    /// use petteia_players::agents::{AgentParts, AgentSpec};
    /// let agent: AgentSpec = "alphabeta:nodes=500,tables=auto".parse()?;
    /// let AgentParts { kind, budget, options, tables } = agent.parts();
    /// assert_eq!((kind.as_str(), budget), ("alphabeta", Some(("nodes", 500))));
    /// assert_eq!((options.is_empty(), tables.as_deref()), (true, Some("auto")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> AgentParts {
        let (kind, options) = match self {
            AgentSpec::Random => ("random".to_owned(), Vec::new()),
            AgentSpec::Greedy => ("greedy".to_owned(), Vec::new()),
            AgentSpec::Mcts(config) => ("mcts".to_owned(), config.options()),
            AgentSpec::AlphaBeta(config) => ("alphabeta".to_owned(), config.options()),
            AgentSpec::Foreign(foreign) => (foreign.name().unwrap_or_else(|| foreign.text()), foreign.options()),
        };
        let counts_playouts = matches!(self, AgentSpec::Mcts(_));
        let budget = self.budget().map(|budget| match budget {
            Budget::Nodes(n) if counts_playouts => ("playouts", n.into()),
            Budget::Nodes(n) => ("nodes", n.into()),
            Budget::Depth(n) => ("depth", n.into()),
            Budget::Milliseconds(n) => ("ms", n.into()),
        });
        let tables = self.tables();
        AgentParts { kind, budget, options, tables: (*tables != Tables::Off).then(|| tables.to_string()) }
    }
}
