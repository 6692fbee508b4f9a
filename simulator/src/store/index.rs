//! What a store has, read from its ledgers and the names of its files. Chunks are not opened.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

use petteia_engine::files::names_ending;
use petteia_tables::{OutcomeCounts, Speed};

use super::chunk_table::{ChunkTable, read_name};
use super::error::RunError;
use super::ledger::{self, ChunkEntry, ChunkKey, Entry, TableProgress};
use crate::cell::CellId;

/// What a store has.
#[derive(Debug, Default)]
pub struct StoreIndex {
    /// The chunks of each cell whose files exist, by their numbers.
    pub chunks: HashMap<CellId, Vec<ChunkEntry>>,
    /// The chunks that are in a ledger but lack a file.
    pub lost: HashMap<CellId, Vec<ChunkEntry>>,
    /// Chunks that are in no ledger.
    pub unexpected_files: Vec<PathBuf>,
    /// What the ledger of each process says, by its label.
    pub processes: BTreeMap<String, Process>,
    /// The speeds that were measured, by the cell in which an agent plays itself.
    pub speeds: BTreeMap<CellId, Speed>,
}

/// What a ledger says about its process.
#[derive(Clone, Debug, Default)]
pub struct Process {
    /// Seconds played for each question.
    pub seconds: BTreeMap<String, f64>,
    /// The seconds at which chunks were finished, for each question.
    pub finished: BTreeMap<String, Vec<f64>>,
    /// The questions whose budget it used up.
    pub used_up: BTreeSet<String>,
    /// The endgame tables that it began to make last, if no chunk was written since.
    pub making: Option<TableProgress>,
}

impl StoreIndex {
    /// Reads a store.
    pub fn read(store: &Path) -> Result<Self, RunError> {
        // Ledgers are read last, so that they list every chunk found before.
        let found: Vec<(ChunkTable, Vec<String>)> = ChunkTable::ALL
            .into_iter()
            .map(|table| Ok((table, names_ending(&table.folder_in(store), ".parquet")?)))
            .collect::<Result<_, RunError>>()?;
        let mut index = StoreIndex::default();
        let mut entries: BTreeMap<ChunkKey, ChunkEntry> = BTreeMap::new();
        ledger::read(store, |label, entry| {
            let process = index.processes.entry(label.to_owned()).or_default();
            match entry {
                Entry::Chunk(chunk) => {
                    let seconds = process.seconds.entry(chunk.question.clone()).or_default();
                    *seconds = seconds.max(chunk.seconds);
                    process.finished.entry(chunk.question.clone()).or_default().push(chunk.seconds);
                    process.making = None;
                    entries.insert(chunk.key(), chunk);
                }
                Entry::BudgetUsed { question, seconds } => {
                    process.seconds.insert(question.clone(), seconds);
                    process.used_up.insert(question);
                }
                Entry::Tables(making) => process.making = Some(making),
                Entry::Speed { cell, speed } => drop(index.speeds.insert(cell, speed)),
            }
        })?;
        let mut files: HashMap<ChunkKey, usize> = HashMap::new();
        for (table, names) in found {
            for name in names {
                match read_name(&name).map(|(cell, numbers)| (cell, numbers.start, numbers.end)) {
                    Some(key) if entries.contains_key(&key) => *files.entry(key).or_default() += 1,
                    _ => index.unexpected_files.push(table.folder_in(store).join(name)),
                }
            }
        }
        for (key, chunk) in entries {
            let has_files = files.get(&key).copied().unwrap_or(0) == chunk.digests.len();
            let kind = if has_files { &mut index.chunks } else { &mut index.lost };
            kind.entry(chunk.cell).or_default().push(chunk);
        }
        Ok(index)
    }

    /// Rejects a store with files that this program did not write: its numbers might not be those of its question.
    pub fn refuse_unexpected_files(&self) -> Result<(), RunError> {
        self.unexpected_files.first().map_or(Ok(()), |path| Err(RunError::UnexpectedFile { path: path.clone() }))
    }

    /// Returns the chunks of a cell whose files exist, by their numbers.
    pub fn chunks_of(&self, cell: CellId) -> Vec<ChunkEntry> {
        self.chunks.get(&cell).cloned().unwrap_or_default()
    }

    /// Returns the numbers of a cell's games that are in a ledger but lack a file, each once.
    pub fn lost_of(&self, cell: CellId) -> Vec<Range<u64>> {
        disjoint(self.lost.get(&cell).into_iter().flatten().map(ChunkEntry::numbers).collect())
    }
}

/// Returns the numbers of ranges that may overlap, each once.
fn disjoint(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    ranges.iter_mut().for_each(|range| {
        range.start = range.start.max(end);
        end = end.max(range.end);
    });
    ranges.retain(|range| !range.is_empty());
    ranges
}

/// Chooses, of chunks sorted by their numbers, disjoint ones with as many games as possible, and as few chunks.
pub fn cover(chunks: &[ChunkEntry]) -> Vec<ChunkEntry> {
    if chunks.windows(2).all(|pair| pair[0].end <= pair[1].start) {
        return chunks.to_vec();
    }
    let mut by_end: Vec<&ChunkEntry> = chunks.iter().collect();
    by_end.sort_by_key(|chunk| (chunk.end, chunk.start));
    // The best choice among the first chunks: its games, the number of its chunks, and whether it has the last of them.
    let mut best: Vec<(u64, i64, bool)> = vec![(0, 0, false)];
    let before = |index: usize| by_end[..index].partition_point(|chunk| chunk.end <= by_end[index].start);
    for (index, chunk) in by_end.iter().enumerate() {
        let (games, fewer, _) = best[before(index)];
        let with = (games + chunk.end - chunk.start, fewer - 1);
        let (games, fewer, _) = best[index];
        best.push(if with > (games, fewer) { (with.0, with.1, true) } else { (games, fewer, false) });
    }
    let (mut chosen, mut index) = (Vec::new(), by_end.len());
    while index > 0 {
        index -= 1;
        if best[index + 1].2 {
            chosen.push(by_end[index].clone());
            index = before(index);
        }
    }
    chosen.reverse();
    chosen
}

/// Adds up the outcomes of chunks.
pub fn sum(chunks: &[ChunkEntry]) -> OutcomeCounts {
    let mut outcomes = OutcomeCounts::default();
    chunks.iter().for_each(|chunk| outcomes += chunk.outcomes);
    outcomes
}

#[cfg(test)]
mod tests {
    use petteia_tables::Digest;

    use super::*;

    fn chunk(start: u64, end: u64) -> ChunkEntry {
        ChunkEntry {
            cell: "0000000000000001".parse().expect("a cell"),
            start,
            end,
            outcomes: OutcomeCounts::default(),
            question: String::new(),
            seconds: 0.0,
            clocks: [(0, 0.0); 2],
            commit: String::new(),
            digests: vec![Digest::of(b"")],
        }
    }

    fn covered(chunks: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let mut chunks: Vec<ChunkEntry> = chunks.iter().map(|&(start, end)| chunk(start, end)).collect();
        chunks.sort_by_key(|chunk| (chunk.start, chunk.end));
        cover(&chunks).iter().map(|chunk| (chunk.start, chunk.end)).collect()
    }

    #[test]
    fn of_overlapping_parts_those_with_most_games_count() {
        assert_eq!(covered(&[]), []);
        assert_eq!(covered(&[(0, 40), (40, 80), (90, 95)]), [(0, 40), (40, 80), (90, 95)]);
        assert_eq!(covered(&[(0, 40), (0, 80)]), [(0, 80)]);
        assert_eq!(covered(&[(0, 40), (40, 80), (0, 80)]), [(0, 80)]);
        assert_eq!(covered(&[(0, 40), (40, 80), (0, 60)]), [(0, 40), (40, 80)]);
        assert_eq!(covered(&[(0, 50), (50, 60), (0, 40), (40, 80), (80, 90)]), [(0, 40), (40, 80), (80, 90)]);
    }

    #[test]
    fn games_of_several_lost_parts_are_lost_once() {
        assert_eq!(disjoint(vec![20..60, 0..40, 30..35, 60..80]), [0..40, 40..60, 60..80]);
    }
}
