#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod bars;
pub mod cell;
pub mod contest;
pub mod endgame_test;
pub mod endings;
pub mod errand;
pub mod experiment;
pub mod fit;
pub mod fortress_drawing;
pub mod keys;
pub mod program;
pub mod question;
pub mod run;
pub mod runner;
pub mod search;
mod solve_progress;
pub mod speed;
pub mod store;
pub mod tallies;
pub mod verdicts;

pub use bars::tick;
pub use petteia_variants::{FileKind, Form, Source, Variant, file_kind, template};
pub use solve_progress::SolveProgress;
