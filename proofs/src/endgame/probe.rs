//! Looks up one position in the tables.

use petteia_engine::{Geometry, Move, Outcome, Position};

use super::material::Ending;
use super::table::EndgameTables;
use super::value::Value;

/// The tables' answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position's value for the side to move.
    pub value: Value,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Each legal move with its value for the player who makes it, best first; empty if the game is over.
    pub moves: Vec<(Move, Value)>,
}

/// Why the tables do not contain a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// Stones are still in hand.
    #[error("stones are still being placed, but the tables cover only the movement phase")]
    Placing,
    /// The captured stones are not the missing ones, in a game that counts them.
    #[error(
        "the number of captured stones matters in this game, and the tables cover only positions in which all missing stones were captured: {expected}"
    )]
    OtherCaptures {
        /// The expected captured stones, as in a position text.
        expected: String,
    },
    /// The tables of the position's ending are not loaded.
    #[error("there is no table for {0}")]
    NoTable(Ending),
}

impl<G: Geometry> EndgameTables<G> {
    /// Returns the value of a position and of each of its moves. The limits, the clock and the history are ignored.
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &Position<G::Set>) -> Result<Probed, ProbeError> {
        if position.is_placing() {
            return Err(ProbeError::Placing);
        }
        let setting = self.setting();
        let line = setting.game().line(*position);
        if let Some(outcome) = line.outcome() {
            let value = self.backed_up(&line);
            return Ok(Probed { value, outcome: Some(outcome), moves: Vec::new() });
        }
        if !setting.is_counted(position) {
            let expected = setting.captured(position);
            let expected = format!("{},{}", expected.white, expected.black);
            return Err(ProbeError::OtherCaptures { expected });
        }
        let value = self.value(position).ok_or_else(|| ProbeError::NoTable(self.ending_of(position)))?;
        let mut moves = self.values_of_moves(&line);
        moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Ok(Probed { value, outcome: None, moves })
    }
}
