//! Fortresses (docs/fortresses.md): what the engine knows of them, and the smallest ones.

mod smallest;

pub use petteia_engine::fortress::*;
pub use smallest::{Example, Smallest, army, never_has_one, smallest};
