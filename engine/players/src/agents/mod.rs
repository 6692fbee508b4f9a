//! Players, from random to search, behind a small trait.

mod about;
mod agent;
mod alphabeta;
pub mod catalogue;
mod endings;
mod error;
mod evaluation;
mod external_agent;
mod greedy;
mod mcts;
mod once;
mod options;
mod random;
mod spec;
mod tablebase_probe;
mod ties;
mod traits;

pub use crate::budget::{Budget, MOST_NODES};
pub(crate) use agent::{Agent, Ask, Choice};
pub(crate) use alphabeta::AlphaBeta;
pub use alphabeta::AlphaBetaConfig;
pub use endings::{Tables, cache};
pub use error::AgentError;
pub(crate) use evaluation::features;
pub use evaluation::{COUNT, Evaluation, FEATURES, Feature, Features, Weights, occurs};
pub use mcts::{MctsConfig, Policy};
pub use spec::{AgentParts, AgentSpec};
pub use traits::AgentTraits;
