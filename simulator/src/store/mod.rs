//! The store: a folder of games that were played once and need not be played again.
//!
//! A part is a range of games of one [cell](crate::cell::Cell), written whole or not at all. Its name has the hash of the
//! cell, so parts of different cells never mix, and stores are joined by the union of their files. The
//! [`manifest`](Manifest) says which question the folder answers at present; ledgers record every part.

mod check;
mod contents;
mod error;
mod fresh;
mod ledger;
mod lines;
mod lock;
mod manifest;
mod merge;
mod part;
mod shard;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use petteia_files::{Unnamed, make_folder, name_of_temporary, remove_temporaries, sync_folder};
use petteia_tables::{Provenance, Seal};

use crate::cell::{Cell, Played, frames};
use crate::program;
use crate::speed::Speed;
pub use check::set_damaged_aside;
pub use contents::{Contents, Process, cover, sum};
pub use error::RunError;
pub use fresh::{IsOutput, go_on_starting_over, start_over};
pub use ledger::{Making, PartEntry};
use ledger::{Entry, Writer};
pub use lock::{Lock, LockError};
use manifest::MANIFEST;
pub use manifest::{Asked, FORMAT, Manifest, QuestionKind};
pub use merge::{Joined, join};
pub(crate) use part::PartTable;
use part::read_name;
pub use shard::{Shard, label, shard_of};

/// A store in which this process plays, or a shard of it.
pub struct Store {
    folder: PathBuf,
    shard: Option<Shard>,
    manifest: Manifest,
    ledger: Writer,
    /// Released when dropped.
    _locks: Vec<Lock>,
}

impl Store {
    /// Creates the folder of a question, or opens one that was made for a question of the same kind and name. If the
    /// question has changed, the files that were made for the old one are deleted; parts are kept.
    ///
    /// # Errors
    /// It contains something else, it is in use, or it cannot be written.
    pub fn open(
        folder: &Path,
        manifest: Manifest,
        shard: Option<Shard>,
        is_output: IsOutput,
    ) -> Result<Self, RunError> {
        if Manifest::path_in(folder).exists() {
            // Nothing is written to a folder that is not a run folder.
            Manifest::read(folder)?.check_same_name(folder, &manifest)?;
        } else {
            fs::create_dir_all(folder).map_err(RunError::file(folder))?;
            check_unused(folder)?;
        }
        if !is_of(folder, &manifest)? {
            begin(folder, &manifest, is_output)?;
        }
        Self::ready(folder, manifest, shard)
    }

    /// Opens a folder for the question that it answers.
    ///
    /// # Errors
    /// It is not a run folder, it is in use, or it cannot be written.
    pub fn reopen(folder: &Path) -> Result<Self, RunError> {
        let manifest = Manifest::read(folder)?;
        Self::ready(folder, manifest, None)
    }

    fn ready(folder: &Path, manifest: Manifest, shard: Option<Shard>) -> Result<Self, RunError> {
        let _locks = lock(folder, shard)?;
        if !is_of(folder, &manifest)? {
            // Another process has begun another question in between.
            let found = Manifest::read(folder)?.title();
            return Err(RunError::OtherQuestion { folder: folder.to_owned(), found, asked: manifest.title() });
        }
        PartTable::ALL.into_iter().try_for_each(|table| make_folder(&table.folder_in(folder)))?;
        let ledger = Writer::open(folder, &label(shard))?;
        let store = Store { folder: folder.to_owned(), shard, manifest, ledger, _locks };
        store.remove_leftovers()?;
        Ok(store)
    }

    /// Returns its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the part of the work that this process does.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Returns the question.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads what it has. A process that plays everything sets aside files that this program did not write.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn contents(&self, say: &dyn Fn(&str)) -> Result<Contents, RunError> {
        let contents = Contents::read(&self.folder)?;
        if self.shard.is_none() {
            for path in &contents.unexpected_files {
                check::set_aside(path, "is in no ledger of this folder and does not count", say)?;
            }
        }
        Ok(contents)
    }

    /// Writes a part. Its files get their names when all are on disk and recorded in the ledger; then it counts.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&self, cell: &Cell, numbers: Range<u64>, played: &Played, seconds: f64) -> Result<PartEntry, RunError> {
        let provenance = Provenance::of([("cell", cell.id().to_string()), ("format", FORMAT.to_string())]);
        let mut files = Vec::new();
        for (table, mut frame) in PartTable::of(cell).iter().zip(frames(cell, &played.rows)) {
            let path = table.path(&self.folder, cell.id(), &numbers);
            let bytes = frame.part(&path, &provenance)?;
            files.push((path, bytes));
        }
        let part = PartEntry {
            cell: cell.id(),
            start: numbers.start,
            end: numbers.end,
            outcomes: played.outcomes,
            question: self.manifest.question(),
            seconds,
            clocks: played.clocks.map(|clock| (clock.decisions, clock.time.as_secs_f64())),
            commit: program::commit().to_owned(),
            seals: files.iter().map(|(_, bytes)| Seal::of(bytes)).collect(),
        };
        self.keep(&part, &files)?;
        Ok(part)
    }

    /// Writes the files of a part, given in the order of its seals.
    fn keep(&self, part: &PartEntry, files: &[(PathBuf, Vec<u8>)]) -> Result<(), RunError> {
        let write = |(path, bytes): &(PathBuf, Vec<u8>)| Unnamed::write(path, &label(self.shard), bytes);
        let unnamed: Vec<Unnamed> = files.iter().map(write).collect::<Result<_, _>>()?;
        self.ledger.add(&Entry::Part(part.clone()))?;
        // The table of games comes last, because its name shows that the part is there.
        unnamed.into_iter().rev().try_for_each(Unnamed::name)?;
        let folders = PartTable::ALL.into_iter().take(files.len());
        Ok(folders.into_iter().try_for_each(|table| sync_folder(&table.folder_in(&self.folder)))?)
    }

    /// Records that this process has used up the budget of its question.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end_budget(&self, seconds: f64) -> Result<(), RunError> {
        self.ledger.add(&Entry::BudgetUsed { question: self.manifest.question(), seconds })
    }

    /// Records that endgame tables are being made.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin_tables(&self, making: Making) -> Result<(), RunError> {
        self.ledger.add(&Entry::Tables(making))
    }

    /// Records the speed of an agent in the cell in which it plays itself.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add_speed(&self, cell: &Cell, speed: Speed) -> Result<(), RunError> {
        self.ledger.add(&Entry::Speed { cell: cell.id(), speed })
    }

    /// Removes incomplete files that a killed process has left. A shard removes only its own files.
    fn remove_leftovers(&self) -> Result<(), RunError> {
        let own = label(self.shard);
        let is_left = |label: &str| self.shard.is_none() || label == own;
        for table in PartTable::ALL {
            remove_temporaries(&table.folder_in(&self.folder), |name, label| {
                read_name(name).is_some() && is_left(label)
            })?;
        }
        Ok(remove_temporaries(&self.folder, |name, label| name == MANIFEST && is_left(label))?)
    }
}

/// Makes a folder answer a question, unless another process does so at the same time.
fn begin(folder: &Path, manifest: &Manifest, is_output: IsOutput) -> Result<(), RunError> {
    for _ in 0..PATIENCE {
        match lock(folder, None) {
            Ok(_locks) => {
                let _report = lock_report(folder, |_| ())?;
                return fresh::begin_question(folder, manifest, is_output);
            }
            Err(RunError::Lock(LockError::Busy { .. })) if is_of(folder, manifest)? => return Ok(()),
            Err(RunError::Lock(LockError::Busy { .. })) => thread::sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
    lock(folder, None).map(drop)
}

/// How often, and after which pauses, a process looks again whether another one has begun its question.
const PATIENCE: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Returns whether a folder already answers a question, asked by this program.
fn is_of(folder: &Path, manifest: &Manifest) -> Result<bool, RunError> {
    Ok(Manifest::path_in(folder).exists() && Manifest::read(folder)? == *manifest)
}

/// Rejects a folder that is neither empty nor a run folder.
fn check_unused(folder: &Path) -> Result<(), RunError> {
    let other = |differs: &str| Err(RunError::NoRun { folder: folder.to_owned(), differs: differs.into() });
    if ledger::folder_in(folder).join("whole.log").exists() {
        // Only its manifest is gone; ledgers say what the games are.
        return Ok(());
    }
    if folder.join("tournament.toml").exists() {
        return other("it is the folder of a tournament that an older version of petteia played");
    }
    for entry in fs::read_dir(folder).map_err(RunError::file(folder))? {
        let name = entry.map_err(RunError::file(folder))?.file_name();
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

/// Locks the folder for a process that does everything, or for one of any number of shards.
fn lock(folder: &Path, shard: Option<Shard>) -> Result<Vec<Lock>, RunError> {
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
///
/// # Errors
/// The folder cannot be read.
pub fn at_work(folder: &Path) -> Result<Vec<Option<Shard>>, RunError> {
    if Lock::is_held(&folder.join(LOCK)) {
        return Ok(vec![None]);
    }
    let units = ledger::folder_in(folder);
    let mut shards = Vec::new();
    for entry in fs::read_dir(&units).map_err(RunError::file(&units))? {
        let path = entry.map_err(RunError::file(&units))?.path();
        let is_lock = path.extension().is_some_and(|extension| extension == "lock");
        let shard = path.file_stem().and_then(|name| name.to_str()).and_then(shard_of).filter(|_| is_lock);
        shards.extend(shard.filter(|_| Lock::is_held(&path)).map(Some));
    }
    shards.sort_by_key(|shard| shard.map(|shard| shard.number));
    Ok(shards)
}

/// Waits until no other process writes a report in a folder; `waiting` receives the holder of the lock.
///
/// # Errors
/// The folder cannot be written.
pub fn lock_report(folder: &Path, waiting: impl FnOnce(&str)) -> Result<Lock, RunError> {
    Ok(Lock::wait(&folder.join(REPORT_LOCK), waiting)?)
}
