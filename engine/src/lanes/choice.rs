//! What is chosen in every lane of a batch.

use super::vector::Vector;

/// What the lanes have chosen. Rare code is given a copy, so that this one can stay in registers.
#[derive(Clone, Copy)]
pub struct Choice<B, V: Vector> {
    /// Where a piece comes to; no square for a pass or a removal.
    pub to: B,
    /// The index of that square.
    pub index: V,
    /// Where it stood; no square when it is placed, or for a removal.
    pub from: B,
    /// What a leap or a removal takes off the board.
    pub taken: B,
    /// Lanes that leap.
    pub leaping: u16,
    /// The pieces that may be huffed if nothing is captured, where they stood.
    pub huffable: B,
    /// How many decisions were legal.
    pub choices: V,
    /// What the die shows; nothing of use in games without.
    pub roll: V,
    /// The random streams after the choice.
    pub streams: [V; 2],
}
