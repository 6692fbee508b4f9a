//! `petteia exam`: agents in endings whose value is known.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Duration;

use petteia_files::create_writable_folder;
use petteia_proofs::endgame::SolveOptions;
use petteia_reports::exam::{calibration_frame, exams_frame, report_exams};
use petteia_simulator::SolveProgress;
use petteia_simulator::exam::{ExamOptions, Examination, Paper};
use petteia_simulator::program::origin;
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files, print_json};
use super::solve::{bytes, failure};
use super::{Failure, folded, table_style, warn_of_failures};
use crate::cli::ExamArgs;

pub fn exam(args: &ExamArgs) -> Result<(), Failure> {
    let examination = Examination::read(&args.file).map_err(Failure::input)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&examination.name));
    create_writable_folder(&out, "exams").map_err(Failure::failed)?;
    let options = ExamOptions {
        placements: examination.placements,
        seed: examination.seed,
        threads: args.effort.threads(),
        quiet: args.effort.quiet,
    };
    let mut marks = Vec::new();
    for (variant, rules, ending) in &examination.endings {
        let solve = SolveOptions {
            folder: args.tables.join(variant),
            memory: bytes(args.memory),
            save_every: Duration::from_secs(300),
        };
        let progress = SolveProgress::new(args.effort.quiet);
        let paper = Paper::new(variant, rules, *ending, &solve, &progress).map_err(failure)?;
        for agent in &examination.agents_in(*ending) {
            agent.check(rules).and_then(|()| agent.prepare(rules, &progress)).map_err(Failure::input)?;
            progress.finish();
            marks.push(paper.examine(agent, options));
        }
    }
    warn_of_failures(examination.agents.iter());
    let report = report_exams(&out, &marks, &origin([("examination", examination.text)])).map_err(Failure::failed)?;
    if args.format.json {
        let (exams, calibration) = (exams_frame(&marks), calibration_frame(&marks));
        return print_json(&ExamJson { exams, calibration, files: files(&report.files) });
    }
    let mut output = stdout().lock();
    write!(output, "{}", folded(&report.table(table_style())))?;
    report.files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct ExamJson {
    exams: Frame,
    calibration: Frame,
    files: Vec<String>,
}
