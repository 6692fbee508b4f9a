//! Checks that the chunks are, byte for byte, those that were written, and that the counts of the ledgers are theirs.

use std::path::{Path, PathBuf};

use petteia_engine::files::FileError;
use petteia_tables::{TableError, check_outcomes};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::chunk_table::ChunkTable;
use super::error::RunError;
use super::index::StoreIndex;
use super::ledger::ChunkEntry;

/// Returns the files of a chunk, each with its digest.
pub fn files(store: &Path, chunk: &ChunkEntry) -> impl Iterator<Item = (PathBuf, petteia_tables::Digest)> {
    let tables = ChunkTable::ALL.into_iter().zip(chunk.digests.clone());
    tables.map(move |(table, digest)| (table.path(store, chunk.cell, &chunk.numbers()), digest))
}

/// Makes sure, on all cores, that all chunks of a store are those that were written.
///
/// # Errors
/// A chunk differs or cannot be read, or a file is in no ledger.
pub fn check_chunks(store: &Path) -> Result<(), RunError> {
    let index = StoreIndex::read(store)?;
    index.refuse_unexpected_files()?;
    check_all(store, index.chunks.values().flatten())
}

/// Makes sure, on all cores, that some chunks are those that were written.
pub fn check_all<'a>(store: &Path, chunks: impl Iterator<Item = &'a ChunkEntry>) -> Result<(), RunError> {
    let chunks: Vec<&ChunkEntry> = chunks.collect();
    let pool = ThreadPoolBuilder::new().build()?;
    Ok(pool.install(|| chunks.into_par_iter().try_for_each(|chunk| check(store, chunk)))?)
}

/// Makes sure that the files of a chunk match their digests, and that its games ended as its ledger says: questions believe the
/// counts of ledgers while they play.
pub fn check(store: &Path, chunk: &ChunkEntry) -> Result<(), TableError> {
    check_outcomes(&chunk.games_chunk(store))?;
    // The first file has the games.
    files(store, chunk).skip(1).try_for_each(|(path, digest)| digest.read(&path).map(drop))
}

/// Returns the chunks that are not as they were written or not as their ledger says, with what is wrong.
pub fn find_damaged<'a>(
    store: &Path,
    chunks: impl Iterator<Item = &'a ChunkEntry>,
    pool: &ThreadPool,
) -> Result<Vec<(ChunkEntry, TableError)>, RunError> {
    let chunks: Vec<&ChunkEntry> = chunks.collect();
    let damage = |chunk: &ChunkEntry| match check(store, chunk) {
        Ok(()) => Ok(None),
        Err(error) if error.is_damage() => Ok(Some((chunk.clone(), error))),
        Err(error) => Err(error),
    };
    let checked: Vec<Option<_>> = pool.install(|| chunks.into_par_iter().map(damage).collect::<Result<_, _>>())?;
    Ok(checked.into_iter().flatten().collect())
}

/// Finds damaged chunks and puts their files in quarantine; returns the number of their games.
pub fn quarantine_damaged<'a>(
    store: &Path,
    chunks: impl Iterator<Item = &'a ChunkEntry>,
    pool: &ThreadPool,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    quarantine_chunks(store, find_damaged(store, chunks, pool)?, say)
}

/// Puts the files of damaged chunks in quarantine; returns the number of their games.
pub fn quarantine_chunks(
    store: &Path,
    damaged: impl IntoIterator<Item = (ChunkEntry, TableError)>,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    let mut games = 0;
    for (chunk, error) in damaged {
        games += chunk.outcomes.games();
        let problem = if let TableError::NotAsWritten { problem, .. } = error { problem } else { error.to_string() };
        let why = format!("belongs to games of which a file has changed ({problem}) and will be played again");
        for (path, _) in files(store, &chunk) {
            quarantine(&path, &why, say)?;
        }
    }
    Ok(games)
}

/// Renames a file to `NAME.quarantined`, so that it no longer counts, and says why.
pub fn quarantine(path: &Path, why: &str, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".quarantined");
    let aside = PathBuf::from(name);
    match std::fs::rename(path, &aside) {
        Ok(()) => say(&format!("{} {why}. It is kept as {}", path.display(), aside.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(FileError::at(path)(error).into()),
    }
    Ok(())
}
