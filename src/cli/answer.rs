//! Answers to arguments that are wrong, in the words of the people who type them.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Returns what is wrong with the value of an argument; `None` for other errors, which clap words well.
pub fn wrong_value(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (argument, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let name = argument.split_whitespace().next()?;
    let reason = std::error::Error::source(error)?.to_string();
    Some(format!("{name} is `{value}`: {}", in_plain_words(&reason)))
}

/// Commands of earlier versions, and where they are now.
const MOVED: [(&str, &str); 9] = [
    ("rules", "games GAME"),
    ("moves", "show GAME --moves"),
    ("force", "fortress GAME --force both"),
    ("man", "completions man"),
    ("runs", "status"),
    ("info", "status RUN --cite"),
    ("tournament", "run FILE"),
    ("exam", "run FILE"),
    ("verdicts", "run FILE"),
];

/// Returns the error with a hint if it names a command of an earlier version.
pub fn with_hint(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    if let Some((_, now)) = MOVED.iter().find(|(old, _)| old == name) {
        let hint = StyledStr::from(format!("`petteia {name}` is now `petteia {now}`"));
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint]));
    }
    error
}

/// The messages of the readers of numbers; others are our own.
fn in_plain_words(reason: &str) -> String {
    if let Some((_, range)) = reason.split_once(" is not in ") {
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        return match most.strip_prefix('=').unwrap_or(most) {
            "" => format!("give at least {least}"),
            most => format!("give {least} to {most}"),
        };
    }
    match reason {
        "invalid digit found in string" => "give a whole number".to_owned(),
        "invalid float literal" => "give a number".to_owned(),
        "number too large to fit in target type" => "the number is too large".to_owned(),
        "number too small to fit in target type" => "the number is too small".to_owned(),
        "cannot parse integer from empty string" | "cannot parse float from empty string" => "give a number".to_owned(),
        other => other.to_owned(),
    }
}
