//! How long work reports its progress and learns that it is no longer wanted.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::moves::Move;

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

/// A report of long work.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A stage with this number of steps begins; 0 if they are not known.
    Stage(&'a str, u64),
    /// More steps are done; 0 from work that does not count its steps.
    Steps(u64),
    /// A search has become deeper or has doubled. The function returns what the player thinks so far of its best
    /// decisions, best first.
    Thoughts(&'a dyn Fn() -> Vec<Thought>),
}

/// Receives the progress of long work and may end it; `()` does neither.
pub trait Progress: Sync {
    /// Receives a report.
    fn on_progress(&self, _event: Event) {}

    /// Returns whether the work must end soon. A search then chooses with what it has found so far, and a game is broken
    /// off.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Progress for () {}

/// The work ends soon after the flag is set.
impl Progress for AtomicBool {
    fn is_cancelled(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
