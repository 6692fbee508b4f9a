//! An experiment: one TOML file for one question.

mod agent_text;
mod file;
mod plan;
mod proofs;
mod stop;

pub(crate) use agent_text::AgentText;
pub use file::{Experiment, Reach};
pub use plan::{Cell, Division, MOST_CELLS, MOST_GAMES, MOST_OPENING, Plan, Unit};
pub(crate) use plan::{check_games, read_one};
pub use proofs::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS, Proofs};
pub use stop::{Metric, StopRule};

pub use petteia_variants::{ExperimentError, is_fit};
