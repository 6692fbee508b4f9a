//! The positions behind a game that count for `repetition` (RULES §8).

use petteia_engine::{Position, SquareSet};

/// Positions since the last capture or placement, or since it was begun. Pieces never come back, so no earlier position
/// can occur again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail<S> {
    positions: Vec<Position<S>>,
    /// Whether nothing before counts either.
    is_cut: bool,
}

impl<S: SquareSet> Trail<S> {
    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.is_cut = false;
    }

    /// A decision was made in the position `before`.
    pub(crate) fn follow(&mut self, before: &Position<S>, captured: bool) {
        if captured || before.is_placing() {
            self.positions.clear();
            self.is_cut = true;
        } else {
            self.positions.push(*before);
        }
    }

    /// Puts into `history` the positions of the trail `root`, if they still count, and then those of this one.
    pub(crate) fn after(&self, root: &Trail<S>, history: &mut Vec<Position<S>>) {
        history.clear();
        if !self.is_cut {
            history.extend_from_slice(&root.positions);
        }
        history.extend_from_slice(&self.positions);
    }
}
