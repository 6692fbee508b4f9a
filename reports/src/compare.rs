//! Cells of several runs side by side.

use std::path::{Path, PathBuf};

use petteia_statistics::Estimate;
use petteia_tables::{Builder, Frame, Provenance};

use crate::comparisons::{Comparison, Quantity, side_by_side};
use crate::error::ReportError;
use crate::frames::comparison_columns;
use crate::known::Open;
use crate::labels;
use crate::numbers::grouped;
use crate::numbers::{percent_with_interval, points_with_interval};
use crate::summary::CellSummary;

/// A cell of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// What the run is called.
    pub run: String,
    /// How far the run is, where it is not complete.
    pub open: Option<Open>,
    /// Its cell.
    pub cell: CellSummary,
}

/// What the games of two cells have to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They are of different runs.
    OtherRuns,
    /// They are of one run, which may compare these cells itself.
    OneRun,
    /// They are the very same games: what differs is only how many of them were played.
    SameGames,
}

/// Two cells and how they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What it is compared with.
    pub first: Played,
    /// What is compared.
    pub second: Played,
    /// What their games have to do with each other.
    pub relation: Relation,
    /// Draws, White's advantage and length: the second less the first. None of games that are the same.
    pub differences: Vec<Comparison>,
}

/// Compares pairs of cells. `cells` are all those of the run that pairs of [`Relation::OneRun`] are of: what it compares itself is
/// as it says, and the other pairs are corrected for its comparisons, too. Pairs of other runs are corrected for each other.
#[must_use]
pub fn compare(pairs: Vec<(Played, Played, Relation)>, cells: &[CellSummary]) -> Vec<Compared> {
    let differences = |wanted: Relation, cells: &[CellSummary]| {
        let of_kind = pairs.iter().filter(|(.., relation)| *relation == wanted);
        let asked: Vec<(&CellSummary, &CellSummary)> = of_kind.map(|(a, b, _)| (&a.cell, &b.cell)).collect();
        side_by_side(&asked, cells).into_iter()
    };
    let mut other_runs = differences(Relation::OtherRuns, &[]);
    let mut one_run = differences(Relation::OneRun, cells);
    let compared = pairs.iter().cloned().map(|(first, second, relation)| {
        let differences = match relation {
            Relation::OtherRuns => other_runs.next(),
            Relation::OneRun => one_run.next(),
            Relation::SameGames => None,
        };
        Compared { first, second, relation, differences: differences.unwrap_or_default() }
    });
    compared.collect()
}

/// The comparisons as lines for a terminal.
#[must_use]
pub fn text(compared: &[Compared]) -> String {
    let mut lines = Vec::new();
    for pair in compared {
        lines.extend([&pair.first, &pair.second].map(heading));
        lines.extend(pair.differences.iter().map(|difference| line(pair, difference)));
        if pair.relation == Relation::SameGames {
            lines.push(same_games(pair));
        }
        lines.push(String::new());
    }
    let of_one_run = compared.iter().any(|pair| pair.relation == Relation::OneRun);
    let pairs = compared.iter().filter(|pair| pair.relation == Relation::OtherRuns).count();
    let mut note = "Differences are the second less the first".to_owned();
    if of_one_run {
        note += "; within a run they are corrected for all comparisons of that run in the quantity (Holm)";
    }
    note += &match pairs {
        0 if of_one_run => String::new(),
        0 | 1 => "; intervals hold 95 %".to_owned(),
        _ => format!("; each quantity is corrected for its comparisons over {pairs} pairs of runs (Holm)"),
    };
    if compared.iter().any(|pair| pair.relation != Relation::SameGames) {
        lines.push(note + ".");
    }
    lines.join("\n") + "\n"
}

fn heading(played: &Played) -> String {
    let Played { run, open, cell } = played;
    let agents = labels::pairing(&cell.white, &cell.black);
    let open = open.map_or_else(String::new, |open| format!(" (not complete: {})", open.extent()));
    format!("{}, {agents}: {} games of {run}{open}", cell.variant, grouped(cell.games as f64))
}

fn same_games(pair: &Compared) -> String {
    let [first, second] = [&pair.first, &pair.second].map(|played| played.cell.games);
    if first == second {
        return "  the same games: seed, rules, agents and opening are the same, so there is nothing to compare"
            .to_owned();
    }
    let (least, most) = (grouped(first.min(second) as f64), grouped(first.max(second) as f64));
    format!(
        "  the same games: seed, rules, agents and opening are the same, and the {least} are among the {most}, so there is \
         nothing to compare"
    )
}

fn line(pair: &Compared, comparison: &Comparison) -> String {
    let of_both = |text: fn(&CellSummary) -> String| [&pair.first, &pair.second].map(|played| text(&played.cell));
    let advantages = || of_both(|cell| points_with_interval(cell.first_move_advantage));
    let (name, [first, second], difference) = match comparison.quantity {
        Quantity::Draws | Quantity::DrawsByStrength | Quantity::DrawsAtLastBudget => {
            let values = of_both(|cell| percent_with_interval(cell.draw_rate));
            ("draws %", values, points_with_interval(Some(comparison.corrected)))
        }
        Quantity::Decisive => {
            let values = of_both(|cell| percent_with_interval(cell.decisive_rate));
            ("won on the board %", values, points_with_interval(Some(comparison.corrected)))
        }
        Quantity::FirstMove | Quantity::FirstMoveDifference => {
            ("first move, points", advantages(), points_with_interval(Some(comparison.corrected)))
        }
        Quantity::WhiteAdvantage | Quantity::WhiteAdvantageDifference => {
            ("White's advantage", advantages(), points_with_interval(Some(comparison.corrected)))
        }
        Quantity::Length => {
            ("mean plies", of_both(|cell| cell.plies_mean.map_or_else(String::new, plain)), plain(comparison.corrected))
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
    Ok(comparison_frame(compared).write(folder, "comparison", &Provenance::default())?)
}

/// Returns the table `comparison`.
#[must_use]
pub fn comparison_frame(compared: &[Compared]) -> Frame {
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
