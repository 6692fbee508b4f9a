//! Positions and moves as text (RULES §10).

mod moves;
mod parse;
mod write;

pub use moves::MoveTextError;
pub use parse::PositionTextError;
