//! An experiment: one TOML file for one question.

mod agent_text;
mod errors;
mod file;
mod kind;
mod plan;
mod proofs;
mod stop;
mod words;

pub(crate) use agent_text::AgentText;
pub use errors::ExperimentError;
pub(crate) use errors::Source;
pub use file::{Experiment, Reach};
pub(crate) use file::{LimitsText, VariantText, named};
pub(crate) use kind::FileKind;
pub use kind::is_fit;
pub use plan::{Cell, Division, MOST_CELLS, MOST_GAMES, MOST_OPENING, Plan, Unit};
pub(crate) use plan::{apply_limits, check_games, check_limits, check_name, fnv1a, read_one};
pub use proofs::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS, Proofs};
pub use stop::{Metric, StopRule};
