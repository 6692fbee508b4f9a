//! `petteia match` with --handicap or --first-moves: what makes a game even.

use std::path::PathBuf;

use petteia_reports::balance::{handicap_frame, handicap_text, openings_frame, openings_text};
use petteia_reports::{report_handicap, report_openings};
use petteia_simulator::Variant;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::program::origin;
use petteia_tables::{Frame, Provenance};
use serde::Serialize;

use super::{GAMES_OF_EACH, played, show, start, written};
use crate::cli::MatchArgs;
use crate::commands::json::{files as file_names, print_json};
use crate::commands::session::Session;
use crate::commands::{Failure, table_style, variant};

/// Measures White's score at each handicap of at most `most` stones.
pub fn handicap(args: &MatchArgs, most: Option<u8>) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let question = ContestScheduler::of_handicaps(&variant, &args.a, games(args)?, most, start(args));
    let question = question.map_err(Failure::input)?;
    warn_of_copies(args);
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
    warn_of_copies(args);
    let (first, cells) = played(args, &question, |tallies| question.first_moves(tallies))?;
    let origin = provenance(args, &variant, "after each first decision");
    let files = written(args, &cells, &origin, |folder| report_openings(folder, &first, &origin))?;
    print(args, &openings_text(&first, table_style()), openings_frame(&first), &files)
}

/// Warns of games that all begin alike.
fn warn_of_copies(args: &MatchArgs) {
    if args.start.opening == 0 {
        Session::new(args.effort).say(
            "warning: with --opening 0 all games begin alike, and those of an agent without chance are copies of one game: \
             intervals are too narrow",
        );
    }
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
    show(text, files)
}

#[derive(Serialize)]
struct BalanceJson {
    matches: Frame,
    files: Vec<String>,
}
