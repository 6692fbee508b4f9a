//! The positions of a game that count for `repetition` (RULES §8).

use petteia_engine::{Game, Geometry, Line, Move, Position, SquareSet, State};

/// The positions since the last capture, including the present one, or since the trail was started. Captured pieces
/// never return, so no earlier position can recur.
#[derive(Clone, Debug)]
pub(crate) struct Trail<S> {
    positions: Vec<Position<S>>,
    /// Their [keys](Position::key).
    keys: Vec<u64>,
    /// Whether a capture occurred, so that nothing before the trail counts.
    is_cut: bool,
}

/// A leaf of a search tree at which the game is not over.
#[derive(Clone, Debug)]
pub(crate) struct Leaf<S> {
    /// The state of the game.
    pub(crate) line: Line<S>,
    /// The path from the root to it.
    pub(crate) trail: Trail<S>,
}

impl<S: SquareSet> Trail<S> {
    /// Creates an empty trail.
    pub(crate) fn new() -> Self {
        Trail { positions: Vec::new(), keys: Vec::new(), is_cut: false }
    }

    /// Creates the trail of a game that begins in a position.
    pub(crate) fn from(start: &Position<S>) -> Self {
        let mut trail = Trail::new();
        trail.add(start, false);
        trail
    }

    /// Starts again.
    pub(crate) fn clear(&mut self) {
        self.cut();
        self.is_cut = false;
    }

    fn cut(&mut self) {
        self.positions.clear();
        self.keys.clear();
        self.is_cut = true;
    }

    /// Adds the position that a turn led to.
    pub(crate) fn add(&mut self, after: &Position<S>, captured: bool) {
        if captured {
            self.cut();
        }
        if !after.is_placing() {
            self.positions.push(*after);
            self.keys.push(after.key());
        }
    }

    /// Makes a decision in a line that began at `root`, with this trail.
    pub(crate) fn follow<G: Geometry<Set = S>>(
        &mut self,
        game: &Game<G>,
        root: &State<G>,
        line: &mut Line<S>,
        decision: Move,
    ) {
        let mut counts = false;
        game.follow(line, decision, |key, captured| {
            if captured {
                self.cut();
            }
            let before = self.times(root, key);
            self.keys.push(key);
            counts = true;
            before + 1
        });
        if counts {
            self.positions.push(*line.position());
        }
    }

    /// Returns how often a position has occurred in a game that came to `root` and then followed this trail.
    pub(crate) fn times<G: Geometry<Set = S>>(&self, root: &State<G>, key: u64) -> u32 {
        let before = if self.is_cut { 0 } else { root.times_seen(key) };
        before + self.keys.iter().filter(|&&known| known == key).count() as u32
    }

    /// Sets `state` to the game at the end of this trail, which began at `root`.
    pub(crate) fn end<G: Geometry<Set = S>>(&self, root: &State<G>, line: &Line<S>, state: &mut State<G>) {
        state.move_on(root, line, &self.keys, self.is_cut);
    }

    /// Fills `history` with the positions before the last one of this trail, preceded by those of the trail that led to
    /// its start, if they still count.
    pub(crate) fn history(&self, root: &Trail<S>, history: &mut Vec<Position<S>>) {
        history.clear();
        if !self.is_cut {
            history.extend_from_slice(&root.positions);
        }
        history.extend_from_slice(&self.positions);
        history.pop();
    }
}
