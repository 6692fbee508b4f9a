//! An experiment: one TOML file for one question.

mod agent_text;
mod cells;
mod difference;
mod endings;
mod factors;
mod file;
mod labels;
mod ladder;
mod pairings;
mod plan;
mod proofs;
mod scheduler;
mod shared;
mod stop;
#[cfg(test)]
mod tests;
mod variants;

pub(crate) use agent_text::AgentText;
pub use cells::cell_key;
pub(crate) use factors::{Factor, FactorTable, Level, combinations, read_factors};
pub use file::{ExperimentConfig, Reach};
pub use labels::Labels;
pub(crate) use labels::MOST_LABEL;
pub(crate) use ladder::LadderText;
pub use plan::{CellPlan, Plan};
pub(crate) use proofs::camp;
pub use proofs::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS, Proofs};
pub use scheduler::ExperimentScheduler;
pub use shared::{MOST_CELLS, MOST_GAMES, MOST_OPENING};
pub(crate) use shared::{bounded, no_list, read_agent, read_agents, read_opening};
pub use stop::{Metric, StopRule};
pub use variants::LeftOut;
pub(crate) use variants::{read_games, read_one, with_levels};

pub use petteia_players::config::{ExperimentError, Form, is_fit};
