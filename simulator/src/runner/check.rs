//! Who makes sure that the chunks of a store are those that were written.

use std::collections::HashSet;

use petteia_tables::TableError;
use rayon::ThreadPool;

use crate::catalog::{Catalog, CellChunks};
use crate::store::{ChunkEntry, ChunkKey, RunError, Store, find_damaged};

/// A chunk that is not as it was written or not as its ledger says, with what is wrong.
pub type Damage = (ChunkEntry, TableError);

/// Checks the chunks of a store. Whoever reads them for something else checks them at the same time, so that each is read
/// once.
pub trait ChunkCheck {
    /// Returns whether chunks are checked before the first job is played too, not only at the end.
    fn is_before_play(&self) -> bool;

    /// Reads the chunks of a catalog, and returns those that are damaged.
    ///
    /// # Errors
    /// A chunk cannot be read.
    fn find_damaged(&mut self, store: &Store, catalog: &Catalog, pool: &ThreadPool) -> Result<Vec<Damage>, RunError>;
}

/// Checks each chunk when it is new to this process.
#[derive(Default)]
pub struct CheckEachOnce {
    checked: HashSet<ChunkKey>,
}

impl ChunkCheck for CheckEachOnce {
    fn is_before_play(&self) -> bool {
        true
    }

    fn find_damaged(&mut self, store: &Store, catalog: &Catalog, pool: &ThreadPool) -> Result<Vec<Damage>, RunError> {
        let chunks = catalog.cells().iter().flat_map(CellChunks::chunks);
        let new: Vec<&ChunkEntry> = chunks.filter(|chunk| !self.checked.contains(&chunk.key())).collect();
        let damaged = find_damaged(store.folder(), new.iter().copied(), pool)?;
        if damaged.is_empty() {
            self.checked.extend(new.into_iter().map(ChunkEntry::key));
        }
        Ok(damaged)
    }
}
