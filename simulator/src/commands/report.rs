//! `petteia report`: the tables, figures and text of a run.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_reports::metrics::metrics;
use petteia_reports::{TableStyle, report as make_report, write_metrics, write_paper};
use petteia_simulator::run::{measured, status};

use super::run::failure;
use super::{Failure, colour, wrapped};
use crate::cli::ReportArgs;

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    if !args.run.join("games").is_dir() {
        let run = args.run.display();
        return Err(Failure::input(format!(
            "{run} is no run: it has no folder `games`; name one that `petteia run` made"
        )));
    }
    write_report(&args.run, args.sample, args.quiet)
}

/// Writes the tables and figures of a run and prints its summary.
pub fn write_report(run: &Path, sample: u64, quiet: bool) -> Result<(), Failure> {
    let status = status(run).map_err(failure)?;
    let background = status.background(run).map_err(failure)?;
    let report = make_report(run).map_err(Failure::failed)?;
    let samples = measured(&status.manifest, sample, quiet).map_err(failure)?;
    write_metrics(run, &report, &metrics(&report.cells, &samples)).map_err(Failure::failed)?;
    write_paper(run, &report, &background).map_err(Failure::failed)?;
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let mut output = stdout().lock();
    writeln!(output, "{}", report.table(style))?;
    for finding in &report.findings {
        writeln!(output, "{}\n", wrapped(finding, style.width, ""))?;
    }
    let [tables, figures, text] = ["summary.csv", "figures", "report.md"].map(|name| run.join(name));
    writeln!(output, "tables: {}  figures: {}  text: {}", tables.display(), figures.display(), text.display())?;
    Ok(())
}
