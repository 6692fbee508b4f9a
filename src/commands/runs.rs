//! `petteia runs`: the runs in a folder, and how far each of them is.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::iter;
use std::path::{Path, PathBuf};

use petteia_simulator::run::{Manifest, RunError, Status, status};
use serde::Serialize;

use super::json::print_json;
use super::run::quoted;
use super::{Failure, WIDTH, hanging, shown};
use crate::cli::RunsArgs;

/// The titles of the columns. The last column, for remarks, has none.
const HEAD: [&str; 5] = ["run", "state", "cells", "games", ""];

/// The file that makes a folder that of a tournament.
const TOURNAMENT: &str = "tournament.toml";

/// What a folder holds.
enum Found {
    Run(Box<Status>),
    Tournament,
    Unreadable(RunError),
}

pub fn runs(args: &RunsArgs) -> Result<(), Failure> {
    refuse_run(&args.folder)?;
    let found = runs_in(&args.folder)?;
    if args.format.json {
        return print_json(&RunsJson::of(&args.folder, &found));
    }
    let mut output = stdout().lock();
    if found.is_empty() {
        let (folder, out) = (args.folder.display(), args.folder.join("quick"));
        let out = quoted(&out.to_string_lossy());
        return Ok(writeln!(
            output,
            "There are no runs in {folder}. To make one: petteia run experiments/quick.toml --out {out}"
        )?);
    }
    let rows: Vec<[String; 5]> =
        iter::once(HEAD.map(str::to_owned)).chain(found.iter().map(|(name, found)| row(name, found))).collect();
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

/// Refuses a folder that is itself what the folders in it should be.
fn refuse_run(folder: &Path) -> Result<(), Failure> {
    let place = folder.display();
    if Manifest::path_in(folder).exists() {
        let command = format!("petteia status {}", quoted(&folder.to_string_lossy()));
        return Err(Failure::input(format!("{place} is itself a run; to see its progress: {command}")));
    }
    if folder.join(TOURNAMENT).exists() {
        return Err(Failure::input(format!("{place} is itself a tournament; name the folder that contains it")));
    }
    Ok(())
}

/// The runs and tournaments in a folder, sorted by name. Other folders are skipped.
fn runs_in(folder: &Path) -> Result<Vec<(String, Found)>, Failure> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let what = if Manifest::path_in(&path).exists() {
            status(&path).map_or_else(Found::Unreadable, |status| Found::Run(Box::new(status)))
        } else if path.join(TOURNAMENT).exists() {
            Found::Tournament
        } else {
            continue;
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.push((name, what));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
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
            "{problem}; name the folder that contains your runs, or make a first run, which is written to runs/quick: \
             petteia run experiments/quick.toml"
        ))
    };
    let entries = fs::read_dir(folder).map_err(refuse)?;
    entries.map(|entry| Ok(entry.map_err(refuse)?.path())).collect()
}

fn row(name: &str, found: &Found) -> [String; 5] {
    let none = String::new;
    let [state, cells, games, remark] = match found {
        Found::Run(status) => {
            let experiment = &status.manifest.plan.name;
            let remark = if experiment == name { none() } else { format!("experiment {experiment}") };
            [state(status), status.cells.len().to_string(), games(status).to_string(), remark]
        }
        Found::Tournament => ["tournament".to_owned(), none(), none(), none()],
        Found::Unreadable(error) => ["unreadable".to_owned(), none(), none(), error.to_string()],
    };
    [shown(name), state, cells, games, shown(&remark)]
}

fn state(status: &Status) -> String {
    match status.open_units {
        _ if status.is_complete => "complete".to_owned(),
        1 => "open: 1 unit".to_owned(),
        units => format!("open: {units} units"),
    }
}

#[derive(Serialize)]
struct RunsJson<'a> {
    folder: String,
    runs: Vec<RunJson<'a>>,
}

#[derive(Serialize)]
struct RunJson<'a> {
    run: &'a str,
    state: &'static str,
    open_units: Option<u64>,
    cells: Option<usize>,
    games: Option<u64>,
    experiment: Option<&'a str>,
    problem: Option<String>,
}

impl<'a> RunsJson<'a> {
    fn of(folder: &Path, found: &'a [(String, Found)]) -> Self {
        let runs = found.iter().map(|(name, found)| RunJson::of(name, found)).collect();
        RunsJson { folder: folder.display().to_string(), runs }
    }
}

impl<'a> RunJson<'a> {
    fn of(run: &'a str, found: &'a Found) -> Self {
        let none =
            RunJson { run, state: "", open_units: None, cells: None, games: None, experiment: None, problem: None };
        match found {
            Found::Run(status) => RunJson {
                state: if status.is_complete { "complete" } else { "open" },
                open_units: Some(status.open_units),
                cells: Some(status.cells.len()),
                games: Some(games(status)),
                experiment: Some(&status.manifest.plan.name),
                ..none
            },
            Found::Tournament => RunJson { state: "tournament", ..none },
            Found::Unreadable(error) => RunJson { state: "unreadable", problem: Some(error.to_string()), ..none },
        }
    }
}

fn games(status: &Status) -> u64 {
    status.cells.iter().map(|cell| cell.games).sum()
}
