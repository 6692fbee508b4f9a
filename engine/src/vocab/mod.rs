//! The small types in which all rules are expressed: sides, squares, directions, sets of squares, outcomes.

mod direction;
mod outcome;
mod side;
mod square;
mod square_set;
mod wide;

pub use direction::Direction;
pub(crate) use direction::{each_direction, union_of_directions};
pub use outcome::{EndReason, Outcome};
pub use side::{BySide, Side};
pub use square::{BoardSize, MOST_FILES, MOST_RANKS, MOST_SQUARES, Square, file_letter};
pub(crate) use square_set::operators;
pub use square_set::{Bits, SquareSet, Squares};
pub use wide::Wide;
