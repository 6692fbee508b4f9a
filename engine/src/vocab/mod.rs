//! The small types in which all rules are expressed: sides, squares, directions, sets of squares, outcomes.

mod direction;
mod operators;
mod outcome;
mod side;
mod square;
mod square_set;
mod wide;
mod wide_set;

pub use direction::Direction;
pub(crate) use direction::{each_direction, union_of_directions};
pub(crate) use operators::operators;
pub use outcome::{EndReason, Outcome};
pub use side::{BySide, Side};
pub use square::{BoardSize, MOST_FILES, MOST_RANKS, MOST_SQUARES, Square, file_letter};
pub use square_set::{Bits, SquareSet, Squares};
pub use wide::Wide;
