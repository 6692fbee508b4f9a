//! What the page is made from, as its scripts read it.

use std::collections::BTreeMap;

use petteia_engine::Section;
use serde::Serialize;

use super::cell::Cell;
use super::{Background, PLAY, SampleGame, results};
use crate::advantage::Advantage;
use crate::labels;
use crate::ladder::in_order;
use crate::metrics;
use crate::number_format::grouped;
use crate::report::Report;

#[derive(Serialize)]
pub(super) struct Page<'a> {
    name: &'a str,
    /// What all variants share, and how much was played.
    subtitle: String,
    /// What is said of a run that is not complete or has cells without games.
    open: Option<&'a str>,
    /// What White's mean score less one half is called, and what is said of it.
    advantage: [&'static str; 2],
    /// A paragraph for an article; empty when it is not known.
    article: &'a str,
    findings: &'a [String],
    pairing_heading: &'static str,
    cells: Vec<Cell<'a>>,
    /// What the values of each cell's `metrics` are.
    metrics: Vec<metrics::About>,
    comparisons: Vec<results::Comparison>,
    effects: Vec<results::Effect>,
    limits: Vec<results::StrongPlayEstimate<'a>>,
    rules: &'a BTreeMap<String, Vec<Section>>,
    games: &'a [SampleGame],
    provenance: &'a [(&'static str, String)],
    /// Where the parts come from, as in all other files of the report.
    stamp: BTreeMap<String, String>,
    citation: &'a str,
    missing: &'a [String],
    /// The page to play on, if it is there.
    play: Option<&'static str>,
}

impl<'a> Page<'a> {
    pub(super) fn of(report: &'a Report, background: &'a Background) -> Self {
        let cells = in_order(&report.analysis.cells);
        let short = labels::variants(cells.iter().map(|cell| &cell.variant));
        let games = grouped(report.analysis.cells.iter().map(|cell| cell.games).sum::<u64>() as f64);
        let of = if short.common.is_empty() { String::new() } else { format!("Variants of {}: ", short.common) };
        let plural = if report.analysis.cells.len() == 1 { "" } else { "s" };
        let Advantage { name, note, .. } = Advantage::of(&report.analysis.cells);
        let pairings = cells.iter().map(|cell| cell.agents()).collect::<Vec<_>>();
        let agents = pairings.iter().copied().zip(labels::pairings(&pairings).labels).collect::<Vec<_>>();
        let named = cells.into_iter().zip(short.labels).zip(&agents);
        Page {
            name: &background.name,
            subtitle: format!("{of}{games} games in {} cell{plural}", report.analysis.cells.len()),
            open: report.remark.as_deref(),
            advantage: [name, note],
            article: &background.article,
            findings: &report.findings,
            pairing_heading: labels::pairing_heading(report.analysis.cells.iter().any(|cell| !cell.plays_itself())),
            cells: named.map(|((cell, label), (_, agents))| Cell::of(report, cell, label, agents.clone())).collect(),
            metrics: metrics::all().collect(),
            comparisons: results::comparisons(report),
            effects: results::effects(report, &agents),
            limits: results::limits(report),
            rules: &background.rules,
            games: &background.games,
            provenance: &background.provenance,
            stamp: report.provenance.notes().into_iter().collect(),
            citation: &background.citation,
            missing: &background.missing,
            play: background.has_play.then_some(PLAY),
        }
    }
}
