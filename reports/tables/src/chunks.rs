//! The chunks of the tables of a run, and the cells to which they belong.

use std::ops::Range;
use std::path::PathBuf;

use crate::digest::Digest;
use crate::error::TableError;
use crate::footer;
use crate::keys::CellKey;
use crate::outcomes::OutcomeCounts;
use crate::provenance::Provenance;

/// A chunk of a table: games of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its file.
    pub path: PathBuf,
    /// The digest that the file must match.
    pub digest: Digest,
    /// The number of rows that it must have, if that is known.
    pub rows: Option<u64>,
    /// How all its games ended, according to its ledger; `None` for squares.
    pub outcomes: Option<OutcomeCounts>,
    /// The number of the cell to which its games belong.
    pub cell: u32,
    /// The numbers of the games that count; the file may have more. Squares are counted for all games of a file
    /// together, so a chunk of the table of squares must have exactly these.
    pub games: Range<u64>,
}

impl Chunk {
    /// Reads its file, of which all columns are needed, or some. Makes sure that it is the one that was written, and has as
    /// many rows as its ledger says, before anything of it is decoded.
    ///
    /// # Errors
    /// The file cannot be read, is another one, or would take too much memory.
    pub fn read(&self, columns: Option<&[&str]>) -> Result<Vec<u8>, TableError> {
        let bytes = self.digest.read(&self.path)?;
        let checked = footer::check(&bytes, self.rows, columns);
        checked.map(|()| bytes).map_err(|problem| TableError::not_as_written(&self.path, problem))
    }
}

/// The valid chunks of a run.
#[derive(Clone, Debug)]
pub struct RunChunks {
    /// All cells of the run, in order, those without games included.
    pub cells: Vec<CellKey>,
    /// The folder of the run.
    pub folder: PathBuf,
    /// The chunks of the table of games, by cell and first game.
    pub games: Vec<Chunk>,
    /// The chunks of the table of squares, in the same order.
    pub squares: Vec<Chunk>,
    /// Their provenance.
    pub provenance: Provenance,
}
