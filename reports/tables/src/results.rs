//! The results of single games of a chunk, for code that replays them.

use petteia_engine::{BySide, Outcome};

use crate::chunk_rows;
use crate::chunks::Chunk;
use crate::error::TableError;
use crate::outcome_columns::OutcomeColumns;
use crate::schema::games::{GAME, IS_SWAPPED, MOVES_HASH, PLIES};
use crate::searches::{SearchColumns, Searches};

/// How a game of a chunk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// Its number within its cell.
    pub game: u64,
    /// Whether the second agent has White at the end.
    pub is_swapped: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns, including those of the opening.
    pub plies: u32,
    /// The searches of each side.
    pub searches: BySide<Searches>,
    /// A hash of its rolls and decisions, in a pair; earlier versions did not record it.
    pub moves_hash: Option<u64>,
}

/// Returns the results of the games in a chunk that count, in order.
///
/// # Errors
/// The chunk cannot be read, or does not have the form in which a run writes it.
pub fn results(chunk: &Chunk) -> Result<Vec<GameResult>, TableError> {
    let mut found = Vec::new();
    let wanted =
        [&[GAME.name, IS_SWAPPED.name, PLIES.name, MOVES_HASH.name], &OutcomeColumns::NAMES[..], &SearchColumns::NAMES]
            .concat();
    let rows = &chunk_rows::read(chunk, Some(&wanted))?;
    let (games, swapped, plies) = (rows.get(GAME)?, rows.get(IS_SWAPPED)?, rows.get(PLIES)?);
    let (outcomes, searches) = (OutcomeColumns::of(rows)?, SearchColumns::of(rows)?);
    let hashes = rows.find(MOVES_HASH)?;
    for row in 0..rows.len() {
        let game = games.require(row)?;
        if chunk.games.contains(&game) {
            let (outcome, plies, searches) = (outcomes.get(row)?, plies.require(row)?, searches.get(row));
            let moves_hash = hashes.as_ref().and_then(|hashes| hashes.get(row));
            let is_swapped = swapped.require(row)?;
            found.push(GameResult { game, is_swapped, outcome, plies, searches, moves_hash });
        }
    }
    Ok(found)
}
