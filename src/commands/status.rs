//! `petteia status` and `petteia info`: how far a run is, and where its numbers come from.

use std::io::{Write, stdout};
use std::time::Duration;

use indicatif::HumanDuration;
use std::path::Path;

use petteia_simulator::run::{CellStatus, Manifest, Status, status as look};
use petteia_statistics::Estimate;

use super::Failure;
use super::failure;
use super::run::quoted;
use crate::cli::{InfoArgs, StatusArgs};

pub fn status(args: &StatusArgs) -> Result<(), Failure> {
    let status = checked(&args.run)?;
    let mut output = stdout().lock();
    let sum = |of: fn(&CellStatus) -> u64| status.cells.iter().map(of).sum::<u64>();
    let (games, planned) = (sum(|cell| cell.games), sum(|cell| cell.planned));
    let most = if status.may_end_early() { " at most" } else { "" };
    writeln!(
        output,
        "{}: {games} of{most} {planned} games, {:.1} s of play by all processes\n",
        status.manifest.plan.name, status.seconds
    )?;
    for (number, cell) in status.cells.iter().enumerate() {
        let done = if cell.is_stopped || cell.games >= cell.planned { "done" } else { "open" };
        writeln!(
            output,
            "{number:>4}  {done}  {:>11}/{:<11}  {:<38}  {}  {} – {}",
            cell.games,
            cell.planned,
            estimate(cell.metric, cell.estimate),
            cell.variant,
            cell.white,
            cell.black
        )?;
    }
    for (shard, open) in &status.shards {
        let state = if *open == 0 { "done".to_owned() } else { format!("{open} units to be played") };
        writeln!(output, "shard {}/{}: {state}", shard.number, shard.of)?;
    }
    if status.is_complete {
        return Ok(writeln!(output, "\ncomplete; the tables: petteia merge {}", quoted(&args.run.to_string_lossy()))?);
    }
    let open = match status.open_units {
        1 => "1 unit is still to be played".to_owned(),
        units => format!("{units} units are still to be played"),
    };
    if status.at_work.is_empty() {
        let more = "run the same command again, with the same --shard or without one";
        return Ok(writeln!(output, "\n{open}. To go on: {more}")?);
    }
    let at_most = if status.may_end_early() || status.manifest.plan.budget_seconds.is_some() { "at most " } else { "" };
    let left = status.at_work.iter().map(|&(shard, seconds)| {
        let who = shard.map_or_else(String::new, |shard| format!(" shard {}/{}", shard.number, shard.of));
        let left = seconds.map(|seconds| HumanDuration(Duration::from_secs_f64(seconds)));
        match left {
            Some(left) => format!("{who} is in progress, with {at_most}about {left} left"),
            None => format!("{who} is in progress, with no unit played yet"),
        }
    });
    let left: Vec<String> = left.collect();
    Ok(writeln!(output, "\n{open}. This run{}", left.join(";"))?)
}

fn estimate(metric: &str, estimate: Option<Estimate>) -> String {
    estimate.map_or_else(
        || format!("{metric} –"),
        |Estimate { value, low, high, .. }| {
            format!("{metric} {:.2} % [{:.2}, {:.2}]", 100.0 * value, 100.0 * low, 100.0 * high)
        },
    )
}

/// How far a run is, when all its parts are those that it wrote.
fn checked(run: &Path) -> Result<Status, Failure> {
    let status = look(run).map_err(failure)?;
    status.check().map_err(failure)?;
    Ok(status)
}

pub fn info(args: &InfoArgs) -> Result<(), Failure> {
    let mut output = stdout().lock();
    if args.experiment {
        // Also of a run that is damaged: it is needed to mend it.
        let manifest = Manifest::read_any(&args.run).map_err(failure)?;
        return Ok(write!(output, "{}", manifest.experiment)?);
    }
    let status = checked(&args.run)?;
    for (what, text) in status.provenance() {
        writeln!(output, "{what:<11} {text}")?;
    }
    writeln!(output, "\nHow to cite and reproduce\n")?;
    Ok(writeln!(output, "{}", status.citation(&args.run))?)
}
