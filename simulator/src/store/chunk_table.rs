//! The files of a chunk: one for each table that is kept of its games.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cell::{Cell, CellId, CellKind};

/// The tables that are written in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkTable {
    /// One row per game.
    Games,
    /// One row per square.
    Squares,
}

impl ChunkTable {
    /// Both tables.
    pub const ALL: [ChunkTable; 2] = [ChunkTable::Games, ChunkTable::Squares];

    /// Returns the tables that are kept of a cell's games.
    pub fn of(cell: &Cell) -> &'static [ChunkTable] {
        if cell.kind == CellKind::Games { &ChunkTable::ALL } else { &ChunkTable::ALL[..1] }
    }

    /// Returns the folder of its chunks in a store.
    pub fn folder_in(self, store: &Path) -> PathBuf {
        store.join(match self {
            ChunkTable::Games => "games",
            ChunkTable::Squares => "squares",
        })
    }

    /// Returns the path of a chunk.
    pub fn path(self, store: &Path, cell: CellId, numbers: &Range<u64>) -> PathBuf {
        self.folder_in(store).join(name(cell, numbers))
    }
}

/// Returns the name of a chunk.
fn name(cell: CellId, numbers: &Range<u64>) -> String {
    format!("{cell}-{:012}-{:012}.parquet", numbers.start, numbers.end)
}

/// Returns the cell and the numbers that the name of a chunk denotes, or `None` for any other name.
pub fn read_name(text: &str) -> Option<(CellId, Range<u64>)> {
    let mut fields = text.strip_suffix(".parquet")?.splitn(3, '-');
    let cell = fields.next()?.parse().ok()?;
    let numbers = fields.next()?.parse().ok()?..fields.next()?.parse().ok()?;
    (!numbers.is_empty() && name(cell, &numbers) == text).then_some((cell, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let cell = "0123456789abcdef".parse().expect("a cell");
        assert_eq!(read_name(&name(cell, &(250..500))), Some((cell, 250..500)));
        let whole = "0123456789abcdef-000000000250-000000000500.parquet";
        assert_eq!(name(cell, &(250..500)), whole);
        for (from, to) in [("0123", "g123"), ("250", "500"), ("-000", "-+00"), (".parquet", ""), ("0002", "00002")] {
            assert_eq!(read_name(&whole.replacen(from, to, 1)), None, "{from}");
        }
    }
}
