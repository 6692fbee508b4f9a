//! What the average score of White, or of the first player, minus one half is called.

use crate::summary::CellSummary;

/// The name of White's average score minus one half: the advantage of the first move if the players are otherwise equal, else
/// White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Advantage {
    /// In titles.
    pub(crate) name: &'static str,
    /// Above a column, in two lines.
    pub(crate) heading: [&'static str; 2],
    /// Explains the number in a note.
    pub(crate) note: &'static str,
    /// Added to captions.
    pub(crate) caveat: &'static str,
}

/// Of cells whose players are equal.
const FIRST_MOVE: Advantage = Advantage {
    name: "First-move advantage",
    heading: ["first move", "points [95 %]"],
    note: "First move: the first player's average score minus 50 %, in percentage points.",
    caveat: "",
};

/// Where the sides of a cell differ.
const WHITE: Advantage = Advantage {
    name: "White’s advantage",
    heading: ["White's", "advantage [95 %]"],
    note: "White's advantage: White's average score minus 50 %, in percentage points. Where the sides differ, it is not due to the \
           first move alone.",
    caveat: " If the sides have different pieces or rules, this is an advantage of the side, not of the first move.",
};

impl Advantage {
    /// The name for a set of cells.
    pub(crate) fn of(cells: &[CellSummary]) -> Self {
        if cells.iter().all(|cell| cell.sides_are_equal) { FIRST_MOVE } else { WHITE }
    }
}
