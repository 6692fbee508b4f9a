//! The report of a run, from its tables to its figures: [`report()`] tells the story of this crate.
//!
//! Tables of games → summaries of cells → [`Analysis`] → sentences and figures → files. Text and page
//! ([`write_paper`](crate::write_paper), [`Report::write_page`]) are written from the [`Report`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use petteia_tables::{CellSquares, CellStats, Frame, Provenance, RunChunks, RunStats, TableError};

use crate::analysis::Analysis;
use crate::error::ReportError;
use crate::figures::{self, FigureFile, FigureInput, OutputFiles, write_described};
use crate::ladder::{in_order, strongest_first};
use crate::metrics::{self, Metric};
use crate::number_format::grouped;
use crate::run_context::{RunContext, empty_cells, remark};
use crate::selection::Selection;
use crate::sentences::{self, Run};
use crate::summary::{self, CellSummary};
use crate::terminal::{TableStyle, wrapped};
use crate::{cell_table, frames};

/// What [`report()`] found and wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What every output says of a run that is not complete or has cells without games.
    pub remark: Option<String>,
    /// What was found about the cells that have games.
    pub analysis: Analysis,
    /// The cells that tables for readers show: the strongest agent's first, if no order is given.
    pub(crate) in_tables: Vec<CellSummary>,
    /// The findings, in plain sentences, the most important first.
    pub findings: Vec<String>,
    pub(crate) metrics: Vec<Metric>,
    /// The origin of the parts.
    pub(crate) provenance: Provenance,
    /// The files written, tables first.
    pub files: Vec<PathBuf>,
    /// The figures among them, with their captions.
    pub figures: Vec<FigureFile>,
}

/// The most findings and rows of the table on a terminal: a screen of 40 lines.
const MOST_FINDINGS: usize = 3;
const MOST_ROWS: usize = 12;

impl Report {
    /// Returns the short table: for each cell the variant, agents, games, share of draws with its
    /// interval, shares won and unfinished, White's advantage and median length.
    #[must_use]
    pub fn table(&self, style: TableStyle) -> String {
        cell_table::text(&self.in_tables, self.remark.as_deref(), style)
    }

    /// Returns the form of a figure for a column or a phone.
    pub(crate) fn narrow_form(&self, figure: &FigureFile) -> Option<&FigureFile> {
        self.figures.iter().find(|other| other.is_narrow() && other.name.replace("-narrow", "") == figure.name)
    }

    /// Returns what a terminal shows first: the rows of the strongest agent, the main findings, and what `text` has besides.
    #[must_use]
    pub fn screen(&self, text: &Path, style: TableStyle) -> String {
        let (pairings, leading) = strongest_first(&self.in_tables);
        let leads = |cell: &&CellSummary| pairings[..leading].contains(&cell.agents());
        let mut rows: Vec<CellSummary> = self.in_tables.iter().filter(leads).take(MOST_ROWS).cloned().collect();
        if self.in_tables.len() <= MOST_ROWS {
            rows.clone_from(&self.in_tables);
        }
        let mut screen = cell_table::text(&rows, self.remark.as_deref(), style);
        for finding in self.findings.iter().take(MOST_FINDINGS) {
            screen += &format!("\n{}\n", wrapped(finding, style.prose_width(), ""));
        }
        let more = [
            (self.in_tables.len() - rows.len(), "cell"),
            (self.findings.len().saturating_sub(MOST_FINDINGS), "finding"),
        ];
        let more = more
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{} more {what}{}", grouped(count as f64), if count == 1 { "" } else { "s" }));
        let more: Vec<String> = more.collect();
        if !more.is_empty() {
            screen += &format!("\n{}: {}\n", more.join(" and "), text.display());
        }
        screen
    }
}

/// Writes, of a run whose chunks are counted, the summary, the squares and all figures into its folder, all with their
/// provenance. Metrics and a figure are made of `samples`, measured games by the number of their cell.
///
/// Files of an earlier report are replaced, each of them whole.
///
/// # Errors
/// If there are no games, or if a file cannot be written. The error names the file, the defect and the remedy.
pub fn report(run: &Path, chunks: &RunChunks, stats: &RunStats, context: &RunContext) -> Result<Report, ReportError> {
    let RunContext { incomplete, samples, untitled, selection, .. } = context;
    selection.check(&chunks.cells)?;
    stats.require_games(chunks)?;
    let all = summaries(&stats.cells, context);
    let has_games = |cell: u32| all.iter().any(|summary| summary.cell == cell);
    let squares = squares_of(chunks, &stats.squares, has_games)?;
    let empty = empty_cells(&chunks.cells, has_games);
    let remark = remark(*incomplete, &empty);

    let analysis = Analysis::of(&all, context, empty.is_empty());
    let findings = sentences::findings(&analysis);
    let metrics = metrics::of(&all, samples);

    let shown = analysis.about(selection.of(&analysis.cells)?);
    let figures = figures::all(&FigureInput {
        analysis: &shown,
        run: &Run::of(&shown),
        squares: &squares,
        samples,
        remark: remark.as_deref(),
        untitled: *untitled,
    });
    let tables = tables(&all, &squares, &analysis, &metrics);
    let provenance = chunks.provenance.clone();
    let common = figures::common(&shown.cells);
    let OutputFiles { files, figures } = write_described(run, tables, &common, figures, &provenance)?;
    let in_tables = for_readers(shown.cells, selection);
    Ok(Report { remark, analysis, in_tables, findings, metrics, provenance, files, figures })
}

/// The tables of a report by their names; those that have no rows for lack of a ladder or factorial are left out.
fn tables(
    all: &[CellSummary],
    squares: &BTreeMap<u32, CellSquares>,
    analysis: &Analysis,
    metrics: &[Metric],
) -> impl Iterator<Item = (&'static str, Frame)> {
    let Analysis { cells, comparisons, limits, effects, importance, .. } = analysis;
    let has_factors = !(effects.is_empty() && importance.is_empty());
    let tables = [
        ("summary", Some(frames::summary_frame(all))),
        ("squares", (!squares.is_empty()).then(|| frames::squares_frame(squares))),
        ("comparisons", Some(frames::comparisons_frame(comparisons, cells))),
        ("limits", (!limits.is_empty()).then(|| frames::limits_frame(limits))),
        ("effects", has_factors.then(|| frames::effects_frame(effects, importance))),
        ("metrics", Some(metrics::frame(metrics, all))),
    ];
    tables.into_iter().filter_map(|(name, table)| Some((name, table?)))
}

/// The cells in the order of tables for readers: that of the selection, or else the strongest agent's first.
fn for_readers(cells: Vec<CellSummary>, selection: &Selection) -> Vec<CellSummary> {
    if selection.order.is_empty() { in_order(&cells).into_iter().cloned().collect() } else { cells }
}

/// Returns the summary of each cell of a run, in the order of the plan.
#[must_use]
pub fn summaries(cells: &[CellStats], context: &RunContext) -> Vec<CellSummary> {
    let row = |cell: &CellStats| {
        let number = &cell.key.cell;
        let are_equal = context.sides_are_equal.get(number).copied().unwrap_or(false);
        summary::row(cell.clone(), are_equal, context.begins.get(number).copied())
    };
    cells.iter().map(row).collect()
}

/// The square counts by cell, all of which must have games.
fn squares_of(
    chunks: &RunChunks,
    squares: &[CellSquares],
    has_games: impl Fn(u32) -> bool,
) -> Result<BTreeMap<u32, CellSquares>, TableError> {
    match squares.iter().find(|counted| !has_games(counted.key.cell)) {
        Some(CellSquares { key, .. }) => {
            Err(TableError::UnknownCell { folder: chunks.folder.join("squares"), cell: key.cell })
        }
        None => Ok(squares.iter().map(|counted| (counted.key.cell, counted.clone())).collect()),
    }
}
