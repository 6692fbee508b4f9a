//! How the games of a chunk ended, by its columns.

use petteia_engine::{EndReason, Outcome, Side};

use crate::chunk_rows::{self, Rows, Values};
use crate::chunks::Chunk;
use crate::error::TableError;
use crate::outcomes::OutcomeCounts;
use crate::schema::games::{ADJUDICATED, REASON, WINNER};

/// Makes sure that the games of a chunk ended as its ledger says.
///
/// # Errors
/// They ended otherwise, or the chunk cannot be read or does not have the form in which a run writes it.
pub fn check_outcomes(chunk: &Chunk) -> Result<(), TableError> {
    let wanted = [&OutcomeColumns::NAMES[..], &[ADJUDICATED.name]].concat();
    let rows = &chunk_rows::read(chunk, Some(&wanted))?;
    let (outcomes, adjudicated) = (OutcomeColumns::of(rows)?, rows.find(ADJUDICATED)?);
    let mut found = OutcomeCounts::default();
    for row in 0..rows.len() {
        let Outcome { winner, reason } = outcomes.get(row)?;
        let is_adjudicated = adjudicated.as_ref().map(|adjudicated| adjudicated.require(row)).transpose()?;
        found.add(winner, reason, is_adjudicated.unwrap_or(false));
    }
    // Chunks of endgame tests do not say it.
    let says_adjudicated = adjudicated.is_some();
    let ledger = chunk.outcomes.map(|ledger| if says_adjudicated { ledger } else { ledger.without_adjudication() });
    Chunk { outcomes: ledger, ..chunk.clone() }.compare(found)
}

impl Chunk {
    /// Compares how its games ended with what its ledger says.
    pub(crate) fn compare(&self, found: OutcomeCounts) -> Result<(), TableError> {
        if self.outcomes.is_none_or(|ledger| ledger == found) {
            return Ok(());
        }
        let [white, none, black] = found.results();
        let problem =
            format!("White won {white}, nobody {none} and Black {black} of its games, but its ledger counts others");
        Err(TableError::not_as_written(&self.path, problem))
    }
}

/// The columns of a chunk that tell how each game ended.
pub struct OutcomeColumns<'a> {
    winners: Values<'a, str>,
    reasons: Values<'a, str>,
}

impl<'a> OutcomeColumns<'a> {
    /// The names of these columns.
    pub const NAMES: [&'static str; 2] = [WINNER.name, REASON.name];

    /// Finds them among the columns of a chunk.
    pub fn of(rows: &'a Rows) -> Result<Self, TableError> {
        Ok(OutcomeColumns { winners: rows.get(WINNER)?, reasons: rows.get(REASON)? })
    }

    /// Returns how the game in a row ended.
    pub fn get(&self, row: usize) -> Result<Outcome, TableError> {
        let (winners, reasons) = (&self.winners, &self.reasons);
        let winner = match winners.get(row) {
            None => None,
            Some("white") => Some(Side::White),
            Some("black") => Some(Side::Black),
            Some(found) => return Err(winners.bad(row, found, "`white`, `black` or an empty cell")),
        };
        let found = reasons.require(row)?;
        let reason = EndReason::from_name(found).ok_or_else(|| {
            let names = EndReason::ALL.map(EndReason::name).join(", ");
            reasons.bad(row, found, &format!("one of {names}"))
        })?;
        if reason == EndReason::TurnCap && winner.is_some() {
            return Err(winners.bad(row, "a side", "no winner, since `turn_cap` leaves a game unfinished"));
        }
        Ok(Outcome { winner, reason })
    }
}
