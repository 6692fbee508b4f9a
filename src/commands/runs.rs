//! `petteia runs`: the runs in a folder, and how far each of them is.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use petteia_simulator::run::{Manifest, RunError, Status, status};

use super::Failure;
use super::run::quoted;
use crate::cli::RunsArgs;

const HEAD: [&str; 5] = ["run", "state", "cells", "games", "experiment"];

/// What a folder holds.
enum Found {
    Run(Box<Status>),
    Tournament,
    Unreadable(RunError),
}

pub fn runs(args: &RunsArgs) -> Result<(), Failure> {
    let found = runs_in(&args.folder)?;
    let mut output = stdout().lock();
    if found.is_empty() {
        let (folder, out) = (args.folder.display(), args.folder.join("quick"));
        let out = quoted(&out.to_string_lossy());
        return Ok(writeln!(
            output,
            "There are no runs in {folder}. To make one: petteia run experiments/quick.toml --out {out}"
        )?);
    }
    let rows: Vec<[String; 5]> = found.iter().map(|(name, found)| row(name, found)).collect();
    // Reasons are long and end their lines, so that they make no column wider.
    let names = rows.iter().map(|row| row[0].as_str());
    let fitting = rows.iter().zip(&found).filter(|(_, (_, found))| !matches!(found, Found::Unreadable(_)));
    let column = |index: usize| fitting.clone().map(move |(row, _)| row[index].as_str());
    let name_width = widest(HEAD[0], names);
    let [state_width, cells_width, games_width] = [1, 2, 3].map(|index| widest(HEAD[index], column(index)));
    for [name, state, cells, games, experiment] in [HEAD.map(str::to_owned)].iter().chain(&rows) {
        let line = format!(
            "{name:name_width$}  {state:state_width$}  {cells:>cells_width$}  {games:>games_width$}  {experiment}"
        );
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The runs and tournaments in a folder, sorted by name. Other folders are left out.
fn runs_in(folder: &Path) -> Result<Vec<(String, Found)>, Failure> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let what = if Manifest::path_in(&path).exists() {
            status(&path).map_or_else(Found::Unreadable, |status| Found::Run(Box::new(status)))
        } else if path.join("tournament.toml").exists() {
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

/// Everything in a folder. One that is missing, and a file, are refused.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let place = folder.display();
    let refuse = |error: std::io::Error| {
        let problem = match error.kind() {
            ErrorKind::NotFound => format!("the folder {place} does not exist"),
            ErrorKind::NotADirectory => format!("{place} is not a folder"),
            _ => return Failure::failed(format!("{place}: {error}")),
        };
        Failure::input(format!(
            "{problem}; name the folder that your runs are in, or make a first run, which is written to runs/quick: \
             petteia run experiments/quick.toml"
        ))
    };
    let entries = fs::read_dir(folder).map_err(refuse)?;
    entries.map(|entry| Ok(entry.map_err(refuse)?.path())).collect()
}

fn row(name: &str, found: &Found) -> [String; 5] {
    let [state, cells, games, experiment] = match found {
        Found::Run(status) => {
            let games: u64 = status.cells.iter().map(|cell| cell.games).sum();
            let experiment = &status.manifest.plan.name;
            [
                state(status),
                status.cells.len().to_string(),
                games.to_string(),
                if experiment == name { String::new() } else { experiment.clone() },
            ]
        }
        Found::Tournament => ["tournament".to_owned(), String::new(), String::new(), String::new()],
        Found::Unreadable(error) => [format!("unreadable: {error}"), String::new(), String::new(), String::new()],
    };
    [name.to_owned(), state, cells, games, experiment]
}

fn state(status: &Status) -> String {
    match status.open_units {
        _ if status.is_complete => "complete".to_owned(),
        1 => "open: 1 unit".to_owned(),
        units => format!("open: {units} units"),
    }
}

fn widest<'a>(head: &'a str, texts: impl Iterator<Item = &'a str>) -> usize {
    texts.chain([head]).map(|text| text.chars().count()).max().unwrap_or(0)
}
