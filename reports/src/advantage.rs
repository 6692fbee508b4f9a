//! What the average score of White, or of the first player, minus one half is called.

use crate::summary::CellSummary;

/// The name of White's average score minus one half: the advantage of the first move if the players are otherwise equal, else
/// White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Advantage {
    /// In titles.
    pub(crate) name: &'static str,
    /// The score that it is of.
    pub(crate) score: &'static str,
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
    score: "The first player’s average score",
    heading: ["first move", "points [95 %]"],
    note: "First move: the first player's average score minus 50 %, in percentage points.",
    caveat: "",
};

/// Where the sides of a cell differ.
const WHITE: Advantage = Advantage {
    name: "White’s advantage",
    score: "White’s average score",
    heading: ["White's", "advantage [95 %]"],
    note: "White's advantage: White's average score minus 50 %, in percentage points. Where the sides differ, it is not due to the \
           first move alone.",
    caveat: " If the sides have different pieces or rules, this is an advantage of the side, not of the first move.",
};

/// The same where the players of some cells may change sides.
const WHITE_OR_FIRST: Advantage = Advantage {
    score: "White’s, with swap the first player’s, average score",
    note: "White's advantage: White's average score, with swap the first player's, minus 50 %, in percentage points. Where the sides \
           differ, it is not due to the first move alone.",
    ..WHITE
};

impl Advantage {
    /// The name for a set of cells.
    pub(crate) fn of(cells: &[CellSummary]) -> Self {
        match cells.iter().any(|cell| cell.may_swap()) {
            _ if cells.iter().all(|cell| cell.sides_are_equal) => FIRST_MOVE,
            true => WHITE_OR_FIRST,
            false => WHITE,
        }
    }
}
