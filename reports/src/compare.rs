//! Cells of several runs side by side.

use std::path::{Path, PathBuf};

use petteia_statistics::Estimate;
use petteia_tables::{Builder, Frame, Provenance};

use crate::comparisons::{Comparison, Quantity, side_by_side};
use crate::error::ReportError;
use crate::frames::comparison_columns;
use crate::labels;
use crate::numbers::grouped;
use crate::numbers::{percent_with_interval, points_with_interval};
use crate::summary::CellSummary;

/// A cell of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// What the run is called.
    pub run: String,
    /// Its cell.
    pub cell: CellSummary,
}

/// Two cells and how they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What it is compared with.
    pub first: Played,
    /// What is compared.
    pub second: Played,
    /// Draws, first move and length: the second less the first.
    pub differences: Vec<Comparison>,
}

/// Compares pairs of cells; each quantity is corrected for the number of pairs.
#[must_use]
pub fn compare(pairs: Vec<(Played, Played)>) -> Vec<Compared> {
    let cells: Vec<(&CellSummary, &CellSummary)> = pairs.iter().map(|(a, b)| (&a.cell, &b.cell)).collect();
    let differences = side_by_side(&cells);
    let compared = pairs.into_iter().zip(differences);
    compared.map(|((first, second), differences)| Compared { first, second, differences }).collect()
}

/// The comparisons as lines for a terminal.
#[must_use]
pub fn text(compared: &[Compared]) -> String {
    let mut lines = Vec::new();
    for pair in compared {
        lines.extend([&pair.first, &pair.second].map(heading));
        lines.extend(pair.differences.iter().map(|difference| line(pair, difference)));
        lines.push(String::new());
    }
    let pairs = compared.len();
    let note = match pairs {
        1 => "Differences are the second less the first, with 95 % intervals.".to_owned(),
        _ => format!(
            "Differences are the second less the first; each quantity is corrected for its comparisons over {pairs} pairs (Holm)."
        ),
    };
    lines.push(note);
    lines.join("\n") + "\n"
}

fn heading(played: &Played) -> String {
    let Played { run, cell } = played;
    let agents = labels::pairing(&cell.white, &cell.black);
    format!("{}, {agents}: {} games of {run}", cell.variant, grouped(cell.games as f64))
}

fn line(pair: &Compared, comparison: &Comparison) -> String {
    let (name, [first, second], difference) = match comparison.quantity {
        Quantity::Draws | Quantity::DrawsByStrength | Quantity::DrawsAtLastBudget => {
            let values = [&pair.first, &pair.second].map(|played| percent_with_interval(played.cell.draw_rate));
            ("draws %", values, points_with_interval(Some(comparison.corrected)))
        }
        Quantity::FirstMove | Quantity::FirstMoveDifference => {
            let values =
                [&pair.first, &pair.second].map(|played| points_with_interval(played.cell.first_move_advantage));
            ("first move, points", values, points_with_interval(Some(comparison.corrected)))
        }
        Quantity::Length => {
            let values =
                [&pair.first, &pair.second].map(|played| played.cell.plies_mean.map_or_else(String::new, plain));
            ("mean plies", values, plain(comparison.corrected))
        }
    };
    let verdict = if comparison.is_shown() { "a difference" } else { "no difference is shown" };
    format!("  {name:<19} {first:<22} {second:<22} {difference:<24} {verdict}")
}

/// `12.3 [10.0, 14.0]`.
fn plain(estimate: Estimate) -> String {
    let text = |value: f64| format!("{value:.1}").replace('-', "−");
    format!("{} [{}, {}]", text(estimate.value), text(estimate.low), text(estimate.high))
}

/// Writes the comparisons as `comparison.parquet` and `comparison.csv` into a folder.
///
/// # Errors
/// When a file cannot be written.
pub fn write_comparison(folder: &Path, compared: &[Compared]) -> Result<Vec<PathBuf>, ReportError> {
    std::fs::create_dir_all(folder).map_err(ReportError::io(folder))?;
    Ok(frame(compared).write(folder, "comparison", &Provenance::default())?)
}

fn frame(compared: &[Compared]) -> Frame {
    use petteia_tables::schema::comparison::*;
    let rows: Vec<(&Compared, &Comparison)> = compared.iter().flat_map(each_difference).collect();
    let mut table = Builder::of(&rows);
    table.column(QUANTITY, |row| row.1.quantity.name());
    for (name, side) in [("first", first as fn(&Compared) -> &Played), ("second", second)] {
        table.member(RUN, name, |row| side(row.0).run.clone());
        table.member(CELL, name, |row| side(row.0).cell.cell);
        table.member(VARIANT, name, |row| side(row.0).cell.variant.clone());
        table.member(WHITE, name, |row| side(row.0).cell.white.clone());
        table.member(BLACK, name, |row| side(row.0).cell.black.clone());
        table.member(GAMES, name, |row| side(row.0).cell.games);
    }
    comparison_columns(&mut table, |row| row.1);
    table.finish()
}

fn each_difference(pair: &Compared) -> impl Iterator<Item = (&Compared, &Comparison)> {
    pair.differences.iter().map(move |difference| (pair, difference))
}

fn first(pair: &Compared) -> &Played {
    &pair.first
}

fn second(pair: &Compared) -> &Played {
    &pair.second
}
