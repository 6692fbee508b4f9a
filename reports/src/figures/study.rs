//! The cells of a run as the figures show them: grouped by variant, with short names.

use crate::labels;
use crate::summary::CellSummary;

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
        let rows = cells.iter().zip(short.labels);
        let rows = rows.map(|(cell, label)| (label, labels::pairing(&cell.white, &cell.black))).collect();
        let heading = labels::pairing_heading(cells.iter().any(|cell| !cell.plays_itself()));
        Self { cells, ..Study::of_rows(rows, short.common, heading) }
    }

    /// Rows that are no cells of a run: each has the name of its group and that of its agents.
    pub(crate) fn of_rows(
        rows: Vec<(String, String)>,
        common: String,
        pairing_heading: &'static str,
    ) -> Study<'static> {
        let mut groups: Vec<Group> = Vec::new();
        let mut pairings: Vec<String> = Vec::new();
        let mut pairing_of = Vec::new();
        for (index, (label, agents)) in rows.into_iter().enumerate() {
            match groups.iter_mut().find(|group| group.label == label) {
                Some(group) => group.cells.push(index),
                None => groups.push(Group { label, cells: vec![index] }),
            }
            let known = pairings.iter().position(|pairing| *pairing == agents);
            pairing_of.push(known.unwrap_or(pairings.len()));
            if known.is_none() {
                pairings.push(agents);
            }
        }
        Study { cells: &[], common, groups, pairings, pairing_heading, pairing_of }
    }

    /// The index of the cell with a number.
    pub(crate) fn index(&self, number: u32) -> Option<usize> {
        self.cells.iter().position(|cell| cell.cell == number)
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
        parts.extend(self.games());
        parts.join(" · ")
    }

    /// The same for a caption.
    pub(crate) fn caption(&self) -> String {
        let variants = match self.groups.as_slice() {
            [only] => format!("The game is {}", only.label),
            several if self.common.is_empty() => format!("{} variants", several.len()),
            several => format!("{} variants of {}", several.len(), self.common),
        };
        let pairings = match self.pairings.as_slice() {
            [only] => format!("{}: {only}", self.pairing_heading.to_lowercase()),
            several => format!("{} pairings of agents", several.len()),
        };
        let games = self.games().map_or_else(String::new, |games| format!("; n = {games}"));
        format!("{variants}; {pairings}{games}.")
    }

    fn games(&self) -> Option<String> {
        let games = || self.cells.iter().map(|cell| cell.games);
        Some(spread(games().min()?, games().max()?, "in each cell"))
    }
}

/// So many games, where there are between `least` and `most`.
pub(crate) fn spread(least: u64, most: u64, of: &str) -> String {
    let grouped = |n: u64| crate::numbers::grouped(n as f64);
    match most {
        1 => format!("1 game {of}"),
        _ if least == most => format!("{} games {of}", grouped(most)),
        _ => format!("{} to {} games {of}", grouped(least), grouped(most)),
    }
}
