//! What is left on the board: the pieces of one side, and of both.

use std::fmt;
use std::str::FromStr;

use petteia_engine::{BySide, Side};
use serde::{Deserialize, Serialize};

/// The pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Material {
    /// Its stones.
    pub stones: u8,
    /// Whether it has its leader.
    pub leader: bool,
}

impl Material {
    /// Stones and leader.
    pub fn pieces(self) -> u32 {
        u32::from(self.stones) + u32::from(self.leader)
    }
}

impl fmt::Display for Material {
    /// `3`, `L2`, `L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leader = if self.leader { "L" } else { "" };
        if self.leader && self.stones == 0 { write!(f, "L") } else { write!(f, "{leader}{}", self.stones) }
    }
}

/// The pieces of both sides: one ending, such as `3v2`, White's before Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// White's pieces.
    pub white: Material,
    /// Black's pieces.
    pub black: Material,
}

impl Ending {
    /// Pieces of both sides.
    pub fn pieces(self) -> u32 {
        self.white.pieces() + self.black.pieces()
    }

    /// One side's pieces.
    pub fn of(self, side: Side) -> Material {
        BySide { white: self.white, black: self.black }[side]
    }

    /// The ending with the more pieces first: what games call it whose sides are alike.
    #[must_use]
    pub fn larger_first(self) -> Self {
        let size = |material: Material| (material.pieces(), material.stones);
        if size(self.black) > size(self.white) { Ending { white: self.black, black: self.white } } else { self }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.white, self.black)
    }
}

/// What a table is of: the pieces of the side to move and of its opponent, and the side where the two differ in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seat {
    /// The pieces of the side to move.
    pub own: Material,
    /// Its opponent's.
    pub other: Material,
    /// The side to move; White where both play by the same rules.
    pub side: Side,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move against {}", self.own, self.other)
    }
}

/// A text that names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` names no pieces; write White's and Black's with a `v` between, such as 3v2, a leader as L: L2v3, and at least \
     one piece a side"
)]
pub struct EndingTextError(String);

impl FromStr for Ending {
    type Err = EndingTextError;

    /// Reads `3v2`, `Lv4`, `L2vL1`.
    ///
    /// ```
    /// use petteia_proofs::endgame::Ending;
    /// let ending: Ending = "L2v3".parse().unwrap();
    /// assert_eq!((ending.white.stones, ending.white.leader, ending.pieces()), (2, true, 6));
    /// assert!("3x2".parse::<Ending>().is_err() && "0v2".parse::<Ending>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, EndingTextError> {
        let wrong = || EndingTextError(text.to_owned());
        let (white, black) = text.split_once('v').ok_or_else(wrong)?;
        let side = |text: &str| {
            let (leader, stones) = text.strip_prefix('L').map_or((false, text), |stones| (true, stones));
            let stones = if leader && stones.is_empty() { Some(0) } else { stones.parse().ok() };
            let material = Material { stones: stones?, leader };
            (material.pieces() > 0 && material.to_string() == text).then_some(material)
        };
        Ok(Ending { white: side(white).ok_or_else(wrong)?, black: side(black).ok_or_else(wrong)? })
    }
}
