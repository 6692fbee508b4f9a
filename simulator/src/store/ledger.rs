//! `units/*.log`: what is known about each chunk without opening it. One [line](super::lines) per chunk has its counts, the
//! digests of its files, and the seconds played so far.
//!
//! A line is synced before its chunk gets its name, so a chunk without a line was not written by this program, and a line
//! without a chunk is a job that is still to be played. Every process writes its own file.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use petteia_engine::files::{FileError, names_ending, open_regular};
use petteia_players::Clock;
use petteia_tables::{Chunk, Digest, OutcomeCounts, Speed};
use serde::{Deserialize, Serialize};

use super::chunk_table::ChunkTable;
use super::error::RunError;
use super::lines;
use crate::cell::CellId;
use crate::program;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A chunk was written.
    #[serde(rename = "part")]
    Chunk(ChunkEntry),
    /// The time budget of a question was used up.
    BudgetUsed {
        question: String,
        /// Seconds of play.
        seconds: f64,
    },
    /// Endgame tables are being made, which may take long.
    Tables(TableProgress),
    /// The speed of an agent that plays itself was measured.
    Speed {
        /// The cell in which it plays itself.
        cell: CellId,
        speed: Speed,
    },
}

impl Entry {
    /// Returns its line, including the newline.
    pub(super) fn line(&self) -> String {
        lines::line(&serde_json::to_string(self).expect("an entry is plain data"))
    }

    /// Reads a line; `None` if it is not whole, or no program can have written it.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let text = line.ends_with(b"\n").then(|| lines::read(line)).flatten()?;
        let entry: Self = serde_json::from_str(text).ok()?;
        let is_possible = match &entry {
            Entry::Chunk(chunk) => chunk.is_possible(),
            Entry::BudgetUsed { seconds, .. } => is_time(*seconds),
            Entry::Speed { speed, .. } => is_time(speed.seconds),
            Entry::Tables(_) => true,
        };
        is_possible.then_some(entry)
    }
}

/// Endgame tables in the making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableProgress {
    /// The variant that they are made for.
    pub variant: String,
    /// Which of the variants that need tables it is, from 1.
    pub number: usize,
    /// How many variants need tables.
    pub total: usize,
}

/// What is known about a chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkEntry {
    /// The cell.
    pub cell: CellId,
    /// The first of its numbers.
    pub start: u64,
    /// The number after its last.
    pub end: u64,
    /// How its games ended.
    pub outcomes: OutcomeCounts,
    /// The question for which they were played.
    pub question: String,
    /// Seconds played so far for this question by this process and earlier ones with the same file.
    pub seconds: f64,
    /// For each agent the number of its decisions and the seconds they took, where these are measured.
    #[serde(default, skip_serializing_if = "is_unmeasured")]
    pub clocks: [(u64, f64); 2],
    /// The commit of the program that played them.
    pub commit: String,
    /// The digests of its files, in the order of `ChunkTable::of`.
    #[serde(rename = "seals")]
    pub digests: Vec<Digest>,
}

fn is_unmeasured(clocks: &[(u64, f64); 2]) -> bool {
    clocks.iter().all(|&(decisions, _)| decisions == 0)
}

/// What a chunk is known by: its cell, and the ends of its numbers.
pub type ChunkKey = (CellId, u64, u64);

impl ChunkEntry {
    /// Returns what a chunk is known by: its cell, and the ends of its numbers.
    pub fn key(&self) -> ChunkKey {
        (self.cell, self.start, self.end)
    }

    /// Returns the numbers of its games.
    pub fn numbers(&self) -> Range<u64> {
        self.start..self.end
    }

    /// Returns its table of games, in which all games count.
    pub fn games_chunk(&self, store: &Path) -> Chunk {
        let path = ChunkTable::Games.path(store, self.cell, &self.numbers());
        let (digest, outcomes) = (self.digests[0], self.outcomes);
        Chunk { path, digest, rows: Some(outcomes.games()), outcomes: Some(outcomes), cell: 0, games: 0..u64::MAX }
    }

    /// Returns the time of each agent.
    pub fn clocks(&self) -> [Clock; 2] {
        self.clocks.map(|(decisions, seconds)| Clock { decisions, time: Duration::from_secs_f64(seconds) })
    }

    /// Returns whether a program can have written it: among others, there are as many outcomes as games, or twice as many
    /// if its numbers count pairs, of which no squares are kept.
    fn is_possible(&self) -> bool {
        let seconds = [self.seconds, self.clocks[0].1, self.clocks[1].1];
        let (numbers, games) = (self.end.saturating_sub(self.start), self.outcomes.checked_games());
        let is_of_pairs = self.digests.len() == 1 && games == Some(2 * numbers);
        (self.start < self.end && self.end <= MOST_NUMBERS)
            && (games == Some(numbers) || is_of_pairs)
            && (1..=ChunkTable::ALL.len()).contains(&self.digests.len())
            && seconds.into_iter().all(is_time)
            && program::is_commit(&self.commit)
    }
}

/// The most numbers that a cell may have, far beyond the games of any plan: the names of chunks have places for so many.
const MOST_NUMBERS: u64 = 1_000_000_000_000;

/// Returns whether a number of seconds is possible: no process plays for more than a thousand years.
fn is_time(seconds: f64) -> bool {
    (0.0..=3e10).contains(&seconds)
}

/// Returns the folder of the ledgers.
pub fn folder_in(store: &Path) -> PathBuf {
    store.join("units")
}

/// The ledger of a process.
pub struct Writer {
    path: PathBuf,
    file: Mutex<Appending>,
}

struct Appending {
    file: File,
    /// Whether the last line may be incomplete.
    torn: bool,
}

impl Writer {
    /// Opens the ledger of a process, `label.log`, at its end.
    pub fn open(store: &Path, label: &str) -> Result<Self, RunError> {
        let path = folder_in(store).join(format!("{label}.log"));
        let file = open_regular(&path, OpenOptions::new().create(true).append(true))?;
        // An earlier process may have been interrupted within a line; then the next line begins on a new one.
        let torn = file.metadata().map_err(FileError::at(&path))?.len() > 0;
        Ok(Writer { path, file: Mutex::new(Appending { file, torn }) })
    }

    /// Appends a line and syncs it.
    pub fn add(&self, entry: &Entry) -> Result<(), RunError> {
        let line = entry.line();
        let copy = {
            let mut appending = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let whole = if appending.torn { format!("\n{line}") } else { line };
            appending.torn = true;
            appending.file.write_all(whole.as_bytes()).map_err(FileError::at(&self.path))?;
            appending.torn = false;
            appending.file.try_clone().map_err(FileError::at(&self.path))?
        };
        // Other threads may write while this one waits for the disk.
        Ok(copy.sync_data().map_err(FileError::at(&self.path))?)
    }
}

/// Passes on every whole line of all ledgers with the label of its ledger, in the order of their names.
pub fn read(store: &Path, mut each: impl FnMut(&str, Entry)) -> Result<(), RunError> {
    let folder = folder_in(store);
    for name in names_ending(&folder, ".log")? {
        let (path, label) = (folder.join(&name), name.strip_suffix(".log").unwrap_or(&name));
        let file = open_regular(&path, OpenOptions::new().read(true))?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        while reader.by_ref().read_until(b'\n', &mut line).map_err(FileError::at(&path))? > 0 {
            Entry::read(&line).into_iter().for_each(|entry| each(label, entry));
            line.clear();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forty games, and both files.
    fn chunk() -> ChunkEntry {
        ChunkEntry {
            cell: "0123456789abcdef".parse().expect("a cell"),
            start: 40,
            end: 80,
            outcomes: OutcomeCounts {
                white_on_board: 25,
                draw_adjudicated: 10,
                unfinished: 5,
                ..OutcomeCounts::default()
            },
            question: String::new(),
            seconds: 1.5,
            clocks: [(0, 0.0); 2],
            commit: "beef".to_owned(),
            digests: vec![Digest::of(b""); 2],
        }
    }

    fn is_read(change: impl FnOnce(&mut ChunkEntry)) -> bool {
        let mut changed = chunk();
        change(&mut changed);
        let entry = Entry::Chunk(changed);
        Entry::read(entry.line().as_bytes()) == Some(entry)
    }

    #[test]
    fn a_line_that_no_program_can_have_written_does_not_count() {
        assert!(is_read(|_| ()));
        let impossible: [fn(&mut ChunkEntry); 10] = [
            |chunk| chunk.outcomes.white_on_board = 24,
            |chunk| chunk.outcomes.black_on_board = 1,
            |chunk| chunk.outcomes.white_on_board = 65,
            |chunk| chunk.outcomes.black_on_board = u64::MAX,
            |chunk| chunk.end = 40,
            |chunk| (chunk.start, chunk.end) = (MOST_NUMBERS, MOST_NUMBERS + 40),
            |chunk| chunk.digests.clear(),
            |chunk| chunk.digests.push(Digest::of(b"")),
            |chunk| chunk.seconds = -1.0,
            |chunk| chunk.commit = "beef\n\\input{/etc/passwd}".to_owned(),
        ];
        for (number, change) in impossible.into_iter().enumerate() {
            assert!(!is_read(change), "{number}");
        }
    }

    #[test]
    fn a_pair_counts_as_two_games() {
        let of_pairs = |games: u64| {
            is_read(|chunk| {
                chunk.digests.truncate(1);
                chunk.outcomes.white_on_board = games - 15;
            })
        };
        assert!(of_pairs(40) && of_pairs(80));
        assert!(!of_pairs(60) && !of_pairs(120));
    }
}
