//! `petteia status`: how far a run is and where its numbers come from, or all runs in a folder.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanDuration;
use petteia_engine::files::{check_writable, write_output};
use petteia_reports::html::PAGE;
use petteia_simulator::Form;
use petteia_simulator::run::{CellProgress, Status, status as look};
use petteia_simulator::store::{Manifest, QuestionKind, Shard, StoreIndex, cover, sum};
use petteia_statistics::Estimate;
use serde::Serialize;

use super::json::print_json;
use super::verify::verify;
use super::{Failure, WIDTH, check_run, counted, hanging, quoted, runs, shown};
use crate::cli::StatusArgs;
use crate::host::output;

pub fn status(args: &StatusArgs) -> Result<(), Failure> {
    if !Manifest::path_in(&args.folder).exists() && args.experiment.is_none() && !args.cite && !args.verify {
        return runs::runs(&args.folder, args.format.json);
    }
    check_run(&args.folder)?;
    if args.verify {
        return verify(args);
    }
    if let Some(file) = &args.experiment {
        return write_experiment(&args.folder, file);
    }
    let manifest = Manifest::read(&args.folder)?;
    if manifest.request.form() != Some(Form::Games) {
        return print_other(&args.folder, &manifest, args);
    }
    let status = look(&args.folder)?;
    status.check()?;
    if args.format.json {
        return print_json(&StatusJson::of(&args.folder, &status));
    }
    if args.cite { print_citation(&args.folder, &status) } else { print(&args.folder, &status) }
}

/// Prints the status of a run as JSON.
pub fn print_status_json(run: &Path, status: &Status) -> Result<(), Failure> {
    print_json(&StatusJson::of(run, status))
}

/// Writes the experiment file of a run to a new file. It may also be taken from a damaged folder, to mend it.
fn write_experiment(run: &Path, file: &Path) -> Result<(), Failure> {
    let text = Manifest::text_in(run)?;
    if fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        return Err(Failure::input(format!("{} exists already; name a new file", file.display())));
    }
    check_writable(file, "status").map_err(Failure::failed)?;
    write_output(file, "status", text.as_bytes()).map_err(Failure::failed)
}

/// Prints what the folder of a tournament, a match or the like has.
fn print_other(folder: &Path, manifest: &Manifest, args: &StatusArgs) -> Result<(), Failure> {
    let index = StoreIndex::read(folder)?;
    let games: u64 = manifest.cells.iter().map(|&cell| sum(&cover(&index.chunks_of(cell))).games()).sum();
    if args.format.json {
        return print_json(&OtherJson {
            run: folder.display().to_string(),
            kind: manifest.request.kind,
            name: &manifest.request.name,
            cells: manifest.cells.len(),
            games,
        });
    }
    let (title, cells) = (shown(&manifest.title()), counted(manifest.cells.len() as u64, "cell"));
    let games = counted(games, "game");
    let text = format!("{title}: {games} of {cells}. The command that made this folder plays what is missing.");
    let mut output = output();
    writeln!(output, "{}", hanging("", &text))?;
    if args.cite {
        let [version, commit, question] =
            [&manifest.version, &manifest.commit, &manifest.question_sha256].map(|text| shown(text));
        writeln!(output, "\nprogram     petteia {version}\ncommit      {commit}\nquestion    SHA-256 {question}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct OtherJson<'a> {
    run: String,
    kind: QuestionKind,
    name: &'a str,
    cells: usize,
    games: u64,
}

fn print(run: &Path, status: &Status) -> Result<(), Failure> {
    let mut output = output();
    let planned = planned(status);
    let most = if status.may_end_early() { "at most " } else { "" };
    writeln!(
        output,
        "{}: {} of {most}{planned} games, {:.1} s of play by all processes\n",
        shown(&status.plan.name),
        status.games(),
        status.seconds
    )?;
    let variants = status.cells.iter().map(|cell| cell.variant.chars().count()).max().unwrap_or(0);
    for (number, cell) in status.cells.iter().enumerate() {
        writeln!(output, "{}", line(number, cell, variants))?;
    }
    for shard in &status.shards {
        writeln!(output, "shard {}/{} has worked here", shard.number, shard.total)?;
    }
    let unused = status.unused_games;
    if unused > 0 {
        writeln!(output, "\n{unused} games in the folder are not part of this question; they are kept.")?;
    }
    Ok(writeln!(output, "\n{}", hanging("", &outlook(status, run)))?)
}

fn planned(status: &Status) -> u64 {
    status.cells.iter().map(|cell| cell.planned).sum()
}

/// The row of a cell: in one line where that fits, else with the agents below.
fn line(number: usize, cell: &CellProgress, variants: usize) -> String {
    let done = match cell.games {
        _ if cell.is_done() => "done",
        0 => "none",
        _ => "open",
    };
    let games = format!("{}/{}", cell.games, cell.planned);
    let estimate = estimate(cell.metric, cell.estimate);
    let variant = shown(&cell.variant);
    let head = format!("{number:>4}  {done}  {games:>15}  {estimate:<30}  {variant:<variants$}");
    let agents = if cell.white == cell.black { cell.white.clone() } else { format!("{} v {}", cell.white, cell.black) };
    let agents = shown(&agents);
    let fits = head.chars().count() + 2 + agents.chars().count() <= WIDTH;
    if fits { format!("{head}  {agents}") } else { format!("{}\n{:12}{agents}", head.trim_end(), "") }
}

/// What is left to do, and how to do it.
fn outlook(status: &Status, run: &Path) -> String {
    let place = quoted(&run.to_string_lossy());
    if status.is_complete() {
        let page = run.join(PAGE);
        return match page.is_file() {
            true => format!("Complete. Page: {}", shown(&page.to_string_lossy())),
            false => format!("Complete. To write its tables: petteia report {place}"),
        };
    }
    let open = counted(status.open_games, "game");
    let empty: Vec<String> =
        status.empty_cells().map(|cell| format!("{} ({} v {})", cell.variant, cell.white, cell.black)).collect();
    let without =
        if empty.is_empty() { String::new() } else { format!(" Without any game: {}.", shown(&empty.join(", "))) };
    if let Some(making) = &status.making {
        let variant = shown(&making.variant);
        return format!("{open} left. Making endgame tables for {variant} ({} of {}).", making.number, making.total);
    }
    if status.at_work.is_empty() {
        let how = if status.is_out_of_time {
            "The time budget is used up; to play more, raise `budget` in the file and run it again."
        } else {
            "To resume, give the same command again, with the same shard or without one."
        };
        return format!("Not complete: {open} left. {how}{without}");
    }
    let at_most = if status.may_end_early() || status.plan.budget.is_some() { "at most " } else { "" };
    let left = status.at_work.iter().map(|&(shard, seconds)| {
        let who = shard.map_or_else(String::new, |shard| format!(" shard {}/{}", shard.number, shard.total));
        match seconds.map(|seconds| HumanDuration(Duration::from_secs_f64(seconds))) {
            Some(left) => format!("{who} is in progress, with {at_most}about {left} left"),
            None => format!("{who} is in progress, with no chunk finished yet"),
        }
    });
    let left: Vec<String> = left.collect();
    format!("{open} left. This run{}.{without}", left.join(";"))
}

fn estimate(metric: &str, estimate: Option<Estimate>) -> String {
    estimate.map_or_else(
        || format!("{metric} –"),
        |Estimate { value, low, high, .. }| {
            format!("{metric} {:.2} % [{:.2}, {:.2}]", 100.0 * value, 100.0 * low, 100.0 * high)
        },
    )
}

/// Prints where the numbers come from, and how to cite and reproduce them.
fn print_citation(run: &Path, status: &Status) -> Result<(), Failure> {
    let mut output = output();
    for (what, text) in status.provenance() {
        writeln!(output, "{what:<11} {}", shown(&text))?;
    }
    writeln!(output, "\nHow to cite and reproduce\n")?;
    writeln!(output, "{}", hanging("", &shown(&status.citation(run))))?;
    Ok(writeln!(output, "\n{}", status.bibtex())?)
}

#[derive(Serialize)]
struct StatusJson<'a> {
    run: String,
    experiment: &'a str,
    version: &'a str,
    commits: Vec<&'a str>,
    seed: u64,
    question_sha256: &'a str,
    experiment_sha256: String,
    citation: String,
    is_complete: bool,
    is_out_of_time: bool,
    games: u64,
    planned: u64,
    unused_games: u64,
    may_end_early: bool,
    open_games: u64,
    seconds: f64,
    cells: Vec<CellJson<'a>>,
    shards: Vec<String>,
    at_work: Vec<WorkJson>,
    making_tables_for: Option<&'a str>,
}

#[derive(Serialize)]
struct CellJson<'a> {
    cell: usize,
    cell_id: &'a str,
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
struct WorkJson {
    shard: Option<String>,
    seconds_left: Option<f64>,
}

impl<'a> StatusJson<'a> {
    fn of(run: &Path, status: &'a Status) -> Self {
        let name = |shard: &Shard| format!("{}/{}", shard.number, shard.total);
        let at_work = status.at_work.iter();
        let at_work = at_work.map(|(shard, left)| WorkJson { shard: shard.as_ref().map(name), seconds_left: *left });
        let cells = status.cells.iter().zip(&status.chunks.cells);
        StatusJson {
            run: run.display().to_string(),
            experiment: &status.plan.name,
            version: &status.manifest.version,
            commits: status.commits.iter().map(String::as_str).collect(),
            seed: status.plan.seed,
            question_sha256: &status.manifest.question_sha256,
            experiment_sha256: status.manifest.text_sha256(),
            citation: status.citation(run),
            is_complete: status.is_complete(),
            is_out_of_time: status.is_out_of_time,
            games: status.games(),
            planned: planned(status),
            unused_games: status.unused_games,
            may_end_early: status.may_end_early(),
            open_games: status.open_games,
            seconds: status.seconds,
            cells: cells.enumerate().map(|(number, (cell, key))| CellJson::of(number, cell, &key.key)).collect(),
            shards: status.shards.iter().map(name).collect(),
            at_work: at_work.collect(),
            making_tables_for: status.making.as_ref().map(|making| making.variant.as_str()),
        }
    }
}

impl<'a> CellJson<'a> {
    fn of(number: usize, cell: &'a CellProgress, cell_id: &'a str) -> Self {
        CellJson {
            cell: number,
            cell_id,
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
