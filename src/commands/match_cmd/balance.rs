//! `petteia match` with --handicap or --first-moves: what makes a game even.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use petteia_players::Opening;
use petteia_reports::balance::{handicap_frame, handicap_text, openings_frame, openings_text};
use petteia_reports::{ReportError, report_handicap, report_openings};
use petteia_simulator::Variant;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
use petteia_simulator::store::RunError;
use petteia_tables::{Frame, Provenance};
use serde::Serialize;

use super::GAMES_OF_EACH;
use crate::cli::MatchArgs;
use crate::commands::json::{files as file_names, print_json};
use crate::commands::session::{Session, lock_for_report};
use crate::commands::{Failure, folded, table_style, variant};

/// Measures White's score at each handicap of at most `most` stones.
pub fn handicap(args: &MatchArgs, most: Option<u8>) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let question = ContestScheduler::of_handicaps(&variant, &args.a, games(args)?, most, start(args));
    let question = question.map_err(Failure::input)?;
    let (handicap, cells) = played(args, &question, |tallies| question.handicap(tallies))?;
    let origin = provenance(args, &variant, "at odds");
    let files = written(args, &cells, &origin, |folder| report_handicap(folder, &handicap, &origin))?;
    print(args, &handicap_text(&handicap, table_style()), handicap_frame(&handicap), &files)
}

/// Measures White's score after each of its first moves.
pub fn first_moves(args: &MatchArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let question = ContestScheduler::of_first_moves(&variant, &args.a, games(args)?, start(args));
    let question = question.map_err(Failure::input)?;
    let (first, cells) = played(args, &question, |tallies| question.first_moves(tallies))?;
    let origin = provenance(args, &variant, "after each first decision");
    let files = written(args, &cells, &origin, |folder| report_openings(folder, &first, &origin))?;
    print(args, &openings_text(&first, table_style()), openings_frame(&first), &files)
}

fn start(args: &MatchArgs) -> (u64, Opening) {
    (args.start.seed, args.start.opening.into())
}

/// Plays what is missing; returns what `answer` makes of the games, and their cells.
fn played<T>(
    args: &MatchArgs,
    question: &ContestScheduler,
    answer: impl FnOnce(&Catalog) -> Result<T, RunError>,
) -> Result<(T, Frame), Failure> {
    let session = Session::new(args.effort);
    if start(args).1.least() == 0 {
        session.say(
            "warning: with --opening 0 all games begin alike, and those of an agent without chance are copies of one game: \
             intervals are too narrow",
        );
    }
    let both = |catalog: &_| Ok((answer(catalog)?, cells_frame(question, catalog)));
    session.ask(question, question.manifest(), args.out.as_deref(), both)
}

/// Writes the cells and a report into the folder that is named, if any.
fn written(
    args: &MatchArgs,
    cells: &Frame,
    origin: &Provenance,
    report: impl FnOnce(&Path) -> Result<Vec<PathBuf>, ReportError>,
) -> Result<Vec<PathBuf>, Failure> {
    let Some(out) = args.out.as_deref() else { return Ok(Vec::new()) };
    let _lock = lock_for_report(out)?;
    cells.write(out, "cells", origin).map_err(Failure::failed)?;
    report(out).map_err(Failure::failed)
}

fn games(args: &MatchArgs) -> Result<u64, Failure> {
    match args.games.unwrap_or(GAMES_OF_EACH) {
        0 => Err(Failure::input("--games is `0`: give at least 1")),
        games => Ok(games),
    }
}

fn provenance(args: &MatchArgs, variant: &Variant, how: &str) -> Provenance {
    let what = format!(
        "{} against itself {how}, {}, {} games, openings of {}",
        args.a,
        variant.text(),
        args.games.unwrap_or(GAMES_OF_EACH),
        args.start.opening
    );
    origin([("games", what), ("seed", args.start.seed.to_string())])
}

fn print(args: &MatchArgs, text: &str, matches: Frame, files: &[PathBuf]) -> Result<(), Failure> {
    if args.format.json {
        return print_json(&BalanceJson { matches, files: file_names(files) });
    }
    let mut output = stdout().lock();
    write!(output, "{}", folded(text))?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct BalanceJson {
    matches: Frame,
    files: Vec<String>,
}
