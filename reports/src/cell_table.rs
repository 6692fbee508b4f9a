//! The table of the cells of a run, for people: in the terminal, in Markdown and in LaTeX.

use crate::advantage::Advantage;
use crate::labels;
use crate::number_format::{percent_alone, percent_with_interval, points_with_interval};
use crate::summary::CellSummary;
use crate::terminal::{Layout, TableStyle, aligned, painted, table_width, width, widths, wrapped};

/// The table of the cells of a run, without columns that say the same in every row.
pub(crate) struct CellTable {
    /// What all rows share; empty if nothing.
    pub(crate) shared: String,
    /// The headings, each in two lines.
    pub(crate) headings: Vec<[&'static str; 2]>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The number of columns with names: the first ones, aligned to the left and cut if there is no room.
    pub(crate) names: usize,
    /// Explanations of the columns, each a sentence.
    pub(crate) notes: Vec<&'static str>,
}

/// The heading of the column of agents.
const AGENTS: [&str; 2] = ["agents", ""];

/// A column: its heading in two lines, and its text in each row.
type Column = ([&'static str; 2], Vec<String>);

/// Columns that are left out, in this order, where the terminal is too narrow; `summary.csv` has them.
const EXPENDABLE: [[&str; 2]; 3] = [["plies", "median"], ["Black", "won %"], ["White", "won %"]];

impl CellTable {
    pub(crate) fn of(cells: &[CellSummary]) -> Self {
        let variants = labels::variants(cells.iter().map(|cell| &cell.variant));
        let agents = labels::pairings(&cells.iter().map(CellSummary::agents).collect::<Vec<_>>());
        let some_differ = cells.iter().any(|cell| !cell.plays_itself());
        let is_one_pairing = agents.labels.windows(2).all(|pair| pair[0] == pair[1]);
        let some_unfinished = cells.iter().any(|cell| cell.outcomes.unfinished > 0);
        let advantage = Advantage::of(cells);
        let column = |text: fn(&CellSummary) -> String| cells.iter().map(text).collect::<Vec<_>>();
        let mut shared = Vec::new();
        if !variants.common.is_empty() {
            shared.push(format!("Variants of {}", variants.common));
        }
        let mut columns: Vec<Column> = vec![(["variant", ""], variants.labels)];
        if is_one_pairing {
            let heading = labels::pairing_heading(some_differ);
            shared.extend(agents.labels.first().map(|agents| format!("{heading}: {agents}")));
        } else {
            if !agents.common.is_empty() {
                shared.push(agents.common);
            }
            columns.push((AGENTS, agents.labels));
        }
        let names = columns.len();
        columns.push((["games", ""], column(|cell| cell.games.to_string())));
        columns.push((["draw %", "[95 %]"], column(|cell| percent_with_interval(cell.draw_rate))));
        columns.push((["White", "won %"], column(|cell| percent_alone(cell.white_rate))));
        columns.push((["Black", "won %"], column(|cell| percent_alone(cell.black_rate))));
        let mut notes = vec![advantage.note];
        if some_unfinished {
            columns.push((["unfin-", "ished %"], column(|cell| percent_alone(cell.unfinished_rate))));
            notes.push("Unfinished games reached the turn cap; each scores ½ and is counted separately from draws.");
        }
        columns.push((advantage.heading, column(|cell| points_with_interval(cell.first_move_advantage))));
        columns.push((["plies", "median"], column(median)));
        let row = |index: usize| columns.iter().map(|(_, texts)| texts[index].clone()).collect();
        Self {
            shared: shared.join(" · "),
            headings: columns.iter().map(|(heading, _)| *heading).collect(),
            rows: (0..cells.len()).map(row).collect(),
            names,
            notes,
        }
    }

    /// Returns its headings, in two lines, and its rows.
    fn lines(&self) -> Vec<Vec<String>> {
        let headings = [0, 1].map(|level| self.headings.iter().map(|heading| heading[level].to_owned()).collect());
        headings.into_iter().chain(self.rows.iter().cloned()).collect()
    }

    /// Removes a column, and returns its texts; none if there is no such column.
    fn take_column(&mut self, heading: [&str; 2]) -> Vec<String> {
        let Some(column) = self.headings.iter().position(|other| *other == heading) else { return Vec::new() };
        self.headings.remove(column);
        self.names -= usize::from(column < self.names);
        self.rows.iter_mut().map(|row| row.remove(column)).collect()
    }

    /// Removes the agents from a table that is too wide, if they play several rows on end; returns the first row of each pairing
    /// with its agents.
    fn take_pairings(&mut self, style: TableStyle) -> Vec<(usize, String)> {
        let Some(column) = self.headings.iter().position(|heading| *heading == AGENTS) else { return Vec::new() };
        let is_first = |&row: &usize| row == 0 || self.rows[row][column] != self.rows[row - 1][column];
        let firsts: Vec<usize> = (0..self.rows.len()).filter(is_first).collect();
        if table_width(&self.lines()) <= style.width || 2 * firsts.len() > self.rows.len() {
            return Vec::new();
        }
        let agents = self.take_column(AGENTS);
        firsts.into_iter().map(|row| (row, agents[row].clone())).collect()
    }
}

fn median(cell: &CellSummary) -> String {
    let at_least = if cell.median_is_bound() { "≥ " } else { "" };
    cell.plies.quantile(0.5).map_or_else(String::new, |median| format!("{at_least}{median:.0}"))
}

/// The two lines of a heading in one.
pub(crate) fn joined(first: &str, second: &str) -> String {
    match first.strip_suffix('-') {
        Some(start) => format!("{start}{second}"),
        None => format!("{first} {second}").trim_end().to_owned(),
    }
}

/// The table as text. To fit, agents get lines of their own, and columns are left out.
pub(crate) fn text(cells: &[CellSummary], remark: Option<&str>, style: TableStyle) -> String {
    const HEADINGS: usize = 2;
    let mut table = CellTable::of(cells);
    let pairings = table.take_pairings(style);
    let mut rows = table.lines();
    let mut left_out = Vec::new();
    for heading in EXPENDABLE {
        if width(&widths(&rows, table.names, style.width)) > style.width {
            table.take_column(heading);
            rows = table.lines();
            left_out.push(heading.join(" "));
        }
    }
    let left: fn(usize) -> bool = if table.names == 1 { |column| column == 0 } else { |column| column < 2 };
    let layout = Layout { headings: HEADINGS, left, cut: table.names };
    let mut lines: Vec<String> = remark.iter().flat_map(|remark| painted(remark, "1", style)).collect();
    if !table.shared.is_empty() {
        lines.push(wrapped(&table.shared, style.prose_width(), ""));
    }
    let mut table_lines = aligned(&rows, layout, style);
    for (row, agents) in pairings.iter().rev() {
        // After the headings and the rule.
        let place = HEADINGS + 1 + row;
        table_lines.splice(place..place, painted(agents, "1", style));
    }
    lines.extend(table_lines);
    lines.extend(table.notes.iter().flat_map(|note| painted(note, "2", style)));
    if !left_out.is_empty() {
        lines.extend(painted(&format!("Not shown for want of room: {}.", left_out.join(", ")), "2", style));
    }
    lines.join("\n") + "\n"
}
