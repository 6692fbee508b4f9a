//! Joins stores: a part that one of them has and the other has not is copied. Equal cells have equal games, so it does
//! not matter who played them, or for which question.

use std::collections::HashSet;
use std::path::Path;

use petteia_tables::TableError;

use super::check::{check, files};
use super::contents::Contents;
use super::error::RunError;
use super::ledger::{Entry, PartEntry};
use super::open::Store;
use crate::cell::CellId;

/// What came from a store that was joined to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// Games in parts that were copied.
    pub copied: u64,
    /// Games in parts that were there already.
    pub known: u64,
}

/// Copies to a store what `source` has more. Parts that are not as they were written are left out, and `say` tells so.
pub fn join(store: &Store, source: &Path, say: &dyn Fn(&str)) -> Result<Joined, RunError> {
    let (own, other) = (Contents::read(store.folder())?, Contents::read(source)?);
    let known: HashSet<(CellId, u64, u64)> = own.parts.values().flatten().map(PartEntry::key).collect();
    let mut joined = Joined::default();
    let mut parts: Vec<&PartEntry> = other.parts.values().flatten().collect();
    parts.sort_by_key(|part| part.key());
    for part in parts {
        let games = part.outcomes.games();
        if known.contains(&part.key()) {
            joined.known += games;
            continue;
        }
        let read = || {
            let places = files(source, part).zip(files(store.folder(), part));
            places.map(|((from, seal), (to, _))| Ok((to, seal.read(&from)?))).collect::<Result<Vec<_>, TableError>>()
        };
        match check(source, part).and_then(|()| read()) {
            Ok(bytes) => store.keep(part, &bytes)?,
            Err(error @ TableError::NotAsWritten { .. }) => {
                say(&format!("{error}; its {games} games are left out"));
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        joined.copied += games;
    }
    let new = other.speeds.into_iter().filter(|(cell, _)| !own.speeds.contains_key(cell));
    new.map(|(cell, speed)| Entry::Speed { cell, speed }).try_for_each(|entry| store.record(&entry))?;
    Ok(joined)
}
