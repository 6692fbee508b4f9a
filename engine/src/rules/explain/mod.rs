//! The rules of a game in plain words, made from the data alone: what is said is what is played.
//!
//! One function a section, in the order of the rules' paragraphs. A section speaks only of what the game has.

mod capture;
mod end;
mod inciti;
mod play;
mod start;

use std::fmt;

use serde::Serialize;

use super::{CheckedRules, Rules};

/// A titled part of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What it is about.
    pub title: &'static str,
    /// At least one; each stands for itself, so they can be set as a list or as a paragraph.
    pub sentences: Vec<String>,
}

impl fmt::Display for Section {
    /// The title, then one line for each sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        self.sentences.iter().try_for_each(|sentence| writeln!(f, "- {sentence}"))
    }
}

type Explain = fn(&CheckedRules, &mut Words);

const SECTIONS: [(&str, Explain); 13] = [
    ("Board and setup", start::setup),
    ("Moving", play::moving),
    ("The die", play::die),
    ("Capturing", capture::capturing),
    ("The leader", capture::leader),
    ("Compulsory capture", capture::compulsory),
    ("Vagi", play::vagi),
    ("Alligati", play::alligati),
    ("Inciti", inciti::inciti),
    ("How the game ends", end::tests),
    ("Limits", end::limits),
    ("Adjudication", end::adjudication),
    ("Coins", end::coins),
];

/// Explains the rules of a game in plain words.
///
/// ```
/// use petteia_engine::{Rules, explain};
/// let sections = explain(&Rules::parse("city-8+die=4").unwrap());
/// let die = sections.iter().find(|section| section.title == "The die").unwrap();
/// assert!(die.sentences[0].starts_with("Before every turn a fair die with 4 faces is rolled"));
/// ```
pub fn explain(rules: &CheckedRules) -> Vec<Section> {
    let section = |(title, explain): (&'static str, Explain)| {
        let mut words = Words::default();
        explain(rules, &mut words);
        (!words.0.is_empty()).then_some(Section { title, sentences: words.0 })
    };
    SECTIONS.into_iter().filter_map(section).collect()
}

/// The sentences of a section while it is written.
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

/// `text` when `condition` holds, nothing otherwise.
fn when(condition: bool, text: &str) -> &str {
    if condition { text } else { "" }
}

/// `1 stone`, `2 stones`.
fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", when(count != 1, "s"))
}

/// What both stones and leaders are called where there are leaders.
fn piece(rules: &Rules) -> &'static str {
    if rules.leader.is_some() { "piece" } else { "stone" }
}
