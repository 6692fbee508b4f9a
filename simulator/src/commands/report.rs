//! `petteia report`: the tables, figures and text of a run.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::path::Path;

use petteia_reports::html::{Background, PAGE};
use petteia_reports::{Report, TableStyle, report as make_report};
use petteia_simulator::run::background;

use super::{Failure, colour};
use crate::cli::ReportArgs;

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    if !args.run.join("games").is_dir() {
        let run = args.run.display();
        return Err(Failure::input(format!(
            "{run} is no run: it has no folder `games`; name one that `petteia run` made"
        )));
    }
    let page = PageOptions { wanted: !args.no_html, quiet: args.quiet, threads: 0 };
    write_report(&args.run, &page)
}

/// Whether and how `report.html` is made.
pub struct PageOptions {
    /// Whether it is.
    pub wanted: bool,
    /// Whether to show no progress.
    pub quiet: bool,
    /// Threads that play the sample games again; 0 for all cores.
    pub threads: usize,
}

/// Writes the tables, figures and page of a run and prints its summary.
pub fn write_report(run: &Path, page: &PageOptions) -> Result<(), Failure> {
    let report = make_report(run).map_err(Failure::failed)?;
    if page.wanted {
        write_page(run, &report, page)?;
    } else {
        remove_page(run)?;
    }
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let mut output = stdout().lock();
    writeln!(output, "{}", report.table(style))?;
    writeln!(output, "tables: {}  figures: {}", run.join("summary.csv").display(), run.join("figures").display())?;
    if page.wanted {
        writeln!(output, "to explore in a browser: {}", run.join(PAGE).display())?;
    }
    Ok(())
}

/// Games need no manifest to be counted; a page without one shows less, and says so.
fn write_page(run: &Path, report: &Report, page: &PageOptions) -> Result<(), Failure> {
    let background = background(run, report, page.threads, page.quiet).unwrap_or_else(|error| Background {
        missing: vec![format!("Rules, sample games and how to cite the run are left out: {error}.")],
        ..Background::default()
    });
    report.write_page(run, &background).map(drop).map_err(Failure::failed)
}

/// An older page would tell of other numbers than the tables beside it.
fn remove_page(run: &Path) -> Result<(), Failure> {
    let path = run.join(PAGE);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Failure::failed(format!("{}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}
