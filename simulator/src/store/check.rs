//! Checks that the parts are, byte for byte, those that were written.

use std::path::{Path, PathBuf};

use petteia_files::FileError;
use petteia_tables::TableError;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

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
    let parts: Vec<&PartEntry> = contents.parts.values().flatten().collect();
    Ok(parts.into_par_iter().try_for_each(|part| check(store, part))?)
}

fn check(store: &Path, part: &PartEntry) -> Result<(), TableError> {
    files(store, part).try_for_each(|(path, seal)| seal.read(&path).map(drop))
}

/// Sets the files of damaged parts aside, those that do not match their seals; returns the number of their games.
pub fn set_damaged_aside<'a>(
    store: &Path,
    parts: impl Iterator<Item = &'a PartEntry>,
    pool: &ThreadPool,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    let parts: Vec<&PartEntry> = parts.collect();
    let is_damaged = |part: &'a PartEntry| match check(store, part) {
        Ok(()) => Ok(None),
        Err(TableError::NotAsWritten { problem, .. }) => Ok(Some((part, problem))),
        Err(error) => Err(error),
    };
    let checked: Vec<Option<(&PartEntry, String)>> =
        pool.install(|| parts.into_par_iter().map(is_damaged).collect::<Result<_, _>>())?;
    let mut games = 0;
    for (part, problem) in checked.into_iter().flatten() {
        games += part.outcomes.games();
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
