//! Squares and board sizes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most files of a board, which are named `a` to `x` (RULES §1).
pub const MOST_FILES: u8 = 24;

/// The most ranks of a board (RULES §1).
pub const MOST_RANKS: u8 = 24;

/// The most squares of a board (RULES §1).
pub const MOST_SQUARES: u32 = 400;

/// Returns the letter of a file, counted from 0.
pub const fn file_letter(file: u8) -> char {
    (b'a' + file) as char
}

/// The size of a board: up to 24 files and ranks and up to 400 squares (RULES §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSize {
    /// Number of files, 1 to 24.
    pub files: u8,
    /// Number of ranks, 1 to 24; files times ranks is at most 400.
    pub ranks: u8,
}

impl BoardSize {
    /// Returns the number of squares.
    pub const fn squares(self) -> u32 {
        self.files as u32 * self.ranks as u32
    }

    /// Returns every square, rank by rank from `a1`.
    pub fn each_square(self) -> impl Iterator<Item = Square> {
        (0..self.squares() as u16).map(Square)
    }

    /// Returns the ranks as a reader sees them: the highest first, with its number and its squares from left to right.
    pub fn rows(self) -> impl Iterator<Item = (u8, impl Iterator<Item = Square>)> {
        let files = u16::from(self.files);
        (0..self.ranks)
            .rev()
            .map(move |rank| (rank + 1, (0..files).map(move |file| Square(u16::from(rank) * files + file))))
    }

    /// Returns the square at a file and rank, both counted from 0; `None` if it is off the board.
    pub const fn square(self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks {
            Some(Square(rank as u16 * self.files as u16 + file as u16))
        } else {
            None
        }
    }

    /// Returns the file of a square, from 0.
    pub const fn file(self, square: Square) -> u8 {
        (square.0 % self.files as u16) as u8
    }

    /// Returns the rank of a square, from 0.
    pub const fn rank(self, square: Square) -> u8 {
        (square.0 / self.files as u16) as u8
    }

    /// Returns the square that another one becomes when the board is turned by 180°.
    pub(crate) const fn turned(self, square: Square) -> Square {
        Square(self.squares() as u16 - 1 - square.0)
    }

    /// Returns the centre square, on boards with an odd number of files and of ranks.
    pub const fn centre(self) -> Option<Square> {
        let is_odd = self.files % 2 == 1 && self.ranks % 2 == 1;
        if is_odd { self.square(self.files / 2, self.ranks / 2) } else { None }
    }

    /// Returns the name of a square: file letter and rank number.
    ///
    /// ```
    /// use petteia_engine::BoardSize;
    /// let board = BoardSize { files: 12, ranks: 8 };
    /// let square = board.parse_square("l8").unwrap();
    /// assert_eq!(board.name(square), "l8");
    /// ```
    pub fn name(self, square: Square) -> String {
        format!("{}{}", file_letter(self.file(square)), self.rank(square) + 1)
    }

    /// Returns the names of squares, in the order of the board.
    pub fn names(self, squares: impl Iterator<Item = Square>) -> Vec<String> {
        squares.map(|square| self.name(square)).collect()
    }

    /// Parses the name of a square in canonical form; returns `None` for anything else.
    pub fn parse_square(self, text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
        let digits = letters.as_str();
        let canonical = !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        let rank: u8 = if canonical { digits.parse().ok()? } else { return None };
        self.square(file, rank.checked_sub(1)?)
    }
}

impl fmt::Display for BoardSize {
    /// Writes ranks first, as the sources do: `8×12` has 8 ranks and 12 files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.ranks, self.files)
    }
}

/// A square by its index, which is its rank times the number of files, plus its file; `a1` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// Returns the index as a `usize`, for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
