//! Who may use a folder: whether it is one of ours, and the locks of the processes that play and report there.

use std::fs;
use std::path::Path;

use petteia_engine::files::{FileError, make_folder, name_of_temporary, names_ending};

use super::error::RunError;
use super::ledger;
use super::lock::Lock;
use super::manifest::MANIFEST;
use super::shard::{Shard, label, shard_of};

/// Rejects a folder that is neither empty nor a run folder.
pub fn check_unused(folder: &Path) -> Result<(), RunError> {
    let other = |differs: &str| Err(RunError::NoRun { folder: folder.to_owned(), differs: differs.into() });
    let ledgers = names_ending(&ledger::folder_in(folder), ".log")?;
    let is_ours = |name: &String| name == "whole.log" || shard_of(name.trim_end_matches(".log")).is_some();
    if ledgers.iter().any(is_ours) {
        // Only its manifest is gone; ledgers say what the games are.
        return Ok(());
    }
    if folder.join("tournament.toml").exists() {
        return other("it is the folder of a tournament that an older version of petteia played");
    }
    for entry in fs::read_dir(folder).map_err(FileError::at(folder))? {
        let name = entry.map_err(FileError::at(folder))?.file_name();
        let name = name.to_string_lossy();
        // Another process may be about to begin the same question.
        let begun = [LOCK, REPORT_LOCK, "units"].contains(&&*name)
            || name_of_temporary(&name).is_some_and(|(to, _)| to == MANIFEST);
        if name == "games" {
            return other("it has games but no manifest.json");
        }
        if !begun && name != "squares" {
            return other(&format!("it has `{name}` but no manifest.json"));
        }
    }
    Ok(())
}

/// The lock of the process that plays.
const LOCK: &str = "lock";

/// The lock of the process that writes a report.
const REPORT_LOCK: &str = "report.lock";

/// The names of both locks.
pub const LOCKS: [&str; 2] = [LOCK, REPORT_LOCK];

/// Locks the folder for a process that does everything, or for one of any number of shards.
pub fn lock(folder: &Path, shard: Option<Shard>) -> Result<Vec<Lock>, RunError> {
    let units = ledger::folder_in(folder);
    make_folder(&units)?;
    let path = folder.join(LOCK);
    if shard.is_none() {
        return Ok(vec![Lock::alone(&path)?]);
    }
    let own = units.join(format!("{}.lock", label(shard)));
    Ok(vec![Lock::shared(&path)?, Lock::alone(&own)?])
}

/// Returns the processes that are working in a folder: the one that does everything, or shards. If file locking is
/// unavailable, none are known.
pub fn at_work(folder: &Path) -> Result<Vec<Option<Shard>>, RunError> {
    if Lock::is_held(&folder.join(LOCK)) {
        return Ok(vec![None]);
    }
    let units = ledger::folder_in(folder);
    let names = names_ending(&units, ".lock")?;
    let locks = names.iter().filter_map(|name| Some((name, shard_of(name.strip_suffix(".lock")?)?)));
    let held = locks.filter(|(name, _)| Lock::is_held(&units.join(name)));
    let mut shards: Vec<_> = held.map(|(_, shard)| Some(shard)).collect();
    shards.sort_by_key(|shard| shard.map(|shard| (shard.number, shard.total)));
    Ok(shards)
}

/// Waits until no other process writes a report in a folder; `waiting` receives the holder of the lock.
pub fn lock_report(folder: &Path, waiting: impl FnOnce(&str)) -> Result<Lock, RunError> {
    Ok(Lock::wait(&folder.join(REPORT_LOCK), waiting)?)
}
