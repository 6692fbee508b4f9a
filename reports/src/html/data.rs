//! What the page is made from, as its scripts read it.

use std::collections::BTreeMap;

use petteia_engine::{EndReason, Section};
use petteia_statistics::{Estimate, Histogram};
use petteia_tables::CellSquares;
use petteia_tables::Outcomes;
use serde::Serialize;

use super::{Background, SampleGame};
use crate::known::Open;
use crate::labels::{self, Advantage};
use crate::numbers::grouped;
use crate::report::Report;
use crate::summary::CellSummary;

/// Everything.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    name: &'a str,
    /// What all variants share, and how much was played.
    subtitle: String,
    /// What is said of a run that is not complete.
    open: Option<String>,
    /// What White's mean score less one half is called, and what is said of it.
    advantage: [&'static str; 2],
    findings: &'a [String],
    pairing_heading: &'static str,
    /// Names of the ways to end, in the order of each cell's `reasons`.
    reasons: [&'static str; EndReason::ALL.len()],
    cells: Vec<Cell<'a>>,
    rules: &'a BTreeMap<String, Vec<Section>>,
    games: &'a [SampleGame],
    provenance: &'a [(&'static str, String)],
    /// What the parts say of their origin, as all other files of the report do.
    stamp: BTreeMap<String, String>,
    citation: &'a str,
    missing: &'a [String],
}

/// A cell with its numbers, named as in the summary table.
#[derive(Serialize)]
struct Cell<'a> {
    cell: u32,
    variant: &'a str,
    /// The variant without what all have in common.
    label: String,
    white: &'a str,
    black: &'a str,
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

/// A distribution has at most so many counts.
const MOST_COUNTS: u32 = 400;

/// What happened on each square, rank by rank from the first.
#[derive(Serialize)]
struct Squares {
    files: u32,
    arrivals: Vec<u64>,
    losses: Vec<u64>,
}

impl<'a> Page<'a> {
    pub(super) fn of(report: &'a Report, background: &'a Background) -> Self {
        let variants: Vec<&str> = report.cells.iter().map(|cell| cell.variant.as_str()).collect();
        let short = labels::variants(&variants);
        let games = grouped(report.cells.iter().map(|cell| cell.games).sum::<u64>() as f64);
        let of = if short.common.is_empty() { String::new() } else { format!("Variants of {}: ", short.common) };
        let Advantage { name, note, .. } = Advantage::of(&report.cells);
        let cells = report.cells.iter().zip(short.labels);
        Page {
            name: &background.name,
            subtitle: format!("{of}{games} games in {} cells", report.cells.len()),
            open: report.open.map(Open::sentence),
            advantage: [name, note],
            findings: &report.findings,
            pairing_heading: labels::pairing_heading(report.cells.iter().any(|cell| !cell.plays_itself())),
            reasons: EndReason::ALL.map(EndReason::name),
            cells: cells.map(|(cell, label)| Cell::of(cell, label, report.squares.get(&cell.cell))).collect(),
            rules: &background.rules,
            games: &background.games,
            provenance: &background.provenance,
            stamp: report.provenance.notes().into_iter().collect(),
            citation: &background.citation,
            missing: &background.missing,
        }
    }
}

impl<'a> Cell<'a> {
    fn of(cell: &'a CellSummary, label: String, squares: Option<&CellSquares>) -> Self {
        Cell {
            cell: cell.cell,
            variant: &cell.variant,
            label,
            white: &cell.white,
            black: &cell.black,
            pairing: labels::pairing(&cell.white, &cell.black),
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
            squares: squares.map(Squares::of),
        }
    }
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
}
