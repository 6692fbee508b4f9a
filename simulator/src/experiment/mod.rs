//! An experiment: one TOML file for one question.

mod errors;
mod file;
mod plan;
mod proofs;
mod stop;

pub use errors::ExperimentError;
pub(crate) use errors::Source;
pub use file::{Experiment, Reach};
pub use plan::{Cell, MOST_GAMES, Plan, Unit};
pub(crate) use plan::{check_games, check_limits, check_name, fnv1a};
pub use proofs::Proofs;
pub use stop::{Metric, StopRule};
