//! The parts of the tables of a run, and the cells to which they belong.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::keys::CellKey;
use crate::provenance::Provenance;
use crate::seal::Seal;

/// A part of a table: games of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its file.
    pub path: PathBuf,
    /// The seal that the file must match.
    pub seal: Seal,
    /// The number of the cell to which its games belong.
    pub cell: u32,
    /// The numbers of the games that count; the file may have more. Squares are counted for all games of a file
    /// together, so a part of the table of squares must have exactly these.
    pub games: Range<u64>,
}

/// The parts of one table of a run, by cell and first game.
#[derive(Clone, Debug)]
pub struct Parts {
    folder: PathBuf,
    parts: Vec<Part>,
}

impl Parts {
    /// Returns an empty list of parts in `folder`, which names the table in errors.
    #[must_use]
    pub fn of(folder: PathBuf) -> Self {
        Parts { folder, parts: Vec::new() }
    }

    /// Adds a part at its place.
    pub fn add(&mut self, part: Part) {
        let place = |part: &Part| (part.cell, part.games.start);
        let index = self.parts.partition_point(|known| place(known) <= place(&part));
        self.parts.insert(index, part);
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns all parts in order.
    pub fn iter(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter()
    }
}

/// The valid parts of a run.
#[derive(Clone, Debug)]
pub struct RunParts {
    /// All cells of the run, in order, those without games included.
    pub cells: Vec<CellKey>,
    /// The parts of the table of games.
    pub games: Parts,
    /// The parts of the table of squares.
    pub squares: Parts,
    /// Their provenance.
    pub provenance: Provenance,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_order_of_cell_and_first_game() {
        let mut parts = Parts::of("games".into());
        for (cell, first) in [(1, 0), (0, 500), (2, 0), (0, 0), (1, 250)] {
            let path = format!("{cell}-{first}").into();
            parts.add(Part { path, seal: Seal::of(b""), cell, games: first..first + 250 });
        }
        let order: Vec<(u32, u64)> = parts.iter().map(|part| (part.cell, part.games.start)).collect();
        assert_eq!(order, [(0, 0), (0, 500), (1, 0), (1, 250), (2, 0)]);
    }
}
