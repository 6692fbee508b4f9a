//! The report as Markdown.

use super::games::{self, Game};
use super::{Methods, article, boards, methods, pair, sources, with_citations};
use crate::cell_table::{CellTable, joined};
use crate::figures::{FigureFile, common, escaped as in_markup};
use crate::report::Report;
use crate::summary::CellSummary;

pub(super) fn text(report: &Report, played: &Methods) -> String {
    let article = escaped(&article(report, played)).replace("\n\n", "\n>\n> ");
    let mut text = format!("# {}\n\n> **For the article.** {article}\n\n", escaped(&played.name));
    for sentence in report.remark.iter().chain(&report.findings) {
        text += &format!("{}\n\n", escaped(sentence));
    }
    text += &the_games(report, played);
    let wide = report.figures.iter().filter(|figure| !figure.is_narrow());
    let (answers, more): (Vec<&FigureFile>, Vec<&FigureFile>) =
        wide.partition(|figure| ANSWERS.contains(&&*figure.name));
    let shown = |figures: Vec<&FigureFile>| figures.into_iter().map(|one| figure(report, one)).collect::<String>();
    text += &format!("## Figures\n\n{}", shown(answers));
    let pair = pair(report);
    if !pair.is_empty() {
        text += &format!("## Two variants side by side\n\n{}\n", table(&pair));
    }
    text += "## More\n\n";
    text += &folded("More figures", &shown(more));
    text += &folded("All cells", &table(&report.in_tables));
    let cite = |key: &str| {
        let source = sources::CITED.iter().find(|(known, _)| *known == key);
        format!(" ({})", source.map_or(key, |&(_, short)| short))
    };
    let sentences = methods(report, played);
    let sentences: Vec<String> = sentences.iter().map(|text| with_citations(text, escaped, cite)).collect();
    text += &folded("Methods", &format!("{} {}", sentences.join(" "), escaped(&common(&report.in_tables))));
    text + &format!("## How to cite and reproduce\n\n{}\n\n```bibtex\n{}\n```\n", played.citation, played.bibtex)
}

/// The board and the rules of each game, and what its variants change.
fn the_games(report: &Report, played: &Methods) -> String {
    let games = games::games(&report.analysis.cells, &played.rules);
    if games.is_empty() {
        return String::new();
    }
    let board = if boards(report, played).is_empty() { "" } else { "![The start](figures/board.svg)\n\n" };
    format!("## Games\n\n{board}{}", games.iter().map(game).collect::<String>())
}

/// The figures that answer the question; the others are folded.
pub(crate) const ANSWERS: [&str; 2] = ["draw-rate", "strength-draws"];

/// A part that is shown at a click.
fn folded(summary: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<details><summary>{summary}</summary>\n\n{}\n\n</details>\n\n", text.trim_end())
}

/// A figure with its caption; on a phone its narrow form, if it has one.
fn figure(report: &Report, figure: &FigureFile) -> String {
    let name = &figure.name;
    let image = match report.narrow_form(figure) {
        Some(narrow) => format!(
            "<picture><source media=\"(max-width: 600px)\" srcset=\"figures/{}.svg\"><img src=\"figures/{name}.svg\" \
             alt=\"{}\"></picture>",
            narrow.name,
            in_markup(&figure.title)
        ),
        None => format!("![{}](figures/{name}.svg)", escaped(&figure.title)),
    };
    format!("{image}\n\n{}\n\n", escaped(&figure.title_and_caption()))
}

/// The rules of a game, a paragraph for each section, and a list of its variants.
fn game(game: &Game) -> String {
    let mut text = format!("### {}\n\n", escaped(game.name));
    for section in game.rules {
        text += &format!("**{}.** {}\n\n", section.title, escaped(&section.sentences.join(" ")));
    }
    for change in &game.changes {
        text += &format!("- **{}.** {}\n", escaped(change.name), escaped(&change.text()));
    }
    text += if game.changes.is_empty() { "" } else { "\n" };
    text + &game.combined_text().map_or_else(String::new, |combined| format!("{}\n\n", escaped(&combined)))
}

fn table(cells: &[CellSummary]) -> String {
    let CellTable { shared, headings, rows, names, notes } = CellTable::of(cells);
    let headings: Vec<String> = headings.iter().map(|[first, second]| joined(first, second)).collect();
    let shared = if shared.is_empty() { String::new() } else { format!("{}.\n\n", escaped(&shared)) };
    let rows: Vec<Vec<String>> = std::iter::once(headings).chain(rows).collect();
    format!("{shared}{}\n{}\n", ruled(&rows, names), escaped(&notes.join(" ")))
}

/// A table whose first row are its headings. The first `names` columns are set to the left, the others to the right.
pub(crate) fn ruled(rows: &[Vec<String>], names: usize) -> String {
    let line = |texts: Vec<String>| format!("| {} |\n", texts.join(" | "));
    let escaped_row = |row: &Vec<String>| line(row.iter().map(|text| escaped(text)).collect());
    let columns = rows.first().map_or(0, Vec::len);
    let dashes = (0..columns).map(|column| if column < names { "---" } else { "---:" }.to_owned());
    let mut lines: Vec<String> = rows.iter().map(escaped_row).collect();
    lines.insert(1.min(lines.len()), line(dashes.collect()));
    lines.concat()
}

/// A text that Markdown prints as it is.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '|' | '<' | '&' | '~' | '$' | '\\' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_switches_are_not_emphasis() {
        assert_eq!(escaped("poleis+dead_position=on [1, 2]"), "poleis+dead\\_position=on \\[1, 2\\]");
    }

    #[test]
    fn entities_are_no_characters() {
        assert_eq!(escaped("&lt;b&gt; & ~5~ $"), "\\&lt;b\\&gt; \\& \\~5\\~ \\$");
    }
}
