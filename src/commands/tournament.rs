//! `petteia tournament`: read the file, play, rate.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;

use petteia_reports::contest::{pairings_frame, ratings_frame, report_tournament};
use petteia_simulator::contest::{Played, Tournament, TournamentError, TournamentOptions, play_tournament};
use petteia_tables::{Frame, Part};
use serde::Serialize;

use super::json::{files, print_json};
use super::report::remove_leftovers;
use super::{Failure, folded, table_style, warn_of_failures};
use crate::cli::TournamentArgs;

pub fn tournament(args: &TournamentArgs) -> Result<(), Failure> {
    let tournament = Tournament::read(&args.file).map_err(Failure::input)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(tournament.name()));
    let threads = args.effort.threads();
    let options = TournamentOptions { out: out.clone(), threads, quiet: args.effort.quiet };
    let games = tournament.games();
    if !args.effort.quiet && stderr().is_terminal() {
        eprintln!("{}: {games} games -> {}", tournament.name(), out.display());
    }
    let failure =
        |error: TournamentError| if error.is_input() { Failure::input(error) } else { Failure::failed(error) };
    let played = play_tournament(&tournament, &options).map_err(failure)?;
    warn_of_failures(tournament.agents());
    remove_leftovers(&out)?;
    let table = Played::table_in(&out);
    let speeds = Played::speeds_in(&out);
    let speeds = played.speeds.map(|seal| Part { path: &speeds, seal });
    let report = report_tournament(&out, Part { path: &table, seal: played.seal }, speeds).map_err(Failure::failed)?;
    if args.format.json {
        return print_json(&TournamentJson {
            tournament: tournament.name(),
            folder: out.display().to_string(),
            games,
            ratings: ratings_frame(&report.ratings),
            pairings: pairings_frame(&report.pairings),
            files: files(&report.files),
        });
    }
    let mut output = stdout().lock();
    if played.games == 0 {
        writeln!(output, "{} is complete: all {games} games are in {}\n", tournament.name(), out.display())?;
    }
    writeln!(output, "{}", folded(&report.table(table_style())))?;
    let (tables, figures) = (out.join("ratings.csv"), out.join("figures"));
    Ok(writeln!(output, "tables: {}  figures: {}", tables.display(), figures.display())?)
}

#[derive(Serialize)]
struct TournamentJson<'a> {
    tournament: &'a str,
    folder: String,
    games: u64,
    ratings: Frame,
    pairings: Frame,
    files: Vec<String>,
}
