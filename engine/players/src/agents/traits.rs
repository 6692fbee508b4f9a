//! What is known of an agent before it plays.

use std::sync::Arc;

use petteia_engine::CheckedRules;

use super::endings::Tables;
use super::evaluation::Weights;
use crate::budget::Budget;

/// An agent with its options: the parts of its text, what it needs, and what it costs. The defaults describe an agent
/// of which nothing is known: it is taken for one that searches long.
pub trait AgentTraits {
    /// Returns the name before the options.
    fn name(&self) -> String;

    /// Returns the options that differ from the defaults, besides the budget and the tables, each as text.
    fn options(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the budget for one decision, or `None` if it does not search.
    fn budget(&self) -> Option<Budget> {
        None
    }

    /// Returns the option for a budget of [`Budget::Nodes`].
    fn unit(&self) -> &'static str {
        "nodes"
    }

    /// Returns the endgame tables in which it looks up positions.
    fn tables(&self) -> &Tables {
        &Tables::Off
    }

    /// Returns the weights by which it evaluates positions of a game, if it does.
    fn weights(&self, _rules: &CheckedRules) -> Option<Result<Arc<Weights>, String>> {
        None
    }

    /// Returns whether it searches, and therefore takes thousands of times longer than a random player.
    fn searches(&self) -> bool {
        true
    }

    /// Returns roughly how many positions it looks at for a decision, to tell cheap players from expensive ones.
    fn positions(&self) -> u64 {
        self.budget().map_or(0, Budget::positions)
    }

    /// Returns whether it decides within about 50 microseconds.
    fn is_quick(&self) -> bool {
        !self.searches()
    }

    /// Returns whether it needs so little memory, about 2 MB, that a thread can hold dozens of it, and so little time
    /// that its games take seconds rather than minutes.
    fn is_small(&self) -> bool {
        !self.searches()
    }

    /// Returns whether it uses random playouts, for which parallel games share lanes.
    fn plays_out(&self) -> bool {
        false
    }

    /// Returns whether it repeats its choices exactly. By default, it does unless its budget is a time; an external
    /// player whose choices depend on anything else must say so.
    fn is_repeatable(&self) -> bool {
        !matches!(self.budget(), Some(Budget::Milliseconds(_)))
    }
}
