//! Tournaments: play, and rate.

use std::io::Write;
use std::path::Path;

use petteia_reports::contest::{TournamentReport, pairings_frame, ratings_frame, report_tournament};
use petteia_simulator::catalog::Catalog;
use petteia_simulator::experiment::{ExperimentScheduler, Plan};
use petteia_simulator::program::origin;
use petteia_simulator::runner::RunEnd;
use petteia_simulator::store::{Manifest, Store};
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files, print_json};
use super::session::{Session, lock_for_report, shard_done};
use super::{Failure, folded, table_style};
use crate::cli::RunArgs;
use crate::host::output;

/// Plays a tournament and rates its agents.
pub fn run(args: &RunArgs, plan: &Plan, session: &Session, manifest: Manifest, out: &Path) -> Result<(), Failure> {
    session.show(&format!("{}: {} games -> {}", plan.name, plan.games(), out.display()));
    let store = session.open(out, manifest)?;
    let ended = session.play(&ExperimentScheduler::new(plan), &store, &session.options()?)?;
    if ended.end == RunEnd::ShardDone {
        return shard_done(out);
    }
    let report = write(plan, &store, &ended.catalog, args.playing.effort.quiet)?;
    print(plan, out, &report, args.playing.format.json)
}

/// Writes the report of a tournament whose games are in a store.
pub fn write(plan: &Plan, store: &Store, catalog: &Catalog, quiet: bool) -> Result<TournamentReport, Failure> {
    let contests = plan.contests(catalog)?;
    let speeds = plan.speeds(store, quiet)?;
    let (out, origin) = (store.folder(), origin([("tournament", store.manifest().request.text.clone())]));
    let _lock = lock_for_report(out)?;
    plan.cells_frame(catalog).write(out, "cells", &origin).map_err(Failure::failed)?;
    report_tournament(out, &contests, speeds.unwrap_or_default(), &origin).map_err(Failure::failed)
}

/// Prints the report of a tournament.
pub fn print(plan: &Plan, out: &Path, report: &TournamentReport, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&TournamentJson {
            tournament: &plan.name,
            folder: out.display().to_string(),
            games: plan.games(),
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
