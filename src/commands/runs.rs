//! The runs in a folder, and how far each of them is.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::iter;
use std::path::{Path, PathBuf};

use petteia_simulator::Form;
use petteia_simulator::run::{Status, status};
use petteia_simulator::store::{Manifest, RunError};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, WIDTH, counted, hanging, quoted, shown};

/// The titles of the columns. The last column, for remarks, has none.
const HEAD: [&str; 5] = ["run", "state", "cells", "games", ""];

/// What is known about a run; an empty entry stands for what is not.
#[derive(Default, Serialize)]
struct Run {
    run: String,
    state: &'static str,
    open_games: Option<u64>,
    cells: Option<usize>,
    games: Option<u64>,
    experiment: Option<String>,
    problem: Option<String>,
    /// The state, and what else there is to say, in words.
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    remark: String,
}

#[derive(Serialize)]
struct RunsJson {
    folder: String,
    runs: Vec<Run>,
}

/// Prints the runs and tournaments in a folder, sorted by name. Other folders are skipped.
pub fn runs(folder: &Path, json: bool) -> Result<(), Failure> {
    let is_run = |path: &PathBuf| Manifest::path_in(path).exists();
    let mut found: Vec<Run> = entries(folder)?.into_iter().filter(is_run).map(|path| look(&path)).collect();
    found.sort_by(|a, b| a.run.cmp(&b.run));
    if json {
        return print_json(&RunsJson { folder: folder.display().to_string(), runs: found });
    }
    let mut output = stdout().lock();
    if found.is_empty() {
        let (place, out) = (folder.display(), quoted(&folder.join("first").to_string_lossy()));
        return Ok(writeln!(
            output,
            "There are no runs in {place}. To make one: petteia new first.toml --game city-8, and then: petteia run \
             first.toml --out {out}"
        )?);
    }
    let rows: Vec<[String; 5]> = iter::once(HEAD.map(str::to_owned)).chain(found.into_iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [names, states, cells, games] = [0, 1, 2, 3].map(width);
    for [name, state, of_cells, of_games, remark] in &rows {
        let line = format!("{name:names$}  {state:states$}  {of_cells:>cells$}  {of_games:>games$}  ");
        writeln!(output, "{}", remarked(&line, remark))?;
    }
    Ok(())
}

/// The line of a run with a remark: beside it where that fits, else below it.
fn remarked(line: &str, remark: &str) -> String {
    let fits = line.chars().count() + remark.chars().count() <= WIDTH;
    if fits {
        format!("{line}{remark}").trim_end().to_owned()
    } else {
        format!("{}\n{}", line.trim_end(), hanging("    ", remark))
    }
}

fn look(path: &Path) -> Run {
    let run = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let found = Manifest::read(path).and_then(|manifest| match manifest.request.form() {
        Some(Form::Games) => status(path).map(|status| of_experiment(&run, &status)),
        _ => {
            let (told, remark) = ("other".to_owned(), manifest.title());
            Ok(Run { state: "other", cells: Some(manifest.cells.len()), told, remark, ..Run::default() })
        }
    });
    let unreadable = |error: RunError| {
        let (problem, told, remark) = (Some(error.to_string()), "unreadable".to_owned(), error.to_string());
        Run { state: "unreadable", problem, told, remark, ..Run::default() }
    };
    Run { run, ..found.unwrap_or_else(unreadable) }
}

fn of_experiment(run: &str, status: &Status) -> Run {
    let experiment = &status.plan.name;
    Run {
        state: if status.is_complete() { "complete" } else { "open" },
        open_games: Some(status.open_games),
        cells: Some(status.cells.len()),
        games: Some(status.games()),
        experiment: Some(experiment.clone()),
        told: state(status),
        remark: if experiment == run { String::new() } else { format!("experiment {experiment}") },
        ..Run::default()
    }
}

/// Everything in a folder. A missing folder and a file are rejected.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let place = folder.display();
    let refuse = |error: std::io::Error| {
        let problem = match error.kind() {
            ErrorKind::NotFound => format!("the folder {place} does not exist"),
            ErrorKind::NotADirectory => format!("{place} is not a folder"),
            _ => return Failure::failed(format!("{place}: {error}")),
        };
        Failure::input(format!(
            "{problem}; name a run, or the folder that contains your runs. To make a first one: petteia new first.toml \
             --game city-8, and then: petteia run first.toml"
        ))
    };
    let entries = fs::read_dir(folder).map_err(refuse)?;
    entries.map(|entry| Ok(entry.map_err(refuse)?.path())).collect()
}

fn row(Run { run, told, cells, games, remark, .. }: Run) -> [String; 5] {
    let [cells, games] = [cells.map(|cells| cells as u64), games].map(|count| count.map(|count| count.to_string()));
    [shown(&run), told, cells.unwrap_or_default(), games.unwrap_or_default(), shown(&remark)]
}

fn state(status: &Status) -> String {
    match status.open_games {
        _ if status.is_complete() => "complete".to_owned(),
        games if status.is_out_of_time => format!("out of time: {games} games left"),
        games => format!("open: {}", counted(games, "game")),
    }
}
