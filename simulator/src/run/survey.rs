//! The check of a run's chunks that counts their games at the same time, so that the report need not read them again.

use std::collections::HashSet;

use petteia_tables::{DamagedChunk, RunStats};
use rayon::ThreadPool;

use super::status::chunks_in;
use crate::catalog::{Catalog, CellChunks};
use crate::experiment::ExperimentScheduler;
use crate::runner::{ChunkCheck, Damage};
use crate::store::{ChunkEntry, ChunkKey, RunError, Store, find_damaged};

/// Reads all chunks of an experiment once, when its games have been played.
pub struct Survey<'a> {
    scheduler: &'a ExperimentScheduler<'a>,
    stats: RunStats,
}

impl<'a> Survey<'a> {
    /// Begins the survey of the games of a scheduler.
    #[must_use]
    pub fn new(scheduler: &'a ExperimentScheduler<'a>) -> Self {
        Survey { scheduler, stats: RunStats::default() }
    }

    /// Returns the counts of all games that count; of a shard, which checks nothing, none.
    #[must_use]
    pub fn into_stats(self) -> RunStats {
        self.stats
    }
}

impl ChunkCheck for Survey<'_> {
    fn is_before_play(&self) -> bool {
        false
    }

    fn find_damaged(&mut self, store: &Store, catalog: &Catalog, pool: &ThreadPool) -> Result<Vec<Damage>, RunError> {
        let (chunks, entries) = chunks_in(store.folder(), store.manifest(), self.scheduler, catalog);
        let (stats, damaged) = pool.install(|| RunStats::read_with_damage(&chunks))?;
        self.stats = stats;
        let mut found: Vec<Damage> = Vec::new();
        for DamagedChunk { cell, first_game, error } in damaged {
            let place = chunks.games.iter().position(|chunk| (chunk.cell, chunk.games.start) == (cell, first_game));
            let entry = &entries[place.expect("a chunk of squares has a chunk of games")];
            // Both of its files may be damaged.
            if found.iter().all(|(known, _)| known.key() != entry.key()) {
                found.push((entry.clone(), error));
            }
        }
        // Games that do not count at present.
        let counted: HashSet<ChunkKey> = entries.iter().map(ChunkEntry::key).collect();
        let others = catalog.cells().iter().flat_map(CellChunks::chunks);
        let others = others.filter(|chunk| !counted.contains(&chunk.key()));
        found.extend(find_damaged(store.folder(), others, pool)?);
        Ok(found)
    }
}
