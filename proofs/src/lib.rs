//! What no number of games can show: exact computation over the rules of the engine.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod check;
pub mod endgame;
pub mod force;
pub mod fortress;
