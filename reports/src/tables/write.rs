//! Tables on disk, as Parquet and as CSV, whole or not at all.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use petteia_engine::EndReason;
use polars::prelude::*;

use super::squares::CellSquares;
use super::summary::CellSummary;
use crate::comparisons::Comparison;
use crate::effects::Effect;
use crate::error::ReportError;
use crate::labels;
use crate::provenance::Provenance;
use crate::stats::Estimate;

/// Writes `path` under a temporary name and renames it when it is complete.
pub(crate) fn whole(path: &Path, fill: impl FnOnce(&mut File) -> Result<(), ReportError>) -> Result<(), ReportError> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary)
        .map_err(ReportError::io(&temporary))
        .and_then(|mut file| {
            fill(&mut file)?;
            file.sync_all().map_err(ReportError::io(&temporary))
        })
        .and_then(|()| fs::rename(&temporary, path).map_err(ReportError::io(path)));
    if written.is_err() {
        // The first error is the one to tell; what is left over is only a `.tmp` file.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Writes `frame` as `NAME.parquet` and `NAME.csv` into `folder`, both with their provenance.
pub(crate) fn table(
    folder: &Path,
    name: &str,
    frame: &mut DataFrame,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let parquet = folder.join(format!("{name}.parquet"));
    whole(&parquet, |file| {
        // The writer writes byte by byte.
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes).with_key_value_metadata(provenance.metadata());
        writer.finish(frame).map_err(ReportError::table(&parquet))?;
        file.write_all(&bytes).map_err(ReportError::io(&parquet))
    })?;
    let csv = folder.join(format!("{name}.csv"));
    whole(&csv, |file| CsvWriter::new(file).finish(frame).map_err(ReportError::table(&csv)))?;
    let beside = provenance.write_beside(&csv)?;
    Ok([parquet, csv].into_iter().chain(beside).collect())
}

/// The summary as a data frame; its columns are those described in the crate's front page.
pub(crate) fn summary_frame(cells: &[CellSummary]) -> PolarsResult<DataFrame> {
    let mut table = Table::of(cells);
    table.column("cell", |c| c.cell);
    table.column("variant", |c| c.variant.clone());
    let factors = cells.first().map_or(&[][..], |first| &first.factors);
    for (index, (name, _)) in factors.iter().enumerate() {
        table.column(&format!("factor_{name}"), |c| c.factors[index].1.clone());
    }
    table.column("white", |c| c.white.clone());
    table.column("black", |c| c.black.clone());
    table.column("games", |c| c.games);
    table.estimate("white_rate", |c| c.white_rate);
    table.estimate("black_rate", |c| c.black_rate);
    table.estimate("draw_rate", |c| c.draw_rate);
    table.estimate("draw_rate_adjudicated_drawn", |c| c.draw_rate_adjudicated_drawn);
    table.estimate("unfinished_rate", |c| c.unfinished_rate);
    table.estimate("decisive_rate", |c| c.decisive_rate);
    table.estimate("first_move_advantage", |c| c.first_move_advantage);
    table.estimate("decisive_advantage", |c| c.decisive_advantage);
    table.column("plies_mean", |c| c.plies.mean());
    table.column("plies_mean_low", |c| c.plies_mean.map(|mean| mean.low));
    table.column("plies_mean_high", |c| c.plies_mean.map(|mean| mean.high));
    table.estimate("plies_median", |c| c.plies_median);
    table.column("plies_q1", |c| c.plies.quantile(0.25));
    table.column("plies_q3", |c| c.plies.quantile(0.75));
    table.column("plies_min", |c| c.plies.min());
    table.column("plies_max", |c| c.plies.max());
    table.column("first_capture_mean", |c| c.first_capture_mean);
    table.column("mean_branching", |c| c.mean_branching);
    table.column("captures_white_mean", |c| c.captures_white_mean);
    table.column("captures_black_mean", |c| c.captures_black_mean);
    table.column("coins_white_mean", |c| c.coins_white_mean);
    table.column("coins_black_mean", |c| c.coins_black_mean);
    table.column("duplicates", |c| c.duplicates);
    for (index, reason) in EndReason::ALL.into_iter().enumerate() {
        table.column(&format!("reason_{}", reason.name()), |c| c.reasons[index]);
    }
    table.frame()
}

/// The square counts as a data frame, by cell, rank and file.
pub(crate) fn squares_frame(cells: &BTreeMap<u32, CellSquares>) -> PolarsResult<DataFrame> {
    let rows: Vec<_> = cells
        .iter()
        .flat_map(|(cell, known)| {
            let squares = known.squares.iter();
            squares.map(move |((rank, file), square)| (*cell, known, *file, *rank, square))
        })
        .collect();
    let mut table = Table::of(&rows);
    table.column("cell", |row| row.0);
    table.column("variant", |row| row.1.variant.clone());
    table.column("white", |row| row.1.white.clone());
    table.column("black", |row| row.1.black.clone());
    table.column("file", |row| row.2);
    table.column("rank", |row| row.3);
    table.column("square", |row| row.4.name.clone());
    table.column("arrivals", |row| row.4.arrivals);
    table.column("losses", |row| row.4.losses);
    table.frame()
}

/// The comparisons as a data frame, by quantity.
pub(crate) fn comparisons_frame(comparisons: &[Comparison], cells: &[CellSummary]) -> PolarsResult<DataFrame> {
    let variant = |number: u32| cells.iter().find(|cell| cell.cell == number).map(|cell| cell.variant.clone());
    let agents = |number: u32| {
        let cell = cells.iter().find(|cell| cell.cell == number);
        cell.map(|cell| labels::pairing(&cell.white, &cell.black))
    };
    let mut table = Table::of(comparisons);
    table.column("quantity", |c| c.quantity.name());
    table.column("cell", |c| c.cell);
    table.column("variant", |c| variant(c.cell));
    table.column("agents", |c| agents(c.cell));
    table.column("base_cell", |c| c.base);
    table.column("base_variant", |c| c.base.and_then(variant));
    table.column("base_agents", |c| c.base.and_then(agents));
    comparison_columns(&mut table, |c| c);
    table.frame()
}

/// The columns of a difference.
pub(crate) fn comparison_columns<Row>(table: &mut Table<Row>, of: impl Fn(&Row) -> &Comparison) {
    table.estimate("difference", |row| Some(of(row).difference));
    table.column("corrected_low", |row| of(row).corrected.low);
    table.column("corrected_high", |row| of(row).corrected.high);
    table.column("p", |row| of(row).p);
    table.column("p_holm", |row| of(row).p_holm);
    table.column("is_shown", |row| of(row).is_shown());
}

/// The effects of a factorial as a data frame, by agents.
pub(crate) fn effects_frame(effects: &[Effect]) -> PolarsResult<DataFrame> {
    let mut table = Table::of(effects);
    table.column("agents", |e| e.agents.clone());
    table.column("outcome", |e| e.outcome);
    table.column("term", |e| e.term.clone());
    table.estimate("log_odds", |e| Some(e.log_odds));
    table.estimate("odds_ratio", |e| Some(e.odds_ratio));
    table.estimate("marginal", |e| Some(e.marginal));
    table.column("corrected_low", |e| e.corrected.low);
    table.column("corrected_high", |e| e.corrected.high);
    table.column("p", |e| e.p);
    table.column("p_holm", |e| e.p_holm);
    table.column("is_shown", |e| e.is_shown());
    table.column("smoothed", |e| e.smoothed);
    table.frame()
}

/// A data frame in the making, a column at a time.
pub(crate) struct Table<'a, Row> {
    rows: &'a [Row],
    columns: Vec<Column>,
}

impl<'a, Row> Table<'a, Row> {
    pub(crate) fn of(rows: &'a [Row]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    pub(crate) fn column<T, Kind>(&mut self, name: &str, of: impl Fn(&Row) -> T)
    where
        Kind: ?Sized,
        Series: NamedFrom<Vec<T>, Kind>,
    {
        let values: Vec<T> = self.rows.iter().map(of).collect();
        self.columns.push(Column::new(name.into(), values));
    }

    pub(crate) fn estimate(&mut self, name: &str, of: impl Fn(&Row) -> Option<Estimate>) {
        self.column(name, |row| of(row).map(|estimate| estimate.value));
        self.column(&format!("{name}_low"), |row| of(row).map(|estimate| estimate.low));
        self.column(&format!("{name}_high"), |row| of(row).map(|estimate| estimate.high));
    }

    pub(crate) fn frame(self) -> PolarsResult<DataFrame> {
        DataFrame::new(self.rows.len(), self.columns)
    }
}
