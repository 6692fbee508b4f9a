//! Computes the value of a position from its successors. Moves, captures and ends come from the engine alone.

use std::ops::ControlFlow;

use petteia_engine::{Geometry, Line, Move, Outcome, Position, Side, SquareSet};

use super::EndgameTables;
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
        let decisive = game.decisive_sites(line.position());
        let mut flow = ControlFlow::Continue(());
        game.each_move(line.position(), line.decisions(), game.geometry().board(), &(), |decision| {
            if flow.is_continue() {
                let is_quiet = matches!(decision, Move::Go { to, .. } if !decisive.has(to));
                let reply = if is_quiet { self.quiet_reply(line, decision) } else { self.reply(line, decision) };
                flow = visit(decision, reply);
            }
        });
    }

    /// Visits the consequences of all decisions in a line that may capture or end the game. Returns whether there are
    /// others.
    #[inline]
    pub(super) fn each_decisive_reply(&self, line: &Line<G::Set>, mut visit: impl FnMut(Reply<G::Set>)) -> bool {
        let game = self.setting().game();
        let mut others = line.decisions().count();
        game.each_move(line.position(), line.decisions(), game.decisive_sites(line.position()), &(), |decision| {
            others -= 1;
            visit(self.reply(line, decision));
        });
        others > 0
    }

    /// Returns the consequence of a decision that neither captures nor ends the game.
    #[inline]
    fn quiet_reply(&self, line: &Line<G::Set>, decision: Move) -> Reply<G::Set> {
        let mut after = *line.position();
        self.setting().game().play(&mut after, decision);
        Reply::Quiet(after)
    }

    #[inline]
    fn reply(&self, line: &Line<G::Set>, decision: Move) -> Reply<G::Set> {
        let mut after = *line;
        let events = self.setting().game().follow(&mut after, decision, &mut ());
        match after.outcome() {
            Some(outcome) => Reply::Over(wdl(outcome, line.position().side())),
            None if events.captured() => {
                let value = self.value(after.position()).expect("the tables of smaller endings are computed first");
                Reply::Captured(value.seen_by_opponent())
            }
            None => Reply::Quiet(*after.position()),
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
