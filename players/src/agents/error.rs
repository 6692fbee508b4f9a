//! Why an agent cannot play.

use petteia_engine::did_you_mean;

/// Returns the end of a message about an agent that does not exist.
fn suggestion(nearest: Option<&str>) -> String {
    if nearest.is_some() { did_you_mean(nearest) } else { "; `petteia agents` lists the agents".to_owned() }
}

/// Why a text does not describe an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name.
    #[error("there is no agent `{found}`{}", suggestion(*nearest))]
    Unknown {
        /// The name as typed.
        found: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The agent has no such option.
    #[error("`{agent}` has no option `{found}`{}", did_you_mean(*nearest))]
    UnknownOption {
        /// The agent's name.
        agent: &'static str,
        /// The option as typed.
        found: String,
        /// The most similar option.
        nearest: Option<&'static str>,
    },
    /// An option is given twice.
    #[error("`{option}` is given twice; leave one out")]
    Repeated {
        /// The option's name.
        option: String,
    },
    /// A search has no budget.
    #[error(
        "`mcts` needs a budget: give `mcts:playouts=200` (about 3 ms per decision in city-8), more playouts for stronger \
         play, or `mcts:ms=100`"
    )]
    NoBudget,
    /// More than one budget is given.
    #[error("give only one budget: `playouts`, `nodes`, `depth` or `ms`")]
    TwoBudgets,
    /// A foreign player cannot be started, or is described wrongly.
    #[error("{0}")]
    CannotStart(String),
    /// The requested endgame tables cannot be used.
    #[error("`tables`: {0}")]
    NoTables(String),
    /// The requested evaluation cannot be used.
    #[error("`evaluation`: {0}")]
    NoEvaluation(String),
    /// An option has a value that it does not accept.
    #[error("`{option}` cannot be `{found}`: {right}")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value as typed.
        found: String,
        /// The values that it accepts.
        right: &'static str,
    },
}
