//! `manifest.json`: the plan that a folder belongs to.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::RunError;
use super::parts::write_whole;
use crate::experiment::{Experiment, Plan};

/// Raised when a column of the tables or a rule changes, so that runs do not mix.
const FORMAT: u32 = 1;

/// Writes the manifest into a new folder, or makes sure that the folder belongs to this very plan.
pub fn open(folder: &Path, experiment: &Experiment, plan: &Plan) -> Result<(), RunError> {
    let manifest = describe(experiment, plan);
    let path = folder.join("manifest.json");
    if path.exists() {
        let text = fs::read_to_string(&path).map_err(RunError::file(&path))?;
        let old: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        return match difference(&old, &manifest) {
            None => Ok(()),
            Some(differs) => Err(RunError::OtherRun { folder: folder.to_owned(), differs }),
        };
    }
    let holds_games = folder.join("games").exists();
    if holds_games {
        return Err(RunError::OtherRun {
            folder: folder.to_owned(),
            differs: "it has games but no manifest.json".into(),
        });
    }
    fs::create_dir_all(folder).map_err(RunError::file(folder))?;
    let text = format!("{manifest:#}\n");
    write_whole(&path, |file| std::io::Write::write_all(file, text.as_bytes()).map_err(RunError::file(&path)))
}

fn describe(experiment: &Experiment, plan: &Plan) -> Value {
    let cells: Vec<Value> = plan
        .cells
        .iter()
        .map(|cell| {
            json!({
                "cell": cell.index,
                "variant": cell.variant,
                "rules": *cell.rules,
                "factors": cell.factors,
                "white": cell.white.to_string(),
                "black": cell.black.to_string(),
                "games": cell.games,
            })
        })
        .collect();
    json!({
        "format": FORMAT,
        "program": concat!("petteia ", env!("CARGO_PKG_VERSION")),
        "name": plan.name,
        "seed": plan.seed,
        "opening": { "random_plies": plan.opening },
        "cells": cells,
        "experiment": experiment.text(),
    })
}

/// The first thing that differs between two manifests.
fn difference(old: &Value, new: &Value) -> Option<String> {
    let keys = ["format", "program", "name", "seed", "opening"];
    let differing = keys.into_iter().find(|key| old[*key] != new[*key]);
    if let Some(key) = differing {
        return Some(format!("its {key} is {}, this plan's is {}", old[key], new[key]));
    }
    let cells = |manifest: &Value| manifest["cells"].as_array().cloned().unwrap_or_default();
    let (old_cells, new_cells) = (cells(old), cells(new));
    if old_cells.len() != new_cells.len() {
        return Some(format!("it has {} cells, this plan has {}", old_cells.len(), new_cells.len()));
    }
    let (before, now) = old_cells.iter().zip(&new_cells).find(|(before, now)| before != now)?;
    let fields = ["variant", "factors", "white", "black", "games", "rules"];
    let field = fields.into_iter().find(|field| before[*field] != now[*field])?;
    Some(format!("cell {} has other {field}: {}, not {}", now["cell"], before[field], now[field]))
}
