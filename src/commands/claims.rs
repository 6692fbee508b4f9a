//! `petteia compare --expect`: published claims, tested by runs.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_reports::claims::{Claim, Evidence, Trial, markdown, test};
use petteia_simulator::Source;
use serde::Deserialize;
use toml::Spanned;

use super::json::print_json;
use super::{Failure, check_run};
use crate::cli::CompareArgs;
use crate::comparable::Selection;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimsFile {
    claims: Vec<Spanned<Claim>>,
}

/// Tests the claims of a file by runs.
pub fn test_claims(args: &CompareArgs, claims: &Path) -> Result<(), Failure> {
    let source = Source::read(claims).map_err(Failure::input)?;
    let file: ClaimsFile = source.parse().map_err(Failure::input)?;
    for claim in &file.claims {
        claim.get_ref().check().map_err(|problem| Failure::input(source.wrong(claim.span(), problem)))?;
    }
    let read = |folder: &String| -> Result<Evidence, Failure> {
        check_run(Path::new(folder))?;
        let Selection { question, run_cells, .. } = Selection::read(folder)?;
        Ok(Evidence { run: question, cells: run_cells })
    };
    let runs: Vec<Evidence> = args.runs.iter().map(read).collect::<Result<_, _>>()?;
    let trials: Vec<Trial> = file.claims.iter().map(|claim| test(claim.get_ref(), &runs)).collect();
    for trial in trials.iter().filter(|trial| !trial.missing.is_empty()) {
        eprintln!("no games that tell of {} by {}", trial.game, trial.missing.join(", "));
    }
    if args.format.json {
        return print_json(&trials);
    }
    Ok(write!(stdout(), "{}", markdown(&trials))?)
}
