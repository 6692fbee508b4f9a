//! What has occurred in a game: a position may come back too often, or not at all; or no board may (§8).

use std::rc::Rc;

use petteia_engine::BySide;
use petteia_engine::rules::{Repeats, Repetition};

use super::board::Board;
use super::moves::Decision;
use super::{Position, Reference};

/// What has occurred, from the last back to the first.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The positions of the movement phase, and whether a turn has ended with them, or the history begins with them.
    positions: List<(Position, bool)>,
    /// The boards at the end of the turns, placing turns included.
    boards: List<Board>,
}

/// A list that shares its tail with others.
#[derive(Clone, Debug)]
struct List<T>(Option<Rc<(T, List<T>)>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(None)
    }
}

impl<T> List<T> {
    fn with(&self, entry: T) -> Self
    where
        T: Clone,
    {
        List(Some(Rc::new((entry, self.clone()))))
    }

    fn entries(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.0.as_deref(), |node| node.1.0.as_deref()).map(|node| &node.0)
    }
}

impl History {
    /// Returns the history after a decision that led from one position to another.
    pub fn after(&self, before: &Position, after: &Position) -> Self {
        let ends_turn = before.turn != after.turn;
        let positions = match (before.is_placing(), after.is_placing()) {
            (_, true) => List::default(),
            (true, false) => List::default().with((after.what_recurs(), true)),
            (false, false) => self.positions.with((after.what_recurs(), ends_turn)),
        };
        let is_swap = after.swapped && !before.swapped;
        let boards = if ends_turn && !is_swap { self.boards.with(after.board.clone()) } else { self.boards.clone() };
        History { positions, boards }
    }

    /// Returns how often the last position has been counted.
    pub(super) fn times(&self) -> usize {
        let Some((last, _)) = self.positions.entries().next() else { return 0 };
        self.positions.entries().filter(|(position, is_counted)| *is_counted && position == last).count()
    }

    /// Returns how often a position has been counted.
    fn times_of(&self, p: &Position) -> usize {
        let p = p.what_recurs();
        self.positions.entries().filter(|(position, is_counted)| *is_counted && *position == p).count()
    }

    fn has_position(&self, p: &Position) -> bool {
        let p = p.what_recurs();
        self.positions.entries().any(|(position, _)| *position == p)
    }

    fn has_board(&self, board: &Board) -> bool {
        self.boards.entries().any(|earlier| earlier == board)
    }
}

impl Position {
    /// Returns the position with nothing that may differ when it occurs again.
    fn what_recurs(&self) -> Position {
        Position { captured: BySide::both(0), clock: 0, turn: 0, roll: None, ..self.clone() }
    }
}

impl Reference {
    /// Returns the history of a position read from text, or of a start: the position alone, and its board unless it is
    /// within a turn.
    pub fn history_of(&self, p: &Position) -> History {
        let within_turn = p.again.is_some() || p.removed || self.is_within_placing_turn(p);
        let none = History::default();
        History {
            positions: if p.is_placing() { none.positions } else { none.positions.with((p.what_recurs(), true)) },
            boards: if within_turn { none.boards } else { none.boards.with(p.board.clone()) },
        }
    }

    /// Returns whether a decision is forbidden because it repeats a position or a board.
    pub(super) fn is_forbidden(&self, p: &Position, decision: &Decision, history: &History) -> bool {
        if !matches!(decision, Decision::Move { .. } | Decision::Leap(_)) {
            return false;
        }
        let after = || self.make_without_going_on(p, decision, history).after;
        match self.rules.limits.repetition {
            Repetition::Times(times) if times > 0 && self.rules.repeats == Repeats::Illegal => {
                let counted = u32::try_from(history.times_of(&after())).expect("a game is short");
                // Last, because whether a turn goes on depends on the same question one move further.
                counted + 1 >= times && self.make(p, decision, history).after.turn != p.turn
            }
            Repetition::Times(_) => false,
            // Whether a piece that captures may go on does not matter, because a capture repeats no position.
            Repetition::Forbidden => history.has_position(&after()),
            // Here it does: the board may be one of the placement, and is not compared if the turn goes on.
            Repetition::ForbiddenBoard => {
                history.has_board(&after().board) && self.make(p, decision, history).after.turn != p.turn
            }
        }
    }
}
