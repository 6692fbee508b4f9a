//! What a store has of the cells of a scheduler. Schedulers see nothing else.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::Outcome;
use petteia_tables::exams::{EndgameRecord, endgame_records};
use petteia_tables::{GameResult, OutcomeCounts, results};

use crate::cell::Cell;
use crate::store::{ChunkEntry, RunError, StoreIndex, cover, sum};

/// The chunks of one cell.
#[derive(Clone, Debug, Default)]
pub struct CellChunks {
    /// All of them, by their numbers.
    all: Vec<ChunkEntry>,
    /// Those that count, which do not overlap.
    chunks: Vec<ChunkEntry>,
    outcomes: OutcomeCounts,
}

impl CellChunks {
    /// Returns the chunks of a cell, given all of them sorted by their numbers.
    #[must_use]
    pub fn of(all: Vec<ChunkEntry>) -> Self {
        let chunks = cover(&all);
        CellChunks { outcomes: sum(&chunks), chunks, all }
    }

    /// Returns its chunks, which do not overlap, in order.
    #[must_use]
    pub fn chunks(&self) -> &[ChunkEntry] {
        &self.chunks
    }

    /// Returns the chunks that have exactly these numbers, without any that reaches beyond them, as far as they are there.
    #[must_use]
    pub fn exactly(&self, numbers: &Range<u64>) -> CellChunks {
        let is_within = |chunk: &&ChunkEntry| numbers.start <= chunk.start && chunk.end <= numbers.end;
        CellChunks::of(self.all.iter().filter(is_within).cloned().collect())
    }

    /// Returns the number up to which there is no gap.
    #[must_use]
    pub fn in_order(&self) -> u64 {
        let mut end = 0;
        for chunk in &self.chunks {
            if chunk.start != end {
                break;
            }
            end = chunk.end;
        }
        end
    }

    /// Returns how the games of all chunks ended.
    #[must_use]
    pub fn outcomes(&self) -> OutcomeCounts {
        self.outcomes
    }

    /// Returns the chunks that have some of these numbers.
    pub fn chunks_among(&self, numbers: &Range<u64>) -> &[ChunkEntry] {
        let first = self.chunks.partition_point(|chunk| chunk.end <= numbers.start);
        let count = self.chunks[first..].partition_point(|chunk| chunk.start < numbers.end);
        &self.chunks[first..first + count]
    }

    /// Returns how many of these numbers are known.
    #[must_use]
    pub fn known(&self, numbers: &Range<u64>) -> u64 {
        let known = |chunk: &ChunkEntry| chunk.end.min(numbers.end) - chunk.start.max(numbers.start);
        self.chunks_among(numbers).iter().map(known).sum()
    }

    /// Returns those of these numbers that are not known.
    #[must_use]
    pub fn gaps(&self, numbers: Range<u64>) -> Vec<Range<u64>> {
        gaps(&numbers, self.chunks_among(&numbers).iter().map(ChunkEntry::numbers))
    }

    fn add(&mut self, chunk: ChunkEntry) {
        let insert = |chunks: &mut Vec<ChunkEntry>, chunk: ChunkEntry| {
            let place = chunks.partition_point(|known| (known.start, known.end) < (chunk.start, chunk.end));
            chunks.insert(place, chunk);
        };
        let is_new = self.chunks_among(&chunk.numbers()).is_empty();
        insert(&mut self.all, chunk.clone());
        if is_new {
            self.outcomes += chunk.outcomes;
            insert(&mut self.chunks, chunk);
        } else {
            *self = CellChunks::of(std::mem::take(&mut self.all));
        }
    }
}

/// Returns the ranges of some numbers that others leave out; the others are given in order of their starts.
pub(crate) fn gaps(numbers: &Range<u64>, taken: impl IntoIterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let (mut rest, mut next) = (Vec::new(), numbers.start);
    for taken in taken {
        rest.push(next..taken.start.min(numbers.end));
        next = next.max(taken.end);
    }
    rest.push(next..numbers.end);
    rest.retain(|gap| !gap.is_empty());
    rest
}

/// What a store has of the cells of a scheduler, by their place.
#[derive(Debug)]
pub struct Catalog {
    store: PathBuf,
    cells: Vec<CellChunks>,
    /// The results of chunks that were read.
    read: Mutex<HashMap<PathBuf, Arc<Vec<GameResult>>>>,
}

impl Catalog {
    /// Returns what a store has of some cells.
    #[must_use]
    pub fn new<'a>(store: &Path, index: &StoreIndex, cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let cells = cells.into_iter().map(|cell| CellChunks::of(index.chunks_of(cell.id()))).collect();
        Catalog { store: store.to_owned(), cells, read: Mutex::default() }
    }

    /// Returns the chunks of a cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> &CellChunks {
        &self.cells[index]
    }

    /// Returns all cells.
    #[must_use]
    pub fn cells(&self) -> &[CellChunks] {
        &self.cells
    }

    /// Adds a chunk that was just played.
    pub fn add(&mut self, index: usize, chunk: ChunkEntry) {
        self.cells[index].add(chunk);
    }

    /// Returns how the games with some numbers ended. All of them must be known. Only chunks that have other numbers too
    /// are read.
    pub fn outcomes(&self, cell: &Cell, index: usize, numbers: &Range<u64>) -> Result<OutcomeCounts, RunError> {
        let mut outcomes = OutcomeCounts::default();
        for chunk in self.cells[index].chunks_among(numbers) {
            if numbers.start <= chunk.start && chunk.end <= numbers.end {
                outcomes += chunk.outcomes;
                continue;
            }
            for result in self.chunk_results(chunk)?.iter().filter(|result| numbers.contains(&result.game)) {
                let Outcome { winner, reason } = result.outcome;
                outcomes.add(winner, reason, cell.matchup.rules.adjudicates(reason));
            }
        }
        Ok(outcomes)
    }

    /// Returns the results of the games with some numbers, in order; two for each number of a cell of pairs.
    pub fn results(&self, cell: &Cell, index: usize, numbers: &Range<u64>) -> Result<Vec<GameResult>, RunError> {
        let games = numbers.start * cell.games_each()..numbers.end * cell.games_each();
        let mut found = Vec::new();
        for chunk in self.cells[index].chunks_among(numbers) {
            found.extend(self.chunk_results(chunk)?.iter().filter(|result| games.contains(&result.game)));
        }
        Ok(found)
    }

    /// Returns the games of an endgame test with some numbers, in order.
    pub fn endgame_records(&self, index: usize, numbers: &Range<u64>) -> Result<Vec<EndgameRecord>, RunError> {
        let mut found = Vec::new();
        for chunk in self.cells[index].chunks_among(numbers) {
            let games = endgame_records(&chunk.games_chunk(&self.store))?;
            found.extend(games.into_iter().filter(|game| numbers.contains(&game.game)));
        }
        Ok(found)
    }

    fn chunk_results(&self, chunk: &ChunkEntry) -> Result<Arc<Vec<GameResult>>, RunError> {
        let games = chunk.games_chunk(&self.store);
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(&games.path).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = Arc::new(results(&games)?);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(games.path, found.clone());
        Ok(found)
    }
}
