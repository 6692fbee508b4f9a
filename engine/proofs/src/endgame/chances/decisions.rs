//! What decisions lead to, and what the tables say of a position.

use petteia_engine::{Geometry, Move, Outcome, Position, Side, Snapshot};

use super::{ChanceTables, GOES_ON, score};

/// The tables' answer for a position. Scores are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceProbed {
    /// The expected score of the side to move.
    pub expectation: f64,
    /// A bound on the error of each expectation.
    pub error: f64,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Each face that the die may show, or the only one that it shows already; empty if the game is over.
    pub rolls: Vec<Rolled>,
}

/// The decisions that a roll allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// The face.
    pub face: u8,
    /// Each legal decision with the expected score of the player who makes it, best first.
    pub moves: Vec<(Move, f64)>,
}

/// The consequence of a decision.
pub(super) enum Reply<S> {
    /// The end of the game or a capture, with the margin of the player who made the decision.
    Settled(f64),
    /// A position with the same pieces and the opponent to move.
    Quiet(Position<S>),
}

impl<G: Geometry> ChanceTables<G> {
    /// Returns the expected score of the side to move, from 0 to 1, in a position before its roll; `None` where
    /// [`find`](Self::find) finds nothing. The game must not be over.
    pub fn expectation(&self, position: &Position<G::Set>) -> Option<f64> {
        self.find(position).map(score)
    }

    /// Returns the decisions of every roll that may still come; `None` if a table is not loaded.
    pub(super) fn rolls(&self, snapshot: &Snapshot<G::Set>) -> Option<Vec<Rolled>> {
        let game = self.context().game();
        let faces = match snapshot.position().roll() {
            Some(face) => face..=face,
            None => 1..=game.awaits_roll(snapshot.position())?,
        };
        let rolled = |face| {
            let mut rolled = *snapshot;
            game.roll_snapshot(&mut rolled, face);
            let mut moves = self.decisions(&rolled)?;
            moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            Some(Rolled { face, moves })
        };
        faces.map(rolled).collect()
    }

    /// Returns each decision of a snapshot that is not over and whose die is rolled, with the expected score of the player who
    /// makes it, in the order of the engine. Returns `None` if a table is not loaded.
    fn decisions(&self, snapshot: &Snapshot<G::Set>) -> Option<Vec<(Move, f64)>> {
        let mut valued = Vec::new();
        for k in 0..snapshot.decisions().count() {
            let decision = self.context().game().nth_move(snapshot.position(), snapshot.decisions(), k, &());
            let margin = match self.reply(snapshot, decision)? {
                Reply::Settled(margin) => margin,
                Reply::Quiet(position) => -GOES_ON * self.value(&position)?,
            };
            valued.push((decision, score(margin)));
        }
        Some(valued)
    }

    /// Returns the consequence of a decision, or `None` if it captures into an ending whose table is not loaded.
    pub(super) fn reply(&self, snapshot: &Snapshot<G::Set>, decision: Move) -> Option<Reply<G::Set>> {
        let mover = snapshot.position().side();
        let mut after = *snapshot;
        let events = self.context().game().play_snapshot(&mut after, decision, &mut ());
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

/// Returns the expected score of the player who makes the best decision after each roll.
pub(super) fn mean_of_best(rolls: &[Rolled]) -> f64 {
    let best = rolls.iter().map(|roll| roll.moves.first().map_or(0.0, |&(_, score)| score));
    best.sum::<f64>() / rolls.len() as f64
}
