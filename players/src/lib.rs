#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod agents;
mod batch;
mod budget;
mod depths;
mod fault;
pub mod foreign;
mod game;
mod matchup;
mod pair;
pub mod protocol;
pub mod record;
mod samples;
pub mod seeds;
pub mod session;
mod side_by_side;
pub mod stopwatch;
mod thought;
mod trail;

pub use batch::GameBatch;
pub use depths::Depths;
pub use game::GameRecord;
pub use matchup::{Matchup, Seen};
pub use pair::{Clock, Pair, PlayedGame, PlayedPair};
pub use samples::{Sample, SelfPlay};
pub use thought::{Onlooker, Thought};
