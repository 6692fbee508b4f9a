//! Answers to arguments that are wrong, in the words of the people who type them.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Returns what is wrong in one line: the value of an argument, or the name of a command of an earlier version. `None` for
/// other errors, which clap words well.
pub fn in_one_line(error: &clap::Error) -> Option<String> {
    match error.kind() {
        ErrorKind::ValueValidation => wrong_value(error),
        ErrorKind::InvalidSubcommand => moved(error),
        _ => None,
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn wrong_value(error: &clap::Error) -> Option<String> {
    let (argument, value) = (context(error, ContextKind::InvalidArg)?, context(error, ContextKind::InvalidValue)?);
    // Arguments that may be left out are in brackets.
    let name = argument.split_whitespace().next()?.replace('[', "<").replace(']', ">");
    let reason = std::error::Error::source(error)?.to_string();
    Some(format!("{name} is `{value}`: {}", in_plain_words(&reason)))
}

/// Commands of earlier versions, and where they are now.
const MOVED: [(&str, &str); 17] = [
    ("claims", "compare RUN --expect FILE"),
    ("completions", "--completions SHELL"),
    ("depth", "match AGENT --game GAME --doublings"),
    ("exam", "run FILE"),
    ("force", "prove GAME --force both"),
    ("fortress", "prove GAME"),
    ("handicap", "match AGENT --game GAME --handicap"),
    ("info", "status RUN --cite"),
    ("man", "--man"),
    ("moves", "show GAME --moves"),
    ("probe", "prove GAME --fen FEN"),
    ("rules", "games GAME"),
    ("runs", "status"),
    ("solve", "prove GAME --pieces PIECES"),
    ("tournament", "run FILE"),
    ("verdicts", "run FILE"),
    ("verify", "status RUN --verify"),
];

/// Returns where a command of an earlier version is now.
fn moved(error: &clap::Error) -> Option<String> {
    let name = context(error, ContextKind::InvalidSubcommand)?;
    let (_, now) = MOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("`petteia {name}` is now `petteia {now}`"))
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
