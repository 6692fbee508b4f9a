//! What decisions lead to.

use petteia_engine::{Geometry, Line, Move, Outcome, Position, Side};

use super::{ChanceTables, GOES_ON, score};

/// The consequence of a decision.
pub(super) enum Reply<S> {
    /// The end of the game or a capture, with the margin of the player who made the decision.
    Settled(f64),
    /// A position with the same pieces and the opponent to move.
    Quiet(Position<S>),
}

impl<G: Geometry> ChanceTables<G> {
    /// Returns the expected score of the side to move, from 0 to 1, in a position before its roll. Returns `None`
    /// and needs a game that is not over as [`find`](Self::find) does.
    pub fn expectation(&self, position: &Position<G::Set>) -> Option<f64> {
        self.find(position).map(score)
    }

    /// Returns each decision of a line that is not over and whose die is rolled, with the expected score of the player who
    /// makes it, in the order of the engine. Returns `None` if a table is not loaded.
    pub(super) fn decisions(&self, line: &Line<G::Set>) -> Option<Vec<(Move, f64)>> {
        let valued = |k| {
            let decision = self.setting().game().nth_move(line.position(), line.decisions(), k, &());
            let margin = match self.reply(line, decision)? {
                Reply::Settled(margin) => margin,
                Reply::Quiet(position) => -GOES_ON * self.value(&position)?,
            };
            Some((decision, score(margin)))
        };
        (0..line.decisions().count()).map(valued).collect()
    }

    /// Returns the consequence of a decision, or `None` if it captures into an ending whose table is not loaded.
    pub(super) fn reply(&self, line: &Line<G::Set>, decision: Move) -> Option<Reply<G::Set>> {
        let mover = line.position().side();
        let mut after = *line;
        let events = self.setting().game().follow(&mut after, decision, &mut ());
        match after.outcome() {
            Some(outcome) => Some(Reply::Settled(margin_of(outcome, mover))),
            None if events.captured() => Some(Reply::Settled(-GOES_ON * self.value(after.position())?)),
            None => Some(Reply::Quiet(*after.position())),
        }
    }
}

/// Returns the margin of a finished game for one side.
pub(super) fn margin_of(outcome: Outcome, side: Side) -> f64 {
    outcome.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 })
}
