//! The cells of a run as sentences name them.

use std::collections::BTreeSet;

use crate::comparisons::{Comparison, Quantity};
use crate::labels::{self, Pairing, pairing};
use crate::ladder::strongest_first;
use crate::phrases::players;
use crate::summary::CellSummary;

pub(super) struct Run<'a> {
    pub(super) cells: &'a [CellSummary],
    comparisons: &'a [Comparison],
    /// The pairings of agents, the strongest first.
    pairings: Vec<Pairing<'a>>,
    /// How many of them lead: those whose results the findings tell.
    leading: usize,
    /// Short names of the variants of the cells.
    names: Vec<String>,
}

impl<'a> Run<'a> {
    pub(super) fn of(cells: &'a [CellSummary], comparisons: &'a [Comparison]) -> Self {
        let (pairings, leading) = strongest_first(cells);
        let names = labels::variants(cells.iter().map(|cell| &cell.variant)).labels;
        Run { cells, comparisons, pairings, leading, names }
    }

    /// The pairings whose results the findings tell: the strongest agent against itself, or all if it is not known.
    pub(super) fn leaders(&self) -> &[Pairing<'a>] {
        &self.pairings[..self.leading]
    }

    pub(super) fn of_pairing(&self, agents: Pairing) -> impl Iterator<Item = &'a CellSummary> {
        self.cells.iter().filter(move |cell| cell.agents() == agents)
    }

    pub(super) fn leading_cells(&self) -> impl Iterator<Item = &'a CellSummary> {
        self.cells.iter().filter(|cell| self.leaders().contains(&cell.agents()))
    }

    /// The comparisons of a quantity between cells of the leading pairings.
    pub(super) fn comparisons(&self, quantity: Quantity) -> Vec<&'a Comparison> {
        let leads = |comparison: &&Comparison| self.leading_cells().any(|cell| cell.cell == comparison.cell);
        self.comparisons.iter().filter(|comparison| comparison.quantity == quantity).filter(leads).collect()
    }

    pub(super) fn cell(&self, number: u32) -> Option<&'a CellSummary> {
        self.cells.iter().find(|cell| cell.cell == number)
    }

    /// The name of a cell's variant, without the part that all variants share.
    pub(super) fn name(&self, number: u32) -> &str {
        let index = self.cells.iter().position(|cell| cell.cell == number);
        index.map_or("", |index| &self.names[index])
    }

    /// The name of a cell's variant, with its agents if the run has several pairings.
    pub(super) fn full_name(&self, number: u32) -> String {
        let agents = self.cell(number).map(|cell| pairing(cell.agents()));
        match agents {
            Some(agents) if self.pairings.len() > 1 => format!("{} ({agents})", self.name(number)),
            _ => self.name(number).to_owned(),
        }
    }

    /// The names of the variants that are proven draws.
    pub(super) fn proved(&self, proved: &BTreeSet<String>) -> Vec<String> {
        let is_proved = |(cell, _): &(&CellSummary, &String)| proved.contains(&cell.variant.name);
        let names = self.cells.iter().zip(&self.names).filter(is_proved).map(|(_, name)| name.clone());
        labels::distinct(names)
    }

    /// `alphabeta:nodes=1000, the strongest agent of this run, plays both sides`.
    pub(super) fn players(&self, agents: Pairing) -> String {
        let is_chosen = self.leading == 1 && self.pairings.len() > 1 && agents.0 == agents.1;
        match (is_chosen, players(agents)) {
            (true, text) => text.replacen(" plays both", ", the strongest agent of this run, plays both", 1),
            (false, text) => text,
        }
    }
}
