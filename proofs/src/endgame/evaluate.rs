//! From a position's successors to its value. All that is known of moves, captures and ends comes from the engine.

use std::ops::ControlFlow;

use petteia_engine::{Geometry, Line, Move, Outcome, Position, Side};

use super::table::EndgameTables;
use super::value::{Value, Wdl};

/// What a decision leads to.
pub(super) enum Reply<S> {
    /// The end of the game: the result for the player who made the decision.
    Over(Wdl),
    /// A capture into a smaller ending: its result for the player who made the decision.
    Captured(Wdl),
    /// A position with the same pieces, the opponent to move.
    Quiet(Position<S>),
}

impl<G: Geometry> EndgameTables<G> {
    /// Goes through what the decisions of a line that is not over lead to. Smaller endings must be here.
    #[inline]
    pub(super) fn each_reply(
        &self,
        line: &Line<G::Set>,
        mut visit: impl FnMut(Move, Reply<G::Set>) -> ControlFlow<()>,
    ) {
        let game = self.setting().game();
        let mover = line.position().side();
        for k in 0..line.decisions().count() {
            let decision = game.nth_move(line.position(), line.decisions(), k);
            let mut after = *line;
            let events = game.follow(&mut after, decision, |_, _| 0);
            let reply = match after.outcome() {
                Some(outcome) => Reply::Over(wdl(outcome, mover)),
                None if events.captured() => {
                    let value = self.value(after.position()).expect("the tables of smaller endings are made first");
                    Reply::Captured(value.seen_by_opponent())
                }
                None => Reply::Quiet(*after.position()),
            };
            if visit(decision, reply).is_break() {
                return;
            }
        }
    }

    /// The value of each decision, for the player who makes it: its plies count from the position before.
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

    /// The value of a position as the values of its successors make it.
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

/// An outcome for one side.
pub(super) fn wdl(outcome: Outcome, side: Side) -> Wdl {
    match outcome.winner {
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
        None => Wdl::Draw,
    }
}
