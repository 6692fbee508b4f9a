//! The layout of tables and texts for a terminal.

use std::collections::BTreeSet;

use textwrap::{Options, WordSplitter, fill};

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

/// The lines of a table with one row of headings.
pub(crate) fn table(
    headings: &[&str],
    rows: impl Iterator<Item = impl Into<Vec<String>>>,
    layout: Layout,
    style: TableStyle,
) -> Vec<String> {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(headings).chain(rows.map(Into::into)).collect();
    aligned(&rows, layout, style)
}

/// A table as text, with sentences below it and a note on its columns.
pub(crate) fn explained(table: Vec<String>, sentences: &[String], note: &str, style: TableStyle) -> String {
    let sentences = sentences.iter().map(|sentence| wrapped(sentence, style.prose_width(), ""));
    let lines: Vec<String> = table.into_iter().chain(sentences).chain(painted(note, "2", style)).collect();
    lines.join("\n") + "\n"
}

/// Returns the width of a table of which nothing is cut.
pub(crate) fn table_width(rows: &[Vec<String>]) -> usize {
    width(&widths(rows, 0, usize::MAX))
}

/// The width of a table with columns of these widths.
pub(crate) fn width(columns: &[usize]) -> usize {
    columns.iter().sum::<usize>() + GAP.len() * columns.len().saturating_sub(1)
}

/// The widths of the columns, the first `names` of them cut as far as needed to fit `room` and as names stay different.
pub(crate) fn widths(rows: &[Vec<String>], names: usize, room: usize) -> Vec<usize> {
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
        let row = |nodes: &str| vec![format!("alphabeta:nodes={nodes},endgames=auto"), "100.0".to_owned()];
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
