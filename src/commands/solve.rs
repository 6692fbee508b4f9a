//! `petteia solve`: endgame tables, what they hold, and a check of them.

use std::io::{Write, stdout};

use petteia_proofs::endgame::Exact;
use petteia_reports::endings::{endings_frame, endings_text, report_endings};
use petteia_simulator::Variant;
use petteia_simulator::endings::summaries;
use petteia_simulator::program::origin;
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files as file_names, print_json};
use super::session::remove_leftovers;
use super::tables::{Made, folder, make};
use super::{Failure, expectations, folded, pool, table_style, variant};
use crate::cli::SolveArgs;

pub fn solve(args: &SolveArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    pool(args.effort.threads())?.install(|| match variant.rules.die {
        Some(_) => expectations::solve(args, &variant),
        None => solve_and_report(args, &variant),
    })
}

fn solve_and_report(args: &SolveArgs, variant: &Variant) -> Result<(), Failure> {
    let Made { tables: endgames, endings, checked } = make::<Exact>(args, variant)?;
    let summaries = summaries(&variant.name, &endgames, &endings);
    let pieces: Vec<String> = args.pieces.iter().map(ToString::to_string).collect();
    let origin = origin([("game", variant.text()), ("pieces", pieces.join(" "))]);
    let folder = folder(args.tables.as_deref(), &variant.name);
    remove_leftovers(&folder, ["", "figures"])?;
    let files = report_endings(&folder, &summaries, &origin).map_err(Failure::failed)?;
    if args.format.json {
        let endgames = endings_frame(&summaries);
        return print_json(&SolveJson { endgames, checked_entries: checked, files: file_names(&files) });
    }
    let mut output = stdout().lock();
    writeln!(output, "{}", folded(&endings_text(&summaries, table_style())))?;
    writeln!(output, "checked: {checked} entries agree with their successors")?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct SolveJson {
    endgames: Frame,
    checked_entries: u64,
    files: Vec<String>,
}
