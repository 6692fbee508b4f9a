//! The rules of the games that were played, in words: each base in full, and of its variants what differs.

use std::collections::BTreeMap;

use petteia_engine::{IN_SHORT, Section};
use petteia_tables::VariantKey;

use crate::labels::distinct;
use crate::summary::CellSummary;

/// The rules of each variant in plain words, by its name.
pub type RulesInWords = BTreeMap<String, Vec<Section>>;

/// A game and its variants.
pub(super) struct Game<'a> {
    pub(super) name: &'a str,
    /// The name of the variant with the fewest switches.
    pub(super) variant: &'a str,
    /// The rules of the variant with the fewest switches.
    pub(super) rules: &'a [Section],
    pub(super) changes: Vec<Change<'a>>,
    /// The names of the variants that only combine changes of others.
    pub(super) combined: Vec<&'a str>,
}

/// What a variant changes.
pub(super) struct Change<'a> {
    pub(super) name: &'a str,
    /// What it changes in the rules in short.
    pub(super) in_short: String,
    pub(super) added: Vec<&'a str>,
    pub(super) removed: Vec<&'a str>,
}

/// Returns the games of which words are known, in the order of the cells.
pub(super) fn games<'a>(cells: &'a [CellSummary], words: &'a RulesInWords) -> Vec<Game<'a>> {
    let variants: Vec<&VariantKey> = distinct(cells.iter().map(|cell| &cell.variant));
    let bases = distinct(variants.iter().map(|variant| variant.base.as_str()));
    let of_base = |base: &str| {
        let of = variants.iter().copied().filter(|variant| variant.base == base && words.contains_key(&variant.name));
        game(of.collect(), words)
    };
    bases.into_iter().filter_map(of_base).collect()
}

fn game<'a>(mut variants: Vec<&'a VariantKey>, words: &'a RulesInWords) -> Option<Game<'a>> {
    variants.sort_by_key(|variant| variant.switches.len());
    let (first, others) = variants.split_first()?;
    let rules = &words[&first.name];
    let (mut changes, mut combined) = (Vec::new(), Vec::new());
    for (place, variant) in others.iter().enumerate() {
        let simpler = others[..place].iter().filter(|other| variant.changes(other));
        let told: Vec<&[Section]> = simpler.map(|other| words[&other.name].as_slice()).collect();
        let change = change(variant.display_name(), rules, &words[&variant.name], &told);
        if told.is_empty() || !change.added.is_empty() || !change.removed.is_empty() {
            changes.push(change);
        } else {
            combined.push(variant.display_name());
        }
    }
    Some(Game { name: first.display_name(), variant: &first.name, rules, changes, combined })
}

/// What a variant changes and other variants, which are `told`, do not.
fn change<'a>(name: &'a str, rules: &'a [Section], changed: &'a [Section], told: &[&[Section]]) -> Change<'a> {
    let has = |all: &[Section], sentence: &str| sentences(all).any(|other| other == sentence);
    let is_new = |sentence: &&str| !has(rules, sentence) && told.iter().all(|told| !has(told, sentence));
    let is_gone = |sentence: &&str| !has(changed, sentence) && told.iter().all(|told| has(told, sentence));
    let (added, removed) = (sentences(changed).filter(is_new), sentences(rules).filter(is_gone));
    let before: Vec<&str> = clauses_in_short(rules).collect();
    let after: Vec<&str> = clauses_in_short(changed).collect();
    let new: Vec<&str> = after.iter().copied().filter(|clause| !before.contains(clause)).collect();
    let in_short = match before.iter().find(|clause| !after.contains(clause)) {
        Some(gone) if new.is_empty() => format!("this does not apply: {gone}"),
        _ => new.join("; "),
    };
    Change { name, in_short, added: added.collect(), removed: removed.collect() }
}

/// Returns what applies in rules and neither in their source nor in rules that are `told` already, and what it replaces.
pub(crate) fn changed_rules(source: &[Section], rules: &[Section], told: &[&[Section]]) -> String {
    let change = change("", source, rules, told);
    let has_more = told.is_empty() || !change.added.is_empty() || !change.removed.is_empty();
    if has_more { change.text() } else { "nothing more.".to_owned() }
}

/// The sentences of rules, without what tells them in short.
fn sentences(sections: &[Section]) -> impl Iterator<Item = &str> {
    let whole = sections.iter().filter(|section| section.title != IN_SHORT);
    whole.flat_map(|section| &section.sentences).map(String::as_str)
}

/// The clauses of the rules in short.
fn clauses_in_short(sections: &[Section]) -> impl Iterator<Item = &str> {
    let short = sections.iter().filter(|section| section.title == IN_SHORT);
    short.flat_map(|section| &section.sentences).flat_map(|sentence| sentence.trim_end_matches('.').split("; "))
}

impl Change<'_> {
    /// What applies now, and the beginnings of what it replaces. A rule with a name replaces the one of that name.
    pub(super) fn text(&self) -> String {
        let added = if self.added.is_empty() { "Nothing is added.".to_owned() } else { self.added.join(" ") };
        let is_named = |name: &str| self.added.iter().any(|other| rule_name(other) == Some(name));
        let told = self.removed.iter().filter(|sentence| !rule_name(sentence).is_some_and(is_named));
        match told.map(|sentence| beginning(sentence)).collect::<Vec<_>>().join(" ") {
            removed if removed.is_empty() => added,
            removed => format!("{added} This replaces: {removed}"),
        }
    }
}

/// The name before a sentence that tells a rule by its name: `bare: a player with no stone left loses`.
fn rule_name(sentence: &str) -> Option<&str> {
    sentence.split_once(": ").map(|(name, _)| name).filter(|name| !name.contains(' '))
}

/// A sentence, cut after as many words as tell it from others.
fn beginning(sentence: &str) -> String {
    const WORDS: usize = 15;
    let end = sentence.match_indices(' ').nth(WORDS - 1);
    end.map_or_else(|| sentence.to_owned(), |(end, _)| format!("{} …", &sentence[..end]))
}

impl<'a> Game<'a> {
    /// What another game changes.
    pub(super) fn changed_by(&self, other: &Game<'a>) -> Change<'a> {
        change(other.name, self.rules, other.rules, &[])
    }

    /// The variants that need no words of their own.
    pub(super) fn combined_text(&self) -> Option<String> {
        (!self.combined.is_empty())
            .then(|| format!("These variants combine the changes above: {}.", self.combined.join(", ")))
    }
}
