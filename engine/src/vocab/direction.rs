//! The four orthogonal directions; no rule uses diagonals.

use std::ops::BitOr;

/// Does the same as [`Direction::each`], without a closure. Operations on vectors are compiled well only in functions
/// that are always inlined, which a closure cannot be.
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

/// Does the same as [`Direction::union`], without a closure.
macro_rules! union_of_directions {
    (|$direction:ident| $set:expr) => {{
        let [north, east, south, west] = $crate::vocab::each_direction!(|$direction| $set);
        (north | east) | (south | west)
    }};
}
pub(crate) use union_of_directions;

/// A direction from White's point of view: north is towards Black's back rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards the next file.
    East,
    /// Towards lower ranks.
    South,
    /// Towards the previous file.
    West,
}

impl Direction {
    /// All directions, in the order in which moves are numbered.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns one value for each direction, in the order of [`Direction::ALL`]. The closure is compiled once per
    /// direction, so that its shifts are constant.
    #[inline(always)]
    pub fn each<T>(mut value: impl FnMut(Direction) -> T) -> [T; 4] {
        [value(Direction::North), value(Direction::East), value(Direction::South), value(Direction::West)]
    }

    /// Returns the union of one set of squares per direction.
    #[inline(always)]
    pub fn union<S: BitOr<Output = S>>(set: impl FnMut(Direction) -> S) -> S {
        let [north, east, south, west] = Direction::each(set);
        (north | east) | (south | west)
    }

    /// Returns the opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// Returns whether a step in this direction leads to a higher square index.
    #[inline(always)]
    pub const fn ascends(self) -> bool {
        matches!(self, Direction::North | Direction::East)
    }
}
