//! The last positions of games that a limit stopped, and what is known about them.

use petteia_engine::{AnyGame, AnyPosition, Side, game_seed};
use petteia_proofs::endgame::{Endgames, Value};
use petteia_proofs::fortress::{dangers, prove, settled};
use petteia_tables::verdicts::LastPositions;
use petteia_tables::{CellStats, GameResult, LIMITS, RunChunks, STOPPED_KEPT, results};
use rayon::prelude::*;

use super::VerdictError;
use crate::cell::Cell;

/// Examines games of a cell that a limit stopped, by replaying them.
pub fn last_positions(stopped: &[u64], cell: &Cell, game: &AnyGame, tables: Option<&Endgames>) -> LastPositions {
    let look = |&number: &u64| {
        let (last, once_closed) = play_again(cell, game, number);
        LastPositions { once_closed: u64::from(once_closed), ..look_at(game, tables, &last) }
    };
    stopped.par_iter().map(look).reduce(LastPositions::default, |a, b| LastPositions {
        both_closed: a.both_closed + b.both_closed,
        drawn_ending: a.drawn_ending + b.drawn_ending,
        won_ending: a.won_ending + b.won_ending,
        one_closed: a.one_closed + b.one_closed,
        open: a.open + b.open,
        once_closed: a.once_closed + b.once_closed,
    })
}

/// Returns the numbers of the first `most` games of a cell that a limit stopped.
pub fn stopped_games(chunks: &RunChunks, stats: &CellStats, most: u64) -> Result<Vec<u64>, VerdictError> {
    if most <= STOPPED_KEPT as u64 {
        return Ok(stats.stopped.iter().copied().take(most as usize).collect());
    }
    let mut found = Vec::new();
    for chunk in chunks.games.iter().filter(|chunk| chunk.cell == stats.key.cell) {
        if found.len() as u64 >= most {
            break;
        }
        let is_stopped = |result: &GameResult| LIMITS.contains(&result.outcome.reason);
        found.extend(results(chunk)?.into_iter().filter(is_stopped).map(|result| result.game));
    }
    found.truncate(most as usize);
    Ok(found)
}

/// Returns the last position of a game, and whether at some time both sides had a fortress and neither could win any
/// more.
fn play_again(cell: &Cell, game: &AnyGame, number: u64) -> (AnyPosition, bool) {
    let (mut last, mut once_closed) = (game.start(), false);
    let watched = cell.matchup.watch(game_seed(cell.seed, cell.stream(), number), &mut |seen| {
        last = seen.after;
        once_closed = once_closed || settled(game, &last);
    });
    watched.expect("games with external players are not replayed");
    (last, once_closed)
}

/// Classifies one position; it is counted in the first category that fits.
fn look_at(game: &AnyGame, tables: Option<&Endgames>, position: &AnyPosition) -> LastPositions {
    let mut looked = LastPositions::default();
    let value = tables.and_then(|tables| tables.exact_value(position));
    let is_safe = |side| {
        let fortress = prove(game, position, side).fortress();
        fortress.is_some_and(|fortress| dangers(game, position, side, &fortress).is_empty())
    };
    let count = if settled(game, position) {
        &mut looked.both_closed
    } else if value == Some(Value::Draw) {
        &mut looked.drawn_ending
    } else if value.is_some() {
        &mut looked.won_ending
    } else if Side::BOTH.into_iter().any(is_safe) {
        &mut looked.one_closed
    } else {
        &mut looked.open
    };
    *count += 1;
    looked
}
