//! The four orthogonal directions (diagonals play no part in any rule).

use super::SquareSet;

/// A direction as White sees the board: north is towards Black's back rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the next higher rank.
    North,
    /// To the next file.
    East,
    /// To the next lower rank.
    South,
    /// To the previous file.
    West,
}

impl Direction {
    /// All four, in the order in which moves are numbered.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// One value for each direction, in the order of [`Direction::ALL`]. The closure is compiled once for each, so
    /// that shifts in it are constant.
    #[inline(always)]
    pub fn each<T>(mut value: impl FnMut(Direction) -> T) -> [T; 4] {
        [value(Direction::North), value(Direction::East), value(Direction::South), value(Direction::West)]
    }

    /// The union of a set of squares for each direction.
    #[inline(always)]
    pub fn union<S: SquareSet>(set: impl FnMut(Direction) -> S) -> S {
        let [north, east, south, west] = Direction::each(set);
        (north | east) | (south | west)
    }

    /// The direction straight back.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// Whether a step this way leads to a higher square index.
    #[inline(always)]
    pub const fn ascends(self) -> bool {
        matches!(self, Direction::North | Direction::East)
    }
}
