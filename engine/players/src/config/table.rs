//! Applies a table of rules to a base game, and reports mistakes in the words of the table.

use petteia_engine::rules::fields::{self, FIELDS, Field, Takes};
use petteia_engine::rules::{Komi, LeaderStart, Rules};
use petteia_engine::{did_you_mean, nearest};
use toml::{Table, Value};

use super::defect::{Defect, Defects};
use super::stones::board_of;

/// The value that switches a field off.
const OFF: &str = "off";

/// The table of the board, which can also be a text.
const BOARD: &str = "board";

/// The table of the leader, which can be switched off.
const LEADER: &str = "leader";

/// The table of the setup, of which one field is given.
const SETUP: &str = "setup";

/// What is wrong with several fields of the setup.
const ONE_SETUP: &str = "`setup` takes exactly one of `rows`, `stones`, `placement` and `position`";

/// A number of stones, which becomes a position.
const STONES: &str = "stones";

/// The part of a position text after the board, if it is left out.
const BEHIND_BOARD: &str = "w 0,0 0,0 0 0";

/// Returns the base with the values of a table.
pub(super) fn lay_over(base: &Rules, table: &Table) -> Result<Rules, Defects> {
    let mut merged = Table::try_from(base).map_err(|error| error.to_string())?;
    let defects = put_table("", &mut merged, table);
    if !defects.is_empty() {
        return Err(Defects(defects));
    }
    Ok(merged.try_into().map_err(|error: toml::de::Error| error.message().to_owned())?)
}

/// Returns the path of the field of the rules that a key names: its whole path such as `board.files`, its last part, or `board`.
///
/// ```
/// use petteia_players::config::field_named;
/// assert_eq!((field_named("files"), field_named("leader.lose")), (Some("board.files"), Some("leader.lose")));
/// assert_eq!((field_named("board"), field_named("zebra")), (Some("board"), None));
/// ```
pub fn field_named(key: &str) -> Option<&'static str> {
    let last = |field: &&Field| field.path.rsplit_once('.').is_some_and(|(_, name)| name == key);
    let board = || (key == BOARD).then_some(BOARD);
    let field = fields::find(key).or_else(|| FIELDS.iter().find(last));
    field.map(|field| field.path).or_else(board)
}

/// Returns the rules with another value of the field at a path, before they are checked.
///
/// ```
/// use petteia_engine::Rules;
/// let wide = petteia_players::config::with_field(&Rules::default(), "board", &"8x12".into()).unwrap();
/// assert_eq!((wide.board.ranks, wide.board.files), (8, 12));
/// ```
///
/// # Errors
/// The field does not take the value.
pub fn with_field(rules: &Rules, path: &str, value: &Value) -> Result<Rules, Defects> {
    let nested = |value: Value, key: &str| Value::Table(Table::from_iter([(key.to_owned(), value)]));
    match path.rsplit('.').fold(value.clone(), nested) {
        Value::Table(table) => lay_over(rules, &table),
        _ => Ok(rules.clone()),
    }
}

/// Replaces entries by those of the table at `path`, and returns what is wrong with them.
fn put_table(path: &str, into: &mut Table, table: &Table) -> Vec<Defect> {
    let put = |(key, value): (&String, &Value)| {
        let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let prefix = format!("{inner}.");
        if let Some(field) = fields::find(&inner) {
            put_field(field, key, into, value).err().into_iter().collect()
        } else if FIELDS.iter().any(|field| field.path.starts_with(&prefix)) {
            put_group(&inner, key, into, value)
        } else {
            vec![unknown(path, key, value)]
        }
    };
    table.iter().flat_map(put).collect()
}

/// Applies a table such as `board`, or removes the leader.
fn put_group(path: &str, key: &str, into: &mut Table, value: &Value) -> Vec<Defect> {
    let wrong = |message: String| vec![Defect { word: key.to_owned(), message }];
    match value {
        Value::Table(table) if path == SETUP && table.contains_key(STONES) => {
            if table.len() != 1 {
                return wrong(ONE_SETUP.to_owned());
            }
            let Value::Integer(stones) = table[STONES] else {
                return wrong(format!("`setup.stones` is {}; give a whole number", in_words(&table[STONES])));
            };
            match board_of(into, stones) {
                Ok(board) if into.contains_key(LEADER) => wrong(format!(
                    "`setup.stones` has no leader; give setup.position = \"{board}\" with `L` and `l` in it"
                )),
                Ok(board) => {
                    let position = format!("{board} {BEHIND_BOARD}");
                    into.insert(key.to_owned(), Table::from_iter([("position".to_owned(), position.into())]).into());
                    Vec::new()
                }
                Err(problem) => wrong(format!("`setup.stones` is {stones}; {problem}")),
            }
        }
        Value::Table(table) => {
            // The kinds of setup exclude each other.
            if path == SETUP || !into.contains_key(key) {
                into.insert(key.to_owned(), Table::new().into());
            }
            let inner = into.get_mut(key).and_then(Value::as_table_mut).expect("it was put there, or the base has it");
            let defects = put_table(path, inner, table);
            if path == SETUP && table.len() != 1 && defects.is_empty() {
                return wrong(ONE_SETUP.to_owned());
            }
            defects
        }
        Value::String(text) if path == LEADER && text == OFF => {
            into.remove(key);
            Vec::new()
        }
        Value::String(text) if path == BOARD && board_size(text).is_some() => {
            into.extend(board_size(text).map(|size| (key.to_owned(), size.into())));
            Vec::new()
        }
        _ => {
            let or = match path {
                LEADER => ", or \"off\"",
                BOARD => ", or a text such as \"8x12\", ranks by files",
                _ => "",
            };
            wrong(format!("`{path}` is {}; give a table with {}{or}", in_words(value), names_in(path).join(", ")))
        }
    }
}

/// Reads a board such as `8x12`, ranks by files.
fn board_size(text: &str) -> Option<Table> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| number.to_string() == text).map(Value::from);
    let (ranks, files) = text.split_once('x')?;
    Some(Table::from_iter([("ranks".to_owned(), number(ranks)?), ("files".to_owned(), number(files)?)]))
}

/// Returns the names of the fields in a table of the rules, each in backquotes.
fn names_in(path: &str) -> Vec<String> {
    let prefix = format!("{path}.");
    FIELDS.iter().filter_map(|field| field.path.strip_prefix(&prefix)).map(|name| format!("`{name}`")).collect()
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
    let wrong = || {
        let several = if value.is_array() { "; a factor of an experiment takes several values" } else { "" };
        format!("`{path}` is {}; give {}{several}", in_words(value), field.words())
    };
    match (field.takes, value) {
        (_, Value::String(text)) if field.can_be_off && text == OFF => return Ok(None),
        (Takes::Flag, Value::Boolean(_)) => {}
        (Takes::Choice(_), Value::Boolean(_)) if field.takes_flags => {}
        (Takes::Whole { least, most } | Takes::WholeOr { least, most, .. }, Value::Integer(n))
            if (i64::from(least)..=i64::from(most)).contains(n) => {}
        (Takes::WholeOr { words, .. }, Value::String(text)) if words.contains(&text.as_str()) => {}
        (Takes::Halves, Value::Integer(_) | Value::Float(_)) if value.clone().try_into::<Komi>().is_ok() => {}
        (Takes::Choice(words), Value::String(text)) if words.contains(&text.as_str()) => {}
        (Takes::Place(_), Value::String(text)) if LeaderStart::try_from(text.clone()).is_ok() => {}
        (Takes::Choice(words) | Takes::Place(words), Value::String(text)) => {
            return Err(wrong() + &did_you_mean(nearest(text, words.iter().copied())));
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

/// What to say of a key that is like no field.
const ALL_FIELDS: &str = "; docs/fields.md lists all fields, and docs/own-games.md what cannot be expressed";

/// Returns the error for an unknown key: where it belongs, unless its value is no word of that field, or the closest field.
fn unknown(path: &str, key: &str, value: &Value) -> Defect {
    let here = format!("`{}` has no field `{key}`", if path.is_empty() { "rules" } else { path });
    let elsewhere = FIELDS.iter().find(|field| field.path.rsplit('.').next() == Some(key));
    let has_other_words =
        |field: &Field| matches!(field.takes, Takes::Choice(_)) && checked(field, field.path, value).is_err();
    let rest = match elsewhere.map(|field| field.path.rsplit_once('.')) {
        _ if value.is_str() && elsewhere.is_some_and(has_other_words) => ALL_FIELDS.to_owned(),
        Some(Some((table, name))) => format!("; it belongs in `{table}`: write `{table}.{name} = …`"),
        Some(None) => format!("; it belongs in `rules`, outside `{path}`"),
        None if path.is_empty() => {
            let names = FIELDS.iter().filter_map(|field| field.path.split('.').next());
            let meant = SYNONYMS.iter().find(|(word, _)| *word == key).map(|&(_, name)| name);
            match meant.or_else(|| nearest(key, names)) {
                None => ALL_FIELDS.to_owned(),
                name => did_you_mean(name),
            }
        }
        None => {
            let inside = names_in(path);
            match nearest(key, inside.iter().map(|name| name.trim_matches('`'))) {
                None => format!("; its fields are {}", inside.join(", ")),
                name => did_you_mean(name),
            }
        }
    };
    Defect { word: key.to_owned(), message: here + &rest }
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
