//! Tournaments: play, and rate.

use std::io::Write;
use std::path::Path;

use petteia_reports::contest::{TournamentReport, pairings_frame, ratings_frame, report_tournament};
use petteia_simulator::Source;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::contest::Tournament;
use petteia_simulator::program::origin;
use petteia_simulator::runner::RunEnd;
use petteia_simulator::scheduler::{FixedGames, cells_frame};
use petteia_simulator::store::Store;
use petteia_tables::Frame;
use serde::Serialize;

use super::dry_run::{CellGames, dry_run};
use super::json::{files, print_json};
use super::session::{folder, lock_for_report, refuse_options_of_experiments, session, shard_done};
use super::{Failure, folded, table_style};
use crate::cli::RunArgs;
use crate::host::output;

/// Plays a tournament and rates its agents.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let tournament = Source::read(&args.file).and_then(Tournament::read).map_err(Failure::input)?;
    refuse_options_of_experiments(args, "a tournament", "`pairs` and `seed`")?;
    let (session, out) = (session(&args.playing, args.shard)?, folder(&args.playing, tournament.name()));
    if args.playing.dry_run {
        let FixedGames { cells, each, .. } = tournament.scheduler();
        let wanted: Vec<CellGames> = cells.iter().map(|cell| (cell, each)).collect();
        return dry_run(&wanted, &tournament.manifest(), &out, &args.playing, &[]);
    }
    session.show(&format!("{}: {} games -> {}", tournament.name(), tournament.games(), out.display()));
    let store = session.open(&out, tournament.manifest())?;
    let ended = session.play(&tournament.scheduler(), &store, &session.options()?)?;
    if ended.end == RunEnd::ShardDone {
        return shard_done(&out);
    }
    let report = write(&tournament, &store, &ended.catalog, args.playing.effort.quiet)?;
    print(&tournament, &out, &report, args.playing.format.json)
}

/// Writes the report of a tournament whose games are in a store.
pub fn write(
    tournament: &Tournament,
    store: &Store,
    catalog: &Catalog,
    quiet: bool,
) -> Result<TournamentReport, Failure> {
    let contests = tournament.contests(catalog)?;
    let speeds = tournament.speeds(store, quiet)?;
    let (out, origin) = (store.folder(), origin([("tournament", tournament.text().to_owned())]));
    let _lock = lock_for_report(out)?;
    cells_frame(&tournament.scheduler(), catalog).write(out, "cells", &origin).map_err(Failure::failed)?;
    report_tournament(out, &contests, speeds.unwrap_or_default(), &origin).map_err(Failure::failed)
}

/// Prints the report of a tournament.
pub fn print(tournament: &Tournament, out: &Path, report: &TournamentReport, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&TournamentJson {
            tournament: tournament.name(),
            folder: out.display().to_string(),
            games: tournament.games(),
            ratings: ratings_frame(&report.ratings, &report.speeds),
            matches: pairings_frame(&report.pairings),
            files: files(&report.files),
        });
    }
    let mut output = output();
    writeln!(output, "{}", folded(&report.table(table_style())))?;
    let [matches, ratings] = ["matches.csv", "ratings.csv"].map(|name| out.join(name));
    Ok(writeln!(
        output,
        "matches: {}  ratings: {}  figures: {}",
        matches.display(),
        ratings.display(),
        out.join("figures").display()
    )?)
}

#[derive(Serialize)]
struct TournamentJson<'a> {
    tournament: &'a str,
    folder: String,
    games: u64,
    ratings: Frame,
    matches: Frame,
    files: Vec<String>,
}
