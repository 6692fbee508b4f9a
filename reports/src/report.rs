//! The report of a run: tables, figures and a short table for the terminal.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use petteia_tables::{CellSquares, Provenance, RunParts, TableError, tally_games, tally_squares};

use crate::comparisons::{self, Comparison};
use crate::effects::{self, Effect};
use crate::error::ReportError;
use crate::figures::{self, Curve, FigureFile, mean_curve};
use crate::findings;
use crate::importance::{self, Division};
use crate::known::{Known, Open};
use crate::limits::{self, Limit};
use crate::metrics::{self, Metric};
use crate::summary::CellSummary;
use crate::terminal::{self, TableStyle};
use crate::{frames, summary};

/// What [`report()`] found and wrote.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Report {
    /// The progress of the run, if it is not complete.
    pub open: Option<Open>,
    /// One summary for each cell, in the order of the plan.
    pub cells: Vec<CellSummary>,
    /// The comparisons of cells.
    pub comparisons: Vec<Comparison>,
    /// The quantities of the run, extrapolated to unlimited budgets; empty without a ladder of budgets.
    #[serde(skip)]
    pub limits: Vec<Limit>,
    /// The effects of the rules of a factorial; empty for other runs.
    pub effects: Vec<Effect>,
    /// How much each rule of a factorial matters; empty for runs with fewer than two factors.
    pub importance: Vec<Division>,
    /// The findings, in plain sentences.
    pub findings: Vec<String>,
    /// The square counts by cell.
    #[serde(skip)]
    pub(crate) squares: BTreeMap<u32, CellSquares>,
    /// The metrics of all cells.
    #[serde(skip)]
    pub(crate) metrics: Vec<Metric>,
    /// How the board empties, for each cell of which games were sampled.
    #[serde(skip)]
    pub(crate) pieces: BTreeMap<u32, Curve>,
    /// The origin of the parts.
    #[serde(skip)]
    pub(crate) provenance: Provenance,
    /// The files written, tables first.
    pub files: Vec<PathBuf>,
    /// The figures among them, with their captions.
    pub figures: Vec<FigureFile>,
}

impl Report {
    /// Returns the short table: for each cell the variant, agents, games, share of draws with its
    /// interval, shares won and unfinished, White's advantage and median length.
    #[must_use]
    pub fn table(&self, style: TableStyle) -> String {
        terminal::table(self, style)
    }
}

/// Reads the parts of a run, and writes the summary, the squares and all figures into its folder, all with their
/// provenance. Metrics and a figure are made of `samples`, measured games by the number of their cell.
///
/// Files of an earlier report are replaced, each of them whole.
///
/// # Errors
///
/// If there are no games, if a part is not as the run wrote it, or if a file cannot be
/// written. The error names the file, the defect and the remedy.
pub fn report(run: &Path, parts: &RunParts, known: &Known) -> Result<Report, ReportError> {
    let Known { open, samples, proved_draws, untitled, .. } = known;
    let cells = summaries(parts, known)?;
    let squares = tally_squares(&parts.squares)?;
    let has_games = |cell: u32| cells.iter().any(|summary| summary.cell == cell);
    if let Some(&cell) = squares.keys().find(|&&cell| !has_games(cell)) {
        return Err(TableError::UnknownCell { folder: parts.squares.folder().to_owned(), cell }.into());
    }
    let provenance = parts.provenance.clone();
    let (comparisons, effects) = (comparisons::of(&cells), effects::of(&cells));
    let limits = limits::limits_of(&cells, proved_draws);
    let importance = importance::of(&cells, *open);
    let mut tables = vec![("summary", frames::summary_frame(&cells))];
    if !squares.is_empty() {
        tables.push(("squares", frames::squares_frame(&squares)));
    }
    tables.push(("comparisons", frames::comparisons_frame(&comparisons, &cells)));
    if !limits.is_empty() {
        tables.push(("limits", frames::limits_frame(&limits)));
    }
    if !effects.is_empty() {
        tables.push(("effects", frames::effects_frame(&effects)));
    }
    if !importance.is_empty() {
        tables.push(("importance", frames::importance_frame(&importance)));
    }
    let metrics = metrics::of(&cells, samples);
    tables.push(("metrics", metrics::frame(&metrics, &cells)));
    let mut files = Vec::new();
    for (name, mut table) in tables {
        files.extend(table.write(run, name, &provenance)?);
    }
    let shown = figures::Shown {
        cells: &cells,
        comparisons: &comparisons,
        squares: &squares,
        limits: &limits,
        effects: &effects,
        importance: &importance,
        samples,
        proved_draws,
        open: *open,
        untitled: *untitled,
    };
    let figures::Written { files: drawn, figures } = figures::write(&run.join("figures"), &shown, &provenance)?;
    files.extend(drawn);
    let findings = findings::of(&cells, &comparisons, &limits, &effects, &importance, proved_draws, *open);
    let pieces = samples.iter().map(|(&cell, games)| (cell, mean_curve(games))).collect();
    Ok(Report {
        open: *open,
        cells,
        comparisons,
        limits,
        effects,
        importance,
        findings,
        squares,
        metrics,
        pieces,
        provenance,
        files,
        figures,
    })
}

/// Returns the summary of each cell of a run, in the order of the plan, without writing anything.
///
/// # Errors
///
/// If there are no games, or a part is not as the run wrote it.
pub fn summaries(parts: &RunParts, known: &Known) -> Result<Vec<CellSummary>, ReportError> {
    Ok(summary::summarise(tally_games(&parts.games)?, known))
}
