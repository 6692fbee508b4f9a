//! Cells of several runs side by side.

use std::path::{Path, PathBuf};

use petteia_statistics::Estimate;
use petteia_tables::{Builder, Frame, Provenance};

use crate::comparisons::{Comparison, Quantity, side_by_side};
use crate::error::ReportError;
use crate::frames::{cell_columns, comparison_columns, name_of};
use crate::labels::{self, distinct};
use crate::number_format::{grouped, percent_with_interval, points_with_interval, written};
use crate::run_context::{Incomplete, missing};
use crate::summary::CellSummary;
use crate::terminal::{Layout, TableStyle, aligned, wrapped};

/// A cell of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The name of the run.
    pub run: String,
    /// The progress of the run, if it is not complete.
    pub open: Option<Incomplete>,
    /// The cell.
    pub cell: CellSummary,
}

/// How the games of two cells are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// They are of different runs.
    OtherRuns,
    /// They are of one run, which may compare these cells itself.
    OneRun,
    /// They are the same games; only their number differs.
    SameGames,
}

/// Two cells and their differences.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The cell to compare with.
    pub first: Played,
    /// The cell that is compared.
    pub second: Played,
    /// How their games are related.
    pub relation: Relation,
    /// Draws, White's advantage and length: the second cell less the first; none for the same games.
    pub differences: Vec<Comparison>,
}

/// Compares pairs of cells. `cells` are all cells of the run of the pairs with [`Relation::OneRun`]: comparisons that the run
/// makes itself are taken from it, and the other pairs are corrected for its comparisons, too. Pairs of different runs are
/// corrected for each other.
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

/// The width of the comparisons on a terminal.
const WIDTH: usize = 80;

/// More pairs with the same games than this are only counted.
const MOST_SAME_TOLD: usize = 2;

/// The cells of a run that have no counterpart in another one.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct OnlyIn {
    /// The name of the run.
    pub run: String,
    /// The name of the run in which they are missing.
    pub not_in: String,
    /// Their names: a variant with all its agents by itself, any other cell with its agents.
    pub cells: Vec<String>,
}

impl OnlyIn {
    /// Returns what is missing in another run, given which cells have a counterpart; `None` if nothing is.
    #[must_use]
    pub fn of(run: &str, not_in: &str, cells: &[CellSummary], has_counterpart: impl Fn(u32) -> bool) -> Option<Self> {
        let keys: Vec<_> = cells.iter().map(|cell| (cell.cell, &cell.variant, cell.agents())).collect();
        let cells = missing(&keys, has_counterpart);
        (!cells.is_empty()).then(|| OnlyIn { run: run.to_owned(), not_in: not_in.to_owned(), cells })
    }

    /// Returns what is missing as a sentence for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let sentence = format!("Only in {}, not in {}: {}.", self.run, self.not_in, self.cells.join(", "));
        wrapped(&sentence, WIDTH, "") + "\n"
    }
}

/// Returns the comparisons as text for a terminal: one table for all that is compared with one cell.
#[must_use]
pub fn text(compared: &[Compared]) -> String {
    let (same, other): (Vec<&Compared>, Vec<&Compared>) =
        compared.iter().partition(|pair| pair.relation == Relation::SameGames);
    let (told, counted) = if same.len() > MOST_SAME_TOLD { (vec![], same.len()) } else { (same, 0) };
    let all: Vec<&Compared> = other.iter().chain(&told).copied().collect();
    let base = |pair: &&Compared| (pair.first.run.clone(), pair.first.cell.cell, pair.relation);
    let bases = distinct(all.iter().map(base));
    let groups = bases.iter().map(|key| all.iter().copied().filter(|pair| base(pair) == *key).collect::<Vec<_>>());
    let mut lines: Vec<String> = groups.flat_map(|group| block(&group).into_iter().chain([String::new()])).collect();
    if counted > 0 {
        let told = format!("{counted} pairs of cells have the same games; they are not compared.");
        lines.push(wrapped(&told, WIDTH, ""));
    }
    if !other.is_empty() {
        lines.push(wrapped(&note(compared), WIDTH, ""));
    }
    lines.join("\n") + "\n"
}

/// The lines of what is compared with one cell, A.
fn block(pairs: &[&Compared]) -> Vec<String> {
    let cells = || [&pairs[0].first].into_iter().chain(pairs.iter().map(|pair| &pair.second));
    let mut lines: Vec<String> = cells()
        .enumerate()
        .map(|(index, played)| wrapped(&format!("{}: {}", letter(index), heading(played)), WIDTH, "   "))
        .collect();
    if pairs[0].relation == Relation::SameGames {
        lines.extend(pairs.iter().map(|pair| wrapped(&same_games(pair), WIDTH, "")));
        return lines;
    }
    let quantities = distinct(pairs.iter().flat_map(|pair| &pair.differences).map(|difference| difference.quantity));
    let titles = quantities.iter().map(|&quantity| format!("{} ", told(quantity).0));
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(titles).collect()];
    for (index, played) in cells().enumerate() {
        let values = quantities.iter().map(|&quantity| format!("{} ", told(quantity).1(&played.cell)));
        rows.push([letter(index)].into_iter().chain(values).collect());
        if let Some(pair) = index.checked_sub(1).map(|index| pairs[index]) {
            let of = |quantity| pair.differences.iter().find(|difference| difference.quantity == quantity);
            let differences = quantities.iter().map(|&quantity| of(quantity).map_or_else(String::new, difference));
            rows.push([format!("{} − A", letter(index))].into_iter().chain(differences).collect());
        }
    }
    let layout = Layout { headings: 1, left: |column| column == 0, cut: 0 };
    lines.extend(aligned(&rows, layout, TableStyle { width: WIDTH, colour: false }));
    lines
}

/// A to Z, and then A1, A2 and so on.
fn letter(index: usize) -> String {
    let letter = u8::try_from(index).ok().and_then(|index| ('A'..='Z').nth(usize::from(index)));
    letter.map_or_else(|| format!("A{}", index - 25), String::from)
}

/// How the differences are corrected.
fn note(compared: &[Compared]) -> String {
    let of_one_run = compared.iter().any(|pair| pair.relation == Relation::OneRun);
    let pairs = compared.iter().filter(|pair| pair.relation == Relation::OtherRuns).count();
    let mut note = "Values have 95 % intervals. *: significant difference (p ≤ 0.05).".to_owned();
    if of_one_run {
        note += " Within a run, differences are corrected for all its comparisons of the quantity (Holm).";
    }
    note += &match pairs {
        0 => String::new(),
        1 => " Differences of two runs have 95 % intervals.".to_owned(),
        _ => format!(" Each quantity is corrected for its comparisons over {pairs} pairs of runs (Holm)."),
    };
    note
}

fn heading(played: &Played) -> String {
    let Played { run, open, cell } = played;
    let (variant, agents) = (cell.variant.display_name(), labels::pairing(cell.agents()));
    let open = open.map_or_else(String::new, |open| format!(" (not complete: {})", open.extent()));
    format!("{variant}, {agents}: {} games of {run}{open}", grouped(cell.games as f64))
}

fn same_games(pair: &Compared) -> String {
    let same = "These are the same games, with the same seed, rules, agents and opening";
    let [first, second] = [&pair.first, &pair.second].map(|played| played.cell.games);
    if first == second {
        return format!("{same}, so there is nothing to compare.");
    }
    let (least, most) = (grouped(first.min(second) as f64), grouped(first.max(second) as f64));
    format!("{same}: the {least} are among the {most}, so there is nothing to compare.")
}

/// The name of a quantity that [`compare`] tells of two cells, and its value in one.
fn told(quantity: Quantity) -> (&'static str, fn(&CellSummary) -> String) {
    let advantage = |cell: &CellSummary| points_with_interval(cell.first_move_advantage);
    match quantity {
        Quantity::Length => ("mean plies", |cell| cell.plies_mean.map_or_else(String::new, plain)),
        Quantity::FirstMoveDifference => ("first move", advantage),
        Quantity::WhiteAdvantageDifference => ("White's lead", advantage),
        _ => ("draws %", |cell| percent_with_interval(cell.draw_rate)),
    }
}

/// A corrected difference, with a star if it is significant.
fn difference(comparison: &Comparison) -> String {
    let difference = match comparison.quantity {
        Quantity::Length => plain(comparison.corrected),
        _ => points_with_interval(Some(comparison.corrected)),
    };
    difference + if comparison.is_significant() { "*" } else { " " }
}

/// `12.3 [10.0, 14.0]`, without decimals if the interval is wide.
fn plain(estimate: Estimate) -> String {
    const WIDE: f64 = 10.0;
    let digits = usize::from(estimate.high - estimate.low < WIDE);
    written(estimate, |value| format!("{value:.digits$}").replace('-', "−"))
}

/// Writes the comparisons as `comparisons.parquet` and `comparisons.csv` into a folder.
pub fn write_comparison(folder: &Path, compared: &[Compared]) -> Result<Vec<PathBuf>, ReportError> {
    std::fs::create_dir_all(folder).map_err(ReportError::io(folder))?;
    Ok(comparison_frame(compared).write(folder, "comparisons", &Provenance::default())?)
}

/// Returns the table `comparisons` of cells of several runs.
#[must_use]
pub fn comparison_frame(compared: &[Compared]) -> Frame {
    use petteia_tables::schema::comparisons::*;
    let rows = compared.iter().flat_map(|pair| pair.differences.iter().map(move |difference| (pair, difference)));
    let rows: Vec<(&Compared, &Comparison)> = rows.collect();
    let mut table = Builder::of(&rows);
    table.column(QUANTITY, |row| name_of(row.1.quantity));
    table.column(RUN, |row| row.0.second.run.as_str());
    cell_columns(&mut table, [CELL_ID, VARIANT, WHITE, BLACK], |row| Some(&row.0.second.cell));
    table.column(GAMES, |row| row.0.second.cell.games);
    table.column(BASE_RUN, |row| row.0.first.run.as_str());
    let base = [BASE_CELL_ID, BASE_VARIANT, BASE_WHITE, BASE_BLACK];
    cell_columns(&mut table, base, |row| Some(&row.0.first.cell));
    table.column(BASE_GAMES, |row| row.0.first.cell.games);
    comparison_columns(&mut table, |row| row.1);
    table.finish()
}
