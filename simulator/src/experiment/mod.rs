//! An experiment: one TOML file for one question.

mod errors;
mod file;
mod plan;
mod proofs;
mod stop;

pub use errors::ExperimentError;
pub(crate) use errors::Source;
pub(crate) use file::OwnVariant;
pub use file::{Experiment, Reach};
pub use plan::{Cell, Division, MOST_CELLS, MOST_GAMES, MOST_OPENING, Plan, Unit};
pub(crate) use plan::{check_games, check_limits, check_name, fnv1a, read_own};
pub use proofs::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS, Proofs};
pub use stop::{Metric, StopRule};
