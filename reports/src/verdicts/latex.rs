//! The verdicts as LaTeX tables.

use petteia_tables::verdicts::Verdict;

use super::text::{ending_rows, fortress_rows};
use crate::paper::latex::{broken, escaped, table};

/// A table of fortresses with the draws in play, and one of endings.
pub(super) fn tables(verdicts: &[Verdict]) -> String {
    let fortresses = "Proofs about fortresses, and the share of draws in play. Smallest: pieces of the smallest fortress. White, \
                      Black: the number of its own moves within which the side forces a fortress from the start, against every \
                      defence. Last columns: \\% of these agents' games that were drawn, with 95\\,\\% intervals.";
    let endings =
        "Endings with best play: \\% of all placements that are drawn, with the side that has more pieces to move.";
    set("p{40mm}rp{13mm}p{13mm}p{24mm}", fortresses, "verdicts", &fortress_rows(verdicts))
        + &set("p{52mm}", endings, "verdicts-endings", &ending_rows(verdicts))
}

/// A table of rows, the headings first; columns beyond those described are set to the right.
fn set(columns: &str, caption: &str, label: &str, rows: &[Vec<String>]) -> String {
    let Some((headings, rows)) = rows.split_first().filter(|(_, rows)| !rows.is_empty()) else { return String::new() };
    let described = columns.chars().filter(|c| matches!(c, 'p' | 'r')).count();
    let columns = columns.to_owned() + &"r".repeat(headings.len().saturating_sub(described));
    let headings: Vec<String> = headings.iter().map(|heading| broken(heading)).collect();
    let row = |row: &Vec<String>| {
        let (game, rest) = row.split_first().map_or(("", &[][..]), |(game, rest)| (game, rest));
        std::iter::once(broken(game)).chain(rest.iter().map(|text| escaped(text))).collect()
    };
    table(&columns, caption, label, &headings.join(" & "), rows.iter().map(row))
}
