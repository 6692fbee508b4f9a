//! What is known of the last positions of games that a limit stopped.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use petteia_engine::{BySide, EndReason, Game, Geometry, Position, Side, game_seed};
use petteia_proofs::endgame::{Tables, Value};
use petteia_proofs::fortress::{dangers, prove, settled};
use petteia_reports::verdicts::LastPositions;
use polars::prelude::{ParquetReader, PolarsError, SerReader};
use rayon::prelude::*;

use super::VerdictError;
use crate::experiment::{Cell, Plan};
use crate::play::play_out;
use crate::run::Table;

/// What stops games that nothing ends on the board.
pub const LIMITS: [EndReason; 4] =
    [EndReason::Repetition, EndReason::NoProgress, EndReason::TurnCap, EndReason::Fortress];

/// Looks at the first `most` games of a cell that a limit stopped, playing them again.
///
/// # Errors
/// A part of the run cannot be read.
pub fn last_positions<G: Geometry>(
    run: &Path,
    plan: &Plan,
    cell: &Cell,
    game: &Game<G>,
    tables: Option<&Tables<G>>,
    most: u64,
) -> Result<LastPositions, VerdictError> {
    let stopped = stopped_games(run, cell, most)?;
    let look = |&number: &u64| {
        let (last, once_closed) = play_again(plan, cell, game, number);
        LastPositions { once_closed: u64::from(once_closed), ..look_at(game, tables, &last) }
    };
    Ok(stopped.par_iter().map(look).reduce(LastPositions::default, |a, b| LastPositions {
        both_closed: a.both_closed + b.both_closed,
        drawn_ending: a.drawn_ending + b.drawn_ending,
        won_ending: a.won_ending + b.won_ending,
        one_closed: a.one_closed + b.one_closed,
        open: a.open + b.open,
        once_closed: a.once_closed + b.once_closed,
    }))
}

/// The numbers of the first `most` games of a cell that a limit stopped.
fn stopped_games(run: &Path, cell: &Cell, most: u64) -> Result<Vec<u64>, VerdictError> {
    let mut found = Vec::new();
    for unit in 0..cell.units() {
        if found.len() as u64 >= most {
            break;
        }
        let path = Table::Games.part(run, &cell.unit(unit));
        let wrong = |error: PolarsError| VerdictError::file(&path, error);
        // Where a stopping rule ended the cell there are no more units.
        let Ok(file) = File::open(&path) else { break };
        let columns = ["game", "reason"].map(str::to_owned);
        let table = ParquetReader::new(file).with_columns(Some(columns.into())).finish().map_err(wrong)?;
        let (games, reasons) = (table.column("game").map_err(wrong)?, table.column("reason").map_err(wrong)?);
        let rows = games.u64().map_err(wrong)?.iter().zip(reasons.str().map_err(wrong)?.iter());
        let is_limit =
            |reason: Option<&str>| reason.and_then(EndReason::from_name).is_some_and(|reason| LIMITS.contains(&reason));
        found.extend(rows.filter(|&(_, reason)| is_limit(reason)).filter_map(|(game, _)| game));
    }
    found.truncate(most as usize);
    Ok(found)
}

/// The last position of a game, and whether at some time both sides had a fortress and nothing could be won.
fn play_again<G: Geometry>(plan: &Plan, cell: &Cell, game: &Game<G>, number: u64) -> (Position<G::Set>, bool) {
    let mut agents = BySide { white: cell.white.make(), black: cell.black.make() };
    let mut state = game.begin();
    let seed = game_seed(plan.seed, cell.stream(), number);
    let mut once_closed = false;
    play_out(game, &mut state, &mut agents, plan.opening, seed, |_, _, _, _, after| {
        once_closed = once_closed || settled(game, after);
        ControlFlow::Continue(())
    });
    (*state.position(), once_closed)
}

/// One position, counted where it first fits.
fn look_at<G: Geometry>(game: &Game<G>, tables: Option<&Tables<G>>, position: &Position<G::Set>) -> LastPositions {
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
