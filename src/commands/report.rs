//! `petteia report`: the tables, figures, text and page of a run.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::path::Path;

use petteia_files::check_writable;
use petteia_reports::html::{Background, PAGE};
use petteia_reports::{Known, Report, TableStyle, report_with, write_paper};
use petteia_simulator::run::{RunError, Status, measured, status};

use super::{Failure, colour, wrapped};
use super::{failure, warn};
use crate::cli::ReportArgs;
use crate::report::{background, known, methods};

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    if !args.run.join("games").is_dir() {
        let run = args.run.display();
        return Err(Failure::input(format!(
            "{run} is no run: it has no folder `games`; name one that `petteia run` made"
        )));
    }
    check_writable(&args.run.join("report.md"), "report").map_err(Failure::failed)?;
    let ReportArgs { sample, quiet, .. } = *args;
    if !quiet && (sample > 0 || !args.no_html) {
        eprintln!("playing sample games again; with --sample 0 --no-html none is");
    }
    write_report(&args.run, &ReportOptions { sample, page: !args.no_html, quiet, threads: 0 })
}

/// What a report has besides tables and figures, and how it is made.
pub struct ReportOptions {
    /// Games of each cell that are played again and measured.
    pub sample: u64,
    /// Whether there is a page.
    pub page: bool,
    /// Whether to show no progress.
    pub quiet: bool,
    /// Threads that play games again; 0 for all cores.
    pub threads: usize,
}

/// Writes the tables, figures, text and page of a run, and prints its summary.
pub fn write_report(run: &Path, options: &ReportOptions) -> Result<(), Failure> {
    // Games need no manifest to be counted, but one to be played again and to say how they were played.
    let status = status(run);
    let known = match &status {
        Ok(status) => Known {
            samples: measured(status, options.sample, options.threads, options.quiet).map_err(failure)?,
            ..known(status).map_err(failure)?
        },
        Err(error) => {
            warn(&format!("sampled games, report.md and latex are left out: {error}"));
            Known::default()
        }
    };
    let report = report_with(run, &known).map_err(Failure::failed)?;
    if let Ok(status) = &status {
        write_paper(run, &report, &methods(status).map_err(failure)?).map_err(Failure::failed)?;
    }
    if options.page {
        write_page(run, status, &report, options)?;
    } else {
        remove_page(run)?;
    }
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let mut output = stdout().lock();
    writeln!(output, "{}", report.table(style))?;
    for finding in &report.findings {
        writeln!(output, "{}\n", wrapped(finding, style.width, ""))?;
    }
    let [tables, figures, text] = ["summary.csv", "figures", "report.md"].map(|name| run.join(name));
    writeln!(output, "tables: {}  figures: {}  text: {}", tables.display(), figures.display(), text.display())?;
    if options.page {
        writeln!(output, "to explore in a browser: {}", run.join(PAGE).display())?;
    }
    Ok(())
}

/// A page without a manifest shows less, and says so.
fn write_page(
    run: &Path,
    status: Result<Status, RunError>,
    report: &Report,
    options: &ReportOptions,
) -> Result<(), Failure> {
    let known = status.and_then(|status| background(run, &status, report, options.threads, options.quiet));
    let background = known.unwrap_or_else(|error| Background {
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
