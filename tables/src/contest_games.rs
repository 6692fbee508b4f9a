//! The games of contests as a table, one row per game.

use petteia_engine::Side;

use crate::contests::Contest;
use crate::frame::{Builder, Frame};
use crate::results::GameResult;
use crate::schema::contests::*;

struct Row<'a> {
    contest: &'a Contest,
    pair: u64,
    game: usize,
    played: GameResult,
}

/// Returns the table of all games of some contests.
#[must_use]
pub fn contests_frame(contests: &[Contest]) -> Frame {
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
