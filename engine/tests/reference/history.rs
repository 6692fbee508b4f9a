//! What has occurred in a game: a position may come back too often, or not at all (§8).

use std::rc::Rc;

use petteia_engine::BySide;

use super::moves::Decision;
use super::{Position, Reference};

/// The positions of the movement phase, from the last one back to the first.
#[derive(Clone, Debug, Default)]
pub struct History(Option<Rc<Entry>>);

#[derive(Debug)]
struct Entry {
    position: Position,
    /// Whether a turn has ended with it, or the history begins with it.
    is_counted: bool,
    before: History,
}

impl History {
    /// Returns the history of a position read from text, or of a start: the position alone.
    pub fn of(p: &Position) -> Self {
        if p.is_placing() { History::default() } else { History::default().with(p, true) }
    }

    /// Returns the history after a decision that led from one position to another.
    pub fn after(&self, before: &Position, after: &Position) -> Self {
        if before.is_placing() { History::of(after) } else { self.with(after, before.turn != after.turn) }
    }

    fn with(&self, p: &Position, is_counted: bool) -> Self {
        History(Some(Rc::new(Entry { position: p.what_recurs(), is_counted, before: self.clone() })))
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        std::iter::successors(self.0.as_deref(), |entry| entry.before.0.as_deref())
    }

    /// Returns how often the last position has been counted.
    pub(super) fn times(&self) -> usize {
        let Some(last) = self.0.as_deref() else { return 0 };
        self.entries().filter(|entry| entry.is_counted && entry.position == last.position).count()
    }

    fn has(&self, p: &Position) -> bool {
        let p = p.what_recurs();
        self.entries().any(|entry| entry.position == p)
    }
}

impl Position {
    /// Returns the position with nothing that may differ when it occurs again.
    fn what_recurs(&self) -> Position {
        Position { captured: BySide::both(0), clock: 0, turn: 0, roll: None, ..self.clone() }
    }
}

impl Reference {
    /// Returns whether a decision is forbidden because it repeats a position. Whether a piece that captures may go on does
    /// not matter, because a capture repeats nothing.
    pub(super) fn is_forbidden(&self, p: &Position, decision: &Decision, history: &History) -> bool {
        self.rules.forbids_repetition()
            && matches!(decision, Decision::Move { .. } | Decision::Leap(_))
            && history.has(&self.make_without_going_on(p, decision).after)
    }
}
