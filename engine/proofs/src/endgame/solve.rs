//! Adds the tables of endings. The endings that captures lead to come first; existing tables are read from files,
//! missing ones are computed and written.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use petteia_engine::files::{create_folder_of, create_writable_folder, open_regular, remove_temporaries};
use petteia_engine::{AnyPosition, Event, Geometry, Progress};

use super::material::{Ending, Seat};
use super::request::{ProbeError, Sample, SolveError, SolveOptions, TooLong};
use super::store::{LABEL, StoreError, TableFile, table_files};
use super::table::{OnItsShape, Table, TableKind, Tables};

impl<G: Geometry, K: TableKind> OnItsShape<K> for Tables<G, K> {
    fn held(&self) -> Vec<Seat> {
        self.tables.iter().map(|table| table.seat).collect()
    }

    fn census(&self, seat: Seat) -> Option<&K::Census> {
        self.table(seat).map(|table| &table.census)
    }

    fn solve(&mut self, ending: Ending, options: &SolveOptions, progress: &dyn Progress) -> Result<(), SolveError> {
        let ending = self.context().ending(ending)?;
        let needed = K::bytes(self.context(), ending);
        if needed > options.memory {
            let [needed, allowed] = [needed, options.memory].map(|bytes| bytes as f64 / (1_u64 << 30) as f64);
            return Err(SolveError::TooLarge { ending, needed, allowed });
        }
        self.add_missing(ending, |tables, ending| {
            let file = TableFile::new(&options.folder, ending);
            if file.path.exists() {
                return Ok(K::read(&file, tables.context())?);
            }
            let writable = create_writable_folder(&options.folder, LABEL);
            let cleaned = writable.and_then(|()| remove_temporaries(&options.folder, |_, label| label == LABEL));
            cleaned.map_err(|error| StoreError::of(&error.path, error.source))?;
            K::solve(tables, ending, options, progress)
        })
    }

    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, progress: &dyn Progress) -> Result<(), SolveError> {
        self.add_missing(ending, |tables, ending| {
            Ok(match cache {
                Some(folder) => cached(tables, ending, folder, progress)?,
                None => K::compute(tables, ending, progress)?,
            })
        })
    }

    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        self.add_missing(ending, |tables, ending| Ok(K::read(&TableFile::new(folder, ending), tables.context())?))
    }

    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        for path in table_files(folder)? {
            let Some(file) = TableFile::of_game(&path, self.context().game().rules())? else { continue };
            if !self.holds(file.ending) {
                self.tables.extend(K::read(&file, self.context())?);
            }
        }
        Ok(())
    }

    fn verify(&self, ending: Ending, sample: Sample, progress: &dyn Progress) -> Result<u64, K::Fault> {
        let mut checked = 0;
        for seat in self.context().seats(ending) {
            let table = self.table(seat).expect("the caller has the tables of the ending");
            checked += K::verify(self, table, ending, sample, progress)?;
        }
        Ok(checked)
    }

    fn probe(&self, position: &AnyPosition) -> Result<K::Probed, ProbeError> {
        self.probe(&position.cast())
    }

    fn find(&self, position: &AnyPosition) -> Option<K::Value> {
        self.find(&position.cast())
    }
}

impl<G: Geometry, K: TableKind> Tables<G, K> {
    /// Adds the tables of an ending and of all endings that captures lead to, smallest first, unless they are loaded.
    fn add_missing(
        &mut self,
        ending: Ending,
        made: impl Fn(&Self, Ending) -> Result<Vec<Table<G::Set, K>>, SolveError>,
    ) -> Result<(), SolveError> {
        let ending = self.context().ending(ending)?;
        for ending in self.context().endings_below(ending) {
            if !self.holds(ending) {
                self.tables.extend(made(self, ending)?);
            }
        }
        Ok(())
    }
}

/// Returns the tables of one ending from a cache, or computes and writes them unless another process does.
fn cached<G: Geometry, K: TableKind>(
    tables: &Tables<G, K>,
    ending: Ending,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Table<G::Set, K>>, TooLong> {
    let file = TableFile::new(folder, ending);
    let read = || K::read(&file, tables.context()).ok();
    if let Some(read) = read() {
        return Ok(read);
    }
    let lock = if K::TAKES_TURNS { only_maker(folder, ending, progress) } else { None };
    let made = match lock.as_ref().and_then(|_| read()) {
        Some(made_by_another) => made_by_another,
        None => {
            let made = K::compute(tables, ending, progress)?;
            drop(K::write(&file, tables.context(), &made));
            made
        }
    };
    drop(lock);
    Ok(made)
}

/// Waits until no other process computes tables for a folder, and keeps others waiting as long as the result lives.
/// Returns `None` if the folder cannot be used or the system has no locks: then others may do the same work.
fn only_maker(folder: &Path, ending: Ending, progress: &dyn Progress) -> Option<File> {
    let path = folder.join("making.lock");
    create_folder_of(&path).ok()?;
    let file = open_regular(&path, OpenOptions::new().create(true).truncate(false).write(true)).ok()?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        progress.on_progress(Event::Stage(&format!("{ending}: waiting for another process that computes tables"), 0));
        file.lock().ok()?;
    }
    Some(file)
}
