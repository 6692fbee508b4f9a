//! The report as text for a paper: a Markdown file and a folder of LaTeX that compiles as it is.

mod article;
mod games;
pub(crate) mod latex;
mod letters;
pub(crate) mod markdown;
mod sources;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use petteia_engine::diagram::Diagram;
use petteia_engine::files::{make_folder, write_whole};
use petteia_tables::comments;

use crate::analysis::Analysis;
use crate::error::{LABEL, ReportError};
use crate::figures::{BOARD, board};
use crate::ladder::in_order;
use crate::report::Report;
use crate::sentences::{self, Run};
use crate::strong_play;
use crate::summary::{CellSummary, pairings};

pub use article::article;
use games::Game;
pub use games::RulesInWords;
pub(crate) use games::changed_rules;
pub(crate) use markdown::ANSWERS;

/// How a run was played, and by which program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Methods {
    /// The name of the experiment.
    pub name: String,
    /// The question of the experiment, if its file asks one.
    pub question: Option<String>,
    /// How the games were played, sentence by sentence.
    pub sentences: Vec<String>,
    /// The rules of the games.
    pub rules: RulesInWords,
    /// The start of each variant, by its name.
    pub boards: BTreeMap<String, Diagram>,
    /// How to cite the run and play it again.
    pub citation: String,
    /// The entry of BibTeX that cites the program and the run.
    pub bibtex: String,
    /// The version of the program.
    pub version: String,
    /// The commit of the program.
    pub commit: String,
}

/// The statistical methods; `[@KEY]` cites a source.
const STATISTICS: [&str; 6] = [
    "Shares are shares of all games, unfinished ones included, with Wilson's score interval [@wilson1927].",
    "White's advantage is White's average score (win 1, draw or unfinished game ½, loss 0) minus one half, with Tango's score \
     interval [@tango1998]; if both sides have the same pieces, start and rules, it is the advantage of the first move.",
    "Differences of shares between variants have Newcombe's hybrid score interval [@newcombe1998], those of mean lengths, from \
     30 games on, Welch's [@welch1947].",
    "Text, tables and titles report a difference only if it survives Holm's correction [@holm1979] over all comparisons of \
     its kind (for effects of several factors: over all effects of the same agents): the chance of even one false report \
     among these comparisons is at most 5 %. Intervals of differences in the text have the level of that procedure: they \
     exclude zero exactly if the difference is significant. They do not hold jointly: the chance that at least one of them \
     misses its value is larger than 5 %. All other intervals are 95 % intervals of one quantity each.",
    "Median lengths have intervals from order statistics [@conover1999].",
    "By default, games that were not decided on the board count by the game's own tie-break.",
];

/// Added if there are several pairings of agents.
const STRONGEST: [&str; 1] = [
    "The findings rest on the strongest agent that plays both sides: agents are ordered by kind (random, greedy, MCTS, \
     alpha-beta), then by budget; this order is not a result of the run.",
];

/// Added if the importance of the rules is computed.
const IMPORTANCE: [&str; 2] = [
    "The importance of a rule is its Shapley effect [@owen2014] [@song2016]: the variance between the variants played, each \
     equally likely, of the share of draws, of White's score and of the mean length, divided among the rules. The variance \
     that a set of rules explains is estimated without bias, by subtracting the noise expected from the games of each cell.",
    "Intervals of importance are Fieller's, with variances from a parametric bootstrap. Two rules change places only if both \
     orders are significant, by Holm's procedure over all pairs of rules.",
];

/// Added for a factorial.
const FACTORIAL: [&str; 2] = [
    "Effects of the factors are observed contrasts: differences of the shares of draws, and of their log-odds, between cells \
     that differ in one factor, or differences of such differences, averaged over the other factors or, for odds ratios, at \
     their first levels. No model is fitted. Intervals are Wald's. The effect of one factor on one game is a difference of two \
     variants like any other, with Newcombe's interval.",
    "If all games or none of a cell were drawn, half a game was added to both outcomes of every cell for odds ratios and \
     standard errors [@haldane1956].",
];

/// Writes `report.md` and the folder `latex` into a run, and returns the files written.
pub fn write_paper(run: &Path, report: &Report, played: &Methods) -> Result<Vec<PathBuf>, ReportError> {
    let folder = run.join("latex");
    make_folder(&folder)?;
    let notes = report.provenance.notes();
    let boards = write_boards(run, report, played)?;
    let markdown = markdown::text(report, played) + &comments(&notes, "\n<!-- ", " -->");
    let latex = latex::files(report, played).into_iter();
    let latex = latex.map(|(name, text)| (format!("latex/{name}"), comments(&notes, "% ", "") + &text));
    let write = |(name, text): (String, String)| {
        let path = run.join(name);
        write_whole(&path, LABEL, text.as_bytes())?;
        Ok(path)
    };
    let texts: Result<Vec<PathBuf>, ReportError> =
        std::iter::once(("report.md".into(), markdown)).chain(latex).map(write).collect();
    Ok(boards.into_iter().chain(texts?).collect())
}

/// More boards are not drawn beside each other.
const MOST_BOARDS: usize = 3;

/// Returns the start position of each game that the text explains, with the game's name as its title.
fn boards(report: &Report, played: &Methods) -> Vec<Diagram> {
    let games = games::games(&report.analysis.cells, &played.rules);
    let titled = |game: &Game| {
        let board = played.boards.get(game.variant)?;
        Some(Diagram { title: game.name.to_owned(), ..board.clone() })
    };
    games.iter().filter_map(titled).take(MOST_BOARDS).collect()
}

/// Returns the start of the first variant that the page shows as an SVG element; empty if it is not known.
#[must_use]
pub fn start_board(report: &Report, played: &Methods) -> String {
    let cells = in_order(&report.analysis.cells);
    let board = cells.first().and_then(|cell| played.boards.get(&cell.variant.name).zip(Some(&cell.variant)));
    board.map_or_else(String::new, |(board, variant)| {
        board::svg(&Diagram { title: variant.display_name().to_owned(), ..board.clone() }, "the start")
    })
}

/// Draws the start of the games into the folder of figures.
fn write_boards(run: &Path, report: &Report, played: &Methods) -> Result<Vec<PathBuf>, ReportError> {
    let boards = boards(report, played);
    if boards.is_empty() {
        return Ok(Vec::new());
    }
    board::write_figure(&run.join("figures").join(BOARD), &boards, report.provenance.notes())
}

/// The two cells that differ most in draws, the base first; none without a significant difference.
fn pair(report: &Report) -> Vec<CellSummary> {
    let cells = sentences::headline(&Run::of(&report.analysis)).into_iter().flatten();
    cells.filter_map(|number| report.analysis.cells.iter().find(|cell| cell.cell == number).cloned()).collect()
}

/// The methods as sentences with citations.
fn methods(report: &Report, played: &Methods) -> Vec<String> {
    let Analysis { cells, limits, effects, importance, .. } = &report.analysis;
    let factorial = if effects.is_empty() { &[][..] } else { &FACTORIAL };
    let importance = if importance.is_empty() { &[][..] } else { &IMPORTANCE };
    let strongest = if pairings(cells).len() > 1 { &STRONGEST[..] } else { &[] };
    let statistics = STATISTICS.iter().chain(factorial).chain(importance).chain(strongest);
    let limits = (!limits.is_empty()).then(|| strong_play::method(limits));
    played.sentences.iter().cloned().chain(statistics.map(ToString::to_string)).chain(limits).collect()
}

/// A text with its citations, each `[@KEY]` and the space before it, replaced.
fn with_citations(text: &str, plain: impl Fn(&str) -> String, cite: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(" [@");
    let mut whole = plain(parts.next().unwrap_or(""));
    for part in parts {
        let (key, rest) = part.split_once(']').unwrap_or((part, ""));
        whole += &cite(key);
        whole += &plain(rest);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_that_is_cited_is_known() {
        for sentence in STATISTICS.into_iter().chain(FACTORIAL).chain(IMPORTANCE) {
            let check = |key: &str| {
                assert!(sources::CITED.iter().any(|(known, _)| *known == key), "{key} of: {sentence}");
                String::new()
            };
            assert!(!with_citations(sentence, str::to_owned, check).contains("[@"), "{sentence}");
        }
    }
}
