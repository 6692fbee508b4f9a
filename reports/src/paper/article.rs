//! Three paragraphs for an article: the result and what most limits it; who is favoured and what else limits it; the rules.

use petteia_engine::IN_SHORT;

use super::games::{self, Change, Game};
use super::{Methods, sources};
use crate::analysis::Analysis;
use crate::phrases::capitalised;
use crate::report::Report;
use crate::sentences::{self, Run};

/// The most variants whose rules the paragraph tells.
const MOST_CHANGES: usize = 6;

/// The letters of a commit by which it is found.
const SHORT_COMMIT: usize = 10;

/// Returns three paragraphs that can be pasted into an article, with blank lines between them: the result, what else limits
/// it, and the rules of the first game in short.
#[must_use]
pub fn article(report: &Report, methods: &Methods) -> String {
    let analysis = &report.analysis;
    let (run, players) = Run::of(analysis).introduced();
    // The entry to cite has all of it.
    let commit: String = methods.commit.chars().take(SHORT_COMMIT).collect();
    let commit = commit + if methods.commit.ends_with("-modified") { ", modified" } else { "" };
    let source = format!("Played with petteia {} (commit {commit}), experiment “{}”.", methods.version, methods.name);
    let games = games::games(&analysis.cells, &methods.rules);
    let answer = sentences::answer(analysis, &run).map(|answer| answer.replacen(" points", " percentage points", 1));
    let favoured = sentences::advantages(&run).map(|told| told.limit);
    // Who is not known to be favoured is no result.
    let (shown, unshown) = if sentences::is_favoured(&run) { (favoured, None) } else { (None, favoured) };
    let mut caveats = sentences::caveats(analysis, &run).into_iter();
    let result: Vec<String> = answer.into_iter().chain(shown).chain(caveats.next()).collect();
    let draws = [sentences::causes(&run), sentences::proved(&run.proved(analysis))];
    let sides = [unshown, sentences::oddities(&run)];
    let more = sides.into_iter().flatten().chain(caveats).chain(draws.into_iter().flatten());
    let (result, more) = (result.join(" "), more.chain(report.remark.clone()).collect::<Vec<_>>().join(" "));
    let is_corrected = [&result, &more].iter().any(|text| text.contains(" points ["));
    let holm = if is_corrected { "; those of differences are corrected by Holm’s method" } else { "" };
    let intervals = format!("Brackets hold 95 % intervals{holm}.");
    let parts = [methods.question.clone(), players, Some(intervals), Some(result), Some(source)];
    let result = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let rules = games.split_first().and_then(|(game, others)| in_short(analysis, game, others));
    [result, more].into_iter().filter(|text| !text.is_empty()).chain(rules).collect::<Vec<_>>().join("\n\n")
}

/// The rules of a game in short, and what its variants and other games change: `The rules of city-8: each side has 8 stones …`.
fn in_short(analysis: &Analysis, game: &Game, others: &[Game]) -> Option<String> {
    let is_own = sources::of_rules(&analysis.cells).is_empty();
    let name = quoted(analysis, game.name) + if is_own { ", which are our own" } else { "" };
    let told = game.rules.iter().find(|section| section.title == IN_SHORT)?;
    let whole = format!("The rules of {name}: {}", lowercased(&told.sentences.join(" ")));
    let others: Vec<Change> = others.iter().map(|other| game.changed_by(other)).collect();
    let changes = game.changes.iter().chain(&others).take(MOST_CHANGES);
    let changes = changes.filter_map(|change| difference(analysis, change));
    Some([whole].into_iter().chain(changes).collect::<Vec<_>>().join(" "))
}

/// What a variant changes: `In city-8+die=4, pieces move like rooks in chess, no farther than a die with 4 faces shows.`
fn difference(analysis: &Analysis, change: &Change) -> Option<String> {
    let name = quoted(analysis, change.name);
    match (change.in_short.as_str(), change.added.first(), change.removed.first()) {
        ("", Some(added), _) => Some(format!("In {name}, {}", lowercased(first_of(added)))),
        ("", None, removed) => removed.map(|removed| format!("{} leaves out: {removed}", capitalised(&name))),
        (told, ..) => {
            let told = told.strip_prefix("they ").map_or_else(|| lowercased(told), |told| format!("pieces {told}"));
            Some(format!("In {name}, {told}."))
        }
    }
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
