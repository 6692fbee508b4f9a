//! Computes the value of a position from its successors. Moves, captures and ends come from the engine alone.

use std::ops::ControlFlow;

use petteia_engine::{Geometry, Move, Outcome, Position, Side, Snapshot, SquareSet};

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
    /// Visits the consequence of every decision in a snapshot that is not over. The tables of smaller endings must be
    /// loaded.
    #[inline]
    pub(super) fn each_reply(
        &self,
        snapshot: &Snapshot<G::Set>,
        mut visit: impl FnMut(Move, Reply<G::Set>) -> ControlFlow<()>,
    ) {
        let game = self.context().game();
        let decisive = game.decisive_sites(snapshot.position());
        let mut flow = ControlFlow::Continue(());
        game.each_move(snapshot.position(), snapshot.decisions(), game.geometry().board(), &(), |decision| {
            if flow.is_continue() {
                let is_quiet = matches!(decision, Move::Go { to, .. } if !decisive.has(to));
                let reply =
                    if is_quiet { self.quiet_reply(snapshot, decision) } else { self.reply(snapshot, decision) };
                flow = visit(decision, reply);
            }
        });
    }

    /// Visits the consequences of all decisions in a snapshot that may capture or end the game. Returns whether there are
    /// others.
    #[inline]
    pub(super) fn each_decisive_reply(
        &self,
        snapshot: &Snapshot<G::Set>,
        mut visit: impl FnMut(Reply<G::Set>),
    ) -> bool {
        let game = self.context().game();
        let mut others = snapshot.decisions().count();
        game.each_move(
            snapshot.position(),
            snapshot.decisions(),
            game.decisive_sites(snapshot.position()),
            &(),
            |decision| {
                others -= 1;
                visit(self.reply(snapshot, decision));
            },
        );
        others > 0
    }

    /// Returns the consequence of a decision that neither captures nor ends the game.
    #[inline]
    fn quiet_reply(&self, snapshot: &Snapshot<G::Set>, decision: Move) -> Reply<G::Set> {
        let mut after = *snapshot.position();
        self.context().game().play_unchecked(&mut after, decision);
        Reply::Quiet(after)
    }

    #[inline]
    fn reply(&self, snapshot: &Snapshot<G::Set>, decision: Move) -> Reply<G::Set> {
        let mut after = *snapshot;
        let events = self.context().game().play_snapshot(&mut after, decision, &mut ());
        match after.outcome() {
            Some(outcome) => Reply::Over(wdl(outcome, snapshot.position().side())),
            None if events.captured() => {
                let value = self.value(after.position()).expect("the tables of smaller endings are computed first");
                Reply::Captured(value.seen_by_opponent())
            }
            None => Reply::Quiet(*after.position()),
        }
    }

    /// Returns the value of each decision for the player who makes it; plies are counted from the position before it.
    pub(super) fn values_of_moves(&self, snapshot: &Snapshot<G::Set>) -> Vec<(Move, Value)> {
        let mut values = Vec::new();
        self.each_reply(snapshot, |decision, reply| {
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
    pub(super) fn backed_up(&self, snapshot: &Snapshot<G::Set>) -> Value {
        match snapshot.outcome() {
            Some(outcome) => wdl(outcome, snapshot.position().side()).at(0),
            None => {
                let values = self.values_of_moves(snapshot).into_iter().map(|(_, value)| value);
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
