//! Whether a side can force a fortress from the start against every defence (experiments/studies/fortresses.md §8).
//!
//! The whole game is too large to search. But a fortress is built in the owner's first ranks, its *camp*, so it
//! suffices to win a simpler game there, in which the enemy's pieces outside the camp are wherever the enemy wants them
//! and the enemy may pass. If the owner can force a fortress in this game, it can force one in the real game. Small
//! camps are solved completely, larger ones are searched.

mod attempt;
mod camp;
mod certificate;
mod complete;
mod goal;
mod search;

pub use attempt::{Aim, Attempt, AttemptError, attempt, is_searched, usual_ranks};
pub use camp::{Camp, CampState};
pub use certificate::Certificate;
pub use complete::{CompleteCamp, TooLarge};
pub use goal::{Goal, every_fortress_is_safe};
pub use search::{Depth, Search, Solved};
