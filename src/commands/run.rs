//! `petteia run`: load the experiment, plan, play, report.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use petteia_reports::is_output;
use petteia_simulator::experiment::{Experiment, Plan};
use petteia_simulator::run::{End, Ended, RunOptions, SAMPLE, go_on_starting_over, run as play, start_over};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::report::{ReportOptions, write_report};
use super::submit::is_of_submit;
use super::{Failure, failure, simd, warn, warn_of_failures};
use crate::cli::RunArgs;

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let experiment = Experiment::read(&args.file).map_err(Failure::input)?;
    let plan = plan(args, &experiment)?;
    plan.check_programs(&experiment).map_err(Failure::input)?;
    play_and_report(args, &experiment, &plan)
}

/// Returns what is to be played.
pub fn plan(args: &RunArgs, experiment: &Experiment) -> Result<Plan, Failure> {
    Plan::new(experiment, args.games, args.seed).map_err(Failure::input)
}

/// The output folder.
pub fn folder(args: &RunArgs, plan: &Plan) -> PathBuf {
    args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&plan.name))
}

/// Plays what is left of a plan, and reports it when it is complete.
pub fn play_and_report(args: &RunArgs, experiment: &Experiment, plan: &Plan) -> Result<(), Failure> {
    let out = folder(args, plan);
    let stop = stop_on_signals()?;
    let options = RunOptions {
        out: out.clone(),
        shard: args.shard,
        threads: args.effort.threads(),
        quiet: args.effort.quiet,
        simd: simd(args.simd)?,
        stop: stop.clone(),
    };
    let say = |text: String| {
        if !args.effort.quiet && stderr().is_terminal() {
            eprintln!("{text}");
        }
    };
    for (variant, earlier) in plan.same_games() {
        warn(&format!("`{variant}` is the same game as `{earlier}`; its results repeat under another name"));
    }
    let begin = if args.fresh { start_over } else { go_on_starting_over };
    begin(&out, experiment, plan, &|path| is_output(path) || is_of_submit(path), &warn).map_err(failure)?;
    say(format!("{}: {} cells, {} games -> {}", plan.name, plan.cells.len(), plan.games(), out.display()));
    let started = Instant::now();
    let Ended { end, played } = play(experiment, plan, &options, &warn).map_err(failure)?;
    warn_of_failures(plan.cells.iter().flat_map(|cell| [&cell.matchup.agents.white, &cell.matchup.agents.black]));
    // What follows is quick and can be done again: the next signal ends it.
    stop.store(true, Ordering::Relaxed);
    let seconds = started.elapsed().as_secs_f64();
    match end {
        End::Stopped => Err(Failure::Stopped(format!("stopped; all finished games are saved. To resume: {}", again()))),
        End::ShardDone => {
            say(format!("played {played} games in {seconds:.1} s"));
            let done = "this shard is done; when all are done: petteia merge";
            Ok(writeln!(stdout(), "{done} {}", quoted(&out.to_string_lossy()))?)
        }
        End::Complete => {
            say(format!("played {played} games in {seconds:.1} s; summary and figures …"));
            write_report(
                &out,
                &ReportOptions {
                    sample: SAMPLE,
                    page: true,
                    play: None,
                    untitled: false,
                    quiet: args.effort.quiet,
                    threads: options.threads,
                },
            )
        }
    }
}

/// A flag that Ctrl-C, or a batch system that wants its machine back, sets; the second time the program ends at once, which
/// loses nothing that was finished either.
pub fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, super::STOPPED.into(), stop.clone())?;
        flag::register(signal, stop.clone())?;
    }
    Ok(stop)
}

/// The command line that resumes this run.
fn again() -> String {
    let arguments = std::env::args_os().skip(1).filter(|argument| argument != "--fresh");
    let words =
        std::iter::once("petteia".to_owned()).chain(arguments.map(|argument| quoted(&argument.to_string_lossy())));
    words.collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
