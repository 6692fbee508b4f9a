//! Endgame tables: makes them, prints what they hold, and checks them.

use std::io::Write;

use petteia_proofs::endgame::Exact;
use petteia_reports::endings::{endings_frame, endings_text, report_endings};
use petteia_simulator::Variant;
use petteia_simulator::endings::summaries;
use petteia_simulator::program::origin;
use petteia_tables::Frame;
use serde::Serialize;

use super::expectations::{self, ExpectationsJson};
use super::tables::{self, Made, folder};
use crate::cli::ProveArgs;
use crate::commands::json::files as file_names;
use crate::commands::session::remove_leftovers;
use crate::commands::{Failure, folded, pool, table_style};

/// What the tables hold.
#[derive(Serialize)]
#[serde(untagged)]
pub enum EndgamesJson {
    Values(ValuesJson),
    Expectations(ExpectationsJson),
}

#[derive(Serialize)]
pub struct ValuesJson {
    endings: Frame,
    checked_entries: u64,
    files: Vec<String>,
}

/// Makes and checks the tables that the arguments name, and reports them.
pub fn make(args: &ProveArgs, variant: &Variant, output: &mut dyn Write) -> Result<EndgamesJson, Failure> {
    let pool = pool(args.effort.threads())?;
    if variant.rules.die.is_some() {
        let made = pool.install(|| tables::make(args, variant))?;
        return expectations::report(&made, variant, output).map(EndgamesJson::Expectations);
    }
    let made = pool.install(|| tables::make(args, variant))?;
    report(args, variant, &made, output).map(EndgamesJson::Values)
}

fn report(
    args: &ProveArgs,
    variant: &Variant,
    made: &Made<Exact>,
    output: &mut dyn Write,
) -> Result<ValuesJson, Failure> {
    let Made { tables, endings, checked } = made;
    let summaries = summaries(&variant.name, tables, endings);
    let pieces: Vec<String> = args.endgames.pieces.iter().map(ToString::to_string).collect();
    let origin = origin([("game", variant.text()), ("pieces", pieces.join(" "))]);
    let folder = folder(args, &variant.name);
    remove_leftovers(&folder, ["", "figures"])?;
    let files = report_endings(&folder, &summaries, &origin).map_err(Failure::failed)?;
    writeln!(output, "{}", folded(&endings_text(&summaries, table_style())))?;
    writeln!(output, "checked: {checked} entries agree with their successors")?;
    files.iter().try_for_each(|file| writeln!(output, "{}", file.display()))?;
    Ok(ValuesJson { endings: endings_frame(&summaries), checked_entries: *checked, files: file_names(&files) })
}
