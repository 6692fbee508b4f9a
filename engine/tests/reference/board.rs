//! Squares, pieces and the board (§1).

use std::ops::{Index, IndexMut};

use petteia_engine::{BoardSize, Side};

/// A square, on or off the board; file and rank are counted from 0. Ordered by file, then rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub file: i32,
    pub rank: i32,
}

pub type Direction = (i32, i32);

pub const NORTH: Direction = (0, 1);
pub const SOUTH: Direction = (0, -1);
pub const EAST: Direction = (1, 0);
pub const WEST: Direction = (-1, 0);
pub const DIRECTIONS: [Direction; 4] = [NORTH, EAST, SOUTH, WEST];

impl At {
    /// Returns the square `distance` squares away.
    pub fn toward(self, (files, ranks): Direction, distance: i32) -> At {
        At { file: self.file + files * distance, rank: self.rank + ranks * distance }
    }

    pub fn next(self, direction: Direction) -> At {
        self.toward(direction, 1)
    }

    /// Returns the four squares beside this one, some of which may be off the board.
    pub fn beside(self) -> [At; 4] {
        DIRECTIONS.map(|direction| self.next(direction))
    }

    pub fn name(self) -> String {
        let letter = char::from(b'a' + u8::try_from(self.file).expect("a file of a board is small"));
        format!("{letter}{}", self.rank + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ordinarius,
    Vagus,
    Alligatus,
    Leader,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Side,
    pub kind: Kind,
}

impl Piece {
    pub fn is_leader(self) -> bool {
        self.kind == Kind::Leader
    }

    /// Returns whether it is not bound.
    pub fn is_free(self) -> bool {
        self.kind != Kind::Alligatus
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Off,
    Empty,
    Incitus,
    Held(Piece),
}

impl Cell {
    pub fn piece(self) -> Option<Piece> {
        if let Cell::Held(piece) = self { Some(piece) } else { None }
    }

    pub fn is_of(self, side: Side) -> bool {
        self.piece().is_some_and(|piece| piece.side == side)
    }
}

/// The squares; every square off the board reads as [`Cell::Off`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    cells: Vec<Cell>,
}

impl Board {
    pub fn empty(size: BoardSize) -> Self {
        let (files, ranks) = (i32::from(size.files), i32::from(size.ranks));
        Board { files, ranks, cells: vec![Cell::Empty; usize::from(size.files) * usize::from(size.ranks)] }
    }

    /// Returns all squares, rank by rank from a1.
    pub fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| At { file, rank }))
    }

    /// Returns the pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (At, Piece)> {
        self.squares().filter_map(|at| Some((at, self[at].piece()?)))
    }

    /// Returns the pieces of one side with their squares.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (At, Piece)> {
        self.pieces().filter(move |(_, piece)| piece.side == side)
    }

    pub fn leader_of(&self, side: Side) -> Option<At> {
        self.pieces_of(side).find(|(_, piece)| piece.is_leader()).map(|(at, _)| at)
    }

    pub fn back_rank(&self, side: Side) -> i32 {
        if side == Side::White { 0 } else { self.ranks - 1 }
    }

    pub fn is_corner(&self, at: At) -> bool {
        let ends = |n, count| n == 0 || n == count - 1;
        ends(at.file, self.files) && ends(at.rank, self.ranks)
    }

    /// Returns the neighbours of a square that are on the board.
    pub fn neighbours(&self, at: At) -> Vec<At> {
        at.beside().into_iter().filter(|&next| self[next] != Cell::Off).collect()
    }

    /// Returns the two neighbours of a corner square; `None` for every other square.
    pub fn beside_corner(&self, at: At) -> Option<Vec<At>> {
        let neighbours = self.neighbours(at);
        (self.is_corner(at) && neighbours.len() == 2).then_some(neighbours)
    }

    /// Returns the square in the middle of the board; `None` if there is none.
    pub fn centre(&self) -> Option<At> {
        let is_odd = self.files % 2 == 1 && self.ranks % 2 == 1;
        is_odd.then_some(At { file: self.files / 2, rank: self.ranks / 2 })
    }

    /// Returns whether a piece of `side` stands next to the square.
    pub fn is_beside(&self, at: At, side: Side) -> bool {
        at.beside().iter().any(|&next| self[next].is_of(side))
    }

    /// Returns whether the squares on both sides of a square, on one axis, hold what is asked for.
    pub fn is_between(&self, at: At, holds: impl Fn(Cell) -> bool) -> bool {
        [NORTH, EAST].iter().any(|&axis| holds(self[at.toward(axis, 1)]) && holds(self[at.toward(axis, -1)]))
    }

    /// Returns the connected squares around `start` that belong together.
    pub fn connected(&self, start: At, belongs: impl Fn(Cell) -> bool) -> Vec<At> {
        let mut found = vec![start];
        let mut is_found = vec![false; self.cells.len()];
        is_found[self.index_of(start).expect("on the board")] = true;
        let mut looked_at = 0;
        while looked_at < found.len() {
            for next in found[looked_at].beside() {
                if let Some(index) = self.index_of(next)
                    && belongs(self[next])
                    && !is_found[index]
                {
                    is_found[index] = true;
                    found.push(next);
                }
            }
            looked_at += 1;
        }
        found
    }

    fn index_of(&self, at: At) -> Option<usize> {
        let on_board = (0..self.files).contains(&at.file) && (0..self.ranks).contains(&at.rank);
        on_board.then(|| usize::try_from(at.rank * self.files + at.file).expect("on the board"))
    }
}

impl Index<At> for Board {
    type Output = Cell;

    fn index(&self, at: At) -> &Cell {
        self.index_of(at).map_or(&Cell::Off, |index| &self.cells[index])
    }
}

impl IndexMut<At> for Board {
    fn index_mut(&mut self, at: At) -> &mut Cell {
        let index = self.index_of(at).expect("only squares of the board change");
        &mut self.cells[index]
    }
}
