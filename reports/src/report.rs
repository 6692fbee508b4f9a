//! The report of a run: tables, figures and a short table for the terminal.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use petteia_tables::{CellSquares, CellStats, Provenance, RunChunks, RunStats, TableError};

use crate::error::ReportError;
use crate::figures::{self, FigureFile, Written, write_with_tables};
use crate::findings;
use crate::found::Found;
use crate::known::{Known, empty_cells, remark};
use crate::limits::{limits_of, without_unequal};
use crate::metrics::{self, Metric};
use crate::strongest::in_order;
use crate::summary::CellSummary;
use crate::terminal::TableStyle;
use crate::{cell_table, comparisons, effects, frames, importance, summary};

/// What [`report()`] found and wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What every output says of a run that is not complete or has cells without games.
    pub remark: Option<String>,
    /// One summary for each cell that has games, in the order of the plan.
    pub cells: Vec<CellSummary>,
    /// Those of them that tables for readers show: the strongest agent's first, if no order is given.
    pub(crate) in_tables: Vec<CellSummary>,
    /// What was found about the cells.
    pub found: Found,
    /// The findings, in plain sentences.
    pub findings: Vec<String>,
    pub(crate) metrics: Vec<Metric>,
    /// The origin of the parts.
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
        cell_table::text(&self.in_tables, self.remark.as_deref(), style)
    }
}

/// Writes, of a run whose chunks are counted, the summary, the squares and all figures into its folder, all with their
/// provenance. Metrics and a figure are made of `samples`, measured games by the number of their cell.
///
/// Files of an earlier report are replaced, each of them whole.
///
/// # Errors
/// If there are no games, or if a file cannot be written. The error names the file, the defect and the remedy.
pub fn report(run: &Path, chunks: &RunChunks, stats: &RunStats, known: &Known) -> Result<Report, ReportError> {
    let Known { open, samples, proved_draws, proved_as_played, untitled, selection, .. } = known;
    selection.check(&chunks.cells)?;
    stats.require_games(chunks)?;
    let all = summaries(&stats.cells, known);
    let cells = without_unequal(&all);
    let has_games = |cell: u32| all.iter().any(|summary| summary.cell == cell);
    let squares = squares_of(chunks, &stats.squares, has_games)?;
    let empty = empty_cells(&chunks.cells, has_games);
    let remark = remark(*open, &empty);
    let provenance = chunks.provenance.clone();
    let comparisons = comparisons::of(&cells);
    let found = Found {
        limits: limits_of(&all, proved_as_played),
        effects: effects::of(&cells, &comparisons),
        comparisons,
        // A cell without games would look like a combination that the plan leaves out.
        importance: if empty.is_empty() { importance::of(&cells) } else { Vec::new() },
    };
    let selected = selection.of(&cells)?;
    let in_order: fn(&[CellSummary]) -> Vec<&CellSummary> =
        if selection.order.is_empty() { in_order } else { |cells| cells.iter().collect() };
    let in_tables: Vec<CellSummary> = in_order(&selected).into_iter().cloned().collect();
    let metrics = metrics::of(&all, samples);
    let Found { comparisons, limits, effects, importance } = &found;
    let has_factors = !(effects.is_empty() && importance.is_empty());
    let tables = [
        ("summary", Some(frames::summary_frame(&all))),
        ("squares", (!squares.is_empty()).then(|| frames::squares_frame(&squares))),
        ("comparisons", Some(frames::comparisons_frame(comparisons, &cells))),
        ("limits", (!limits.is_empty()).then(|| frames::limits_frame(limits))),
        ("effects", has_factors.then(|| frames::effects_frame(effects, importance))),
        ("metrics", Some(metrics::frame(&metrics, &all))),
    ];
    let tables = tables.into_iter().filter_map(|(name, table)| Some((name, table?)));
    let shown = figures::Shown {
        cells: &selected,
        found: &found.about(&selected),
        squares: &squares,
        samples,
        proved_draws,
        remark: remark.as_deref(),
        untitled: *untitled,
    };
    let Written { files, figures } = write_with_tables(run, tables, figures::all(&shown), &provenance)?;
    let findings = findings::of(&cells, &found, proved_draws);
    Ok(Report { remark, cells, in_tables, found, findings, metrics, provenance, files, figures })
}

/// Returns the summary of each cell of a run, in the order of the plan.
#[must_use]
pub fn summaries(cells: &[CellStats], known: &Known) -> Vec<CellSummary> {
    let sides_are_equal = |cell: u32| known.sides_are_equal.get(&cell).copied().unwrap_or(false);
    summary::summarise(cells.to_vec(), sides_are_equal)
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
