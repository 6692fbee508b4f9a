//! The short table for a terminal.

use std::collections::BTreeSet;

use petteia_statistics::Estimate;

use crate::labels::{self, Advantage};
use crate::numbers::{percent_with_interval, points_with_interval};
use crate::report::Report;
use crate::summary::CellSummary;

/// How the terminal table is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableStyle {
    /// Columns of text to keep to. Names are cut to fit, numbers never.
    pub width: usize,
    /// Whether to set off the header and the intervals with ANSI escapes.
    pub colour: bool,
}

impl Default for TableStyle {
    /// 120 columns, without colour.
    fn default() -> Self {
        Self { width: 120, colour: false }
    }
}

/// What the columns hold, in two lines.
pub(crate) fn headings(cells: &[CellSummary]) -> [[&'static str; 2]; 9] {
    [
        ["variant", ""],
        ["agents", ""],
        ["games", ""],
        ["draw %", "[95 %]"],
        ["White", "won %"],
        ["Black", "won %"],
        ["unfin-", "ished %"],
        Advantage::of(cells).heading,
        ["plies", "median"],
    ]
}

/// What is said of the columns, each a sentence of a line.
pub(crate) fn notes(cells: &[CellSummary]) -> [&'static str; 2] {
    [Advantage::of(cells).note, "Unfinished games, stopped at the turn cap, score ½ and are counted apart from draws."]
}

/// Columns that hold names, set to the left and cut when there is no room.
pub(crate) const NAMES: usize = 2;

/// The least width a column of names is cut to.
const LEAST_NAME: usize = 8;

const GAP: &str = "  ";

/// What all variants share, and the texts of the table.
pub(crate) fn rows(cells: &[CellSummary]) -> (String, Vec<[String; 9]>) {
    let variants: Vec<&str> = cells.iter().map(|cell| cell.variant.as_str()).collect();
    let short = labels::variants(&variants);
    (short.common, cells.iter().zip(short.labels).map(row).collect())
}

/// The two lines of a heading in one.
pub(crate) fn joined(first: &str, second: &str) -> String {
    match first.strip_suffix('-') {
        Some(start) => format!("{start}{second}"),
        None => format!("{first} {second}").trim_end().to_owned(),
    }
}

pub(crate) fn table(report: &Report, style: TableStyle) -> String {
    let cells = &report.cells;
    let (common, rows) = rows(cells);
    let headings = [0, 1].map(|level| headings(cells).map(|heading| heading[level].to_owned()).to_vec());
    let rows: Vec<Vec<String>> = headings.into_iter().chain(rows.into_iter().map(Vec::from)).collect();
    let layout = Layout { headings: 2, left: |column| column < NAMES, cut: NAMES };
    let shared = (!common.is_empty()).then(|| format!("Variants of {common}"));
    let open = report.open.map(|open| paint(&open.sentence(), "1", style.colour));
    let mut lines: Vec<String> = open.into_iter().chain(shared).chain(aligned(&rows, layout, style)).collect();
    lines.extend(notes(cells).map(|note| paint(note, "2", style.colour)));
    lines.join("\n") + "\n"
}

/// How rows of texts become a table.
pub(crate) struct Layout {
    /// Rows of headings, before the rule.
    pub(crate) headings: usize,
    /// Columns set to the left; the others are set to the right.
    pub(crate) left: fn(usize) -> bool,
    /// So many columns, the first ones, are cut where the table is wider than the terminal.
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
    let rule = "─".repeat(widths.iter().sum::<usize>() + GAP.len() * (widths.len() - 1));
    let headings = headings.iter().map(|row| paint(&line(row), "1", style.colour));
    headings.chain([rule]).chain(rows.iter().map(line)).collect()
}

fn row((cell, variant): (&CellSummary, String)) -> [String; 9] {
    let share = |estimate: Option<Estimate>| estimate.map_or_else(String::new, |e| format!("{:.1}", 100.0 * e.value));
    [
        variant,
        labels::pairing(&cell.white, &cell.black),
        cell.games.to_string(),
        percent_with_interval(cell.draw_rate),
        share(cell.white_rate),
        share(cell.black_rate),
        share(cell.unfinished_rate),
        points_with_interval(cell.first_move_advantage),
        cell.plies.quantile(0.5).map_or_else(String::new, |median| format!("{median:.0}")),
    ]
}

/// The widths of the columns, the first `names` of them cut as far as needed to fit `room` and as names stay different.
fn widths(rows: &[Vec<String>], names: usize, room: usize) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let gaps = GAP.len() * (columns - 1);
    let different = |column: usize, width: Option<usize>| {
        let texts = rows.iter().map(|row| width.map_or_else(|| row[column].clone(), |width| cut(&row[column], width)));
        texts.collect::<BTreeSet<String>>().len()
    };
    let all: Vec<usize> = (0..names).map(|column| different(column, None)).collect();
    while widths.iter().sum::<usize>() + gaps > room {
        let can_shrink =
            |&column: &usize| widths[column] > LEAST_NAME && different(column, Some(widths[column] - 1)) == all[column];
        // Of equals the first.
        let Some(widest) = (0..names).rev().filter(can_shrink).max_by_key(|&column| widths[column]) else { break };
        widths[widest] -= 1;
    }
    widths
}

/// A name cut in its middle: what tells agents apart is at the end, `alpha…=16000`.
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
    fn names_are_not_cut_until_they_are_the_same() {
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
