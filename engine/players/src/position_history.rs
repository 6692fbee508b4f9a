//! The positions of a game that count for `repetition` (RULES §8).

use petteia_engine::{Game, Geometry, History, Move, Position, Snapshot, SquareSet, State};

/// The positions since the last capture, including the present one, or since the history was started. Captured pieces
/// never return, so no earlier position can recur.
#[derive(Clone, Debug)]
pub(crate) struct PositionHistory<S> {
    positions: Vec<Position<S>>,
    /// Their [keys](Game::history_key).
    pub(crate) keys: Vec<u64>,
    /// Whether a capture occurred, so that nothing before the history counts.
    is_cut: bool,
}

impl<S: SquareSet> PositionHistory<S> {
    /// Creates an empty history.
    pub(crate) fn new() -> Self {
        PositionHistory { positions: Vec::new(), keys: Vec::new(), is_cut: false }
    }

    /// Creates the history of a game that begins in a position.
    pub(crate) fn from<G: Geometry<Set = S>>(game: &Game<G>, start: &Position<S>) -> Self {
        let mut recent = PositionHistory::new();
        recent.add(game, start, false);
        recent
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
    pub(crate) fn add<G: Geometry<Set = S>>(&mut self, game: &Game<G>, after: &Position<S>, captured: bool) {
        if captured {
            self.cut();
        }
        if game.is_remembered(after) {
            self.positions.push(*after);
            self.keys.push(game.history_key(after));
        }
    }

    /// Returns how often a position has occurred in a game that came to `root` and then followed this history.
    pub(crate) fn times<G: Geometry<Set = S>>(&self, root: &State<G>, key: u64) -> u32 {
        let before = if self.is_cut { 0 } else { root.times_seen(key) };
        before + self.keys.iter().filter(|&&known| known == key).count() as u32
    }

    /// Fills `history` with the positions before the last one of this history, preceded by those of the history that
    /// led to its start, if they still count.
    pub(crate) fn history(&self, root: &PositionHistory<S>, history: &mut Vec<Position<S>>) {
        history.clear();
        if !self.is_cut {
            history.extend_from_slice(&root.positions);
        }
        history.extend_from_slice(&self.positions);
        history.pop();
    }
}

/// A snapshot of a search tree with the path that led to it from a root.
#[derive(Clone, Debug)]
pub(crate) struct SearchLeaf<S> {
    /// The state of the game.
    pub(crate) snapshot: Snapshot<S>,
    /// The path from the root to it.
    pub(crate) recent: PositionHistory<S>,
}

impl<S: SquareSet> SearchLeaf<S> {
    /// Creates the snapshot that has not left its root.
    pub(crate) fn at<G: Geometry<Set = S>>(root: &State<G>) -> Self {
        SearchLeaf { snapshot: *root.snapshot(), recent: PositionHistory::new() }
    }

    /// Goes back to a root.
    pub(crate) fn go_back<G: Geometry<Set = S>>(&mut self, root: &State<G>) {
        self.snapshot = *root.snapshot();
        self.recent.clear();
    }

    /// Makes the `k`-th legal decision, and returns it.
    pub(crate) fn play_nth<G: Geometry<Set = S>>(&mut self, game: &Game<G>, root: &State<G>, k: u32) -> Move {
        let times = |key| self.recent.times(root, key);
        let decision = game.nth_move(self.snapshot.position(), self.snapshot.decisions(), k, &LookAhead(times));
        self.play(game, root, decision);
        decision
    }

    /// Makes a legal decision.
    pub(crate) fn play<G: Geometry<Set = S>>(&mut self, game: &Game<G>, root: &State<G>, decision: Move) {
        let mut growing = GrowingHistory { recent: &mut self.recent, root, has_counted: false };
        game.play_snapshot(&mut self.snapshot, decision, &mut growing);
        if growing.has_counted {
            self.recent.positions.push(*self.snapshot.position());
        }
    }

    /// Sets `state` to the game that it stands for.
    pub(crate) fn end<G: Geometry<Set = S>>(&self, root: &State<G>, state: &mut State<G>) {
        state.continue_at(root, &self.snapshot, &self.recent.keys, self.recent.is_cut);
    }
}

/// A history that grows with the decisions of a snapshot.
struct GrowingHistory<'a, G: Geometry> {
    recent: &'a mut PositionHistory<G::Set>,
    root: &'a State<G>,
    /// Whether the last decision was counted.
    has_counted: bool,
}

impl<G: Geometry> History for GrowingHistory<'_, G> {
    fn count(&mut self, key: u64, captured: bool) -> u32 {
        if captured {
            self.recent.cut();
        }
        let before = self.recent.times(self.root, key);
        self.recent.keys.push(key);
        self.has_counted = true;
        before + 1
    }

    fn times(&self, key: u64) -> u32 {
        self.recent.times(self.root, key)
    }
}

/// A history for looking one decision ahead: it tells how often positions have occurred, and keeps none.
pub(crate) struct LookAhead<F>(pub F);

impl<F: Fn(u64) -> u32> History for LookAhead<F> {
    #[inline(always)]
    fn count(&mut self, key: u64, captured: bool) -> u32 {
        if captured { 1 } else { 1 + (self.0)(key) }
    }

    fn times(&self, key: u64) -> u32 {
        (self.0)(key)
    }
}
