//! The games of contests as a table, one row a game.

use std::path::Path;

use petteia_engine::{Outcome, Side};
use polars::prelude::{DataFrame, PolarsResult};

use super::{Contest, ContestGame};
use crate::error::ReportError;
use crate::tables::games::{reason_in, winner_in};
use crate::tables::parts;
use crate::tables::write::Table;

struct Row<'a> {
    contest: &'a Contest,
    pair: u64,
    game: usize,
    played: ContestGame,
}

/// The games with the columns that the crate's front page describes.
pub(super) fn frame(contests: &[Contest]) -> PolarsResult<DataFrame> {
    let pairs = contests.iter().flat_map(|contest| (0..).zip(&contest.pairs).map(move |(k, pair)| (contest, k, pair)));
    let games = pairs.flat_map(|(contest, pair, games)| {
        games.iter().enumerate().map(move |(game, &played)| Row { contest, pair, game, played })
    });
    let rows: Vec<Row> = games.collect();
    let agent = |row: &Row, number: usize| row.contest.agents[number].clone();
    let mut table = Table::of(&rows);
    table.column("variant", |row| row.contest.variant.clone());
    table.column("first", |row| agent(row, 0));
    table.column("second", |row| agent(row, 1));
    table.column("pair", |row| row.pair);
    table.column("game", |row| row.game as u32);
    table.column("white", |row| agent(row, row.game));
    table.column("black", |row| agent(row, 1 - row.game));
    table.column("winner", |row| row.played.outcome.winner.map(Side::name));
    table.column("reason", |row| row.played.outcome.reason.name());
    table.column("plies", |row| row.played.plies);
    table.frame()
}

/// The contests of a table that [`frame`] made, in its order.
pub(super) fn read(path: &Path) -> Result<Vec<Contest>, ReportError> {
    let mut contests: Vec<Contest> = Vec::new();
    // The first game of a pair of which the second is still to come.
    let mut waiting: Option<ContestGame> = None;
    parts::read(path, |rows| {
        let (variants, first, second) = (rows.texts("variant")?, rows.texts("first")?, rows.texts("second")?);
        let (games, plies) = (rows.u32s("game")?, rows.u32s("plies")?);
        let (winners, reasons) = (rows.texts("winner")?, rows.texts("reason")?);
        for row in 0..rows.len() {
            let winner = winner_in(&winners, row)?;
            let reason = reason_in(&reasons, row)?;
            let played = ContestGame { outcome: Outcome { winner, reason }, plies: plies.require(row)? };
            let game = games.require(row)?;
            if game != u32::from(waiting.is_some()) {
                return Err(games.bad(row, game.to_string(), "0 and 1 in turn"));
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
