//! Explains the rules of a game in plain words, generated from the same data that the engine plays by.
//!
//! There is one function per section, in the order of the rules. A section covers only what the game has.

mod alligati;
mod capture;
mod end;
mod inciti;
mod play;
mod short;
mod start;

use std::fmt;

use serde::Serialize;

use super::fields::{Field, Takes};
use super::{CheckedRules, Method, Rules};

/// A titled part of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its subject.
    pub title: &'static str,
    /// At least one sentence. Each can stand alone, so they can be set as a list or as a paragraph.
    pub sentences: Vec<String>,
}

impl fmt::Display for Section {
    /// Writes the title, followed by one line per sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        self.sentences.iter().try_for_each(|sentence| writeln!(f, "- {sentence}"))
    }
}

type Explain = fn(&CheckedRules, &mut Words);

/// The title of the section that tells a game in three sentences.
pub const IN_SHORT: &str = "In short";

const SECTIONS: [(&str, Explain); 15] = [
    (IN_SHORT, short::in_short),
    ("Board and setup", start::setup),
    ("Moving", play::moving),
    ("The die", play::die),
    ("Capturing", capture::capturing),
    ("The leader", capture::leader),
    ("Compulsory capture", capture::compulsory),
    ("Vagi", play::vagi),
    ("Alligati", alligati::alligati),
    ("Inciti", inciti::inciti),
    ("Repetition", end::repetition),
    ("How the game ends", end::tests),
    ("Limits", end::limits),
    ("Adjudication", end::adjudication),
    ("Coins", end::coins),
];

/// Explains the rules of a game in plain words. A flag without sentences of its own is explained by that of its row.
///
/// ```
/// use petteia_engine::{Rules, explain};
/// let sections = explain(&Rules::parse("city-8+die=4").unwrap());
/// let die = sections.iter().find(|section| section.title == "The die").unwrap();
/// assert!(die.sentences[0].starts_with("Before every turn, a fair die with 4 faces is rolled"));
/// ```
pub fn explain(rules: &CheckedRules) -> Vec<Section> {
    let is_on = |field: &&Field| {
        let mut rules = Rules::clone(rules);
        field.takes == Takes::Flag && field.slot.and_then(|slot| slot(&mut rules)).is_some_and(|slot| slot.is_on())
    };
    let others: Vec<&Field> = rules.unsupported_fields(Method::Explanation).filter(is_on).collect();
    let section = |(title, explain): (&'static str, Explain)| {
        let mut words = Words::default();
        explain(rules, &mut words);
        others.iter().filter(|field| title_of(field) == title).for_each(|field| words.say(sentence(field.about)));
        (!words.0.is_empty()).then_some(Section { title, sentences: words.0 })
    };
    SECTIONS.into_iter().filter_map(section).collect()
}

/// Returns the title of the section for a flag that is explained by its row; every game has these sections.
fn title_of(flag: &Field) -> &'static str {
    match flag.section {
        2 => "Board and setup",
        3 => "Moving",
        8 => "How the game ends",
        _ => "Capturing",
    }
}

/// Returns a text as a sentence: with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

/// The sentences of a section under construction.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn say(&mut self, sentence: impl Into<String>) {
        self.0.push(sentence.into());
    }

    fn say_if(&mut self, condition: bool, sentence: impl Into<String>) {
        if condition {
            self.say(sentence);
        }
    }
}

/// Returns `text` if `condition` is true, and otherwise an empty string.
fn when(condition: bool, text: &str) -> &str {
    if condition { text } else { "" }
}

/// Returns a count with its noun: `1 stone`, `2 stones`.
fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", when(count != 1, "s"))
}

/// Returns the word for any piece on the board: "piece" if the game has leaders, otherwise "stone".
fn piece(rules: &Rules) -> &'static str {
    if rules.leader.is_some() { "piece" } else { "stone" }
}
