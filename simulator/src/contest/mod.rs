//! Matches between two agents, round-robin tournaments, and doublings of a budget.
//!
//! Games are played in pairs from the same random opening, with colours swapped. A pair is a function of the seed, the
//! text of both agents, the game and the number of the pair, and pairs are evaluated in order.

mod doublings;
mod duel;
mod series;
mod tournament;

pub use doublings::DoublingPlan;
pub use duel::duel;
pub use series::{Match, Series};
pub use tournament::Tournament;
pub(crate) use tournament::{check_opening, read_agent, read_agents, read_games, unlike, usual_opening};
