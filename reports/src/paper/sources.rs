//! The sources: rules of the games, statistics, the program.

use petteia_engine::rules::catalogue::{GAMES, Source as Rulebook};

use super::Methods;
use crate::summary::CellSummary;

/// An entry of a bibliography.
pub(super) struct Source {
    pub(super) key: &'static str,
    kind: &'static str,
    /// Author and year, as a sentence has them.
    pub(super) short: &'static str,
    fields: &'static [(&'static str, &'static str)],
}

const fn source(
    key: &'static str,
    kind: &'static str,
    short: &'static str,
    fields: &'static [(&'static str, &'static str)],
) -> Source {
    Source { key, kind, short, fields }
}

/// All but the program. Texts are LaTeX.
pub(super) const SOURCES: [Source; 18] = [
    source(
        "city",
        "misc",
        "World of Abstract Games",
        &[("author", "{World of Abstract Games}"), ("title", "City"), ("note", "Rules of the game")],
    ),
    source(
        "poleis",
        "misc",
        "Dmytro",
        &[
            ("author", "Dmytro"),
            ("title", "{P}oleis: a simple playable modern reconstruction of {P}etteia"),
            ("howpublished", "BoardGameGeek, thread 3412976"),
        ],
    ),
    source(
        "lemery",
        "misc",
        "Lemery Games",
        &[("author", "{Lemery Games}"), ("title", "{P}etteia"), ("howpublished", "In: {LUDOS} {E}urope")],
    ),
    source(
        "callen2013",
        "misc",
        "Callen 2013",
        &[("author", "Moshe W. Callen"), ("title", "Rules for {P}etteia and its variants"), ("year", "2013")],
    ),
    source(
        "pruitt2026",
        "misc",
        "Pruitt 2026",
        &[
            ("author", "Wilson Pruitt"),
            ("title", "Pessoi"),
            ("year", "2026"),
            ("howpublished", "GitHub, wilsonpruitt/pessoi"),
        ],
    ),
    source(
        "wise2026",
        "misc",
        "Wise 2026",
        &[
            ("author", "Ben Paul Wise"),
            ("title", "Latrunculi"),
            ("year", "2026"),
            ("howpublished", "GitHub, bwise-7365/titan-alloy, irrgo"),
        ],
    ),
    source(
        "bell1979",
        "book",
        "Bell 1979",
        &[
            ("author", "R. C. Bell"),
            ("title", "Board and Table Games from Many Civilizations"),
            ("publisher", "Dover"),
            ("year", "1979"),
        ],
    ),
    source(
        "murray1951",
        "book",
        "Murray 1951",
        &[
            ("author", "H. J. R. Murray"),
            ("title", "A History of Board-Games Other than Chess"),
            ("publisher", "Clarendon Press"),
            ("year", "1951"),
        ],
    ),
    source(
        "piette2020",
        "inproceedings",
        "Piette et al. 2020",
        &[
            (
                "author",
                "\\'Eric Piette and Dennis J. N. J. Soemers and Matthew Stephenson and Chiara F. Sironi and Mark H. M. \
                 Winands and Cameron Browne",
            ),
            ("title", "Ludii -- The Ludemic General Game System"),
            ("booktitle", "Proceedings of the 24th European Conference on Artificial Intelligence"),
            ("pages", "411--418"),
            ("year", "2020"),
        ],
    ),
    source(
        "wilson1927",
        "article",
        "Wilson 1927",
        &[
            ("author", "Edwin B. Wilson"),
            ("title", "Probable inference, the law of succession, and statistical inference"),
            ("journal", "Journal of the American Statistical Association"),
            ("volume", "22"),
            ("pages", "209--212"),
            ("year", "1927"),
        ],
    ),
    source(
        "tango1998",
        "article",
        "Tango 1998",
        &[
            ("author", "Toshiro Tango"),
            (
                "title",
                "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
            ),
            ("journal", "Statistics in Medicine"),
            ("volume", "17"),
            ("pages", "891--908"),
            ("year", "1998"),
        ],
    ),
    source(
        "newcombe1998",
        "article",
        "Newcombe 1998",
        &[
            ("author", "Robert G. Newcombe"),
            (
                "title",
                "Interval estimation for the difference between independent proportions: comparison of eleven methods",
            ),
            ("journal", "Statistics in Medicine"),
            ("volume", "17"),
            ("pages", "873--890"),
            ("year", "1998"),
        ],
    ),
    source(
        "holm1979",
        "article",
        "Holm 1979",
        &[
            ("author", "Sture Holm"),
            ("title", "A simple sequentially rejective multiple test procedure"),
            ("journal", "Scandinavian Journal of Statistics"),
            ("volume", "6"),
            ("pages", "65--70"),
            ("year", "1979"),
        ],
    ),
    source(
        "conover1999",
        "book",
        "Conover 1999",
        &[
            ("author", "W. J. Conover"),
            ("title", "Practical Nonparametric Statistics"),
            ("edition", "3rd"),
            ("publisher", "Wiley"),
            ("year", "1999"),
        ],
    ),
    source(
        "haldane1956",
        "article",
        "Haldane 1956",
        &[
            ("author", "J. B. S. Haldane"),
            ("title", "The estimation and significance of the logarithm of a ratio of frequencies"),
            ("journal", "Annals of Human Genetics"),
            ("volume", "20"),
            ("pages", "309--311"),
            ("year", "1956"),
        ],
    ),
    source(
        "owen2014",
        "article",
        "Owen 2014",
        &[
            ("author", "Art B. Owen"),
            ("title", "{Sobol'} indices and {Shapley} value"),
            ("journal", "SIAM/ASA Journal on Uncertainty Quantification"),
            ("volume", "2"),
            ("pages", "245--251"),
            ("year", "2014"),
        ],
    ),
    source(
        "song2016",
        "article",
        "Song, Nelson and Staum 2016",
        &[
            ("author", "Eunhye Song and Barry L. Nelson and Jeremy Staum"),
            ("title", "{Shapley} effects for global sensitivity analysis: theory and computation"),
            ("journal", "SIAM/ASA Journal on Uncertainty Quantification"),
            ("volume", "4"),
            ("pages", "1060--1083"),
            ("year", "2016"),
        ],
    ),
    source(
        "waudbysmith2024",
        "article",
        "Waudby-Smith and Ramdas 2024",
        &[
            ("author", "Ian Waudby-Smith and Aaditya Ramdas"),
            ("title", "Estimating means of bounded random variables by betting"),
            ("journal", "Journal of the Royal Statistical Society B"),
            ("volume", "86"),
            ("pages", "1--27"),
            ("year", "2024"),
        ],
    ),
];

/// The keys of the sources of the games that were played. Games that are not in the catalogue have none.
pub(super) fn of_rules(cells: &[CellSummary]) -> Vec<&'static str> {
    let mut keys = Vec::new();
    for cell in cells {
        let game = GAMES.iter().find(|game| game.id == cell.variant.base);
        let key = game.map(|game| match game.source {
            // Our own games change only the start of City.
            Rulebook::City | Rulebook::Own => "city",
            Rulebook::Poleis => "poleis",
            Rulebook::Lemery => "lemery",
            Rulebook::Callen => "callen2013",
            Rulebook::Bell => "bell1979",
            Rulebook::Pessoi => "pruitt2026",
            Rulebook::Irrgo => "wise2026",
            Rulebook::Hasami => "murray1951",
            // Known to us from the descriptions in the collection of the Digital Ludeme Project.
            Rulebook::Quintana
            | Rulebook::Kowalski
            | Rulebook::LocusLudi
            | Rulebook::Schaedler
            | Rulebook::Seega
            | Rulebook::Kharebga
            | Rulebook::RomanBoards => "piette2020",
        });
        keys.extend(key.filter(|key| !keys.contains(key)));
    }
    keys
}

/// The bibliography, the program first.
pub(super) fn bibliography(played: &Methods) -> String {
    let Methods { version, commit, .. } = played;
    let note = format!("Version {version}, commit {commit}");
    let program = [("author", "{petteia}"), ("title", "{petteia}: a rules-balance laboratory for ancient board games")];
    let program = entry("petteia", "misc", program.into_iter().chain([("note", note.as_str())]));
    let others = SOURCES.iter().map(|source| entry(source.key, source.kind, source.fields.iter().copied()));
    std::iter::once(program).chain(others).collect::<Vec<_>>().join("\n")
}

fn entry<'a>(key: &str, kind: &str, fields: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lines: String = fields.map(|(name, value)| format!("  {name} = {{{value}}},\n")).collect();
    format!("@{kind}{{{key},\n{lines}}}\n")
}
