//! Whether a side can force a fortress from the start against every defence (docs/fortresses.md §8).
//!
//! The whole game is too large to search. But a fortress is built in the owner's first ranks, its *camp*, and it is
//! enough to win a simpler game there: the enemy has any number of pieces, anywhere outside the camp, and may pass. Who
//! forces a fortress in this game forces it in the real one.

mod camp;
mod certificate;
mod search;
mod table;

pub use camp::{Camp, NotForceable, State};
pub use certificate::Certificate;
pub use search::{Goal, Limits, Search, Solved};
pub use table::{Table, TooLarge};
