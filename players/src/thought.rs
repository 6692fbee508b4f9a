//! What a player thinks of a position, and who watches.

use std::sync::atomic::{AtomicBool, Ordering};

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

/// Watches a player think and may end its search; `()` only lets it play. The choice depends on the onlooker only if it ends
/// the search early or asks for several lines, which share the budget.
pub trait Onlooker {
    /// Returns how many of the best decisions the player should judge.
    fn lines(&self) -> usize {
        1
    }

    /// Returns whether the player must choose now, with what it has found so far.
    fn has_enough(&self) -> bool {
        false
    }

    /// May ask what the player thinks so far of its best decisions, best first. It is called each time a search has become
    /// deeper or has doubled.
    fn may_ask(&self, _thoughts: &dyn Fn() -> Vec<Thought>) {}
}

impl Onlooker for () {}

/// A search ends soon after the flag is set.
impl Onlooker for AtomicBool {
    fn has_enough(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
