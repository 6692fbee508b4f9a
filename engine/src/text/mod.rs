//! Positions and moves as text (RULES §10).

mod error;
mod moves;
mod parse;
mod write;

pub use error::PositionTextError;
pub use moves::MoveTextError;
