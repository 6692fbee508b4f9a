//! The runs in a folder, and how far each of them is.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::iter;
use std::path::{Path, PathBuf};

use petteia_simulator::run::{Status, status};
use petteia_simulator::store::{Manifest, QuestionKind, RunError};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, WIDTH, hanging, quoted, shown};

/// The titles of the columns. The last column, for remarks, has none.
const HEAD: [&str; 5] = ["run", "state", "cells", "games", ""];

/// What a folder holds.
enum Found {
    Run(Box<Status>),
    /// The games of another question.
    Other(Manifest),
    Unreadable(RunError),
}

/// Prints the runs in a folder.
pub fn runs(folder: &Path, json: bool) -> Result<(), Failure> {
    let found = runs_in(folder)?;
    if json {
        return print_json(&RunsJson::of(folder, &found));
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

/// The runs and tournaments in a folder, sorted by name. Other folders are skipped.
fn runs_in(folder: &Path) -> Result<Vec<(String, Found)>, Failure> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if !Manifest::path_in(&path).exists() {
            continue;
        }
        let what = match Manifest::read(&path) {
            Ok(manifest) if manifest.asked.kind != QuestionKind::Experiment => Found::Other(manifest),
            Ok(_) => status(&path).map_or_else(Found::Unreadable, |status| Found::Run(Box::new(status))),
            Err(error) => Found::Unreadable(error),
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
            "{problem}; name a run, or the folder that contains your runs. To make a first one: petteia new first.toml \
             --game city-8, and then: petteia run first.toml"
        ))
    };
    let entries = fs::read_dir(folder).map_err(refuse)?;
    entries.map(|entry| Ok(entry.map_err(refuse)?.path())).collect()
}

fn row(name: &str, found: &Found) -> [String; 5] {
    let none = String::new;
    let [state, cells, games, remark] = match found {
        Found::Run(status) => {
            let experiment = &status.plan.name;
            let remark = if experiment == name { none() } else { format!("experiment {experiment}") };
            [state(status), status.cells.len().to_string(), status.games().to_string(), remark]
        }
        Found::Other(manifest) => ["other".to_owned(), manifest.cells.len().to_string(), none(), manifest.title()],
        Found::Unreadable(error) => ["unreadable".to_owned(), none(), none(), error.to_string()],
    };
    [shown(name), state, cells, games, shown(&remark)]
}

fn state(status: &Status) -> String {
    match status.open_games {
        _ if status.is_complete() => "complete".to_owned(),
        games if status.is_out_of_time => format!("out of time: {games} games left"),
        1 => "open: 1 game".to_owned(),
        games => format!("open: {games} games"),
    }
}

#[derive(Serialize)]
struct RunsJson<'a> {
    folder: String,
    runs: Vec<RunJson<'a>>,
}

#[derive(Default, Serialize)]
struct RunJson<'a> {
    run: &'a str,
    state: &'static str,
    open_games: Option<u64>,
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
        let none = RunJson { run, ..RunJson::default() };
        match found {
            Found::Run(status) => RunJson {
                state: if status.is_complete() { "complete" } else { "open" },
                open_games: Some(status.open_games),
                cells: Some(status.cells.len()),
                games: Some(status.games()),
                experiment: Some(&status.plan.name),
                ..none
            },
            Found::Other(manifest) => RunJson { state: "other", cells: Some(manifest.cells.len()), ..none },
            Found::Unreadable(error) => RunJson { state: "unreadable", problem: Some(error.to_string()), ..none },
        }
    }
}
