//! Whether a side can force a fortress from the start against every defence (docs/fortresses.md §8).
//!
//! The whole game is too large to search. But a fortress is built in the owner's first ranks, its *camp*, and it is
//! enough to win a simpler game there: the enemy's pieces outside the camp are wherever it wants them, and it may pass. Who
//! forces a fortress in this game forces it in the real one. Small camps are solved completely, larger ones are searched.

mod attempt;
mod camp;
mod certificate;
mod complete;
mod goal;
mod search;

pub use attempt::{Aim, Attempt, Depth, NotComplete, is_searched, usual_ranks};
pub use camp::{Camp, CampState, NotForceable};
pub use certificate::Certificate;
pub use complete::{CompleteCamp, TooLarge};
pub use goal::{Goal, every_fortress_is_safe};
pub use search::{Search, SearchLimits, Solved};
