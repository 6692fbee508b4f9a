//! The folder of a run: whose it is, who works in it, and what it holds.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use super::RunError;
use super::ledger::{self, Entry};
use super::manifest::{Manifest, SCHEMA};
use super::part_table::{PartTable, unit_of_name};
use super::units::Units;
use crate::experiment::{Experiment, Plan};

/// A fixed part of the units of a run: the `number`-th of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Shard {
    /// Whether a unit belongs to it. The units of every cell are dealt to all shards in turn.
    pub fn has(self, cell: u32, unit: u64) -> bool {
        (u64::from(cell) + unit) % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `2/8` is the second of eight.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err("give K/N with K from 1 to N, such as 2/8".into()),
        }
    }
}

/// The name of a process of a run: of its ledger, its lock and its temporary files.
pub fn label(shard: Option<Shard>) -> String {
    shard.map_or_else(|| "whole".into(), |shard| format!("shard-{}-of-{}", shard.number, shard.of))
}

/// A run folder in which this process alone does its units.
pub struct RunFolder {
    path: PathBuf,
    shard: Option<Shard>,
    manifest: Manifest,
    /// Given back when they are dropped.
    _locks: Vec<File>,
}

impl RunFolder {
    /// Makes the folder of a new run, or makes sure that it is a run of this very plan on which nobody else works.
    ///
    /// # Errors
    /// It holds something else, it is in use, or it cannot be written.
    pub fn open(path: &Path, experiment: &Experiment, plan: &Plan, shard: Option<Shard>) -> Result<Self, RunError> {
        let now = Manifest::of(experiment, plan);
        let is_new = !Manifest::path_in(path).exists();
        if is_new {
            fs::create_dir_all(path).map_err(RunError::file(path))?;
            check_unused(path)?;
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
    /// It is no run, it is in use, or it cannot be written.
    pub fn reopen(path: &Path) -> Result<Self, RunError> {
        let manifest = Manifest::read(path)?;
        if manifest.schema != SCHEMA {
            let problem = format!("its schema is {}, this program's is {SCHEMA}", manifest.schema);
            return Err(RunError::Manifest { path: Manifest::path_in(path), problem });
        }
        let _locks = lock(path, None)?;
        Self::ready(path, None, manifest, _locks)
    }

    fn ready(path: &Path, shard: Option<Shard>, manifest: Manifest, _locks: Vec<File>) -> Result<Self, RunError> {
        for table in PartTable::ALL {
            let folder = table.folder_in(path);
            fs::create_dir_all(&folder).map_err(RunError::file(&folder))?;
        }
        Ok(RunFolder { path: path.to_owned(), shard, manifest, _locks })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn label(&self) -> String {
        label(self.shard)
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Removes what a process that was killed has left half written. A shard removes only what is its own.
    pub fn remove_leftovers(&self) -> Result<(), RunError> {
        let own = format!(".{}.tmp", self.label());
        let ending = if self.shard.is_some() { own.as_str() } else { ".tmp" };
        for folder in [PartTable::Games.folder_in(&self.path), PartTable::Squares.folder_in(&self.path)] {
            for entry in fs::read_dir(&folder).map_err(RunError::file(&folder))? {
                let path = entry.map_err(RunError::file(&folder))?.path();
                if path.to_string_lossy().ends_with(ending) {
                    fs::remove_file(&path).map_err(RunError::file(&path))?;
                }
            }
        }
        Ok(())
    }
}

/// Refuses a folder that holds something but is no run.
fn check_unused(folder: &Path) -> Result<(), RunError> {
    let other = |differs: &str| Err(RunError::NoRun { folder: folder.to_owned(), differs: differs.into() });
    if folder.join("tournament.toml").exists() {
        return other("it is the folder of a tournament");
    }
    for entry in fs::read_dir(folder).map_err(RunError::file(folder))? {
        let name = entry.map_err(RunError::file(folder))?.file_name();
        let name = name.to_string_lossy();
        // Another shard may be just about to begin the same run.
        let begun = name == LOCK || name == "units" || (name.starts_with("manifest.json.") && name.ends_with(".tmp"));
        if name == "games" {
            return other("it has games but no manifest.json");
        }
        if !begun && name != "squares" {
            return other(&format!("it has `{name}` but no manifest.json"));
        }
    }
    Ok(())
}

/// Deletes the run that a folder holds, after saying what that is, and begins one of this plan. Files that are not of a run
/// stay.
///
/// # Errors
/// The folder has something but no run, it is in use, or something cannot be deleted.
pub fn start_over(path: &Path, experiment: &Experiment, plan: &Plan, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let manifest = Manifest::path_in(path);
    if !manifest.exists() {
        return if path.exists() { check_unused(path) } else { Ok(()) };
    }
    let _locks = lock(path, None)?;
    let parts = fs::read_dir(PartTable::Games.folder_in(path)).map_or(0, Iterator::count);
    // The manifest goes last: without it the rest would be nobody's.
    let names = OUTPUTS.into_iter().chain(["manifest.json"]).filter(|name| path.join(name).exists());
    let names: Vec<&str> = names.collect();
    say(&format!("--fresh deletes from {}: {parts} parts of games, in all {}", path.display(), names.join(", ")));
    for name in names {
        let file = path.join(name);
        let removed = if file.is_dir() { fs::remove_dir_all(&file) } else { fs::remove_file(&file) };
        removed.map_err(RunError::file(&file))?;
    }
    Manifest::of(experiment, plan).write(path, &label(None))
}

/// What a run writes besides its manifest.
const OUTPUTS: [&str; 15] = [
    "games",
    "squares",
    "units",
    "figures",
    "slurm",
    "report.html",
    "summary.csv",
    "summary.csv-metadata.json",
    "summary.parquet",
    "squares.csv",
    "squares.csv-metadata.json",
    "squares.parquet",
    "stopping.csv",
    "stopping.csv-metadata.json",
    "stopping.parquet",
];

const LOCK: &str = "lock";

/// One process works on the whole run, or any number on different shards of it.
fn lock(folder: &Path, shard: Option<Shard>) -> Result<Vec<File>, RunError> {
    let units = ledger::folder_in(folder);
    fs::create_dir_all(&units).map_err(RunError::file(&units))?;
    let path = folder.join(LOCK);
    let Some(shard) = shard else {
        return Ok(vec![hold(&path, File::try_lock)?]);
    };
    let own = units.join(format!("{}.lock", label(Some(shard))));
    Ok(vec![hold(&path, File::try_lock_shared)?, hold(&own, File::try_lock)?])
}

/// The processes that work on a run now: the one that plays all of it, or shards. Where locks do not work, none is known.
///
/// # Errors
/// The folder cannot be read.
pub fn at_work(run: &Path) -> Result<Vec<Option<Shard>>, RunError> {
    let is_held = |path: &Path| {
        let tried = File::open(path).map(|file| file.try_lock_shared());
        matches!(tried, Ok(Err(TryLockError::WouldBlock)))
    };
    if is_held(&run.join(LOCK)) {
        return Ok(vec![None]);
    }
    let units = ledger::folder_in(run);
    let mut shards = Vec::new();
    for entry in fs::read_dir(&units).map_err(RunError::file(&units))? {
        let path = entry.map_err(RunError::file(&units))?.path();
        let shard = path.file_name().and_then(|name| name.to_str()).and_then(shard_of_lock);
        shards.extend(shard.filter(|_| is_held(&path)).map(Some));
    }
    shards.sort_by_key(|shard| shard.map(|shard| shard.number));
    Ok(shards)
}

/// The shard of a lock `shard-K-of-N.lock`.
fn shard_of_lock(name: &str) -> Option<Shard> {
    name.strip_prefix("shard-")?.strip_suffix(".lock")?.replacen("-of-", "/", 1).parse().ok()
}

/// Who only looks whether a lock is held holds it for an instant: then it is tried once more.
const INSTANT: Duration = Duration::from_millis(50);

fn hold(path: &Path, try_lock: impl Fn(&File) -> Result<(), TryLockError>) -> Result<File, RunError> {
    let options = OpenOptions::new().create(true).truncate(false).write(true).read(true).clone();
    let mut file = options.open(path).map_err(RunError::file(path))?;
    let mut tried = try_lock(&file);
    if matches!(tried, Err(TryLockError::WouldBlock)) {
        thread::sleep(INSTANT);
        tried = try_lock(&file);
    }
    match tried {
        Ok(()) => {
            // Who it is, for whoever wonders. Not needed for the lock, so a full disk does not matter here.
            let _ = file.set_len(0).and_then(|()| writeln!(file, "process {}", std::process::id()));
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let owner = fs::read_to_string(path).unwrap_or_default().trim().to_owned();
            Err(RunError::Busy { lock: path.to_owned(), owner })
        }
        Err(TryLockError::Error(source)) => Err(RunError::file(path)(source)),
    }
}

/// What is in a run folder besides whole parts of the plan, and what was done about it.
#[derive(Debug, Default)]
pub struct Strange {
    /// Parts whose name is none of the plan's.
    pub foreign: Vec<PathBuf>,
    /// Parts that no ledger knows.
    pub unknown: Vec<PathBuf>,
}

/// What a run has: units whose parts are there and that a ledger knows. Parts are not opened.
///
/// # Errors
/// The folder cannot be read.
pub fn survey(path: &Path, plan: &Plan) -> Result<(Units, Strange), RunError> {
    let mut units = Units::new(plan);
    ledger::Reader::new(path).read(|label, entry| match entry {
        Entry::Unit(entry) => units.learn(label, entry),
        Entry::BudgetUsed { seconds } => units.end_budget(label, seconds),
    })?;
    let mut strange = Strange::default();
    for table in PartTable::ALL {
        let folder = table.folder_in(path);
        if !folder.exists() {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(RunError::file(&folder))? {
            let name = entry.map_err(RunError::file(&folder))?.file_name();
            let Some(name) = name.to_str().filter(|name| name.ends_with(".parquet")) else { continue };
            match unit_of_name(plan, name) {
                None => strange.foreign.push(folder.join(name)),
                Some((cell, unit)) if !units.find(table, cell, unit) => strange.unknown.push(folder.join(name)),
                Some(_) => {}
            }
        }
    }
    units.forget_missing();
    Ok((units, strange))
}
