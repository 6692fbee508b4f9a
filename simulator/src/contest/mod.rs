//! Questions about two agents, or an agent and itself, on one game: which is stronger, what a doubled budget gains, which
//! handicap makes the game even, what each first decision is worth; and tournaments, which are experiments.
//!
//! Games of two agents are played in pairs from the same random opening, with colours swapped. A pair is a function of the
//! seed, the text of both agents, the game and the number of the pair, and pairs are evaluated in order. All questions have
//! one [scheduler](ContestScheduler).

mod doublings;
mod duel;
mod even;
mod handicap;
mod openings;
mod scheduler;
mod sprt;
mod tournament;

pub use duel::Series;
pub use scheduler::ContestScheduler;
