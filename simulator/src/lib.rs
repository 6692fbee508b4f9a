#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod contest;
pub mod endings;
pub mod exam;
pub mod experiment;
pub mod fair;
pub mod fit;
pub mod fortress_drawing;
mod lines;
mod lock;
pub mod program;
pub mod run;
mod solve_progress;
pub mod speed;
pub mod verdicts;

pub use lock::{Lock, LockError};
pub use petteia_variants::{Variant, VariantError, template};
pub use solve_progress::SolveProgress;
