//! Computes the value of a position from its successors. Moves, captures and ends come from the engine alone.

use std::ops::ControlFlow;

use petteia_engine::{Geometry, Line, Move, Outcome, Position, Side};

use super::table::EndgameTables;
use super::value::{Value, Wdl};

/// The consequence of a decision.
pub(super) enum Reply<S> {
    /// The end of the game, with the result for the player who made the decision.
    Over(Wdl),
    /// A capture into a smaller ending, with its result for the player who made the decision.
    Captured(Wdl),
    /// A position with the same pieces and the opponent to move.
    Quiet(Position<S>),
}

impl<G: Geometry> EndgameTables<G> {
    /// Visits the consequence of every decision in a line that is not over. The tables of smaller endings must be
    /// loaded.
    #[inline]
    pub(super) fn each_reply(
        &self,
        line: &Line<G::Set>,
        mut visit: impl FnMut(Move, Reply<G::Set>) -> ControlFlow<()>,
    ) {
        let game = self.setting().game();
        let mover = line.position().side();
        for k in 0..line.decisions().count() {
            let decision = game.nth_move(line.position(), line.decisions(), k, &());
            let mut after = *line;
            let events = game.follow(&mut after, decision, &mut ());
            let reply = match after.outcome() {
                Some(outcome) => Reply::Over(wdl(outcome, mover)),
                None if events.captured() => {
                    let value = self.value(after.position()).expect("the tables of smaller endings are computed first");
                    Reply::Captured(value.seen_by_opponent())
                }
                None => Reply::Quiet(*after.position()),
            };
            if visit(decision, reply).is_break() {
                return;
            }
        }
    }

    /// Returns the value of each decision for the player who makes it; plies are counted from the position before it.
    pub(super) fn values_of_moves(&self, line: &Line<G::Set>) -> Vec<(Move, Value)> {
        let mut values = Vec::new();
        self.each_reply(line, |decision, reply| {
            let value = match reply {
                Reply::Over(wdl) | Reply::Captured(wdl) => wdl.at(1),
                Reply::Quiet(position) => match self.value(&position).expect("quiet moves stay in the ending") {
                    Value::Win(plies) => Value::Loss(plies + 1),
                    Value::Draw => Value::Draw,
                    Value::Loss(plies) => Value::Win(plies + 1),
                },
            };
            values.push((decision, value));
            ControlFlow::Continue(())
        });
        values
    }

    /// Returns the value of a position that follows from the values of its successors.
    pub(super) fn backed_up(&self, line: &Line<G::Set>) -> Value {
        match line.outcome() {
            Some(outcome) => wdl(outcome, line.position().side()).at(0),
            None => {
                let values = self.values_of_moves(line).into_iter().map(|(_, value)| value);
                values.max().expect("a game goes on only while there are moves")
            }
        }
    }
}

/// Returns an outcome from the point of view of one side.
pub(super) fn wdl(outcome: Outcome, side: Side) -> Wdl {
    match outcome.winner {
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
        None => Wdl::Draw,
    }
}
