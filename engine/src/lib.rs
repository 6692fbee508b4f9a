#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod diagram;
pub mod files;
pub mod fortress;
pub mod rules;
pub mod terminal;
pub mod vocab;

mod arrangement;
mod bind;
mod capture;
mod end;
mod fort;
mod game;
mod geometry;
mod history;
mod hop;
mod lanes;
mod leap;
mod log;
mod moves;
mod odds;
mod perft;
mod playout;
mod position;
mod progress;
mod random;
mod random_games;
mod repetition;
mod rule_flags;
mod setup;
mod special;
mod state;
mod sweep;
mod text;
mod turn;

pub use arrangement::Arrangement;
pub use game::{AnyGame, Game};
pub use geometry::{AnyBoard, AnySet, Dynamic, Fixed, Geometry, OnBoard, with_geometry, with_width};
pub use history::History;
pub use lanes::{GameSource, Simd, Start};
pub use leap::LeapPath;
pub use log::{GameLog, PlayedGame, SquareCounts};
pub use moves::{Activity, Decisions, Move};
pub use odds::Odds;
pub use perft::{divide, perft};
pub use playout::Recorder;
pub use position::{AnyPosition, Position};
pub use progress::{Event, Progress, Thought};
pub use random::{GameRng, game_seed};
pub use random_games::{RandomGames, play_random_games};
pub use rules::{
    CheckedRules, IN_SHORT, Limits, Rules, RulesError, RulesErrors, Section, did_you_mean, explain, nearest,
};
pub use state::{AnyState, Snapshot, State};
pub use text::{MoveTextError, PositionTextError, escaped, is_control};
pub use turn::Events;
pub use vocab::{
    Bits, BoardSize, BySide, Direction, EndReason, MOST_SQUARES, Outcome, Side, Square, SquareSet, Squares, Wide,
    file_letter,
};
