//! A cell as the scripts of the page read it.

use petteia_statistics::Estimate;
use serde::Serialize;

use super::results::rounded;
use crate::metrics::{self, Metric};
use crate::report::Report;
use crate::summary::CellSummary;

/// A cell with its numbers, named as in the summary table.
#[derive(Serialize)]
pub(super) struct Cell<'a> {
    cell: u32,
    variant: &'a str,
    /// The name of the variant to show.
    name: &'a str,
    /// The variant without what all have in common.
    label: String,
    white: &'a str,
    black: &'a str,
    /// The names of White's and Black's agent to show.
    players: [&'a str; 2],
    pairing: String,
    games: u64,
    draw_rate: Option<Estimate>,
    white_rate: Option<Estimate>,
    black_rate: Option<Estimate>,
    unfinished_rate: Option<Estimate>,
    decisive_rate: Option<Estimate>,
    first_move_advantage: Option<Estimate>,
    plies_mean: Option<Estimate>,
    plies_median: Option<f64>,
    /// Whether the median lies among unfinished games.
    median_is_bound: bool,
    first_capture_mean: Option<f64>,
    mean_branching: Option<f64>,
    /// A value for each metric of the page, in their order.
    metrics: Vec<Option<Value>>,
}

/// A metric of a cell; its interval may be open.
#[derive(Serialize)]
struct Value {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    n: u64,
}

impl<'a> Cell<'a> {
    pub(super) fn of(report: &'a Report, cell: &'a CellSummary, label: String, pairing: String) -> Self {
        Cell {
            cell: cell.cell,
            variant: &cell.variant.name,
            name: cell.variant.display_name(),
            label,
            white: &cell.white.text,
            black: &cell.black.text,
            players: [cell.white.display_name(), cell.black.display_name()],
            pairing,
            games: cell.games,
            draw_rate: cell.draw_rate,
            white_rate: cell.white_rate,
            black_rate: cell.black_rate,
            unfinished_rate: cell.unfinished_rate,
            decisive_rate: cell.decisive_rate,
            first_move_advantage: cell.first_move_advantage,
            plies_mean: cell.plies_mean,
            plies_median: cell.plies.quantile(0.5),
            median_is_bound: cell.median_is_bound(),
            first_capture_mean: cell.first_capture_mean,
            mean_branching: cell.mean_branching,
            metrics: values(cell.cell, &report.metrics),
        }
    }
}

fn values(cell: u32, metrics: &[Metric]) -> Vec<Option<Value>> {
    // They are by cell.
    let first = metrics.partition_point(|metric| metric.cell < cell);
    let own = &metrics[first..];
    let own = &own[..own.partition_point(|metric| metric.cell == cell)];
    let value = |Estimate { value, low, high, n }| {
        let end = |end: f64| end.is_finite().then(|| rounded(end));
        Value { value: rounded(value), low: end(low), high: end(high), n }
    };
    metrics::all().map(|about| own.iter().find(|metric| metric.name == about.name).map(|m| value(m.value))).collect()
}
