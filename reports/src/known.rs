//! What the player of a run knows about it, beyond its games.

use std::collections::{BTreeMap, BTreeSet};

use petteia_statistics::GameMetrics;

use crate::numbers::grouped;

/// What is known of a run besides its games. By default nothing: the run then counts as complete, and the sides of a variant
/// that is not in the catalogue count as different.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// The progress of the run, if it is not complete.
    pub open: Option<Open>,
    /// Whether the two sides are equal, by number of the cell.
    pub sides_are_equal: BTreeMap<u32, bool>,
    /// Games that were played again and measured, by number of the cell.
    pub samples: BTreeMap<u32, Vec<GameMetrics>>,
    /// The variants, by their text, that are proven draws with best play from the start.
    pub proved_draws: BTreeSet<String>,
    /// Whether figures are drawn without titles, for journals that set their own; captions keep them.
    pub untitled: bool,
}

/// The progress of a run that is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Open {
    /// Games played.
    pub played: u64,
    /// Games planned.
    pub planned: u64,
    /// Whether a stopping rule may end cells earlier.
    pub at_most: bool,
    /// Cells without games, which are in no table.
    pub empty_cells: u64,
}

impl Open {
    /// Returns the sentence that every output of such a run contains.
    #[must_use]
    pub fn sentence(self) -> String {
        format!("This run is not complete: {}.", self.extent())
    }

    /// `10 of 200 planned games have been played`.
    pub(crate) fn extent(self) -> String {
        let at_most = if self.at_most { "at most " } else { "" };
        let [played, planned] = [self.played, self.planned].map(|games| grouped(games as f64));
        let empty = match self.empty_cells {
            0 => String::new(),
            1 => ", and one cell has none".to_owned(),
            cells => format!(", and {cells} cells have none"),
        };
        format!("{played} of {at_most}{planned} planned games have been played{empty}")
    }
}
