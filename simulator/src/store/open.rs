//! A store that is open for a question: chunks are written to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use petteia_engine::files::{FileError, Unnamed, make_folder, remove_temporaries, sync_folder};
use petteia_players::config::Form;

use super::check::quarantine;
use super::chunk_table::{ChunkTable, read_name};
use super::error::RunError;
use super::folder::{at_work, check_unused, lock, lock_report};
use super::index::StoreIndex;
use super::ledger::{ChunkEntry, Entry, Writer};
use super::lock::{Lock, LockError};
use super::manifest::{MANIFEST, Manifest, QuestionKind};
use super::new_chunk::NewChunk;
use super::reset::{Layout, begin_question};
use super::shard::{Shard, label};

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
    /// question has changed, the files that were made for the old one are deleted; chunks are kept.
    ///
    /// # Errors
    /// It contains something else, it is in use, or it cannot be written.
    pub fn open(folder: &Path, manifest: Manifest, shard: Option<Shard>, layout: Layout) -> Result<Self, RunError> {
        let is_begun = || Manifest::path_in(folder).exists();
        if !is_begun() {
            fs::create_dir_all(folder).map_err(FileError::at(folder))?;
            // Another process may begin the same question while this one looks.
            check_unused(folder).or_else(|refusal| if is_begun() { Ok(()) } else { Err(refusal) })?;
        }
        if is_begun() {
            // Nothing is written to a folder that is not a run folder.
            Manifest::read(folder)?.check_same_name(folder, &manifest)?;
        }
        if !is_of(folder, &manifest)? {
            begin(folder, &manifest, layout)?;
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
        // Only here: a folder that vanishes later is not made again.
        let asked = &manifest.request;
        let has_squares = asked.kind == QuestionKind::Search || asked.form() == Some(Form::Games);
        let tables = ChunkTable::ALL.into_iter().filter(|&table| table == ChunkTable::Games || has_squares);
        tables.map(|table| table.folder_in(folder)).try_for_each(|folder| make_folder(&folder))?;
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

    /// Returns the part of the work that this process does if the shards at work share it out among themselves.
    pub fn shard_at_work(&self) -> Result<Option<Shard>, RunError> {
        let Some(own) = self.shard else { return Ok(None) };
        let shards = at_work(&self.folder)?;
        let place = shards.iter().position(|&shard| shard == Some(own));
        Ok(place.map_or(self.shard, |place| Some(Shard { number: place as u32 + 1, total: shards.len() as u32 })))
    }

    /// Returns the question.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads what it has. A process that plays everything sets aside files that this program did not write.
    pub fn index(&self, say: &dyn Fn(&str)) -> Result<StoreIndex, RunError> {
        let index = StoreIndex::read(&self.folder)?;
        if self.shard.is_none() {
            for path in &index.unexpected_files {
                quarantine(path, "is in no ledger of this folder and does not count", say)?;
            }
        }
        Ok(index)
    }

    /// Writes a chunk, after so many seconds of play. Its files get their names when all are on disk and recorded in the
    /// ledger; then it counts.
    pub fn add(&self, chunk: NewChunk, seconds: f64) -> Result<ChunkEntry, RunError> {
        let NewChunk { entry, files } = chunk;
        let chunk = ChunkEntry { question: self.manifest.question(), seconds, ..entry };
        let path = |table: ChunkTable| table.path(&self.folder, chunk.cell, &chunk.numbers());
        let files: Vec<(PathBuf, Vec<u8>)> = ChunkTable::ALL.into_iter().map(path).zip(files).collect();
        self.keep(&chunk, &files)?;
        Ok(chunk)
    }

    /// Writes the files of a chunk, given in the order of its digests.
    pub(super) fn keep(&self, chunk: &ChunkEntry, files: &[(PathBuf, Vec<u8>)]) -> Result<(), RunError> {
        let write = |(path, bytes): &(PathBuf, Vec<u8>)| Unnamed::write(path, &label(self.shard), bytes);
        let unnamed: Vec<Unnamed> = files.iter().map(write).collect::<Result<_, _>>()?;
        self.record(&Entry::Chunk(chunk.clone()))?;
        // The table of games comes last, because its name shows that the chunk is there.
        unnamed.into_iter().rev().try_for_each(Unnamed::name)?;
        let mut folders = ChunkTable::ALL.into_iter().take(files.len()).map(|table| table.folder_in(&self.folder));
        Ok(folders.try_for_each(|folder| sync_folder(&folder))?)
    }

    /// Writes a line to the ledger of this process.
    pub(crate) fn record(&self, entry: &Entry) -> Result<(), RunError> {
        self.ledger.add(entry)
    }

    /// Removes incomplete files that a killed process has left. A shard removes only its own files.
    fn remove_leftovers(&self) -> Result<(), RunError> {
        let own = label(self.shard);
        let is_left = |label: &str| self.shard.is_none() || label == own;
        for table in ChunkTable::ALL {
            remove_temporaries(&table.folder_in(&self.folder), |name, label| {
                read_name(name).is_some() && is_left(label)
            })?;
        }
        Ok(remove_temporaries(&self.folder, |name, label| name == MANIFEST && is_left(label))?)
    }
}

/// Makes a folder answer a question, unless another process does so at the same time.
fn begin(folder: &Path, manifest: &Manifest, layout: Layout) -> Result<(), RunError> {
    for _ in 0..PATIENCE {
        match lock(folder, None) {
            Ok(_locks) => {
                let _report = lock_report(folder, |_| ())?;
                return begin_question(folder, manifest, layout);
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
