//! Solves an ending. The endings that captures lead to come first; existing tables are read from files, missing ones
//! are computed and written.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use petteia_engine::Geometry;
use petteia_files::{create_folder_of, create_writable_folder, open_regular};

use super::making::{Making, TooLong};
use super::material::Ending;
use super::setting::Refusal;
use super::store::{StoreError, TableFile, UnfinishedFile};
use super::table::{EndgameTable, EndgameTables};
use super::watch::Watch;

/// Options for computing tables.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The folder that contains the tables and to which new ones are written.
    pub folder: PathBuf,
    /// The largest amount of memory that entries may use, in bytes.
    pub memory: u64,
    /// How often unfinished work is saved.
    pub save_every: Duration,
}

/// Formats memory in GiB, or in MiB if it is less than one.
fn memory(gib: f64) -> String {
    if gib < 1.0 { format!("{:.0} MiB", (1024.0 * gib).ceil()) } else { format!("{gib:.1} GiB") }
}

/// Why an ending was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The ending is not one of the game.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It would take too much memory.
    #[error(
        "{ending} needs {} of memory, more than the {} allowed; allow more memory or choose fewer pieces",
        memory(*needed),
        memory(*allowed)
    )]
    TooLarge {
        /// The ending.
        ending: Ending,
        /// The memory needed, in GiB.
        needed: f64,
        /// The memory allowed, in GiB.
        allowed: f64,
    },
    /// A win takes more plies than a table can store.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Computes and writes the tables of an ending and of all endings that captures lead to. Tables in the folder are read
/// instead, and interrupted work continues from where it was last saved.
///
/// # Errors
/// The ending is refused or too large, or a file cannot be read or written.
pub fn solve<G: Geometry>(
    tables: &mut EndgameTables<G>,
    ending: Ending,
    options: &SolveOptions,
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    let ending = tables.setting().ending(ending)?;
    let endings = tables.setting().endings_below(ending);
    refuse_too_large(tables, ending, &endings, options.memory)?;
    for ending in endings {
        if tables.holds(ending) {
            continue;
        }
        let file = TableFile::new(&options.folder, ending);
        let made = if file.exists() { file.read(tables.setting())? } else { make(tables, ending, options, watch)? };
        tables.add(made);
    }
    Ok(())
}

/// The maximum number of bytes per entry, during computation and when finished.
const WORK_BYTES: u64 = 2;
const TABLE_BYTES: u64 = 2;

fn refuse_too_large<G: Geometry>(
    tables: &EndgameTables<G>,
    ending: Ending,
    endings: &[Ending],
    memory: u64,
) -> Result<(), SolveError> {
    let entries = |ending: &Ending| tables.setting().entries(*ending);
    let finished = endings.iter().map(entries).fold(0, u64::saturating_add).saturating_mul(TABLE_BYTES);
    let needed = finished.saturating_add(entries(&ending).saturating_mul(WORK_BYTES));
    let gibibytes = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
    if needed > memory {
        return Err(SolveError::TooLarge { ending, needed: gibibytes(needed), allowed: gibibytes(memory) });
    }
    Ok(())
}

/// Computes and writes the tables of one ending.
fn make<G: Geometry>(
    tables: &EndgameTables<G>,
    ending: Ending,
    options: &SolveOptions,
    watch: &dyn Watch,
) -> Result<Vec<EndgameTable<G::Set>>, SolveError> {
    let writable = create_writable_folder(&options.folder, "endgame");
    writable.map_err(|error| StoreError::of(&error.path, error.source))?;
    let unfinished = UnfinishedFile::new(&options.folder, ending);
    let mut making = match unfinished.read(tables.setting())? {
        Some(saved) => Making::resume(tables, ending, saved, watch),
        None => Making::new(tables, ending, watch),
    };
    let mut saved = Instant::now();
    while making.advance()? {
        if saved.elapsed() >= options.save_every {
            unfinished.write(tables.setting(), &making.works, making.stage)?;
            saved = Instant::now();
        }
    }
    let made = making.finish();
    TableFile::new(&options.folder, ending).write(tables.setting(), &made)?;
    unfinished.remove()?;
    Ok(made)
}

/// Computes the tables of an ending and of all endings that captures lead to, unless they are in a cache. Tables that
/// cannot be read from the cache are computed again. Tables that cannot be written there must be computed again next
/// time, but they are the same.
///
/// # Errors
/// The ending is refused, or a win takes more plies than a table can store.
pub(super) fn make_cached<G: Geometry>(
    tables: &mut EndgameTables<G>,
    ending: Ending,
    cache: Option<&Path>,
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    let ending = tables.setting().ending(ending)?;
    for ending in tables.setting().endings_below(ending) {
        if !tables.holds(ending) {
            let made = match cache {
                Some(folder) => cached(tables, ending, folder, watch)?,
                None => compute(tables, ending, watch)?,
            };
            tables.add(made);
        }
    }
    Ok(())
}

/// Returns the tables of one ending from a cache, or computes and writes them unless another process does.
fn cached<G: Geometry>(
    tables: &EndgameTables<G>,
    ending: Ending,
    folder: &Path,
    watch: &dyn Watch,
) -> Result<Vec<EndgameTable<G::Set>>, TooLong> {
    let file = TableFile::new(folder, ending);
    let read = || file.read(tables.setting()).ok();
    if let Some(read) = read() {
        return Ok(read);
    }
    let lock = only_maker(folder, ending, watch);
    let made = match read() {
        Some(made_by_another) => made_by_another,
        None => {
            let made = compute(tables, ending, watch)?;
            let written = file.write(tables.setting(), &made);
            drop(written);
            made
        }
    };
    drop(lock);
    Ok(made)
}

/// Waits until no other process computes tables for a folder, and keeps others waiting as long as the result lives.
/// Returns `None` if the folder cannot be used or the system has no locks: then others may do the same work.
fn only_maker(folder: &Path, ending: Ending, watch: &dyn Watch) -> Option<File> {
    let path = folder.join("making.lock");
    create_folder_of(&path).ok()?;
    let file = open_regular(&path, OpenOptions::new().create(true).truncate(false).write(true)).ok()?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        watch.begin(ending, "waiting for another process that computes tables", 0);
        file.lock().ok()?;
    }
    Some(file)
}

fn compute<G: Geometry>(
    tables: &EndgameTables<G>,
    ending: Ending,
    watch: &dyn Watch,
) -> Result<Vec<EndgameTable<G::Set>>, TooLong> {
    let mut making = Making::new(tables, ending, watch);
    while making.advance()? {}
    Ok(making.finish())
}

impl<G: Geometry> EndgameTables<G> {
    /// Reads the tables of an ending, and of all endings that captures lead to, from a folder.
    ///
    /// # Errors
    /// The ending is refused, or a file is missing or differs from the one that was written.
    pub fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        let ending = self.setting().ending(ending)?;
        for ending in self.setting().endings_below(ending) {
            if !self.holds(ending) {
                let made = TableFile::new(folder, ending).read(self.setting())?;
                self.add(made);
            }
        }
        Ok(())
    }
}
