//! Applies a table of rules to a base game, and reports mistakes in the words of the table.

use petteia_engine::rules::fields::{self, FIELDS, Field, Takes};
use petteia_engine::rules::{LeaderStart, Rules};
use petteia_engine::{did_you_mean, nearest};
use toml::{Table, Value};

use super::own::Defect;

/// The value that switches a field off.
const OFF: &str = "off";

/// The part of a position text after the board, if it is left out.
const BEHIND_BOARD: &str = "w 0,0 0,0 0 0";

/// Returns the base with the values of a table.
pub(super) fn lay_over(base: &Rules, table: &Table) -> Result<Rules, Defect> {
    let mut merged = Table::try_from(base).map_err(|error| error.to_string())?;
    put_table("", &mut merged, table)?;
    merged.try_into().map_err(|error: toml::de::Error| Defect::from(error.message().to_owned()))
}

/// Replaces entries by those of the table at `path`.
fn put_table(path: &str, into: &mut Table, table: &Table) -> Result<(), Defect> {
    for (key, value) in table {
        let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let prefix = format!("{inner}.");
        if let Some(field) = fields::find(&inner) {
            put_field(field, key, into, value)?;
        } else if FIELDS.iter().any(|field| field.path.starts_with(&prefix)) {
            put_group(&inner, key, into, value)?;
        } else {
            return Err(unknown(path, key));
        }
    }
    Ok(())
}

/// Applies a table such as `board`, or removes the leader.
fn put_group(path: &str, key: &str, into: &mut Table, value: &Value) -> Result<(), Defect> {
    let wrong = |message: String| Err(Defect { word: key.to_owned(), message });
    match value {
        Value::Table(table) => {
            // The kinds of setup exclude each other.
            if path == "setup" || !into.contains_key(key) {
                into.insert(key.to_owned(), Table::new().into());
            }
            if path == "setup" && table.len() != 1 {
                return wrong("`setup` takes exactly one of `rows`, `placement` and `position`".to_owned());
            }
            let inner = into.get_mut(key).and_then(Value::as_table_mut).expect("it was put there, or the base has it");
            put_table(path, inner, table)
        }
        Value::String(text) if path == "leader" && text == OFF => {
            into.remove(key);
            Ok(())
        }
        _ => {
            let prefix = format!("{path}.");
            let names = FIELDS.iter().filter_map(|field| field.path.strip_prefix(&prefix));
            let or_off = if path == "leader" { ", or \"off\"" } else { "" };
            wrong(format!(
                "`{path}` is {}; give a table with {}{or_off}",
                in_words(value),
                names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ))
        }
    }
}

/// Sets a field, for one side or both.
fn put_field(field: &Field, key: &str, into: &mut Table, value: &Value) -> Result<(), Defect> {
    let defect = |message| Defect { word: key.to_owned(), message };
    if !field.by_side {
        match checked(field, field.path, value).map_err(defect)? {
            Some(value) => into.insert(key.to_owned(), value),
            None => into.remove(key),
        };
        return Ok(());
    }
    let sides = ["white", "black"];
    let by_name = value.is_table();
    let entries: Vec<(&str, &Value)> = match value {
        Value::Table(table) => table.iter().map(|(side, value)| (side.as_str(), value)).collect(),
        one => sides.map(|side| (side, one)).to_vec(),
    };
    let mut both = into.get(key).and_then(Value::as_table).cloned().unwrap_or_default();
    for (side, value) in entries {
        if !sides.contains(&side) {
            return Err(defect(format!("`{}` has no `{side}`; its sides are `white` and `black`", field.path)));
        }
        let path = if by_name { format!("{}.{side}", field.path) } else { field.path.to_owned() };
        match checked(field, &path, value).map_err(defect)? {
            Some(value) => both.insert(side.to_owned(), value),
            None => both.remove(side),
        };
    }
    if let Some(side) = sides.into_iter().find(|&side| !field.can_be_off && !both.contains_key(side)) {
        return Err(defect(format!(
            "`{}` does not say anything of `{side}`; give both sides, or one value for both",
            field.path
        )));
    }
    into.insert(key.to_owned(), both.into());
    Ok(())
}

/// Checks a value and returns it as the rules need it; `None` if it is off.
fn checked(field: &Field, path: &str, value: &Value) -> Result<Option<Value>, String> {
    let wrong = || format!("`{path}` is {}; give {}", in_words(value), field.words());
    match (field.takes, value) {
        (_, Value::String(text)) if field.can_be_off && text == OFF => return Ok(None),
        (Takes::Flag, Value::Boolean(_)) => {}
        (Takes::Whole { least, most }, Value::Integer(n)) if (i64::from(least)..=i64::from(most)).contains(n) => {}
        (Takes::WholeOr { least, most, .. }, Value::Integer(n)) if (i64::from(least)..=i64::from(most)).contains(n) => {
        }
        (Takes::WholeOr { word, .. }, Value::String(text)) if text == word => {}
        (Takes::Choice(words), Value::String(text)) => {
            if !words.contains(&text.as_str()) {
                return Err(wrong() + &did_you_mean(nearest(text, words.iter().copied())));
            }
        }
        (Takes::Place, Value::String(text)) => {
            if LeaderStart::try_from(text.clone()).is_err() {
                return Err(wrong() + &did_you_mean(nearest(text, LeaderStart::NAMES)));
            }
        }
        (Takes::Position, Value::String(text)) => {
            let whole = if text.contains(' ') { text.clone() } else { format!("{text} {BEHIND_BOARD}") };
            return Ok(Some(whole.into()));
        }
        _ => return Err(wrong()),
    }
    Ok(Some(value.clone()))
}

/// Returns a plain value as it is written, and the kind of any other value.
fn in_words(value: &Value) -> String {
    match value {
        Value::Table(_) => "a table".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        plain => plain.to_string(),
    }
}

/// Returns the error for an unknown key: where it belongs, or the closest field.
fn unknown(path: &str, key: &str) -> Defect {
    let here = if path.is_empty() { "`rules`".to_owned() } else { format!("`{path}`") };
    let elsewhere = FIELDS.iter().find(|field| field.path.rsplit('.').next() == Some(key));
    let message = match elsewhere {
        Some(field) => match field.path.rsplit_once('.') {
            Some((table, name)) => {
                format!("{here} has no field `{key}`; it belongs in `{table}`: write `{table}.{name} = …`")
            }
            None => format!("{here} has no field `{key}`; it belongs in `rules`, outside `{path}`"),
        },
        None => {
            let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
            let inside = FIELDS.iter().filter_map(|field| field.path.strip_prefix(prefix.as_str()));
            let names: Vec<&str> = inside.filter_map(|rest| rest.split('.').next()).collect();
            let meant = SYNONYMS.iter().find(|(word, _)| *word == key).map(|&(_, name)| name);
            match meant.or_else(|| nearest(key, names)) {
                Some(name) => format!("{here} has no field `{key}`{}", did_you_mean(Some(name))),
                None => format!("{here} has no field `{key}`; docs/own-games.md lists all fields"),
            }
        }
    };
    Defect { word: key.to_owned(), message }
}

/// Other words that people use for fields.
const SYNONYMS: [(&str, &str); 8] = [
    ("move", "movement"),
    ("moves", "movement"),
    ("dice", "die"),
    ("size", "board"),
    ("start", "setup"),
    ("fen", "setup.position"),
    ("draw", "adjudication"),
    ("stones", "setup"),
];
