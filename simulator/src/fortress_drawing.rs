//! Fortresses drawn with symbols, or with letters where a terminal has no others.

use petteia_engine::{BoardSize, Square, SquareSet};
use petteia_proofs::fortress::{Example, Fortress};

/// What a square of a drawing is: its symbol, and its letter.
pub type Mark = (char, char);

/// A piece that never moves.
pub const WALL: Mark = ('■', 'W');
/// The leader, where it never moves.
pub const LEADER: Mark = ('▲', 'L');
/// The piece that moves to and fro.
pub const SHUTTLE: Mark = ('◆', 'M');
/// Its other square.
pub const STEP: Mark = ('◇', 'm');
/// An empty square where enemies cannot come.
pub const CALM: Mark = ('∙', '-');
/// Any other square.
pub const OPEN: Mark = (' ', ' ');
/// A piece that does not hold.
pub const WEAK: Mark = ('✗', 'x');

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// The board.
    pub board: BoardSize,
    /// Whether with letters.
    pub ascii: bool,
}

impl Drawing {
    /// A board with its ranks and files.
    pub fn board(&self, mark: impl Fn(Square) -> Mark) -> String {
        let size = self.board;
        let mut text = String::new();
        for rank in (0..size.ranks).rev() {
            text += &format!("{:>3} │", rank + 1);
            for square in (0..size.files).filter_map(|file| size.square(file, rank)) {
                text += &format!(" {}", self.sign(mark(square)));
            }
            text += " │\n";
        }
        let files: String = (0..size.files).map(|file| format!(" {}", char::from(b'a' + file))).collect();
        text + "     " + &files + "\n"
    }

    /// A fortress; `leader` is where the leader stands.
    pub fn fortress<S: SquareSet>(&self, fortress: &Fortress<S>, leader: S) -> String {
        self.board(|square| mark(fortress, leader, square))
    }

    /// A fortress with the squares where no enemy can come.
    pub fn example(&self, example: &Example) -> String {
        self.board(|square| match mark(&example.fortress, example.leader, square) {
            OPEN if !example.open.has(square) => CALM,
            mark => mark,
        })
    }

    /// What the marks mean.
    pub fn legend(&self) -> String {
        let entries = [
            (WALL, "never moves"),
            (LEADER, "leader"),
            (SHUTTLE, "moves to and fro"),
            (STEP, "its other square"),
            (CALM, "enemies cannot come here"),
        ];
        entries.map(|(mark, name)| format!("{} {name}", self.sign(mark))).join("   ")
    }

    /// The names of squares.
    pub fn names<S: SquareSet>(&self, squares: S) -> String {
        squares.squares().map(|square| self.board.name(square)).collect::<Vec<_>>().join(", ")
    }

    fn sign(&self, (symbol, letter): Mark) -> char {
        if self.ascii { letter } else { symbol }
    }
}

fn mark<S: SquareSet>(fortress: &Fortress<S>, leader: S, square: Square) -> Mark {
    let [home, away] = fortress.shuttle;
    match square {
        _ if square == home => SHUTTLE,
        _ if square == away => STEP,
        _ if fortress.wall.has(square) && leader.has(square) => LEADER,
        _ if fortress.wall.has(square) => WALL,
        _ => OPEN,
    }
}
