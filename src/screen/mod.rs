//! Games on the terminal: the board, a game being played, a game being replayed.

mod board;
mod panel;
mod play;
mod replay;

pub use board::BoardView;
pub use play::{Leave, PlayScreen};
pub use replay::{ReplayScreen, decisions, print};
