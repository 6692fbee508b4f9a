//! The games of contests as a table, one row per game.

use std::path::{Path, PathBuf};

use petteia_engine::{Outcome, Side};

use crate::contests::{Contest, ContestGame};
use crate::error::TableError;
use crate::frame::{Builder, Frame};
use crate::games::{reason_in, winner_in};
use crate::parts;
use crate::provenance::Provenance;
use crate::schema::contests::*;
use crate::seal::Part;

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
    let agent = |row: &Row, number: usize| row.contest.agents[number].clone();
    let mut table = Builder::of(&rows);
    table.column(VARIANT, |row| row.contest.variant.clone());
    table.column(FIRST, |row| agent(row, 0));
    table.column(SECOND, |row| agent(row, 1));
    table.column(PAIR, |row| row.pair);
    table.column(GAME, |row| row.game as u32);
    table.column(WHITE, |row| agent(row, row.game));
    table.column(BLACK, |row| agent(row, 1 - row.game));
    table.column(WINNER, |row| row.played.outcome.winner.map(Side::name));
    table.column(REASON, |row| row.played.outcome.reason.name());
    table.column(PLIES, |row| row.played.plies);
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

/// Reads the table written by [`write_contests`], in the same order.
///
/// # Errors
/// The file cannot be read, or does not contain such a table.
pub fn read_contests(part: Part) -> Result<Vec<Contest>, TableError> {
    let mut contests: Vec<Contest> = Vec::new();
    // The first game of a pair whose second game has not been read yet.
    let mut waiting: Option<ContestGame> = None;
    parts::read(part, |rows| {
        let (variants, first, second) = (rows.get(VARIANT)?, rows.get(FIRST)?, rows.get(SECOND)?);
        let (games, plies) = (rows.get(GAME)?, rows.get(PLIES)?);
        let (winners, reasons) = (rows.get(WINNER)?, rows.get(REASON)?);
        for row in 0..rows.len() {
            let winner = winner_in(&winners, row)?;
            let reason = reason_in(&reasons, row)?;
            let played = ContestGame { outcome: Outcome { winner, reason }, plies: plies.require(row)? };
            let game = games.require(row)?;
            if game != u32::from(waiting.is_some()) {
                return Err(games.bad(row, game.to_string(), "0 and 1 alternately"));
            }
            let Some(other) = waiting.take() else {
                waiting = Some(played);
                continue;
            };
            let (variant, agents) = (variants.require(row)?, [first.require(row)?, second.require(row)?]);
            match contests.last_mut().filter(|last| last.variant == variant && last.agents == agents) {
                Some(contest) => contest.pairs.push([other, played]),
                None => contests.push(Contest {
                    variant: variant.to_owned(),
                    agents: agents.map(str::to_owned),
                    pairs: vec![[other, played]],
                }),
            }
        }
        Ok(())
    })?;
    Ok(contests)
}
