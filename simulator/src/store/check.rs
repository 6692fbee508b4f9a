//! Checks that the parts are, byte for byte, those that were written, and that the counts of the ledgers are theirs.

use std::path::{Path, PathBuf};

use petteia_files::FileError;
use petteia_tables::{TableError, check_outcomes};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::contents::Contents;
use super::error::RunError;
use super::ledger::PartEntry;
use super::part::PartTable;

/// Returns the files of a part, each with its seal.
pub fn files(store: &Path, part: &PartEntry) -> impl Iterator<Item = (PathBuf, petteia_tables::Seal)> {
    let tables = PartTable::ALL.into_iter().zip(part.seals.clone());
    tables.map(move |(table, seal)| (table.path(store, part.cell, &part.numbers()), seal))
}

/// Makes sure, on all cores, that all parts of a store are those that were written.
///
/// # Errors
/// A part differs or cannot be read, or a file is in no ledger.
pub fn check_parts(store: &Path) -> Result<(), RunError> {
    let contents = Contents::read(store)?;
    contents.refuse_unexpected_files()?;
    check_all(store, contents.parts.values().flatten())
}

/// Makes sure, on all cores, that some parts are those that were written.
pub fn check_all<'a>(store: &Path, parts: impl Iterator<Item = &'a PartEntry>) -> Result<(), RunError> {
    let parts: Vec<&PartEntry> = parts.collect();
    let pool = ThreadPoolBuilder::new().build()?;
    Ok(pool.install(|| parts.into_par_iter().try_for_each(|part| check(store, part)))?)
}

/// Makes sure that the files of a part match their seals, and that its games ended as its ledger says: questions believe the
/// counts of ledgers while they play.
pub fn check(store: &Path, part: &PartEntry) -> Result<(), TableError> {
    check_outcomes(&part.games_in(store))?;
    // The first file has the games.
    files(store, part).skip(1).try_for_each(|(path, seal)| seal.read(&path).map(drop))
}

/// Returns the parts that are not as they were written or not as their ledger says, with what is wrong.
pub fn find_damaged<'a>(
    store: &Path,
    parts: impl Iterator<Item = &'a PartEntry>,
    pool: &ThreadPool,
) -> Result<Vec<(&'a PartEntry, TableError)>, RunError> {
    let parts: Vec<&PartEntry> = parts.collect();
    let damage = |part: &'a PartEntry| match check(store, part) {
        Ok(()) => Ok(None),
        Err(error @ (TableError::NotAsWritten { .. } | TableError::Column { .. } | TableError::Table { .. })) => {
            Ok(Some((part, error)))
        }
        Err(error) => Err(error),
    };
    let checked: Vec<Option<_>> = pool.install(|| parts.into_par_iter().map(damage).collect::<Result<_, _>>())?;
    Ok(checked.into_iter().flatten().collect())
}

/// Sets the files of damaged parts aside; returns the number of their games.
pub fn set_damaged_aside<'a>(
    store: &Path,
    parts: impl Iterator<Item = &'a PartEntry>,
    pool: &ThreadPool,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    let mut games = 0;
    for (part, error) in find_damaged(store, parts, pool)? {
        games += part.outcomes.games();
        let problem = if let TableError::NotAsWritten { problem, .. } = error { problem } else { error.to_string() };
        let why = format!("belongs to games that are not what was written ({problem}) and will be played again");
        for (path, _) in files(store, part) {
            set_aside(&path, &why, say)?;
        }
    }
    Ok(games)
}

/// Renames a file to `NAME.rejected`, so that it no longer counts, and says why.
pub fn set_aside(path: &Path, why: &str, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".rejected");
    let aside = PathBuf::from(name);
    match std::fs::rename(path, &aside) {
        Ok(()) => say(&format!("{} {why}. It is kept as {}", path.display(), aside.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(FileError::at(path)(error).into()),
    }
    Ok(())
}
