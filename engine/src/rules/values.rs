//! The values of the rules that are choices among a few names.

use serde::{Deserialize, Serialize};

/// How stones move (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Any number of empty squares in one direction.
    Slide,
    /// To one empty neighbour.
    Step,
    /// To the empty neighbour straight ahead.
    Forward,
    /// A step, or a chain of leaps that removes what it crosses; enemies between two pieces are bound.
    Leap,
    /// A step, or a chain of leaps that removes nothing (§3).
    Hop,
}

/// A square on which no stone is placed (§2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hole {
    /// The centre square, on boards that have one.
    Centre,
}

/// What a stone that hops may cross (§3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// Any piece.
    #[default]
    Any,
    /// Pieces of its own side.
    Own,
    /// Pieces of its own side and bound enemy stones.
    OwnOrBound,
}

/// Whether a piece that captures may go on (§4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptureAgain {
    /// It may not.
    #[default]
    Off,
    /// With any move.
    Any,
    /// With moves that capture.
    Capturing,
}

impl CaptureAgain {
    pub(super) fn is_off(&self) -> bool {
        *self == CaptureAgain::Off
    }
}

/// What happens to a piece that the inciti cut off from every capture (§5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hopeless {
    /// It is captured.
    #[default]
    Captured,
    /// It stays; its moves do not save its side from having none.
    Idle,
}

/// How long a stone stays bound (§6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// As long as it stands between two enemies on one axis.
    #[default]
    Trapped,
    /// At most until the end of its trappers' next turn.
    OneTurn,
    /// As long as two free enemies hold it; nothing is captured by a move.
    Held,
}

/// When bound stones are removed, in games in which they are held (§6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Removal {
    /// Instead of a move.
    #[default]
    Instead,
    /// One of them before the move, always.
    BeforeMove,
}

/// Whether a stone may move between two enemies, in games in which stones are held (§6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// It may.
    #[default]
    Free,
    /// Only with a move that binds an enemy.
    Traps,
}

/// What a side must do when it can capture (§4, §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compulsory {
    /// It may do anything.
    #[default]
    Off,
    /// Only captures are legal.
    Strict,
    /// It may decline, and may lose a piece that could have captured.
    Huff,
}

/// The result when the player to move has no legal move (§8, test 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMoves {
    /// That player loses.
    #[default]
    Loses,
    /// A draw.
    Draw,
    /// That player passes; if neither side has a move, the game is adjudicated.
    Passes,
    /// The game is adjudicated.
    Adjudicate,
}

/// Whether a dead position ends the game (§8, test 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadPosition {
    /// On; but off with `vagi` or `forward`, where a game without captures still ends.
    #[default]
    Default,
    /// Off; but `inciti` turns it on.
    OffWithoutInciti,
    /// On, whatever the other rules.
    On,
    /// Off, whatever the other rules; refused with `inciti`.
    Off,
}

/// How deadlocks and limits are decided (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// A draw.
    Draw,
    /// More captured pieces win, a lost leader counted.
    Captures,
    /// More pieces win, then more ordinarii.
    Pieces,
    /// In a dead position the player who made the last move loses; at a limit it is a draw.
    LastMoverLoses,
}
