//! Positions and moves as text (RULES §10).

mod control;
mod error;
mod moves;
mod parse;
mod write;

pub use control::{escaped, is_control};
pub use error::PositionTextError;
pub use moves::MoveTextError;
