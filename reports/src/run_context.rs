//! What the player of a run knows about it, beyond its games.

use std::collections::{BTreeMap, BTreeSet};

use petteia_engine::Side;
use petteia_statistics::GameMetrics;
use petteia_tables::{CellKey, VariantKey};

use crate::labels::{Pairing, distinct, pairing};
use crate::number_format::grouped;
use crate::phrases::together;
use crate::selection::Selection;

/// What is known of a run besides its games. By default nothing: the run then counts as complete, and the sides of every
/// variant as different.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunContext {
    /// The progress of the run, if it is not complete.
    pub incomplete: Option<Incomplete>,
    /// Whether the players differ only in who moves first, by number of the cell.
    pub sides_are_equal: BTreeMap<u32, bool>,
    /// Who begins where the players may change sides, by number of the cell.
    pub begins: BTreeMap<u32, Side>,
    /// Games that were played again and measured, by number of the cell.
    pub samples: BTreeMap<u32, Vec<GameMetrics>>,
    /// The variants, by their names, that are proven draws with best play from the start.
    pub proved_draws: BTreeSet<String>,
    /// Those of them whose games all begin at the start: a theorem about the start says nothing about a position after
    /// random decisions.
    pub proved_as_played: BTreeSet<String>,
    /// The fewest and the most random moves with which games begin.
    pub opening: [u32; 2],
    /// The cells that figures show, and their order.
    pub selection: Selection,
    /// Whether figures are drawn without titles, for journals that set their own; captions keep them.
    pub untitled: bool,
}

/// The progress of a run that is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Incomplete {
    /// Games played.
    pub played: u64,
    /// Games planned.
    pub planned: u64,
    /// Whether a stopping rule may end cells earlier.
    pub at_most: bool,
}

impl Incomplete {
    /// Returns the sentence that every output of such a run contains.
    #[must_use]
    pub fn sentence(self) -> String {
        format!("This run is not complete: {}.", self.extent())
    }

    /// `10 of 200 planned games have been played`.
    pub(crate) fn extent(self) -> String {
        let at_most = if self.at_most { "at most " } else { "" };
        let [played, planned] = [self.played, self.planned].map(|games| grouped(games as f64));
        format!("{played} of {at_most}{planned} planned games have been played")
    }
}

/// Returns the names of the cells without games: a variant that no agents have played by itself, any other cell with its
/// agents.
#[must_use]
pub fn empty_cells(cells: &[CellKey], has_games: impl Fn(u32) -> bool) -> Vec<String> {
    let cells: Vec<_> = cells.iter().map(|key| (key.cell, &key.variant, (&key.white, &key.black))).collect();
    missing(&cells, has_games)
}

/// Returns the names of the cells that are missing, given by number, variant and agents: a variant that is missing with
/// all its agents by itself, any other cell with its agents.
pub(crate) fn missing(cells: &[(u32, &VariantKey, Pairing)], is_there: impl Fn(u32) -> bool) -> Vec<String> {
    let is_partly_there =
        |missing: &VariantKey| cells.iter().any(|&(cell, variant, _)| variant == missing && is_there(cell));
    let name = |&(_, variant, agents): &(u32, &VariantKey, Pairing)| match variant.display_name() {
        name if is_partly_there(variant) => format!("{name} ({})", pairing(agents)),
        name => name.to_owned(),
    };
    distinct(cells.iter().filter(|(cell, ..)| !is_there(*cell)).map(name))
}

/// The most cells without games that a remark names.
const MOST_NAMED: usize = 6;

/// Returns the remark that every output of a run carries if it is not complete or if cells have no games.
#[must_use]
pub fn remark(open: Option<Incomplete>, empty: &[String]) -> Option<String> {
    let more = empty.len().saturating_sub(MOST_NAMED);
    let mut names = empty[..empty.len() - more].join(", ");
    if more > 0 {
        names += &format!(" and {more} more, which the methods name");
    }
    let empty = (!empty.is_empty()).then(|| format!("Without games, and therefore in no table or figure: {names}."));
    together(open.map(Incomplete::sentence).into_iter().chain(empty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::cell;

    #[test]
    fn cells_without_games_are_named() {
        let cells = [
            cell(0, "city-8", "random"),
            cell(1, "city-8", "greedy"),
            cell(2, "city-8+vagi", "random"),
            cell(3, "city-8+vagi", "greedy"),
        ];
        let empty = empty_cells(&cells, |cell| cell == 0);
        assert_eq!(empty, ["city-8 (greedy)", "city-8+vagi"]);
        let open = Incomplete { played: 10, planned: 40, at_most: false };
        assert_eq!(
            remark(Some(open), &empty).as_deref(),
            Some(
                "This run is not complete: 10 of 40 planned games have been played. Without games, and therefore in no table \
                 or figure: city-8 (greedy), city-8+vagi."
            )
        );
        assert_eq!(remark(None, &[]), None);
        let many: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        assert!(remark(None, &many).is_some_and(|remark| remark.ends_with("5 and 14 more, which the methods name.")));
    }
}
