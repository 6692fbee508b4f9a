//! Fortresses (experiments/studies/fortresses.md): the prover of the engine, and the smallest fortresses.

mod smallest;

pub use petteia_engine::fortress::*;
pub use smallest::{Example, Smallest, army, never_has_one, smallest};
