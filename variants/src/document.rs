//! The document of a file with the places of its keys: which list holds a value, and which keys nothing reads.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Deserializer, Error};

use super::words::key_meant;

/// The most unknown keys of a file that are reported.
const MOST_UNKNOWN: usize = 50;

/// How the reader reports an unknown key.
const UNKNOWN: &str = "unknown field";

/// How the reader reports a key that is not there.
const MISSING: &str = "missing field";

/// Returns all errors of a text that has unknown keys: one for each of them, and the error that remains without them, or with the
/// key that was likely meant if it is needed. `first` is the error of the whole text.
pub(super) fn all_errors<F: DeserializeOwned>(text: &str, first: Error) -> Vec<Error> {
    let mut errors = vec![first];
    let Ok(mut document) = DeTable::parse(text) else { return errors };
    let read = |document: &Spanned<DeTable>| F::deserialize(Deserializer::from(document.clone())).err();
    while let Some(unknown) = errors.last().filter(|error| error.message().starts_with(UNKNOWN)) {
        let place = unknown.span().unwrap_or_default();
        let mut without = document.clone();
        if errors.len() >= MOST_UNKNOWN || !replace_key(without.get_mut(), &place, None) {
            break;
        }
        let mut next = read(&without);
        match key_meant(unknown.message()) {
            Some(meant) if next.as_ref().is_some_and(|error| error.message().starts_with(MISSING)) => {
                replace_key(document.get_mut(), &place, Some(meant));
                next = read(&document);
            }
            _ => document = without,
        }
        match next {
            Some(error) => errors.push(error),
            None => break,
        }
    }
    errors
}

/// Removes the key at a place, and puts another one there unless it is given too. Returns whether there was a key.
fn replace_key(table: &mut DeTable, place: &Range<usize>, other: Option<&str>) -> bool {
    let Some(key) = table.keys().find(|key| key.span() == *place).cloned() else {
        return table.iter_mut().any(|(_, value)| replace_key_inside(value, place, other));
    };
    let value = table.remove(&key);
    let other = other.filter(|other| table.keys().all(|key| key.get_ref() != other));
    let key = other.map(|other| Spanned::new(place.clone(), DeString::from(other.to_owned())));
    table.extend(key.zip(value));
    true
}

fn replace_key_inside(value: &mut Spanned<DeValue>, place: &Range<usize>, other: Option<&str>) -> bool {
    match value.get_mut() {
        DeValue::Table(table) => replace_key(table, place, other),
        DeValue::Array(entries) => entries.iter_mut().any(|entry| replace_key_inside(entry, place, other)),
        _ => false,
    }
}

/// Returns the key of the innermost list with an entry at a place.
pub(super) fn list_around(text: &str, place: &Range<usize>) -> Option<String> {
    list_in(DeTable::parse(text).ok()?.get_ref(), place)
}

fn list_in(table: &DeTable, place: &Range<usize>) -> Option<String> {
    table.iter().find_map(|(key, value)| list_at(key.get_ref(), value, place))
}

fn list_at(key: &str, value: &Spanned<DeValue>, place: &Range<usize>) -> Option<String> {
    match value.get_ref() {
        DeValue::Table(table) => list_in(table, place),
        DeValue::Array(entries) => {
            let here = || entries.iter().any(|entry| entry.span() == *place).then(|| key.to_owned());
            entries.iter().find_map(|entry| list_at(key, entry, place)).or_else(here)
        }
        _ => None,
    }
}
