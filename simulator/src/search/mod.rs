//! The search for rules that work: which of many rule sets keep the limits of a goal, and are best at the least distance
//! from a game.
//!
//! Rules that make no sense are left out, and of rule sets that are the same game only the nearest stays. The others are the
//! arms of a [search with a guarantee](petteia_statistics::identification). The members of its front are then the variants of
//! a study of their own: with fresh seeds, by other players, and with growing budgets.

mod answer;
mod file;
mod front;
mod goal;
mod players;
mod prove;
mod quantity;
mod scheduler;
mod space;

pub use file::RuleSearch;
pub use front::member_file;
pub use quantity::Quantity;
pub use scheduler::SearchScheduler;
