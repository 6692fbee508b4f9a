//! A chunk in memory: what is known about it and its files, to be written here or to be sent by another process.

use std::ops::Range;
use std::path::Path;

use petteia_tables::{Digest, Provenance};
use serde::{Deserialize, Serialize};

use super::chunk_table::ChunkTable;
use super::error::RunError;
use super::ledger::{ChunkEntry, Entry};
use super::manifest::{FORMAT, Request};
use crate::cell::{Cell, CellId, JobResult, frames};
use crate::program;

/// A chunk that another process is to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RemoteJob {
    /// The question, which a file asks.
    pub request: Request,
    /// The cell.
    pub cell: CellId,
    /// The numbers of the games.
    pub numbers: Range<u64>,
}

/// A chunk that is not in a store yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewChunk {
    /// What is known about it. The store adds the question and the time.
    pub entry: ChunkEntry,
    /// The bytes of its files, in the order of their digests.
    pub files: Vec<Vec<u8>>,
}

impl NewChunk {
    /// Packs the games of a cell that were played.
    pub fn of(cell: &Cell, numbers: Range<u64>, played: &JobResult) -> Result<Self, RunError> {
        let provenance = Provenance::of([("cell", cell.id().to_string()), ("format", FORMAT.to_string())]);
        let mut files = Vec::new();
        for (table, frame) in ChunkTable::of(cell).iter().zip(frames(cell, &played.rows)) {
            files.push(frame.to_parquet(&table.path(Path::new(""), cell.id(), &numbers), &provenance)?);
        }
        let entry = ChunkEntry {
            cell: cell.id(),
            start: numbers.start,
            end: numbers.end,
            outcomes: played.outcomes,
            question: String::new(),
            seconds: 0.0,
            clocks: played.clocks.map(|clock| (clock.decisions, clock.time.as_secs_f64())),
            commit: program::commit().to_owned(),
            digests: files.iter().map(|bytes| Digest::of(bytes)).collect(),
        };
        Ok(NewChunk { entry, files })
    }

    /// Returns it as bytes: a ledger whose only line is that of the chunk, then its files.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Entry::Chunk(self.entry.clone()).line().into_bytes();
        bytes.extend(self.files.iter().flatten());
        bytes
    }

    /// Reads the answer to a job; `None` if it is something else, or damaged.
    #[must_use]
    pub fn answer_to(job: &RemoteJob, bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let Entry::Chunk(entry) = Entry::read(&bytes[..=end])? else { return None };
        let (mut rest, mut files) = (&bytes[end + 1..], Vec::new());
        for digest in &entry.digests {
            let (file, others) = rest.split_at_checked(usize::try_from(digest.bytes).ok()?)?;
            files.push(file.to_vec());
            rest = others;
        }
        let is_whole =
            rest.is_empty() && files.iter().zip(&entry.digests).all(|(file, digest)| Digest::of(file) == *digest);
        let is_asked = (entry.cell, entry.numbers()) == (job.cell, job.numbers.clone());
        (is_whole && is_asked).then_some(NewChunk { entry, files })
    }
}
