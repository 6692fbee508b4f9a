//! `petteia claims`: published claims, tested by runs.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_reports::CellSummary;
use petteia_reports::claims::{Claim, Trial, markdown, test};
use petteia_variants::Source;
use serde::Deserialize;

use super::compare::failure;
use super::json::print_json;
use super::{Failure, check_run};
use crate::cli::ClaimsArgs;
use crate::comparable::Selection;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimsFile {
    claims: Vec<Claim>,
}

pub fn claims(args: &ClaimsArgs) -> Result<(), Failure> {
    let source = Source::read(&args.file).map_err(Failure::input)?;
    let file: ClaimsFile = source.parse().map_err(Failure::input)?;
    let mut cells: Vec<CellSummary> = Vec::new();
    for folder in &args.runs {
        check_run(Path::new(folder))?;
        cells.extend(Selection::read(folder).map_err(failure)?.run_cells);
    }
    let trials: Vec<Trial> = file.claims.iter().map(|claim| test(claim, &cells)).collect();
    for trial in trials.iter().filter(|trial| !trial.missing.is_empty()) {
        eprintln!("no games of `{}` by {}", trial.game, trial.missing.join(", "));
    }
    if args.format.json {
        return print_json(&trials);
    }
    Ok(write!(stdout(), "{}", markdown(&trials))?)
}
