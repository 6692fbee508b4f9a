//! A paragraph for an article: the question, the rules, the players, the numbers, what limits them, and the source.

use super::games::{self, Change};
use super::{Methods, sources};
use crate::analysis::Analysis;
use crate::report::Report;
use crate::sentences::{self, Run};

/// More words than this are no paragraph to paste; what matters least is left out then.
const MOST_WORDS: usize = 210;

/// The letters of a commit by which it is found.
const SHORT_COMMIT: usize = 10;

/// The most words that tell a game, or what a variant changes.
const MOST_RULES: usize = 60;

/// Returns a paragraph of 100 to 200 words that can be pasted into an article.
#[must_use]
pub fn article(report: &Report, methods: &Methods) -> String {
    let analysis = &report.analysis;
    let run = Run::of(analysis);
    // The entry to cite has all of it.
    let commit: String = methods.commit.chars().take(SHORT_COMMIT).collect();
    let source = format!("Played with petteia {} (commit {commit}), experiment “{}”.", methods.version, methods.name);
    let of_advantages = if sentences::has_advantage(&run) { 1 } else { 4 };
    // Each part with its rank: the largest is left out first.
    let parts = [
        (1, methods.question.clone()),
        (3, rules(analysis, &run, methods)),
        (0, sentences::answer(analysis, &run)),
        (2, sentences::games_of_leaders(&run)),
        (of_advantages, sentences::advantages(&run)),
        (0, report.remark.clone()),
        (1, sentences::caveat(&run)),
        (1, sentences::trust(analysis, &run)),
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

/// What a game is that is in no catalogue, and what the variant with the clearest result changes; `None` without the rules in words.
fn rules(analysis: &Analysis, run: &Run, methods: &Methods) -> Option<String> {
    let games = games::games(&analysis.cells, &methods.rules);
    let headline =
        sentences::headline(run).and_then(|[_, cell]| analysis.cells.iter().find(|other| other.cell == cell));
    let game = games.first()?;
    let is_own = sources::of_rules(&analysis.cells).is_empty();
    let start = game.rules.iter().take(1).flat_map(|section| &section.sentences).map(String::as_str);
    let start = is_own.then(|| format!("{} is a game of our own.{}", game.name, told(start)));
    let is_headline = |change: &&Change| headline.is_some_and(|cell| cell.variant.display_name() == change.name);
    let change = game.changes.iter().find(is_headline).or_else(|| game.changes.first());
    let Some(change) = change else { return start.or_else(|| Some(format!("The game is {}.", game.name))) };
    let added = told(change.added.iter().copied());
    let added = if added.is_empty() { format!(" It leaves out: {}", change.removed.first()?) } else { added };
    let changed = format!("{} differs from {} as follows.{added}", change.name, game.name);
    Some(start.map_or_else(|| changed.clone(), |start| format!("{start} {changed}")))
}

/// The first sentences, each after a space, as far as they have room.
fn told<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    let mut told = String::new();
    for sentence in sentences {
        let longer = format!("{told} {sentence}");
        if !told.is_empty() && longer.split_whitespace().count() > MOST_RULES {
            return told + " (This is not all; see the rules.)";
        }
        told = longer;
    }
    told
}
