//! Joins stores: a chunk that one of them has and the other has not is copied. Equal cells have equal games, so it does
//! not matter who played them, or for which question.

use std::collections::HashSet;
use std::path::Path;

use petteia_tables::TableError;

use super::check::{check, files};
use super::error::RunError;
use super::index::StoreIndex;
use super::ledger::{ChunkEntry, Entry};
use super::open::Store;
use crate::cell::CellId;

/// What came from a store that was joined to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Games in chunks that were copied.
    pub copied: u64,
    /// Games in chunks that were there already.
    pub known: u64,
}

/// Copies to a store what `source` has more. Chunks that are not as they were written are left out, and `say` tells so.
pub fn join(store: &Store, source: &Path, say: &dyn Fn(&str)) -> Result<MergeCounts, RunError> {
    let (own, other) = (StoreIndex::read(store.folder())?, StoreIndex::read(source)?);
    let known: HashSet<(CellId, u64, u64)> = own.chunks.values().flatten().map(ChunkEntry::key).collect();
    let mut joined = MergeCounts::default();
    let mut chunks: Vec<&ChunkEntry> = other.chunks.values().flatten().collect();
    chunks.sort_by_key(|chunk| chunk.key());
    for chunk in chunks {
        let games = chunk.outcomes.games();
        if known.contains(&chunk.key()) {
            joined.known += games;
            continue;
        }
        let read = || {
            let places = files(source, chunk).zip(files(store.folder(), chunk));
            places
                .map(|((from, digest), (to, _))| Ok((to, digest.read(&from)?)))
                .collect::<Result<Vec<_>, TableError>>()
        };
        match check(source, chunk).and_then(|()| read()) {
            Ok(bytes) => store.keep(chunk, &bytes)?,
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
