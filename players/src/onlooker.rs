//! Watching a player think.

use crate::thought::Thought;

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
