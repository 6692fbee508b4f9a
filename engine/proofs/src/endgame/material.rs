//! The pieces left on the board: those of one side, and of both.

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
    /// Returns the number of its pieces, including the leader.
    pub fn pieces(self) -> u32 {
        u32::from(self.stones) + u32::from(self.leader)
    }
}

impl fmt::Display for Material {
    /// Writes `3`, `L2` or `L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leader = if self.leader { "L" } else { "" };
        if self.leader && self.stones == 0 { write!(f, "L") } else { write!(f, "{leader}{}", self.stones) }
    }
}

/// The pieces of both sides: an ending such as `3v2`, with White's pieces first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// White's pieces.
    pub white: Material,
    /// Black's pieces.
    pub black: Material,
}

impl Ending {
    /// Returns the number of pieces of both sides.
    pub fn pieces(self) -> u32 {
        self.white.pieces() + self.black.pieces()
    }

    /// Returns the pieces of one side.
    pub fn of(self, side: Side) -> Material {
        BySide { white: self.white, black: self.black }[side]
    }

    /// Returns the ending with the larger material first, which is its canonical form if the sides are alike.
    #[must_use]
    pub fn larger_first(self) -> Self {
        let size = |material: Material| (material.pieces(), material.stones);
        if size(self.black) > size(self.white) { Ending { white: self.black, black: self.white } } else { self }
    }

    /// Returns each ending once, those of few pieces first.
    #[must_use]
    pub fn smallest_first(mut endings: Vec<Ending>) -> Vec<Ending> {
        endings.sort_unstable_by_key(|ending| (ending.pieces(), *ending));
        endings.dedup();
        endings
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.white, self.black)
    }
}

/// The subject of a table: the pieces of the side to move and of its opponent and, if the sides have different rules,
/// which side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seat {
    /// The pieces of the side to move.
    pub own: Material,
    /// The pieces of its opponent.
    pub other: Material,
    /// The side to move; White if both sides play by the same rules.
    pub side: Side,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move against {}", self.own, self.other)
    }
}

/// A text that does not describe an ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not an ending; write the pieces of White and Black with a `v` between them, such as 3v2, or L2v3 with a leader; each \
     side needs at least one piece"
)]
pub struct EndingTextError(String);

impl FromStr for Ending {
    type Err = EndingTextError;

    /// Parses endings such as `3v2`, `Lv4` and `L2vL1`.
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
