//! An experiment: one TOML file for one question.

mod errors;
mod file;
mod plan;

pub use errors::ExperimentError;
pub use file::Experiment;
pub use plan::{Cell, MOST_GAMES, Plan, Unit};
