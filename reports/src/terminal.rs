//! Tables and texts for a terminal.

use std::collections::BTreeSet;

use petteia_statistics::Estimate;
use textwrap::{Options, WordSplitter, fill};

use crate::advantage::Advantage;
use crate::labels;
use crate::numbers::{percent_with_interval, points_with_interval};
use crate::report::Report;
use crate::summary::CellSummary;

/// The layout of tables and texts on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableStyle {
    /// The width to keep to, in columns of text. Names are cut to fit, numbers never.
    pub width: usize,
    /// Whether to highlight headings and notes with ANSI escapes.
    pub colour: bool,
}

impl Default for TableStyle {
    /// 80 columns, without colour.
    fn default() -> Self {
        Self { width: 80, colour: false }
    }
}

impl TableStyle {
    /// Returns the width of sentences, which are hard to read in long lines.
    pub(crate) fn prose_width(self) -> usize {
        self.width.min(80)
    }
}

/// The least width to which a column of names is cut.
const LEAST_NAME: usize = 16;

const GAP: &str = "  ";

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

/// A column: its heading in two lines, and its text in each row.
type Column = ([&'static str; 2], Vec<String>);

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
                shared.push(format!("Agents: {}", agents.common));
            }
            columns.push((["agents", ""], agents.labels));
        }
        let names = columns.len();
        columns.push((["games", ""], column(|cell| cell.games.to_string())));
        columns.push((["draw %", "[95 %]"], column(|cell| percent_with_interval(cell.draw_rate))));
        columns.push((["White", "won %"], column(|cell| share(cell.white_rate))));
        columns.push((["Black", "won %"], column(|cell| share(cell.black_rate))));
        let mut notes = vec![advantage.note];
        if some_unfinished {
            columns.push((["unfin-", "ished %"], column(|cell| share(cell.unfinished_rate))));
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
}

/// Columns that are left out, in this order, where the terminal is too narrow; `summary.csv` has them.
const EXPENDABLE: [[&str; 2]; 3] = [["Black", "won %"], ["White", "won %"], ["plies", "median"]];

impl CellTable {
    /// Returns its headings, in two lines, and its rows.
    fn lines(&self) -> Vec<Vec<String>> {
        let headings = [0, 1].map(|level| self.headings.iter().map(|heading| heading[level].to_owned()).collect());
        headings.into_iter().chain(self.rows.iter().cloned()).collect()
    }

    fn drop_column(&mut self, heading: [&str; 2]) {
        let Some(column) = self.headings.iter().position(|other| *other == heading) else { return };
        self.headings.remove(column);
        self.rows.iter_mut().for_each(|row| {
            row.remove(column);
        });
    }
}

fn share(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |estimate| format!("{:.1}", 100.0 * estimate.value))
}

fn median(cell: &CellSummary) -> String {
    cell.plies.quantile(0.5).map_or_else(String::new, |median| format!("{median:.0}"))
}

/// The two lines of a heading in one.
pub(crate) fn joined(first: &str, second: &str) -> String {
    match first.strip_suffix('-') {
        Some(start) => format!("{start}{second}"),
        None => format!("{first} {second}").trim_end().to_owned(),
    }
}

pub(crate) fn table(report: &Report, style: TableStyle) -> String {
    let mut table = CellTable::of(&report.selected);
    let mut rows = table.lines();
    let mut expendable = EXPENDABLE.into_iter();
    while width(&widths(&rows, table.names, style.width)) > style.width
        && let Some(heading) = expendable.next()
    {
        table.drop_column(heading);
        rows = table.lines();
    }
    let left: fn(usize) -> bool = if table.names == 1 { |column| column == 0 } else { |column| column < 2 };
    let layout = Layout { headings: 2, left, cut: table.names };
    let mut lines: Vec<String> = report.remark.iter().flat_map(|remark| painted(remark, "1", style)).collect();
    if !table.shared.is_empty() {
        lines.push(wrapped(&table.shared, style.prose_width(), ""));
    }
    lines.extend(aligned(&rows, layout, style));
    lines.extend(table.notes.iter().flat_map(|note| painted(note, "2", style)));
    lines.join("\n") + "\n"
}

/// The lines of a text, each painted.
pub(crate) fn painted(text: &str, code: &str, style: TableStyle) -> Vec<String> {
    wrapped(text, style.prose_width(), "").lines().map(|line| paint(line, code, style.colour)).collect()
}

/// Breaks a text into lines of at most `width` characters; lines after the first begin with `indent`.
#[must_use]
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let options = Options::new(width).subsequent_indent(indent).break_words(false);
    fill(text, options.word_splitter(WordSplitter::NoHyphenation))
}

/// The layout of a table.
pub(crate) struct Layout {
    /// Rows of headings, before the rule.
    pub(crate) headings: usize,
    /// Columns set to the left; the others are set to the right.
    pub(crate) left: fn(usize) -> bool,
    /// The number of columns, from the first, that are cut if the table is wider than the terminal.
    pub(crate) cut: usize,
}

/// The lines of a table: headings, a rule, and the rows, each column as wide as its widest text.
pub(crate) fn aligned(rows: &[Vec<String>], layout: Layout, style: TableStyle) -> Vec<String> {
    let widths = widths(rows, layout.cut, style.width);
    let line = |row: &Vec<String>| {
        let set = row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| {
            let text = if column < layout.cut { cut(text, width) } else { text.clone() };
            if (layout.left)(column) { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        set.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    let (headings, rows) = rows.split_at(layout.headings);
    let rule = "─".repeat(width(&widths));
    let headings = headings.iter().map(|row| paint(&line(row), "1", style.colour));
    headings.chain([rule]).chain(rows.iter().map(line)).collect()
}

/// Returns the width of a table of which nothing is cut.
pub(crate) fn table_width(rows: &[Vec<String>]) -> usize {
    width(&widths(rows, 0, usize::MAX))
}

/// The width of a table with columns of these widths.
fn width(columns: &[usize]) -> usize {
    columns.iter().sum::<usize>() + GAP.len() * columns.len().saturating_sub(1)
}

/// The widths of the columns, the first `names` of them cut as far as needed to fit `room` and as names stay different.
fn widths(rows: &[Vec<String>], names: usize, room: usize) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let different = |column: usize, width: Option<usize>| {
        let texts = rows.iter().map(|row| width.map_or_else(|| row[column].clone(), |width| cut(&row[column], width)));
        texts.collect::<BTreeSet<String>>().len()
    };
    let all: Vec<usize> = (0..names).map(|column| different(column, None)).collect();
    while width(&widths) > room {
        let can_shrink =
            |&column: &usize| widths[column] > LEAST_NAME && different(column, Some(widths[column] - 1)) == all[column];
        // Of equals the first.
        let Some(widest) = (0..names).rev().filter(can_shrink).max_by_key(|&column| widths[column]) else { break };
        widths[widest] -= 1;
    }
    widths
}

/// Cuts a name in its middle, because agents often differ at the end: `alpha…=16000`.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let start = text.chars().take(kept.div_ceil(2));
    start.chain(['…']).chain(text.chars().skip(length - kept.div_euclid(2))).collect()
}

pub(crate) fn paint(text: &str, code: &str, colour: bool) -> String {
    if colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_never_cut_so_far_that_they_become_equal() {
        let row = |nodes: &str| vec![format!("alphabeta:nodes={nodes},tables=auto"), "100.0".to_owned()];
        let rows = [row("25"), row("3200")];
        let cut: Vec<String> = rows.iter().map(|row| cut(&row[0], widths(&rows, 1, 20)[0])).collect();
        assert_ne!(cut[0], cut[1]);
        assert!(widths(&rows, 1, 20)[0] < 32, "it is cut as far as it can be");
    }

    #[test]
    fn a_name_is_cut_in_its_middle() {
        assert_eq!(cut("alphabeta:nodes=16000", 21), "alphabeta:nodes=16000");
        assert_eq!(cut("alphabeta:nodes=16000", 14), "alphabe…=16000");
        assert_eq!(cut("alphabeta:nodes=16000", 1), "…");
    }
}
