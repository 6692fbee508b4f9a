//! The results of single games of a part, for code that replays them.

use petteia_engine::{BySide, EndReason, Side};

use crate::error::TableError;
use crate::games::{reason_in, winner_in};
use crate::parts;
use crate::run_parts::Part;
use crate::schema::games::{GAME, PLIES, REASON, WINNER};
use crate::searches::{SearchColumns, Searches};

/// How a game of a part ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// Its number within its cell.
    pub game: u64,
    /// Who won.
    pub winner: Option<Side>,
    /// How it ended.
    pub reason: EndReason,
    /// Completed turns.
    pub plies: u32,
    /// The searches of each side.
    pub searches: BySide<Searches>,
}

/// Returns the results of the games in a part that count, in order.
///
/// # Errors
/// The part cannot be read, or does not have the form in which a run writes it.
pub fn results(part: &Part) -> Result<Vec<GameResult>, TableError> {
    let mut found = Vec::new();
    let wanted = [&[GAME.name, WINNER.name, REASON.name, PLIES.name], SearchColumns::NAMES.as_slice()].concat();
    parts::read(&part.path, &part.seal, Some(&wanted), |rows| {
        let (games, winners) = (rows.get(GAME)?, rows.get(WINNER)?);
        let (reasons, plies, searches) = (rows.get(REASON)?, rows.get(PLIES)?, SearchColumns::of(rows)?);
        for row in 0..rows.len() {
            let game = games.require(row)?;
            if !part.games.contains(&game) {
                continue;
            }
            let (winner, reason) = (winner_in(&winners, row)?, reason_in(&reasons, row)?);
            let (plies, searches) = (plies.require(row)?, searches.get(row));
            found.push(GameResult { game, winner, reason, plies, searches });
        }
        Ok(())
    })?;
    Ok(found)
}
