//! `petteia match` with --handicap or --first-moves: what makes a game even.

use std::io::{Write, stdout};
use std::path::PathBuf;

use petteia_reports::balance::{handicap_frame, handicap_text, openings_frame, openings_text};
use petteia_reports::{report_handicap, report_openings};
use petteia_simulator::Variant;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
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
    let start = (args.start.seed, args.start.opening.into());
    let question = ContestScheduler::of_handicaps(&variant, &args.a, games(args)?, most, start);
    let question = question.map_err(Failure::input)?;
    let answer = |tallies: &_| Ok((question.handicap(tallies)?, cells_frame(&question, tallies)));
    let out = args.out.as_deref();
    let (handicap, cells) = Session::new(args.effort).ask(&question, question.manifest(), out, answer)?;
    let _lock = out.map(lock_for_report).transpose()?;
    let origin = provenance(args, &variant, "at odds");
    let write = |folder| {
        cells.write(folder, "cells", &origin)?;
        report_handicap(folder, &handicap, &origin)
    };
    let files = out.map(write).transpose().map_err(Failure::failed)?.unwrap_or_default();
    print(args, &handicap_text(&handicap, table_style()), handicap_frame(&handicap), &files)
}

/// Measures White's score after each of its first moves.
pub fn first_moves(args: &MatchArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let question =
        ContestScheduler::of_first_moves(&variant, &args.a, games(args)?, (args.start.seed, args.start.opening.into()));
    let question = question.map_err(Failure::input)?;
    let answer = |tallies: &_| Ok((question.first_moves(tallies)?, cells_frame(&question, tallies)));
    let out = args.out.as_deref();
    let (first, cells) = Session::new(args.effort).ask(&question, question.manifest(), out, answer)?;
    let _lock = out.map(lock_for_report).transpose()?;
    let origin = provenance(args, &variant, "after each first decision");
    let write = |folder| {
        cells.write(folder, "cells", &origin)?;
        report_openings(folder, &first, &origin)
    };
    let files = out.map(write).transpose().map_err(Failure::failed)?.unwrap_or_default();
    print(args, &openings_text(&first, table_style()), openings_frame(&first), &files)
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
