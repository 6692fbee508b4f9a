//! The games of contests as a table, one row per game.

use std::path::{Path, PathBuf};

use petteia_engine::Side;

use crate::contests::{Contest, ContestGame};
use crate::error::TableError;
use crate::frame::{Builder, Frame};
use crate::provenance::Provenance;
use crate::schema::contests::*;

struct Row<'a> {
    contest: &'a Contest,
    pair: u64,
    game: usize,
    played: ContestGame,
}

/// Returns the table of games, with the columns that the schema describes.
fn frame(contests: &[Contest]) -> Frame {
    let pairs = contests.iter().flat_map(|contest| (0..).zip(&contest.pairs).map(move |(k, pair)| (contest, k, pair)));
    let games = pairs.flat_map(|(contest, pair, games)| {
        games.iter().enumerate().map(move |(game, &played)| Row { contest, pair, game, played })
    });
    let rows: Vec<Row> = games.collect();
    let mut table = Builder::of(&rows);
    table.variant(VARIANT, |row| &row.contest.variant);
    table.agent(FIRST, |row| &row.contest.agents[0]);
    table.agent(SECOND, |row| &row.contest.agents[1]);
    table.column(PAIR, |row| row.pair);
    table.column(GAME, |row| row.game as u32);
    table.agent(WHITE, |row| &row.contest.agents[row.game]);
    table.agent(BLACK, |row| &row.contest.agents[1 - row.game]);
    table.column(WINNER, |row| row.played.outcome.winner.map(Side::name));
    table.column(REASON, |row| row.played.outcome.reason.name());
    table.column(PLIES, |row| row.played.plies);
    table.column(DEPTH_WHITE, |row| row.played.searches.white.depth);
    table.column(DEPTH_BLACK, |row| row.played.searches.black.depth);
    table.finish()
}

/// Writes all games of some contests with their provenance as `NAME.parquet` and `NAME.csv` into an existing folder.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn write_contests(
    folder: &Path,
    name: &str,
    contests: &[Contest],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, TableError> {
    frame(contests).write(folder, name, provenance)
}
