//! Errors: what is wrong, where, and what would be right.

use std::path::{Path, PathBuf};

use petteia_engine::files::FileError;
use petteia_tables::TableError;

/// Why a run could not be reported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file or folder cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A name in a selection is that of no variant and no agent of the run.
    #[error("the run has no variant and no agent `{name}`; it has {}", .known.join(", "))]
    UnknownName {
        /// The name.
        name: String,
        /// The names of the run's variants and agents.
        known: Vec<String>,
    },
    /// A selection leaves no cell with games.
    #[error("no cell with games has {}; name other variants or agents", .only.join(" and "))]
    NothingSelected {
        /// The names in the selection.
        only: Vec<String>,
    },
    /// A figure could not be drawn.
    #[error("{}: the figure could not be drawn: {message}", .path.display())]
    Figure {
        /// The figure's file.
        path: PathBuf,
        /// The cause.
        message: String,
    },
}

impl ReportError {
    /// Returns whether the input is at fault.
    #[must_use]
    pub fn is_input(&self) -> bool {
        matches!(self, ReportError::UnknownName { .. } | ReportError::NothingSelected { .. })
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let at = FileError::at(path);
        move |source| Self::File(at(source))
    }
}

/// Part of the temporary names of a report's files.
pub const LABEL: &str = "report";
