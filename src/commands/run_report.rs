//! The report of an experiment: its tables, figures, text and page, written and printed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use petteia_engine::files::remove_if_present;
use petteia_engine::{CheckedRules, Rules};
use petteia_reports::html::{Background, PAGE, PLAY, PlayPage, PlayedGame};
use petteia_reports::{Report, ReportError, RunContext, Selection, report as make_report, write_paper};
use petteia_simulator::experiment::Plan;
use petteia_simulator::run::{SAMPLE, Status, cells_frame, measured};
use petteia_simulator::store::RunError;
use petteia_tables::{RunStats, TableError};

use super::session::lock_for_report;
use super::{Failure, table_style, warn};
use crate::cli::Effort;
use crate::host::output;
use crate::report::{SampleGames, background, methods, run_context};

/// What a report has besides tables and figures, and how it is made.
pub struct ReportOptions {
    /// Games of each cell that are played again and measured.
    pub sample: u64,
    /// Whether there is a page.
    pub page: bool,
    /// The page to play on, if there is to be one.
    pub play: Option<PlayPage>,
    /// Whether figures are drawn without titles.
    pub untitled: bool,
    /// The cells that figures show, and their order.
    pub selection: Selection,
    /// The threads that play games again, and whether they show progress.
    pub effort: Effort,
    /// Whether the summary is printed.
    pub is_printed: bool,
}

impl ReportOptions {
    /// The usual report.
    pub fn new(effort: Effort) -> Self {
        ReportOptions {
            sample: SAMPLE,
            page: true,
            play: None,
            untitled: false,
            selection: Selection::default(),
            effort,
            is_printed: true,
        }
    }
}

/// Counts the games of a run.
pub fn counted(status: &Status) -> Result<RunStats, Failure> {
    let refused = |error: TableError| Failure::from(RunError::from(error));
    RunStats::read(&status.chunks).map_err(refused)
}

/// Writes the tables, figures, text and page of a run, prints its summary, and returns all that it found.
///
/// # Errors
/// Another question has been begun in the folder, there are no games, or something cannot be written.
pub fn write_report(run: &Path, status: &Status, stats: &RunStats, options: &ReportOptions) -> Result<Report, Failure> {
    let _lock = lock_for_report(run)?;
    status.check_same_question(run)?;
    let samples = SampleGames::of(if options.page { &stats.cells } else { &[] });
    let Effort { quiet, .. } = options.effort;
    let context = RunContext {
        samples: measured(status, options.sample, options.effort.threads(), quiet, &samples)?,
        untitled: options.untitled,
        selection: options.selection.clone(),
        ..run_context(status)
    };
    let refused = |error: ReportError| if error.is_input() { Failure::input(error) } else { Failure::failed(error) };
    let report = make_report(run, &status.chunks, stats, &context).map_err(refused)?;
    warn_of_missing_letters(&report);
    cells_frame(status).write(run, "cells", &status.chunks.provenance).map_err(Failure::failed)?;
    write_paper(run, &report, &methods(status)).map_err(Failure::failed)?;
    if options.page {
        let background = background(status, &report, &samples, options.effort);
        let has_play = options.play.is_some();
        report.write_page(run, &Background { has_play, ..background }).map_err(Failure::failed)?;
    } else {
        remove_page(run, PAGE)?;
    }
    match &options.play {
        Some(play) => {
            let games = games_to_play(&status.plan);
            play.write(run, &status.plan.name, &games, options.page).map(drop).map_err(Failure::failed)?;
        }
        None => remove_page(run, PLAY)?,
    }
    if options.is_printed {
        print(run, &report, options)?;
    }
    Ok(report)
}

/// Warns of letters that figures show as boxes, each once.
fn warn_of_missing_letters(report: &Report) {
    let missing: BTreeMap<char, &str> = report
        .figures
        .iter()
        .flat_map(|figure| &figure.missing_letters)
        .map(|(letter, text)| (*letter, &**text))
        .collect();
    for (letter, text) in missing {
        warn(&format!(
            "figures have no letter `{letter}` and show a box, as in “{text}”; give that variant another label"
        ));
    }
}

/// Prints the summary of a run, its findings and the places of its files.
fn print(run: &Path, report: &Report, options: &ReportOptions) -> Result<(), Failure> {
    let mut output = output();
    writeln!(output, "{}", report.screen(&run.join("report.md"), table_style()))?;
    let files = [
        ("page", PAGE, options.page),
        ("play", PLAY, options.play.is_some()),
        ("text", "report.md", true),
        ("tables", "summary.csv", true),
        ("figures", "figures", true),
    ];
    for (what, name, _) in files.into_iter().filter(|(.., is_written)| *is_written) {
        writeln!(output, "{what:8}{}", run.join(name).display())?;
    }
    Ok(())
}

/// Returns the variants of a plan, each once.
fn games_to_play(plan: &Plan) -> Vec<PlayedGame> {
    let game = |(variant, rules): (&str, &CheckedRules)| {
        let is_named = Rules::parse(variant).as_ref() == Ok(rules);
        PlayedGame { game: variant.to_owned(), rules: (!is_named).then(|| Rules::clone(rules)) }
    };
    plan.variants().map(game).collect()
}

/// An older page would show other numbers than the tables beside it.
fn remove_page(run: &Path, page: &str) -> Result<(), Failure> {
    remove_if_present(&run.join(page)).map_err(Failure::failed)
}
