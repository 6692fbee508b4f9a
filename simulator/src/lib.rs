#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod catalog;
pub mod cell;
pub mod contest;
pub mod endgame_test;
pub mod endings;
pub mod experiment;
pub mod fit;
pub mod fortress_drawing;
pub mod keys;
pub mod program;
mod progress_style;
pub mod remote_job;
pub mod run;
pub mod runner;
pub mod scheduler;
pub mod search;
mod solve_progress;
pub mod speed;
pub mod store;
pub mod verdicts;

pub use petteia_players::config::{FileKind, Form, Source, Variant, file_kind, template};
pub use progress_style::tick;
pub use solve_progress::SolveProgress;
