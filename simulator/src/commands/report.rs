//! `petteia report`: the tables, figures and text of a run.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_reports::{TableStyle, report as make_report};

use super::{Failure, colour};
use crate::cli::ReportArgs;

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    if !args.run.join("games").is_dir() {
        let run = args.run.display();
        return Err(Failure::input(format!(
            "{run} is no run: it has no folder `games`; name one that `petteia run` made"
        )));
    }
    write_report(&args.run)
}

/// Writes the tables and figures of a run and prints its summary.
pub fn write_report(run: &Path) -> Result<(), Failure> {
    let report = make_report(run).map_err(Failure::failed)?;
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let mut output = stdout().lock();
    writeln!(output, "{}", report.table(style))?;
    writeln!(output, "tables: {}  figures: {}", run.join("summary.csv").display(), run.join("figures").display())?;
    Ok(())
}
