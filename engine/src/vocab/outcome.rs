//! How a game ended, and why (RULES §8).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Side;

/// The test that ended a game, in the order of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A leader was captured.
    LeaderCaptured,
    /// A leader had pieces on all four neighbouring squares.
    LeaderSurrounded,
    /// A leader reached the opponent's back rank.
    Crossing,
    /// A leader reached the edge or a corner, its goal.
    Escape,
    /// A leader had an unbreakable fort at the edge.
    EdgeFort,
    /// All pieces of the side with a leader were shut off from the edge.
    Encircled,
    /// A side reached its target of captured stones.
    CaptureTarget,
    /// A side had too few pieces left.
    Bare,
    /// The player to move had no legal move.
    NoMoves,
    /// Neither side could ever capture again, and both had a legal move.
    DeadPosition,
    /// A position occurred too often.
    Repetition,
    /// Too many turns passed without a capture.
    NoProgress,
    /// The movement phase took as many turns as the rules allow.
    MoveCap,
    /// The game was stopped: it is unfinished, which scores like a draw but is counted separately.
    TurnCap,
    /// Both sides had a fortress that nothing can break, so nothing could be won any more.
    Fortress,
    /// A player that is not part of petteia returned an illegal move, and forfeited the game.
    IllegalMove,
    /// Such a player exceeded its time, and forfeited the game.
    Timeout,
    /// Such a player stopped working, and forfeited the game.
    Crash,
}

impl EndReason {
    /// All reasons: the tests in their order, then the forfeits.
    pub const ALL: [EndReason; 18] = [
        EndReason::LeaderCaptured,
        EndReason::LeaderSurrounded,
        EndReason::Crossing,
        EndReason::Escape,
        EndReason::EdgeFort,
        EndReason::Encircled,
        EndReason::CaptureTarget,
        EndReason::Bare,
        EndReason::NoMoves,
        EndReason::DeadPosition,
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::MoveCap,
        EndReason::TurnCap,
        EndReason::Fortress,
        EndReason::IllegalMove,
        EndReason::Timeout,
        EndReason::Crash,
    ];

    /// Returns the name used in tables and JSON.
    ///
    /// ```
    /// assert_eq!(petteia_engine::EndReason::NoMoves.name(), "no_moves");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::LeaderCaptured => "leader_captured",
            EndReason::LeaderSurrounded => "leader_surrounded",
            EndReason::Crossing => "crossing",
            EndReason::Escape => "escape",
            EndReason::EdgeFort => "edge_fort",
            EndReason::Encircled => "encircled",
            EndReason::CaptureTarget => "capture_target",
            EndReason::Bare => "bare",
            EndReason::NoMoves => "no_moves",
            EndReason::DeadPosition => "dead_position",
            EndReason::Repetition => "repetition",
            EndReason::NoProgress => "no_progress",
            EndReason::MoveCap => "move_cap",
            EndReason::TurnCap => "turn_cap",
            EndReason::Fortress => "fortress",
            EndReason::IllegalMove => "illegal_move",
            EndReason::Timeout => "timeout",
            EndReason::Crash => "crash",
        }
    }

    /// Returns the reason with a [name](EndReason::name).
    ///
    /// ```
    /// use petteia_engine::EndReason;
    /// assert_eq!(EndReason::from_name("bare"), Some(EndReason::Bare));
    /// ```
    pub fn from_name(name: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns whether the adjudicator, not the board, decided the result, whatever the rules; some also adjudicate a
    /// standstill ([`Rules::adjudicates`](crate::Rules::adjudicates)).
    pub const fn is_adjudicated(self) -> bool {
        use EndReason::{DeadPosition, Fortress, MoveCap, NoProgress, Repetition, TurnCap};
        matches!(self, DeadPosition | Repetition | NoProgress | MoveCap | TurnCap | Fortress) || self.is_forfeit()
    }

    /// Returns whether a player lost because it failed, wherever its pieces stood.
    ///
    /// ```
    /// use petteia_engine::EndReason;
    /// assert!(EndReason::Crash.is_forfeit() && !EndReason::Bare.is_forfeit());
    /// ```
    pub const fn is_forfeit(self) -> bool {
        matches!(self, EndReason::IllegalMove | EndReason::Timeout | EndReason::Crash)
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winner; `None` for a draw or, with [`EndReason::TurnCap`], an unfinished game.
    pub winner: Option<Side>,
    /// What ended the game.
    #[serde(rename = "by")]
    pub reason: EndReason,
}

impl Outcome {
    /// Creates a win of `side`.
    pub const fn win(side: Side, reason: EndReason) -> Self {
        Outcome { winner: Some(side), reason }
    }

    /// Creates the outcome of a game without a winner.
    pub const fn draw(reason: EndReason) -> Self {
        Outcome { winner: None, reason }
    }

    /// Returns the result as a sentence.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Outcome, Side};
    /// assert_eq!(Outcome::win(Side::White, EndReason::NoMoves).sentence(), "White wins: Black has no move");
    /// ```
    pub fn sentence(self) -> String {
        let loser = self.winner.map_or("the player to move", |winner| (!winner).title());
        let winner = self.winner.map_or("a side", Side::title);
        let reason = match self.reason {
            EndReason::LeaderCaptured => format!("the leader of {loser} is captured"),
            EndReason::LeaderSurrounded => format!("the leader of {loser} is surrounded"),
            EndReason::Crossing => format!("the leader of {winner} has crossed the board"),
            EndReason::Escape => format!("the leader of {winner} has escaped"),
            EndReason::EdgeFort => format!("the leader of {winner} has an unbreakable fort at the edge"),
            EndReason::Encircled => format!("{loser} is encircled"),
            EndReason::CaptureTarget => format!("{winner} has captured enough stones"),
            EndReason::Bare => format!("{loser} has too few pieces left"),
            EndReason::NoMoves => format!("{loser} has no move"),
            EndReason::DeadPosition => "neither side can capture any more".into(),
            EndReason::Repetition => "the position has occurred too often".into(),
            EndReason::NoProgress => "there were too many turns without progress".into(),
            EndReason::MoveCap => "the number of moves is reached".into(),
            EndReason::TurnCap => "the limit of turns is reached".into(),
            EndReason::Fortress => "both sides have a fortress that nothing can break".into(),
            EndReason::IllegalMove => format!("the player of {loser} returned an illegal move"),
            EndReason::Timeout => format!("the player of {loser} exceeded its time"),
            EndReason::Crash => format!("the player of {loser} stopped working"),
        };
        match (self.winner, self.reason) {
            (Some(side), _) => format!("{} wins: {reason}", side.title()),
            (None, EndReason::TurnCap) => format!("Unfinished: {reason}"),
            (None, _) => format!("Draw: {reason}"),
        }
    }
}

/// Writes the outcome as in records: `white by bare`, `draw by repetition`, `unfinished by turn_cap`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match (self.winner, self.reason) {
            (Some(side), _) => side.name(),
            (None, EndReason::TurnCap) => "unfinished",
            (None, _) => "draw",
        };
        write!(f, "{winner} by {}", self.reason.name())
    }
}
