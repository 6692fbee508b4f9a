//! The document of a file with the places of its keys: which list holds a value, and which keys nothing reads.

use std::ops::Range;

use petteia_engine::nearest;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

use super::reader::{self, Fault, Misfit};

/// The most unknown keys of a file that are reported.
const MOST_UNKNOWN: usize = 50;

/// Reads a text. Of a text with unknown keys, all errors are returned: one for each of them, and the error that remains
/// without them, or with the key that was likely meant if it is needed.
pub(super) fn read<F: DeserializeOwned>(text: &str) -> Result<F, Vec<Misfit>> {
    let mut document = DeTable::parse(text).map_err(|error| vec![syntax(text, &error)])?;
    let mut misfits = match reader::read(&document) {
        Ok(file) => return Ok(file),
        Err(misfit) => vec![misfit],
    };
    while let Some(Misfit { place: Some(place), fault: Fault::UnknownKey { found, known } }) = misfits.last() {
        let mut without = document.clone();
        if misfits.len() >= MOST_UNKNOWN || !replace_key(without.get_mut(), place, None) {
            break;
        }
        let mut next = reader::read::<F>(&without).err();
        match nearest(found, known.iter().copied()) {
            Some(meant) if next.as_ref().is_some_and(|next| matches!(next.fault, Fault::MissingKey(_))) => {
                replace_key(document.get_mut(), place, Some(meant));
                next = reader::read::<F>(&document).err();
            }
            _ => document = without,
        }
        match next {
            Some(misfit) => misfits.push(misfit),
            None => break,
        }
    }
    Err(misfits)
}

/// Returns the error of a text that is not TOML, with the word at its place.
fn syntax(text: &str, error: &Error) -> Misfit {
    let place = error.span().unwrap_or_default();
    let word = text
        .get(place.clone())
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let fault = match word {
        Some(word) if is_right_with_another_word(text, &place) => Fault::GivenTwice(word.to_owned()),
        Some(word) => Fault::Other(format!("`{word}`: {}", error.message().trim())),
        None => Fault::Other(error.message().trim().to_owned()),
    };
    Misfit { place: Some(place), fault }
}

/// Returns whether nothing is wrong at a place of a text if a word that occurs nowhere else stands there: then a key is there twice.
fn is_right_with_another_word(text: &str, place: &Range<usize>) -> bool {
    let new_word = "x".repeat(1 + text.len());
    let replaced = format!("{}{new_word}{}", &text[..place.start], &text[place.end..]);
    let next_error = DeTable::parse(&replaced).err().and_then(|error| error.span());
    next_error.is_none_or(|next| next.start > place.start)
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
    let document = DeTable::parse(text).ok()?;
    document.get_ref().iter().find_map(|(key, value)| list_at(key.get_ref(), value, place))
}

fn list_at(key: &str, value: &Spanned<DeValue>, place: &Range<usize>) -> Option<String> {
    match value.get_ref() {
        DeValue::Table(table) => table.iter().find_map(|(key, value)| list_at(key.get_ref(), value, place)),
        DeValue::Array(entries) => {
            let here = || entries.iter().any(|entry| entry.span() == *place).then(|| key.to_owned());
            entries.iter().find_map(|entry| list_at(key, entry, place)).or_else(here)
        }
        _ => None,
    }
}
