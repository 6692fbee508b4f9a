//! `petteia run`: load the experiment, plan, play, report.

use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::time::Instant;

use petteia_reports::{TableStyle, report};
use petteia_simulator::experiment::{Experiment, Plan};
use petteia_simulator::run::{RunError, RunOptions, run as play};

use super::{Failure, colour, simd};
use crate::cli::RunArgs;

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let experiment = Experiment::read(&args.file).map_err(Failure::input)?;
    let plan = Plan::new(&experiment, args.games, args.seed).map_err(Failure::input)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&plan.name));
    let threads = args.threads.map_or(0, usize::from);
    let options = RunOptions { out: out.clone(), threads, quiet: args.quiet, simd: simd(args.simd)? };
    let say = |text: String| {
        if !args.quiet && std::io::stderr().is_terminal() {
            eprintln!("{text}");
        }
    };
    say(format!("{}: {} cells, {} games -> {}", plan.name, plan.cells.len(), plan.games(), out.display()));
    let started = Instant::now();
    let played = play(&experiment, &plan, &options).map_err(|error| match error {
        RunError::OtherRun { .. } => Failure::input(error),
        other => Failure::failed(other),
    })?;
    say(format!("played {played} games in {:.1} s; summary and figures …", started.elapsed().as_secs_f64()));
    let report = report(&out).map_err(Failure::failed)?;
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let mut output = stdout().lock();
    writeln!(output, "{}", report.table(style))?;
    writeln!(output, "tables: {}  figures: {}", out.join("summary.csv").display(), out.join("figures").display())?;
    Ok(())
}
