//! Looks up one position in tables of expectations.

use petteia_engine::{Geometry, Line, Move, Outcome, Position};

use super::super::probe::ProbeError;
use super::score;
use super::table::{ChanceTables, margin_of};

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

impl<G: Geometry> ChanceTables<G> {
    /// Returns the expectation of a position and of each decision, before or after the roll. The limits, the clock and the
    /// history are ignored.
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &Position<G::Set>) -> Result<ChanceProbed, ProbeError> {
        if position.is_placing() {
            return Err(ProbeError::Placing);
        }
        let setting = self.setting();
        let line = setting.game().line(*position);
        if let Some(outcome) = line.outcome() {
            let expectation = score(margin_of(outcome, position.side()));
            return Ok(ChanceProbed { expectation, error: 0.0, outcome: Some(outcome), rolls: Vec::new() });
        }
        if !setting.is_counted(position) {
            let expected = setting.captured(position);
            let expected = format!("{},{}", expected.white, expected.black);
            return Err(ProbeError::OtherCaptures { expected });
        }
        let missing = || ProbeError::NoTable(setting.ending_of(position));
        let error = self.table(setting.seat(position)).ok_or_else(missing)?.census().error;
        let rolls = self.rolls(&line).ok_or_else(missing)?;
        let expectation = mean_of_best(&rolls);
        Ok(ChanceProbed { expectation, error, outcome: None, rolls })
    }

    /// Returns the decisions of every roll that may still come; `None` if a table is not loaded.
    pub(super) fn rolls(&self, line: &Line<G::Set>) -> Option<Vec<Rolled>> {
        let game = self.setting().game();
        let faces = match line.position().roll() {
            Some(face) => face..=face,
            None => 1..=game.awaits_roll(line.position())?,
        };
        let rolled = |face| {
            let mut rolled = *line;
            game.roll_line(&mut rolled, face);
            let mut moves = self.decisions(&rolled)?;
            moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            Some(Rolled { face, moves })
        };
        faces.map(rolled).collect()
    }
}

/// Returns the expected score of the player who makes the best decision after each roll.
pub(super) fn mean_of_best(rolls: &[Rolled]) -> f64 {
    let best = rolls.iter().map(|roll| roll.moves.first().map_or(0.0, |&(_, score)| score));
    best.sum::<f64>() / rolls.len() as f64
}
