//! The four orthogonal directions (diagonals play no part in any rule).

use std::ops::BitOr;

/// What [`Direction::each`] gives, without a closure: for values of vectors, whose operations are only compiled well
/// in functions that are always inlined, which a closure cannot be.
macro_rules! each_direction {
    (|$direction:ident| $value:expr) => {{
        use $crate::vocab::Direction::{East, North, South, West};
        macro_rules! value {
            ($way:ident) => {{
                let $direction = $way;
                $value
            }};
        }
        [value!(North), value!(East), value!(South), value!(West)]
    }};
}
pub(crate) use each_direction;

/// What [`Direction::union`] gives, without a closure.
macro_rules! union_of_directions {
    (|$direction:ident| $set:expr) => {{
        let [north, east, south, west] = $crate::vocab::each_direction!(|$direction| $set);
        (north | east) | (south | west)
    }};
}
pub(crate) use union_of_directions;

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
    pub fn union<S: BitOr<Output = S>>(set: impl FnMut(Direction) -> S) -> S {
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
