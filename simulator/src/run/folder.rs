//! The folder of a run: which run it belongs to, which processes work in it, and what it contains.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use petteia_files::{make_folder, name_of_temporary, remove_temporaries};

use super::RunError;
use super::ledger::{self, Entry};
use super::manifest::{MANIFEST, Manifest, SCHEMA};
use super::part_table::{PartTable, is_part, unit_of_name};
use super::units::Units;
use crate::experiment::{Experiment, Plan};
use crate::lock::Lock;

/// A fixed part of the units of a run: the `number`-th of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// Returns whether a unit belongs to the shard. The units of every cell are dealt to all shards in turn.
    pub fn has(self, cell: u32, unit: u64) -> bool {
        (u64::from(cell) + unit) % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads a shard: `2/8` is the second of eight.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err("give K/N with K from 1 to N, such as 2/8".into()),
        }
    }
}

/// Returns the name of a process of a run, used for its ledger, its lock and its temporary files.
pub fn label(shard: Option<Shard>) -> String {
    shard.map_or_else(|| "whole".into(), |shard| format!("shard-{}-of-{}", shard.number, shard.of))
}

/// A run folder whose units, or those of a shard, only this process plays.
pub struct RunFolder {
    path: PathBuf,
    shard: Option<Shard>,
    manifest: Manifest,
    /// Released when dropped.
    _locks: Vec<Lock>,
}

impl RunFolder {
    /// Creates the folder of a new run, or makes sure that it belongs to a run of exactly this plan on which no other
    /// process works.
    ///
    /// # Errors
    /// It contains something else, it is in use, or it cannot be written.
    pub fn open(path: &Path, experiment: &Experiment, plan: &Plan, shard: Option<Shard>) -> Result<Self, RunError> {
        let now = Manifest::of(experiment, plan);
        let is_new = !Manifest::path_in(path).exists();
        if is_new {
            fs::create_dir_all(path).map_err(RunError::file(path))?;
            check_unused(path)?;
        } else {
            // Nothing is written to a folder that is not a run folder.
            Manifest::read(path)?;
        }
        let _locks = lock(path, shard)?;
        if is_new && !Manifest::path_in(path).exists() {
            now.write(path, &label(shard))?;
        }
        let manifest = Manifest::read(path)?;
        if let Some(differs) = manifest.difference(&now) {
            return Err(RunError::OtherRun { folder: path.to_owned(), differs });
        }
        Self::ready(path, shard, manifest, _locks)
    }

    /// Opens the folder of a run for its own plan.
    ///
    /// # Errors
    /// It is not a run folder, it is in use, or it cannot be written.
    pub fn reopen(path: &Path) -> Result<Self, RunError> {
        let manifest = Manifest::read(path)?;
        if manifest.schema != SCHEMA {
            let problem = format!("its schema is {}, this program's is {SCHEMA}", manifest.schema);
            return Err(RunError::Manifest { path: Manifest::path_in(path), problem });
        }
        let _locks = lock(path, None)?;
        Self::ready(path, None, manifest, _locks)
    }

    fn ready(path: &Path, shard: Option<Shard>, manifest: Manifest, _locks: Vec<Lock>) -> Result<Self, RunError> {
        for table in PartTable::ALL {
            make_folder(&table.folder_in(path))?;
        }
        Ok(RunFolder { path: path.to_owned(), shard, manifest, _locks })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn label(&self) -> String {
        label(self.shard)
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Removes incomplete files that a killed process has left. A shard removes only its own files.
    pub fn remove_leftovers(&self) -> Result<(), RunError> {
        let own = self.label();
        let is_left = |label: &str| self.shard.is_none() || label == own;
        for table in PartTable::ALL {
            remove_temporaries(&table.folder_in(&self.path), |name, label| is_part(name) && is_left(label))?;
        }
        Ok(remove_temporaries(&self.path, |name, label| name == MANIFEST && is_left(label))?)
    }
}

/// Rejects a folder that is neither empty nor a run folder.
pub(super) fn check_unused(folder: &Path) -> Result<(), RunError> {
    let other = |differs: &str| Err(RunError::NoRun { folder: folder.to_owned(), differs: differs.into() });
    if folder.join("tournament.toml").exists() {
        return other("it is the folder of a tournament");
    }
    for entry in fs::read_dir(folder).map_err(RunError::file(folder))? {
        let name = entry.map_err(RunError::file(folder))?.file_name();
        let name = name.to_string_lossy();
        // Another shard may be about to begin the same run.
        let begun = [LOCK, "units"].contains(&&*name) || name_of_temporary(&name).is_some_and(|(to, _)| to == MANIFEST);
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

/// Locks the folder for the whole run, or for one of any number of shards.
pub(super) fn lock(folder: &Path, shard: Option<Shard>) -> Result<Vec<Lock>, RunError> {
    let units = ledger::folder_in(folder);
    make_folder(&units)?;
    let path = folder.join(LOCK);
    let Some(shard) = shard else {
        return Ok(vec![Lock::alone(&path)?]);
    };
    let own = units.join(format!("{}.lock", label(Some(shard))));
    Ok(vec![Lock::shared(&path)?, Lock::alone(&own)?])
}

/// Returns the processes that are working on a run: the one that plays the whole run, or shards. If file locking is
/// unavailable, none are known.
///
/// # Errors
/// The folder cannot be read.
pub fn at_work(run: &Path) -> Result<Vec<Option<Shard>>, RunError> {
    if Lock::is_held(&run.join(LOCK)) {
        return Ok(vec![None]);
    }
    let units = ledger::folder_in(run);
    let mut shards = Vec::new();
    for entry in fs::read_dir(&units).map_err(RunError::file(&units))? {
        let path = entry.map_err(RunError::file(&units))?.path();
        let shard = path.file_name().and_then(|name| name.to_str()).and_then(shard_of_lock);
        shards.extend(shard.filter(|_| Lock::is_held(&path)).map(Some));
    }
    shards.sort_by_key(|shard| shard.map(|shard| shard.number));
    Ok(shards)
}

/// Returns the shard of a lock `shard-K-of-N.lock`.
fn shard_of_lock(name: &str) -> Option<Shard> {
    name.strip_prefix("shard-")?.strip_suffix(".lock")?.replacen("-of-", "/", 1).parse().ok()
}

/// Waits until no other process writes a report of a run; `waiting` receives the holder of the lock.
///
/// # Errors
/// The folder is not a run folder, or cannot be written.
pub fn lock_report(run: &Path, waiting: impl FnOnce(&str)) -> Result<Lock, RunError> {
    Manifest::read_any(run)?;
    Ok(Lock::wait(&run.join(REPORT_LOCK), waiting)?)
}

/// Files in a run folder that do not belong to its plan.
#[derive(Debug, Default)]
pub struct Strange {
    /// Ledgers of another plan.
    pub ledgers: Vec<PathBuf>,
    /// Parts whose names do not occur in the plan.
    pub foreign: Vec<PathBuf>,
    /// Parts that are in no ledger.
    pub unknown: Vec<PathBuf>,
}

/// The description of a ledger of another plan.
pub const OTHER_LEDGER: &str = "belongs to another plan";
/// The description of parts whose names do not occur in the plan.
pub const FOREIGN: &str = "belongs to another run";
/// The description of parts that are in no ledger.
pub const UNKNOWN: &str = "is not in the ledgers of this run; its games will be played again";

impl Strange {
    /// Returns all of them with their descriptions.
    pub fn all(&self) -> impl Iterator<Item = (&PathBuf, &'static str)> {
        let kinds = [(&self.ledgers, OTHER_LEDGER), (&self.foreign, FOREIGN), (&self.unknown, UNKNOWN)];
        kinds.into_iter().flat_map(|(paths, why)| paths.iter().map(move |path| (path, why)))
    }

    /// Rejects the folder if there are any: its numbers would not be those of the plan.
    pub fn refuse(&self) -> Result<(), RunError> {
        self.all().next().map_or(Ok(()), |(path, why)| Err(RunError::Strange { path: path.clone(), why }))
    }
}

/// Determines what a run has: units whose parts exist and are in a ledger. Parts are not opened.
///
/// # Errors
/// The folder cannot be read.
pub fn survey(path: &Path, manifest: &Manifest, plan: &Plan) -> Result<(Units, Strange), RunError> {
    // Ledgers are read last, so that they list every part found before.
    let found = PartTable::ALL.map(|table| names_of_parts(&table.folder_in(path)));
    let mut units = Units::new(plan);
    let mut reader = ledger::Reader::new(path, &manifest.plan_sha256);
    reader.read(|label, entry| match entry {
        Entry::Unit(entry) => units.learn(label, entry),
        Entry::BudgetUsed { seconds } => units.end_budget(label, seconds),
    })?;
    let mut strange = Strange { ledgers: reader.foreign.into_iter().collect(), ..Strange::default() };
    for (table, names) in PartTable::ALL.into_iter().zip(found) {
        for name in names? {
            let part = table.folder_in(path).join(&name);
            match unit_of_name(plan, &name) {
                None => strange.foreign.push(part),
                Some((cell, unit)) if !units.find(table, cell, unit) => strange.unknown.push(part),
                Some(_) => {}
            }
        }
    }
    units.forget_missing();
    Ok((units, strange))
}

/// Returns the names of all parts in a folder, whatever they belong to; none if the folder is missing.
fn names_of_parts(folder: &Path) -> Result<Vec<String>, RunError> {
    if fs::symlink_metadata(folder).is_err() {
        return Ok(Vec::new());
    }
    make_folder(folder)?;
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().into_string().ok());
    let names = fs::read_dir(folder).and_then(|entries| entries.map(name).collect::<io::Result<Vec<_>>>());
    let names = names.map_err(RunError::file(folder))?.into_iter().flatten();
    Ok(names.filter(|name| name.ends_with(".parquet")).collect())
}
