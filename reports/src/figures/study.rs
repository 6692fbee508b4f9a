//! The cells of a run as the figures show them: grouped by variant, with short names.

use crate::labels;
use crate::tables::summary::CellSummary;

/// All cells of one variant.
pub(crate) struct Group {
    pub(crate) label: String,
    /// Indices into [`Study::cells`].
    pub(crate) cells: Vec<usize>,
}

/// The cells, their groups, and the pairings of agents.
pub(crate) struct Study<'a> {
    pub(crate) cells: &'a [CellSummary],
    /// What all variants share; empty when nothing is.
    pub(crate) common: String,
    pub(crate) groups: Vec<Group>,
    /// Names of the different pairings, in the order of the plan.
    pub(crate) pairings: Vec<String>,
    /// What the names of the pairings mean.
    pub(crate) pairing_heading: &'static str,
    /// For each cell, which of the pairings it is.
    pub(crate) pairing_of: Vec<usize>,
}

impl<'a> Study<'a> {
    pub(crate) fn of(cells: &'a [CellSummary]) -> Self {
        let variants: Vec<&str> = cells.iter().map(|cell| cell.variant.as_str()).collect();
        let short = labels::variants(&variants);
        let mut groups: Vec<(&str, Group)> = Vec::new();
        let mut pairings: Vec<String> = Vec::new();
        let mut pairing_of = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            match groups.iter_mut().find(|(variant, _)| *variant == cell.variant) {
                Some((_, group)) => group.cells.push(index),
                None => groups.push((&cell.variant, Group { label: short.labels[index].clone(), cells: vec![index] })),
            }
            let name = labels::pairing(&cell.white, &cell.black);
            let known = pairings.iter().position(|pairing| *pairing == name);
            pairing_of.push(known.unwrap_or(pairings.len()));
            if known.is_none() {
                pairings.push(name);
            }
        }
        Self {
            cells,
            common: short.common,
            groups: groups.into_iter().map(|(_, group)| group).collect(),
            pairings,
            pairing_heading: labels::pairing_heading(cells.iter().any(|c| c.white != c.black)),
            pairing_of,
        }
    }

    /// Whether the agents must be told apart.
    pub(crate) fn several_pairings(&self) -> bool {
        self.pairings.len() > 1
    }

    /// What is said of all cells at once, below a title: the game, the agents if they are the same
    /// everywhere, and the number of games.
    pub(crate) fn note(&self) -> String {
        let mut parts = Vec::new();
        if !self.common.is_empty() {
            parts.push(format!("Variants of {}", self.common));
        }
        if let [only] = self.pairings.as_slice() {
            parts.push(format!("{}: {only}", self.pairing_heading));
        }
        let games = self.cells.iter().map(|cell| cell.games);
        let (least, most) = (games.clone().min(), games.max());
        if let (Some(least), Some(most)) = (least, most) {
            let grouped = |n: u64| super::axis::grouped(n as f64);
            parts.push(match most {
                1 => "1 game in each cell".to_owned(),
                _ if least == most => format!("{} games in each cell", grouped(most)),
                _ => format!("{} to {} games in a cell", grouped(least), grouped(most)),
            });
        }
        parts.join(" · ")
    }
}
