#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod agents;
mod batch;
mod budget;
pub mod config;
mod depths;
pub mod external;
mod fault;
mod game;
mod interleaved;
mod matchup;
mod opening;
mod pair;
mod position_history;
pub mod protocol;
pub mod record;
mod samples;
pub mod seeds;
pub mod session;
pub mod stopwatch;

pub use batch::GameBatch;
pub use depths::Depths;
pub use game::GameRecord;
pub use matchup::{Matchup, Seen};
pub use opening::Opening;
pub use pair::{Clock, Pair, PlayedGame, PlayedPair};
pub use samples::{Sample, SelfPlay};
