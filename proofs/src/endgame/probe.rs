//! Asking the tables about one position.

use petteia_engine::{Geometry, Move, Outcome, Position};

use super::material::Ending;
use super::table::EndgameTables;
use super::value::Value;

/// What the tables say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position's value for the side to move.
    pub value: Value,
    /// The result, when the game is over.
    pub outcome: Option<Outcome>,
    /// Each legal move with the value it gives its player, best first; none when the game is over.
    pub moves: Vec<(Move, Value)>,
}

/// Why the tables say nothing of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// Stones are still in hand.
    #[error("stones are still being placed; the tables are of the movement phase")]
    Placing,
    /// The captured stones are not those missing, in a game that counts them.
    #[error(
        "in this game the captured stones decide, and the tables are of positions where all that is missing was captured: {expected}"
    )]
    OtherCaptures {
        /// The captured stones as a position text has them.
        expected: String,
    },
    /// The tables of the position's ending are not here.
    #[error("there is no table for {0}")]
    NoTable(Ending),
}

impl<G: Geometry> EndgameTables<G> {
    /// The value of a position and of each of its moves. The limits, the clock and the history are not looked at.
    ///
    /// # Errors
    /// The position is none that the tables here hold.
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
