//! The sources: rules of the games, statistics, the program.

use petteia_engine::rules::catalogue::{GAMES, Source};

use super::Methods;
use crate::labels::distinct;
use crate::summary::CellSummary;

/// The bibliography without the program.
const BIBLIOGRAPHY: &str = include_str!("sources.bib");

/// The sources that sentences cite, by their keys in the bibliography: author and year.
pub(super) const CITED: [(&str, &str); 10] = [
    ("wilson1927", "Wilson 1927"),
    ("tango1998", "Tango 1998"),
    ("newcombe1998", "Newcombe 1998"),
    ("welch1947", "Welch 1947"),
    ("holm1979", "Holm 1979"),
    ("conover1999", "Conover 1999"),
    ("haldane1956", "Haldane 1956"),
    ("owen2014", "Owen 2014"),
    ("song2016", "Song, Nelson and Staum 2016"),
    ("waudbysmith2024", "Waudby-Smith and Ramdas 2024"),
];

/// The keys of the sources of the games that were played. Games that are not in the catalogue have none.
pub(super) fn of_rules(cells: &[CellSummary]) -> Vec<&'static str> {
    let game = |cell: &CellSummary| GAMES.iter().find(|game| game.id == cell.variant.base);
    distinct(cells.iter().filter_map(game).map(|game| key(game.source)))
}

/// The key of a source in the bibliography.
fn key(source: Source) -> &'static str {
    match source {
        // Our own games change only the start of City.
        Source::City | Source::Own => "city",
        Source::Poleis => "poleis",
        Source::Lemery => "lemery",
        Source::Callen => "callen2013",
        Source::Bell => "bell1979",
        Source::Pessoi => "pruitt2026",
        Source::Irrgo => "wise2026",
        Source::Hasami => "murray1951",
        Source::Linnaeus => "linnaeus1732",
        Source::Nielsen => "nielsen2023",
        // Known to us from the descriptions in the collection of the Digital Ludeme Project.
        Source::Quintana
        | Source::Kowalski
        | Source::LocusLudi
        | Source::Schaedler
        | Source::Seega
        | Source::Kharebga
        | Source::RomanBoards
        | Source::Printed
        | Source::Cyningstan
        | Source::Programs
        | Source::Web => "piette2020",
    }
}

/// The bibliography, the program first.
pub(super) fn bibliography(Methods { bibtex, .. }: &Methods) -> String {
    format!("{bibtex}\n\n{BIBLIOGRAPHY}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cited_is_in_the_bibliography() {
        let cited = CITED.iter().map(|&(key, _)| key);
        for key in cited.chain(GAMES.iter().map(|game| key(game.source))) {
            assert!(BIBLIOGRAPHY.contains(&format!("{{{key},\n")), "{key}");
        }
    }
}
