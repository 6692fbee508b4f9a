//! Legal moves and their outcomes as JSON, for other programs to compare with.

use std::io::{Write, stdin, stdout};

use petteia_engine::{AnyGame, AnyPosition, Outcome};
use serde::Serialize;

use crate::commands::{Failure, next_line, position};

/// The position that stands for standard input.
const INPUT: &str = "-";

/// Writes the moves of a position, of the start, or of each position on standard input.
pub fn moves(game: &AnyGame, fen: Option<&str>) -> Result<(), Failure> {
    match fen {
        Some(INPUT) => of_input(game),
        fen => print(game, &position(game, fen)?),
    }
}

/// Writes the moves of each position on standard input, one per line.
fn of_input(game: &AnyGame) -> Result<(), Failure> {
    let mut input = stdin().lock();
    let too_long = format!("it has {MOST_LINE} bytes or more; write one position per line");
    for number in 1_u64.. {
        let wrong = |error: &dyn std::fmt::Display| Failure::input(format!("line {number}: {error}"));
        let Some(line) = next_line(&mut input, MOST_LINE, &too_long).map_err(|error| wrong(&error))? else { break };
        let line = String::from_utf8(line).map_err(|_| wrong(&"stream did not contain valid UTF-8"))?;
        let line = line.strip_suffix('\n').unwrap_or(&line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        print(game, &game.parse(line).map_err(|error| wrong(&error))?)?;
    }
    Ok(())
}

fn print(game: &AnyGame, position: &AnyPosition) -> Result<(), Failure> {
    let json = serde_json::to_string(&describe(game, position)).map_err(Failure::failed)?;
    Ok(writeln!(stdout(), "{json}")?)
}

/// The most bytes of a line, far more than a position has.
const MOST_LINE: u64 = 10_000;

#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    fen: String,
    outcome: Option<Outcome>,
}

/// What can happen next: moves, or the rolls of a die that comes first.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Next {
    Moves(Vec<MoveLine>),
    Rolls(Vec<String>),
}

#[derive(Serialize)]
struct PositionLine {
    fen: String,
    outcome: Option<Outcome>,
    #[serde(flatten)]
    next: Next,
}

fn describe(game: &AnyGame, position: &AnyPosition) -> PositionLine {
    let fen = game.text(position);
    let outcome = game.outcome(position);
    let next = if outcome.is_some() {
        Next::Moves(Vec::new())
    } else if game.awaits_roll(position).is_some() {
        Next::Rolls(game.rolled(position).iter().map(|rolled| game.text(rolled)).collect())
    } else {
        Next::Moves(successors(game, position))
    };
    PositionLine { fen, outcome, next }
}

fn successors(game: &AnyGame, position: &AnyPosition) -> Vec<MoveLine> {
    let line = |decision| {
        let (after, outcome) = game.outcome_after(position, decision);
        MoveLine { r#move: game.move_text(decision), fen: game.text(&after), outcome }
    };
    let mut lines: Vec<MoveLine> = game.moves(position).into_iter().map(line).collect();
    lines.sort_by(|a, b| a.r#move.cmp(&b.r#move));
    lines
}
