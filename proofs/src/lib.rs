//! What no number of games can show: exact computation over the rules of the engine.

#![deny(missing_docs)]

pub mod check;
pub mod force;
pub mod fortress;
