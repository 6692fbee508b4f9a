//! How a foreign player can fail.

use petteia_engine::EndReason;

/// How a foreign player failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It returned something that is not a legal move.
    IllegalMove,
    /// It exceeded its time.
    Timeout,
    /// It stopped working.
    Crash,
}

impl Fault {
    /// Returns the reason for which the game ends.
    #[must_use]
    pub fn reason(self) -> EndReason {
        match self {
            Fault::IllegalMove => EndReason::IllegalMove,
            Fault::Timeout => EndReason::Timeout,
            Fault::Crash => EndReason::Crash,
        }
    }
}
