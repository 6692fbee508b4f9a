//! A paragraph for an article: the question, the rules, the players, the numbers, what limits them, and the source.

use petteia_engine::IN_SHORT;

use super::games::{self, Change};
use super::{Methods, sources};
use crate::analysis::Analysis;
use crate::phrases::together;
use crate::report::Report;
use crate::sentences::{self, Run};

/// With more words than this, what matters least is left out.
const MOST_WORDS: usize = 180;

/// The letters of a commit by which it is found.
const SHORT_COMMIT: usize = 10;

/// Returns a paragraph that can be pasted into an article.
#[must_use]
pub fn article(report: &Report, methods: &Methods) -> String {
    let analysis = &report.analysis;
    let run = Run::of(analysis);
    // The entry to cite has all of it.
    let commit: String = methods.commit.chars().take(SHORT_COMMIT).collect();
    let source = format!("Played with petteia {} (commit {commit}), experiment “{}”.", methods.version, methods.name);
    let of_advantages = if sentences::has_advantage(&run) { 1 } else { 4 };
    let answer = sentences::answer(analysis, &run);
    let games = sentences::games_of_leaders(&run).filter(|_| !answer.iter().any(|told| told.contains(" games of ")));
    // Each part with its rank: the largest is left out first.
    let parts = [
        (1, methods.question.clone()),
        (0, rules(analysis, &run, methods)),
        (0, answer),
        (0, games),
        (of_advantages, sentences::advantages(&run).map(|told| told.limit)),
        (3, sentences::causes_of_draws(&run)),
        (0, report.remark.clone()),
        (0, sentences::caveat(analysis, &run)),
        (0, Some(source)),
    ];
    let mut parts: Vec<(u8, String)> = parts.into_iter().filter_map(|(rank, part)| Some((rank, part?))).collect();
    while words(&parts) > MOST_WORDS
        && let Some(least) = parts.iter().map(|(rank, _)| *rank).max().filter(|rank| *rank > 1)
    {
        parts.retain(|(rank, _)| *rank != least);
    }
    parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join(" ")
}

fn words(parts: &[(u8, String)]) -> usize {
    parts.iter().map(|(_, part)| part.split_whitespace().count()).sum()
}

/// The first game in short, and what the variant with the clearest result changes; `None` without the rules in words.
fn rules(analysis: &Analysis, run: &Run, methods: &Methods) -> Option<String> {
    let games = games::games(&analysis.cells, &methods.rules);
    let game = games.first()?;
    let is_own = sources::of_rules(&analysis.cells).is_empty();
    let name = quoted(analysis, game.name) + if is_own { ", a game of our own" } else { "" };
    let in_short = game.rules.iter().find(|section| section.title == IN_SHORT)?;
    let game_in_short = format!("The rules of {name}: {}", lowercased(&in_short.sentences.join(" ")));
    let headline =
        sentences::headline(run).and_then(|[_, cell]| analysis.cells.iter().find(|other| other.cell == cell));
    let is_headline = |change: &&Change| headline.is_some_and(|cell| cell.variant.display_name() == change.name);
    let change = game.changes.iter().find(is_headline).or_else(|| game.changes.first());
    let told = change.and_then(|change| match (change.added.first(), change.removed.first()) {
        (Some(added), _) => Some(format!("In {}, {}", quoted(analysis, change.name), lowercased(first_of(added)))),
        (None, Some(removed)) => Some(format!("{} leaves out: {removed}", quoted(analysis, change.name))),
        (None, None) => None,
    });
    together([game_in_short].into_iter().chain(told))
}

/// The first of several sentences.
fn first_of(sentences: &str) -> &str {
    sentences.find(". ").map_or(sentences, |end| &sentences[..=end])
}

/// The name of a variant, in quotation marks if it is a label.
fn quoted(analysis: &Analysis, name: &str) -> String {
    let is_label = analysis.cells.iter().any(|cell| cell.variant.label.as_deref() == Some(name));
    if is_label { format!("“{name}”") } else { name.to_owned() }
}

/// A sentence within another one; the names of the sides stay as they are.
fn lowercased(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
    let is_name = ["White", "Black"].iter().any(|side| sentence.starts_with(side));
    if is_name { sentence.to_owned() } else { first.to_lowercase() + rest }
}
