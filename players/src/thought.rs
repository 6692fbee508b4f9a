//! What a player thinks of a position.

use petteia_engine::Move;

/// What a player thought of a position when it chose a decision there. A player that does not search thinks nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The expected score of the side to move, from 0 to 1.
    pub score: Option<f64>,
    /// The number of decisions after which the side to move has won, or lost if it is negative, as far as this is
    /// proven.
    pub wins_in: Option<i32>,
    /// The number of decisions that a complete search looked ahead.
    pub depth: Option<u32>,
    /// The number of positions searched, or of playouts.
    pub nodes: Option<u64>,
    /// The expected continuation, which begins with the decision chosen and ends at a roll of the die at the latest.
    pub line: Vec<Move>,
}
