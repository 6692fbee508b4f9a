//! Drawings of fortresses with symbols, or with letters for terminals that have no symbols.

use petteia_engine::terminal::grid;
use petteia_engine::{BoardSize, Square, SquareSet};
use petteia_proofs::fortress::{Example, Fortress};

/// How a square is drawn: as a symbol and as a letter.
pub type Mark = (char, char);

/// A piece that never moves.
pub const WALL: Mark = ('■', 'W');
/// A leader that never moves.
pub const LEADER: Mark = ('▲', 'L');
/// A piece that moves.
pub const MOVER: Mark = ('◆', 'M');
/// An empty square from, over or to which pieces move.
pub const ROOM: Mark = ('◇', 'm');
/// An empty square that enemies cannot reach.
pub const CALM: Mark = ('∙', '-');
/// Any other square.
pub const OPEN: Mark = (' ', ' ');
/// A piece that does not hold.
pub const WEAK: Mark = ('✗', 'x');

/// Options for drawing.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// The board.
    pub board: BoardSize,
    /// Whether to use letters.
    pub ascii: bool,
}

impl Drawing {
    /// Draws a board with its ranks and files.
    pub fn board(&self, mark: impl Fn(Square) -> Mark) -> String {
        grid(self.board, ["│", " │"], |square| self.sign(mark(square)).to_string())
    }

    /// Draws a fortress; `leader` is the square of the leader.
    pub fn fortress<S: SquareSet>(&self, fortress: &Fortress<S>, leader: S) -> String {
        self.board(|square| mark(fortress, leader, square))
    }

    /// Draws a fortress with the squares that no enemy can reach.
    pub fn example(&self, example: &Example) -> String {
        self.board(|square| match mark(&example.fortress, example.leader, square) {
            OPEN if !example.open.has(square) => CALM,
            mark => mark,
        })
    }

    /// Explains the marks.
    pub fn legend(&self) -> String {
        let entries = [
            (WALL, "never moves"),
            (LEADER, "leader"),
            (MOVER, "moves"),
            (ROOM, "where it moves"),
            (CALM, "enemies cannot come here"),
        ];
        entries.map(|(mark, name)| format!("{} {name}", self.sign(mark))).join("   ")
    }

    /// Lists the names of squares.
    pub fn names<S: SquareSet>(&self, squares: S) -> String {
        self.board.names(squares.squares()).join(", ")
    }

    fn sign(&self, (symbol, letter): Mark) -> char {
        if self.ascii { letter } else { symbol }
    }
}

fn mark<S: SquareSet>(fortress: &Fortress<S>, leader: S, square: Square) -> Mark {
    match square {
        _ if fortress.movers.has(square) => MOVER,
        _ if fortress.room.has(square) => ROOM,
        _ if fortress.wall.has(square) && leader.has(square) => LEADER,
        _ if fortress.wall.has(square) => WALL,
        _ => OPEN,
    }
}
