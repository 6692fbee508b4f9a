//! Endgame tests: agents in endings whose value is known.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use petteia_proofs::endgame::SolveOptions;
use petteia_reports::endgame_test::{calibration_frame, exams_frame, exams_text, report_exams};
use petteia_simulator::catalog::Catalog;
use petteia_simulator::experiment::Plan;
use petteia_simulator::program::origin;
use petteia_simulator::runner::RunEnd;
use petteia_simulator::store::{Manifest, StoreIndex};
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files, print_json};
use super::session::{Session, lock_for_report, shard_done};
use super::{Failure, bytes, folded, table_style, warn, warn_of_failures};
use crate::cli::RunArgs;
use crate::host::output;
use crate::stop::stopped;

/// The most memory for tables by default, in GiB.
const MEMORY: f64 = 4.0;

/// Plays an endgame test and reports its scores.
pub fn run(args: &RunArgs, plan: &Plan, session: &Session, manifest: Manifest, out: &Path) -> Result<(), Failure> {
    let store = session.open(out, manifest)?;
    let memory = bytes(args.memory.unwrap_or(MEMORY));
    let tables = SolveOptions { folder: args.tables.clone(), memory, save_every: Duration::from_secs(300) };
    let options = session.options()?;
    let (end, played) = plan.play_endings(&store, &tables, &options, &warn)?;
    warn_of_failures(plan.cells.iter().flat_map(|planned| planned.cell.agents()));
    session.say(&format!("played {played} games"));
    match end {
        RunEnd::Stopped => Err(stopped()),
        RunEnd::ShardDone => shard_done(out),
        RunEnd::Complete | RunEnd::OutOfTime => write(plan, out, args.playing.format.json),
    }
}

/// Writes and prints the report of an endgame test.
pub fn write(plan: &Plan, out: &Path, json: bool) -> Result<(), Failure> {
    let index = StoreIndex::read(out)?;
    index.refuse_unexpected_files()?;
    let catalog = Catalog::new(out, &index, plan.cells.iter().map(|planned| &planned.cell));
    let scores = plan.endgame_scores(&catalog)?;
    let _lock = lock_for_report(out)?;
    let origin = origin([("endgame_test", Manifest::read(out)?.request.text)]);
    plan.cells_frame(&catalog).write(out, "cells", &origin).map_err(Failure::failed)?;
    let written = report_exams(out, &scores, &origin).map_err(Failure::failed)?;
    if json {
        let (exams, limits) = (exams_frame(&scores), calibration_frame(&scores));
        return print_json(&ExamJson { exams, limits, files: files(&written) });
    }
    let mut output = output();
    write!(output, "{}", folded(&exams_text(&scores, table_style())))?;
    written.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct ExamJson {
    exams: Frame,
    limits: Frame,
    files: Vec<String>,
}
