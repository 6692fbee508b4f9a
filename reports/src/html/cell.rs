//! A cell as the scripts of the page read it.

use petteia_engine::EndReason;
use petteia_statistics::{Estimate, Histogram, kaplan_meier};
use petteia_tables::{CellSquares, Outcomes};
use serde::Serialize;

use super::results::rounded;
use crate::figures::Curve;
use crate::labels;
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
    outcomes: &'a Outcomes,
    reasons: &'a [u64; EndReason::ALL.len()],
    draw_rate: Option<Estimate>,
    white_rate: Option<Estimate>,
    black_rate: Option<Estimate>,
    unfinished_rate: Option<Estimate>,
    decisive_rate: Option<Estimate>,
    first_move_advantage: Option<Estimate>,
    plies_mean: Option<Estimate>,
    lengths: Lengths,
    first_capture_mean: Option<f64>,
    mean_branching: Option<f64>,
    squares: Option<Squares>,
    /// The share of games still in play.
    survival: Steps,
    /// The share of pieces left; none without sampled games.
    pieces: Option<Steps>,
    /// A value for each metric of the page, in their order.
    metrics: Vec<Option<Value>>,
}

/// The distribution of lengths: `counts[i]` games have at least `min + i * width` plies and less than `width` more.
#[derive(Serialize)]
struct Lengths {
    min: u32,
    q1: f64,
    median: f64,
    q3: f64,
    max: u32,
    width: u32,
    counts: Vec<u64>,
}

/// A distribution has at most this many counts.
const MOST_COUNTS: u32 = 400;

/// What happened on each square, rank by rank from the first.
#[derive(Serialize)]
struct Squares {
    files: u32,
    arrivals: Vec<u64>,
    losses: Vec<u64>,
}

/// A share that is 1 at first and falls in steps: plies and the share from there on.
#[derive(Serialize)]
struct Steps {
    end: u32,
    steps: Vec<(u32, f64)>,
}

/// A curve has about this many steps at most.
const MOST_STEPS: f64 = 60.0;

/// A metric of a cell; its interval may be open.
#[derive(Serialize)]
struct Value {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    n: u64,
}

impl<'a> Cell<'a> {
    pub(super) fn of(report: &'a Report, cell: &'a CellSummary, label: String) -> Self {
        Cell {
            cell: cell.cell,
            variant: &cell.variant.name,
            name: cell.variant.display_name(),
            label,
            white: &cell.white.text,
            black: &cell.black.text,
            players: [cell.white.display_name(), cell.black.display_name()],
            pairing: labels::pairing(cell.agents()),
            games: cell.games,
            outcomes: &cell.outcomes,
            reasons: &cell.reasons,
            draw_rate: cell.draw_rate,
            white_rate: cell.white_rate,
            black_rate: cell.black_rate,
            unfinished_rate: cell.unfinished_rate,
            decisive_rate: cell.decisive_rate,
            first_move_advantage: cell.first_move_advantage,
            plies_mean: cell.plies_mean,
            lengths: Lengths::of(&cell.plies),
            first_capture_mean: cell.first_capture_mean,
            mean_branching: cell.mean_branching,
            squares: report.squares.get(&cell.cell).map(Squares::of),
            survival: Steps::of(&Curve {
                band: Vec::new(),
                steps: kaplan_meier(&cell.plies, &cell.unfinished_plies),
                end: cell.plies.max().unwrap_or(0),
            }),
            pieces: report.pieces.get(&cell.cell).map(Steps::of),
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

impl Lengths {
    fn of(plies: &Histogram) -> Self {
        let (min, max) = (plies.min().unwrap_or(0), plies.max().unwrap_or(0));
        let width = (max - min + 1).div_ceil(MOST_COUNTS);
        let bin = |length: u32| (length - min).checked_div(width).unwrap_or(0) as usize;
        let mut counts = vec![0; bin(max) + 1];
        plies.iter().for_each(|(length, count)| counts[bin(length)] += count);
        let quantile = |share| plies.quantile(share).unwrap_or(0.0);
        Lengths { min, q1: quantile(0.25), median: quantile(0.5), q3: quantile(0.75), max, width, counts }
    }
}

impl Squares {
    fn of(cell: &CellSquares) -> Self {
        Squares {
            files: cell.squares.keys().map(|&(_, file)| file + 1).max().unwrap_or(0),
            arrivals: cell.squares.values().map(|square| square.arrivals).collect(),
            losses: cell.squares.values().map(|square| square.losses).collect(),
        }
    }
}

impl Steps {
    /// The steps of a curve. Of steps too small to be seen only some are kept, among them the one to one half.
    fn of(curve: &Curve) -> Self {
        let mut steps: Vec<(u32, f64)> = Vec::new();
        let mut kept = 1.0;
        for (index, &(ply, share)) in curve.steps.iter().enumerate() {
            let is_half = kept > 0.5 && share <= 0.5;
            let is_last = index + 1 == curve.steps.len();
            if kept - share >= 1.0 / MOST_STEPS || is_half || is_last {
                steps.push((ply, rounded(share)));
                kept = share;
            }
        }
        Steps { end: curve.end, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_is_lost_when_lengths_are_counted_together() {
        let plies: Histogram = (0..3000).map(|game| 7 + game * game % 1999).collect();
        let lengths = Lengths::of(&plies);
        assert!(lengths.counts.len() <= MOST_COUNTS as usize);
        assert_eq!(lengths.counts.iter().sum::<u64>(), 3000);
        assert_eq!((lengths.min, lengths.width), (7, 5));
    }

    #[test]
    fn a_thinned_curve_keeps_its_half_and_its_end() {
        let steps: Vec<(u32, f64)> = (1..=1000).map(|ply| (ply, 1.0 - f64::from(ply) / 1000.0)).collect();
        let thinned = Steps::of(&Curve { steps, band: Vec::new(), end: 1200 });
        assert!(thinned.steps.len() <= MOST_STEPS as usize + 2, "{}", thinned.steps.len());
        assert!(thinned.steps.contains(&(500, 0.5)));
        assert_eq!((thinned.steps.last(), thinned.end), (Some(&(1000, 0.0)), 1200));
        let few = Steps::of(&Curve { steps: vec![(3, 0.75), (5, 0.5), (8, 0.0)], band: Vec::new(), end: 8 });
        assert_eq!(few.steps, [(3, 0.75), (5, 0.5), (8, 0.0)]);
    }
}
