//! Errors of reading and writing tables.

use std::path::{Path, PathBuf};

use petteia_engine::files::FileError;
use polars::error::PolarsError;

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The run folder contains no table of games.
    #[error("{}: no chunks found; a run writes its games there as files ending in .parquet", .folder.display())]
    NoChunks {
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// A file differs from the one that was written.
    #[error("{}: this is not the file that was written; {problem}", .path.display())]
    NotAsWritten {
        /// The file.
        path: PathBuf,
        /// What differs.
        problem: String,
    },
    /// The chunks contain no games.
    #[error("{}: the chunks hold no games; give a run in which at least one game was played", .folder.display())]
    NoGames {
        /// The folder of the chunks.
        folder: PathBuf,
    },
    /// A column of a chunk is missing, or has another type or value than it should have.
    #[error("{}: column `{column}` {problem}", .path.display())]
    Column {
        /// The chunk.
        path: PathBuf,
        /// The column.
        column: String,
        /// What is wrong.
        problem: String,
    },
    /// A chunk belongs to a cell that the run does not have, or square counts to a cell without games.
    #[error("{}: a chunk belongs to cell {cell}, which the run does not have or which has no games; all chunks must come from the same run", .folder.display())]
    UnknownCell {
        /// The folder of the chunks.
        folder: PathBuf,
        /// The cell.
        cell: u32,
    },
    /// A Parquet or CSV file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: PolarsError,
    },
    /// A file or folder could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl TableError {
    /// Returns whether it says that a file is not as it was written, so that its games are to be played again.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, TableError::NotAsWritten { .. } | TableError::Column { .. } | TableError::Table { .. })
    }

    pub(crate) fn not_as_written(path: &Path, problem: impl Into<String>) -> Self {
        Self::NotAsWritten { path: path.to_path_buf(), problem: problem.into() }
    }

    pub(crate) fn table(path: &Path) -> impl FnOnce(PolarsError) -> Self + '_ {
        move |source| Self::Table { path: path.to_path_buf(), source }
    }
}

/// The most characters of a value that a message shows.
const MOST_SHOWN: usize = 80;

/// Returns a value as messages show it: the beginning, if it is long.
pub(crate) fn cut(value: &str) -> String {
    let shown: String = value.chars().take(MOST_SHOWN).collect();
    if shown.len() < value.len() { format!("{shown}…") } else { shown }
}
