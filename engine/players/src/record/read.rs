//! Reads records strictly; errors name the line and what it should contain.

use std::str::FromStr;

use petteia_engine::rules::fields::FIELDS;
use petteia_engine::{BySide, CheckedRules, Outcome, Rules, did_you_mean, nearest};
use serde_json::{Value, json};

use super::{Header, History, Record, Step, parse_result, result_text};

/// An error in a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub problem: String,
}

pub(super) fn wrong<T>(line: usize, problem: impl ToString) -> Result<T, RecordError> {
    Err(RecordError { line, problem: problem.to_string() })
}

/// A line with its number.
type Line<'a> = (usize, &'a str);

const TAGS: [&str; 7] = ["Game", "Rules", "White", "Black", "Seed", "Start", "Result"];

/// Reads a record and replays it.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let lines: Vec<Line> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let (tags, body) = lines.split_at(lines.iter().take_while(|(_, line)| line.starts_with('[')).count());
    let tags = Tags::read(tags)?;
    let rules = tags.rules()?;
    let header = Header {
        game: tags.needed("Game")?.value.clone(),
        players: BySide { white: tags.needed("White")?.value.clone(), black: tags.needed("Black")?.value.clone() },
        seed: tags.optional("Seed").map(Tag::number).transpose()?,
    };
    let start = tags.optional("Start");
    let history = History::starting_at(&rules, start.map(|tag| tag.value.as_str()));
    let mut history = history.or_else(|error| wrong(start.map_or(0, |tag| tag.line), error))?;
    read_turns(&mut history, &tags, body)?;
    Ok(Record { header, history })
}

/// A tag line.
pub(super) struct Tag {
    pub line: usize,
    pub name: &'static str,
    pub value: String,
}

/// Reads a tag line with one of some names.
pub(super) fn read_tag((line, text): Line, tags: &[&'static str]) -> Result<Tag, RecordError> {
    let inside = text.trim_end().strip_prefix('[').and_then(|text| text.strip_suffix("\"]"));
    let Some((name, value)) = inside.and_then(|text| text.split_once(" \"")) else {
        return wrong(line, format!("`{text}` is not a tag; write it as `[Game \"city-8\"]`"));
    };
    let Some(&name) = tags.iter().find(|&&known| known == name) else {
        let hint = did_you_mean(nearest(name, tags.iter().copied()));
        return wrong(line, format!("there is no tag `{name}`{hint}"));
    };
    match unescape(value) {
        Some(value) => Ok(Tag { line, name, value }),
        None => wrong(line, format!("in the value of `{name}`, write `\\\"` for `\"` and `\\\\` for `\\`")),
    }
}

/// Returns the rules of a game, which may be written beside its name.
pub(super) fn rules_of(game: &Tag, rules: Option<&Tag>) -> Result<CheckedRules, RecordError> {
    match rules {
        Some(tag) => read_rules(&tag.value).or_else(|error| wrong(tag.line, error)),
        None => Rules::parse(&game.value).or_else(|error| wrong(game.line, error)),
    }
}

impl Tag {
    pub(super) fn number(&self) -> Result<u64, RecordError> {
        match u64::from_str(&self.value) {
            Ok(number) if number.to_string() == self.value => Ok(number),
            _ => {
                wrong(self.line, format!("`{}` is `{}`; it must be a number from 0 to 2^64 - 1", self.name, self.value))
            }
        }
    }
}

fn unescape(value: &str) -> Option<String> {
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '"' => return None,
            '\\' => letters.next().filter(|escaped| matches!(escaped, '"' | '\\'))?,
            other => other,
        });
    }
    Some(plain)
}

struct Tags {
    tags: Vec<Tag>,
    /// The line on which a missing tag could be added.
    next_line: usize,
}

impl Tags {
    fn read(lines: &[Line]) -> Result<Self, RecordError> {
        let mut tags: Vec<Tag> = Vec::new();
        for &line in lines {
            let tag = read_tag(line, &TAGS)?;
            if let Some(first) = tags.iter().find(|first| first.name == tag.name) {
                return wrong(
                    tag.line,
                    format!("`{}` already appears on line {}; leave one out", tag.name, first.line),
                );
            }
            tags.push(tag);
        }
        Ok(Tags { tags, next_line: lines.last().map_or(1, |(line, _)| line + 1) })
    }

    fn optional(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    fn needed(&self, name: &str) -> Result<&Tag, RecordError> {
        self.optional(name)
            .map_or_else(|| wrong(self.next_line, format!("the tag `{name}` is missing; add `[{name} \"…\"]`")), Ok)
    }

    fn rules(&self) -> Result<CheckedRules, RecordError> {
        rules_of(self.needed("Game")?, self.optional("Rules"))
    }
}

/// Reads rules written as JSON. As in the file of a game, a field of both sides may have one value for both.
pub(crate) fn read_rules(json: &str) -> Result<CheckedRules, String> {
    let wrong = |error: serde_json::Error| format!("rules: {error}");
    let mut rules: Value = serde_json::from_str(json).map_err(wrong)?;
    for field in FIELDS.iter().filter(|field| field.by_side) {
        let place = rules.pointer_mut(&format!("/{}", field.path.replace('.', "/")));
        if let Some(value) = place.filter(|value| !value.is_object()) {
            *value = json!({ "white": value, "black": value });
        }
    }
    let rules: Rules = serde_json::from_value(rules).map_err(wrong)?;
    rules.check().map_err(|error| error.to_string())
}

/// Replays the lines that follow the tags.
fn read_turns(history: &mut History, tags: &Tags, body: &[Line]) -> Result<(), RecordError> {
    let Some((&last, turns)) = body.split_last() else {
        return wrong(tags.next_line, "the turns and the result are missing; write `*` for a game without moves");
    };
    turns.iter().try_for_each(|&line| read_turn(history, line))?;
    check_result(history, tags.needed("Result")?, last)
}

fn read_turn(history: &mut History, (line, text): Line) -> Result<(), RecordError> {
    let turn = history.state().position().turn().saturating_add(1);
    if history.moments().last().is_some_and(|moment| moment.turn == turn) {
        return wrong(line, format!("turn {turn} is not complete: its move belongs on the previous line"));
    }
    let mut words = text.split_whitespace().peekable();
    let number = words.next().unwrap_or_default();
    if number != format!("{turn}.") {
        return wrong(line, format!("this line begins with `{number}`; the next turn is `{turn}.`"));
    }
    if words.peek().is_none() {
        return wrong(line, format!("turn {turn} is empty; leave it out"));
    }
    for word in words {
        let step = read_step(history, turn, word).or_else(|problem| wrong(line, format!("turn {turn}: {problem}")))?;
        history.take(step);
    }
    Ok(())
}

/// Returns the step that a word describes, or why it is invalid.
fn read_step(history: &History, turn: u32, word: &str) -> Result<Step, String> {
    let state = history.state();
    if state.outcome().is_some() {
        return Err(format!("`{word}` comes after the end of the game: {}", result_text(state.outcome())));
    }
    if state.position().turn() >= turn {
        return Err(format!("`{word}` comes after the move; start a new line for the next turn"));
    }
    history.read_step(word)
}

/// Checks the result. A game that is not over on the board may have been forfeited.
fn check_result(history: &mut History, tag: &Tag, last: Line) -> Result<(), RecordError> {
    let stated = |line, text: &str| -> Result<Option<Outcome>, RecordError> {
        let form = "write a result such as `white by bare` or `draw by repetition`, or `*` for a game in progress";
        parse_result(text).map_or_else(|| wrong(line, format!("`{text}` is not a result; {form}")), Ok)
    };
    if let Some(told) = stated(last.0, last.1)?
        && told.reason.is_forfeit()
        && history.outcome().is_none()
    {
        history.forfeit(told.reason);
    }
    let outcome = history.outcome();
    for (line, text) in [last, (tag.line, &tag.value)] {
        if stated(line, text)? != outcome {
            let truth = result_text(outcome);
            return wrong(line, format!("the result is not `{text}`; after these moves it is `{truth}`"));
        }
    }
    Ok(())
}
