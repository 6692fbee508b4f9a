//! `petteia status` and `petteia info`: how far a run is, and where its numbers come from.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::Duration;

use indicatif::HumanDuration;
use petteia_simulator::run::{CellStatus, Manifest, Shard, Status, status as look};
use petteia_statistics::Estimate;
use serde::Serialize;

use super::json::print_json;
use super::run::quoted;
use super::{Failure, WIDTH, check_run, failure, wrapped};
use crate::cli::{InfoArgs, StatusArgs};

pub fn status(args: &StatusArgs) -> Result<(), Failure> {
    let status = checked(&args.run)?;
    if args.format.json {
        return print_json(&StatusJson::of(&args.run, &status));
    }
    let mut output = stdout().lock();
    let (games, planned) = (sum(&status, |cell| cell.games), sum(&status, |cell| cell.planned));
    let most = if status.may_end_early() { "at most " } else { "" };
    writeln!(
        output,
        "{}: {games} of {most}{planned} games, {:.1} s of play by all processes\n",
        status.manifest.plan.name, status.seconds
    )?;
    let variants = status.cells.iter().map(|cell| cell.variant.chars().count()).max().unwrap_or(0);
    for (number, cell) in status.cells.iter().enumerate() {
        writeln!(output, "{}", line(number, cell, variants))?;
    }
    for (shard, open) in &status.shards {
        let state = if *open == 0 { "done".to_owned() } else { format!("{} left", units(*open)) };
        writeln!(output, "shard {}/{}: {state}", shard.number, shard.of)?;
    }
    Ok(writeln!(output, "\n{}", wrapped(&outlook(&status, &args.run), WIDTH, ""))?)
}

fn sum(status: &Status, of: fn(&CellStatus) -> u64) -> u64 {
    status.cells.iter().map(of).sum()
}

fn units(count: u64) -> String {
    if count == 1 { "1 unit".to_owned() } else { format!("{count} units") }
}

/// The row of a cell: in one line where that fits, else with the agents below.
fn line(number: usize, cell: &CellStatus, variants: usize) -> String {
    let done = if cell.is_done() { "done" } else { "open" };
    let games = format!("{}/{}", cell.games, cell.planned);
    let estimate = estimate(cell.metric, cell.estimate);
    let head = format!("{number:>4}  {done}  {games:>15}  {estimate:<30}  {:<variants$}", cell.variant);
    let agents = if cell.white == cell.black { cell.white.clone() } else { format!("{} v {}", cell.white, cell.black) };
    let fits = head.chars().count() + 2 + agents.chars().count() <= WIDTH;
    if fits { format!("{head}  {agents}") } else { format!("{}\n{:12}{agents}", head.trim_end(), "") }
}

/// What is left to do, and how to do it.
fn outlook(status: &Status, run: &Path) -> String {
    if status.is_complete {
        return format!("Complete. To write its tables: petteia merge {}", quoted(&run.to_string_lossy()));
    }
    let open = units(status.open_units);
    if status.at_work.is_empty() {
        return format!("{open} left. To resume, run the same command again, with the same --shard or without one.");
    }
    let at_most = if status.may_end_early() || status.manifest.plan.budget_seconds.is_some() { "at most " } else { "" };
    let left = status.at_work.iter().map(|&(shard, seconds)| {
        let who = shard.map_or_else(String::new, |shard| format!(" shard {}/{}", shard.number, shard.of));
        match seconds.map(|seconds| HumanDuration(Duration::from_secs_f64(seconds))) {
            Some(left) => format!("{who} is in progress, with {at_most}about {left} left"),
            None => format!("{who} is in progress, with no unit finished yet"),
        }
    });
    let left: Vec<String> = left.collect();
    format!("{open} left. This run{}.", left.join(";"))
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
    check_run(run)?;
    let status = look(run).map_err(failure)?;
    status.check().map_err(failure)?;
    Ok(status)
}

#[derive(Serialize)]
struct StatusJson<'a> {
    run: String,
    experiment: &'a str,
    is_complete: bool,
    games: u64,
    planned: u64,
    may_end_early: bool,
    open_units: u64,
    seconds: f64,
    cells: Vec<CellJson<'a>>,
    shards: Vec<ShardJson>,
    at_work: Vec<WorkJson>,
}

#[derive(Serialize)]
struct CellJson<'a> {
    cell: usize,
    variant: &'a str,
    white: &'a str,
    black: &'a str,
    games: u64,
    planned: u64,
    is_done: bool,
    metric: &'static str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct ShardJson {
    shard: String,
    open_units: u64,
}

#[derive(Serialize)]
struct WorkJson {
    shard: Option<String>,
    seconds_left: Option<f64>,
}

impl<'a> StatusJson<'a> {
    fn of(run: &Path, status: &'a Status) -> Self {
        let name = |shard: Shard| format!("{}/{}", shard.number, shard.of);
        let shards = status.shards.iter().map(|&(shard, open_units)| ShardJson { shard: name(shard), open_units });
        let at_work =
            status.at_work.iter().map(|&(shard, seconds_left)| WorkJson { shard: shard.map(name), seconds_left });
        StatusJson {
            run: run.display().to_string(),
            experiment: &status.manifest.plan.name,
            is_complete: status.is_complete,
            games: sum(status, |cell| cell.games),
            planned: sum(status, |cell| cell.planned),
            may_end_early: status.may_end_early(),
            open_units: status.open_units,
            seconds: status.seconds,
            cells: status.cells.iter().enumerate().map(|(number, cell)| CellJson::of(number, cell)).collect(),
            shards: shards.collect(),
            at_work: at_work.collect(),
        }
    }
}

impl<'a> CellJson<'a> {
    fn of(number: usize, cell: &'a CellStatus) -> Self {
        CellJson {
            cell: number,
            variant: &cell.variant,
            white: &cell.white,
            black: &cell.black,
            games: cell.games,
            planned: cell.planned,
            is_done: cell.is_done(),
            metric: cell.metric,
            value: cell.estimate.map(|estimate| estimate.value),
            low: cell.estimate.map(|estimate| estimate.low),
            high: cell.estimate.map(|estimate| estimate.high),
        }
    }
}

pub fn info(args: &InfoArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    if args.experiment {
        // Also of a run that is damaged: it is needed to mend it.
        let manifest = Manifest::read_any(&args.run).map_err(failure)?;
        return Ok(write!(stdout().lock(), "{}", manifest.experiment)?);
    }
    let status = checked(&args.run)?;
    if args.format.json {
        return print_json(&InfoJson::of(&args.run, &status));
    }
    let mut output = stdout().lock();
    for (what, text) in status.provenance() {
        writeln!(output, "{what:<11} {text}")?;
    }
    writeln!(output, "\nHow to cite and reproduce\n")?;
    Ok(writeln!(output, "{}", wrapped(&status.citation(&args.run), WIDTH, ""))?)
}

#[derive(Serialize)]
struct InfoJson<'a> {
    run: String,
    experiment: &'a str,
    version: &'a str,
    commit: &'a str,
    schema: u32,
    seed: u64,
    plan_sha256: &'a str,
    experiment_sha256: &'a str,
    cells: usize,
    games: u64,
    is_complete: bool,
    citation: String,
}

impl<'a> InfoJson<'a> {
    fn of(run: &Path, status: &'a Status) -> Self {
        let Manifest { schema, version, commit, plan_sha256, plan, experiment_sha256, .. } = &status.manifest;
        InfoJson {
            run: run.display().to_string(),
            experiment: &plan.name,
            version,
            commit,
            schema: *schema,
            seed: plan.seed,
            plan_sha256,
            experiment_sha256,
            cells: status.cells.len(),
            games: sum(status, |cell| cell.games),
            is_complete: status.is_complete,
            citation: status.citation(run),
        }
    }
}
