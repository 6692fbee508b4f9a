//! What is chosen in every lane of a batch.

use super::vector::Vector;

/// What the lanes have chosen.
pub struct Choice<B, V: Vector> {
    /// Where a piece comes to; no square for a pass.
    pub to: B,
    /// The index of that square.
    pub index: V,
    /// Where it stood; no square when it is placed.
    pub from: B,
    /// How many decisions were legal.
    pub choices: V,
    /// The random streams after the choice.
    pub streams: [V; 2],
}
