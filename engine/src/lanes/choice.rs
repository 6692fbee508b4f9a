//! The choices made in the lanes of a batch.

use super::vector::Vector;

/// The choices of all lanes. Rare code gets a copy, so that this one can stay in registers.
#[derive(Clone, Copy)]
pub struct Choice<B, V: Vector> {
    /// The destination of a piece; no square for a pass or a removal.
    pub to: B,
    /// The index of that square.
    pub index: V,
    /// Its origin; no square for a placement or a removal.
    pub from: B,
    /// The pieces that a leap or a removal takes off the board.
    pub taken: B,
    pub leaping: u16,
    /// The pieces that may be huffed if nothing is captured, on their squares before the move.
    pub huffable: B,
    /// The number of legal decisions.
    pub choices: V,
    /// The roll of the die; meaningless in games without a die.
    pub roll: V,
    /// The random streams after the choice.
    pub streams: [V; 2],
}
