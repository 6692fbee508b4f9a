//! How a game ended, and why (RULES §8).

use serde::{Deserialize, Serialize};

use super::Side;

/// The test that ended a game, in the order in which the tests are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A leader was captured.
    LeaderCaptured,
    /// A leader had pieces on all four neighbour squares.
    LeaderSurrounded,
    /// A leader reached the enemy's back rank.
    Crossing,
    /// A side captured as many stones as the game asks for.
    CaptureTarget,
    /// A side had too few pieces left.
    Bare,
    /// The player to move had no legal move.
    NoMoves,
    /// Nobody could ever capture again, and both could move for ever.
    DeadPosition,
    /// A position occurred too often.
    Repetition,
    /// Too many turns passed without a capture.
    NoProgress,
    /// The game was cut off; it is unfinished.
    TurnCap,
    /// Both sides had a fortress that nothing could break, and so nothing could be won any more.
    Fortress,
}

impl EndReason {
    /// All of them, in the order of the tests.
    pub const ALL: [EndReason; 11] = [
        EndReason::LeaderCaptured,
        EndReason::LeaderSurrounded,
        EndReason::Crossing,
        EndReason::CaptureTarget,
        EndReason::Bare,
        EndReason::NoMoves,
        EndReason::DeadPosition,
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::TurnCap,
        EndReason::Fortress,
    ];

    /// The name that tables and JSON use.
    ///
    /// ```
    /// assert_eq!(petteia_engine::EndReason::NoMoves.name(), "no_moves");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::LeaderCaptured => "leader_captured",
            EndReason::LeaderSurrounded => "leader_surrounded",
            EndReason::Crossing => "crossing",
            EndReason::CaptureTarget => "capture_target",
            EndReason::Bare => "bare",
            EndReason::NoMoves => "no_moves",
            EndReason::DeadPosition => "dead_position",
            EndReason::Repetition => "repetition",
            EndReason::NoProgress => "no_progress",
            EndReason::TurnCap => "turn_cap",
            EndReason::Fortress => "fortress",
        }
    }

    /// The reason with a [name](EndReason::name).
    ///
    /// ```
    /// use petteia_engine::EndReason;
    /// assert_eq!(EndReason::from_name("bare"), Some(EndReason::Bare));
    /// ```
    pub fn from_name(name: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether the adjudicator decided the result, not the board.
    pub const fn is_adjudicated(self) -> bool {
        use EndReason::{DeadPosition, Fortress, NoProgress, Repetition, TurnCap};
        matches!(self, DeadPosition | Repetition | NoProgress | TurnCap | Fortress)
    }
}

/// The result of a game, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw (or, by [`EndReason::TurnCap`], an unfinished game).
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: EndReason,
}

impl Outcome {
    /// A win of `side`.
    pub const fn win(side: Side, reason: EndReason) -> Self {
        Outcome { winner: Some(side), reason }
    }

    /// A game without a winner.
    pub const fn draw(reason: EndReason) -> Self {
        Outcome { winner: None, reason }
    }
}
