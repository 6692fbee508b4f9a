//! Examinations: agents in endings whose value is known.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use petteia_proofs::endgame::SolveOptions;
use petteia_reports::exam::{calibration_frame, exams_frame, exams_text, report_exams};
use petteia_simulator::Source;
use petteia_simulator::exam::Examination;
use petteia_simulator::program::origin;
use petteia_simulator::runner::RunEnd;
use petteia_tables::Frame;
use serde::Serialize;

use super::dry_run::{CellGames, dry_run};
use super::json::{files, print_json};
use super::session::{folder, lock_for_report, refuse_options_of_experiments, session, shard_done};
use super::tables::bytes;
use super::{Failure, folded, table_style, warn, warn_of_failures};
use crate::cli::RunArgs;
use crate::host::output;
use crate::stop::stopped;

/// The most memory for tables by default, in GiB.
const MEMORY: f64 = 4.0;

/// Plays an examination and reports its marks.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let examination = Source::read(&args.file).and_then(Examination::read).map_err(Failure::input)?;
    examination.check().map_err(Failure::input)?;
    refuse_options_of_experiments(args, "an examination", "`placements` and `seed`")?;
    let (session, out) = (session(&args.playing, args.shard)?, folder(&args.playing, &examination.name));
    if args.playing.dry_run {
        let cells = examination.all_cells();
        let wanted: Vec<CellGames> = cells.iter().map(|cell| (cell, examination.placements)).collect();
        return dry_run(&wanted, &examination.manifest(), &out, &args.playing, &[]);
    }
    let store = session.open(&out, examination.manifest())?;
    let memory = bytes(args.memory.unwrap_or(MEMORY));
    let tables = SolveOptions { folder: args.tables.clone(), memory, save_every: Duration::from_secs(300) };
    let options = session.options()?;
    let (end, played) = examination.play(&store, &tables, &options, &warn)?;
    warn_of_failures(examination.agents.iter());
    session.say(&format!("played {played} games"));
    match end {
        RunEnd::Stopped => Err(stopped()),
        RunEnd::ShardDone => shard_done(&out),
        RunEnd::Complete | RunEnd::OutOfTime => write(&examination, &out, args.playing.format.json),
    }
}

/// Writes and prints the report of an examination.
pub fn write(examination: &Examination, out: &Path, json: bool) -> Result<(), Failure> {
    let marks = examination.marks(out)?;
    let _lock = lock_for_report(out)?;
    let origin = origin([("examination", examination.text.clone())]);
    examination.cells_frame(out)?.write(out, "cells", &origin).map_err(Failure::failed)?;
    let written = report_exams(out, &marks, &origin).map_err(Failure::failed)?;
    if json {
        let (exams, limits) = (exams_frame(&marks), calibration_frame(&marks));
        return print_json(&ExamJson { exams, limits, files: files(&written) });
    }
    let mut output = output();
    write!(output, "{}", folded(&exams_text(&marks, table_style())))?;
    written.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct ExamJson {
    exams: Frame,
    limits: Frame,
    files: Vec<String>,
}
