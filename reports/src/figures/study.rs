//! The cells of a run, grouped by variant and with short names, for the figures.

use crate::labels::{self, ShortLabels, distinct, within};
use crate::number_format::grouped;
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
    /// The part that all variants share; may be empty.
    pub(crate) common: String,
    pub(crate) groups: Vec<Group>,
    /// Names of the different pairings, in the order of the plan.
    pub(crate) pairings: Vec<String>,
    /// The meaning of the pairings' names.
    pub(crate) pairing_heading: &'static str,
    pub(crate) pairing_of: Vec<usize>,
    /// The part that all agents share; may be empty.
    pub(crate) common_agents: String,
    /// The least and the largest number of games of a cell, for each pairing; empty if the rows are not of games.
    pub(crate) sizes: Vec<(u64, u64)>,
}

/// More pairings than this have one range of games together.
const MOST_SIZES: usize = 6;

impl<'a> Study<'a> {
    pub(crate) fn of(cells: &'a [CellSummary]) -> Self {
        let variants = labels::variants(cells.iter().map(|cell| &cell.variant));
        let agents = labels::pairings(&cells.iter().map(CellSummary::agents).collect::<Vec<_>>());
        let heading = labels::pairing_heading(cells.iter().any(|cell| !cell.plays_itself()));
        let games: Vec<u64> = cells.iter().map(|cell| cell.games).collect();
        Study { cells, ..Study::of_rows(variants, agents, heading) }.with_sizes(&games)
    }

    /// Rows that are not cells of a run, by the names of their groups and of their agents.
    pub(crate) fn of_rows(rows: ShortLabels, agents: ShortLabels, pairing_heading: &'static str) -> Study<'static> {
        let pairings = distinct(agents.labels.iter().cloned());
        let place = |agents: &String| pairings.iter().position(|pairing| pairing == agents);
        Study {
            cells: &[],
            common: rows.common,
            groups: groups(rows.labels),
            pairing_of: agents.labels.iter().filter_map(place).collect(),
            pairings,
            common_agents: agents.common,
            pairing_heading,
            sizes: Vec::new(),
        }
    }

    /// The same rows with their numbers of games.
    pub(crate) fn with_sizes(mut self, games: &[u64]) -> Self {
        self.sizes = vec![(u64::MAX, 0); self.pairings.len()];
        for (&pairing, &games) in self.pairing_of.iter().zip(games) {
            let (least, most) = self.sizes[pairing];
            self.sizes[pairing] = (least.min(games), most.max(games));
        }
        self
    }

    /// The number in the run of the cell with an index; none if the rows are not cells.
    pub(crate) fn number(&self, index: usize) -> Option<u32> {
        self.cells.get(index).map(|cell| cell.cell)
    }

    pub(crate) fn label(&self, index: usize) -> &str {
        let group = self.groups.iter().find(|group| group.cells.contains(&index));
        group.map_or("", |group| &group.label)
    }

    /// The agents of a row, if there are several.
    pub(crate) fn agents(&self, index: usize) -> Option<&str> {
        self.several_pairings().then(|| self.pairings[self.pairing_of[index]].as_str())
    }

    /// A row by itself: its group, its agents if there are several, and its number of games.
    pub(crate) fn name(&self, index: usize) -> String {
        let agents = self.agents(index).map_or_else(String::new, |agents| format!(", {agents}"));
        let games = self.cells.get(index).map(|cell| format!("\n{} games", grouped(cell.games as f64)));
        format!("{}{agents}{}", self.label(index), games.unwrap_or_default())
    }

    /// Whether agents must be distinguished.
    pub(crate) fn several_pairings(&self) -> bool {
        self.pairings.len() > 1
    }

    /// The name of a pairing with its number of games, for a legend.
    pub(crate) fn pairing_with_games(&self, pairing: usize) -> String {
        let name = &self.pairings[pairing];
        self.sizes.get(pairing).map_or_else(|| name.clone(), |&size| format!("{} (n = {})", within(name), range(size)))
    }

    /// The heading of a legend of the pairings.
    pub(crate) fn legend_heading(&self) -> String {
        let n = match (self.sizes.is_empty(), self.cells.is_empty()) {
            (true, _) => "",
            (false, true) => ", n games",
            (false, false) => ", n games per cell",
        };
        format!("{}{n}", self.pairing_heading)
    }

    /// A note on all cells, below a title: the game, the agents or what they share, and the number of games if wanted.
    pub(crate) fn note(&self, with_games: bool) -> String {
        let mut parts = Vec::new();
        if !self.common.is_empty() {
            parts.push(format!("Variants of {}", self.common));
        }
        match self.pairings.as_slice() {
            [only] => parts.push(format!("{}: {only}", self.pairing_heading)),
            _ if self.common_agents.is_empty() => {}
            _ => parts.push(self.common_agents.clone()),
        }
        if with_games {
            parts.extend(
                self.games().map(|games| games.replacen("games per", "Games per", usize::from(games.starts_with('g')))),
            );
        }
        parts.join(" · ")
    }

    /// The same for a sentence.
    pub(crate) fn caption(&self) -> String {
        let variants = match self.groups.as_slice() {
            [only] => format!("the game {}", only.label),
            several if self.common.is_empty() => format!("{} variants", several.len()),
            several => format!("{} variants of {}", several.len(), self.common),
        };
        let mut pairings = self.agents_in_caption("");
        if self.several_pairings() && !self.common_agents.is_empty() {
            pairings += &format!(" ({})", self.common_agents);
        }
        let games = self.games().map_or_else(String::new, |games| format!("; {games}"));
        format!("{variants}; {pairings}{games}.")
    }

    /// The agents for a sentence: the only pairing, or how many there are, after a few words.
    pub(crate) fn agents_in_caption(&self, words: &str) -> String {
        match self.pairings.as_slice() {
            [only] => format!("{}: {only}", self.pairing_heading.to_lowercase()),
            several => format!("{words}{} pairings of agents", several.len()),
        }
    }

    /// The games per cell, or per row if these are not cells; by agents if they differ.
    fn games(&self) -> Option<String> {
        let row = if self.cells.is_empty() { "row" } else { "cell" };
        let all = self.sizes.iter().flat_map(|&(least, most)| [least, most]);
        if all.clone().min()? == all.clone().max()? || !(2..=MOST_SIZES).contains(&self.pairings.len()) {
            return Some(spread(all, &format!("per {row}")));
        }
        let of_each =
            self.sizes.iter().zip(&self.pairings).map(|(&size, name)| format!("{} ({})", range(size), within(name)));
        Some(format!("games per {row}: {}", of_each.collect::<Vec<_>>().join(", ")))
    }
}

/// Gathers rows by their labels, in the order of their first rows.
pub(crate) fn groups(labels: impl IntoIterator<Item = String>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, label) in labels.into_iter().enumerate() {
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.cells.push(index),
            None => groups.push(Group { label, cells: vec![index] }),
        }
    }
    groups
}

/// `200`, or `20–200`.
fn range((least, most): (u64, u64)) -> String {
    let [least_text, most_text] = [least, most].map(|n| grouped(n as f64));
    if least == most { most_text } else { format!("{least_text}–{most_text}") }
}

/// `200 games per cell`, or `20 to 200 games per cell`.
pub(crate) fn spread(games: impl Iterator<Item = u64> + Clone, of: &str) -> String {
    let (least, most) = (games.clone().min().unwrap_or(0), games.max().unwrap_or(0));
    match [least, most].map(|n| grouped(n as f64)) {
        _ if most == 1 => format!("1 game {of}"),
        [_, most_text] if least == most => format!("{most_text} games {of}"),
        [least, most] => format!("{least} to {most} games {of}"),
    }
}
