//! A part in memory: what is known about it and its files, to be written here or to be sent by another process.

use std::ops::Range;
use std::path::Path;

use petteia_tables::{Provenance, Seal};
use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::ledger::{Entry, PartEntry};
use super::manifest::{Asked, FORMAT};
use super::part::PartTable;
use crate::cell::{Cell, CellId, Played, frames};
use crate::program;

/// A unit that another process is to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Errand {
    /// The question, which a file asks.
    pub asked: Asked,
    /// The cell.
    pub cell: CellId,
    /// The numbers of the games.
    pub numbers: Range<u64>,
}

/// A part that is not in a store yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Parcel {
    /// What is known about it. The store adds the question and the time.
    pub entry: PartEntry,
    /// The bytes of its files, in the order of their seals.
    pub files: Vec<Vec<u8>>,
}

impl Parcel {
    /// Packs the games of a cell that were played.
    pub fn of(cell: &Cell, numbers: Range<u64>, played: &Played) -> Result<Self, RunError> {
        let provenance = Provenance::of([("cell", cell.id().to_string()), ("format", FORMAT.to_string())]);
        let mut files = Vec::new();
        for (table, frame) in PartTable::of(cell).iter().zip(frames(cell, &played.rows)) {
            files.push(frame.part(&table.path(Path::new(""), cell.id(), &numbers), &provenance)?);
        }
        let entry = PartEntry {
            cell: cell.id(),
            start: numbers.start,
            end: numbers.end,
            outcomes: played.outcomes,
            question: String::new(),
            seconds: 0.0,
            clocks: played.clocks.map(|clock| (clock.decisions, clock.time.as_secs_f64())),
            commit: program::commit().to_owned(),
            seals: files.iter().map(|bytes| Seal::of(bytes)).collect(),
        };
        Ok(Parcel { entry, files })
    }

    /// Returns it as bytes: a ledger whose only line is that of the part, then its files.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Entry::Part(self.entry.clone()).line().into_bytes();
        bytes.extend(self.files.iter().flatten());
        bytes
    }

    /// Reads the answer to an errand; `None` if it is something else, or damaged.
    #[must_use]
    pub fn answer_to(errand: &Errand, bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let Entry::Part(entry) = Entry::read(&bytes[..=end])? else { return None };
        let (mut rest, mut files) = (&bytes[end + 1..], Vec::new());
        for seal in &entry.seals {
            let (file, others) = rest.split_at_checked(usize::try_from(seal.bytes).ok()?)?;
            files.push(file.to_vec());
            rest = others;
        }
        let is_whole = rest.is_empty() && files.iter().zip(&entry.seals).all(|(file, seal)| Seal::of(file) == *seal);
        let is_asked = (entry.cell, entry.numbers()) == (errand.cell, errand.numbers.clone());
        (is_whole && is_asked).then_some(Parcel { entry, files })
    }
}
