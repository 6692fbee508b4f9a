//! Files that are complete or absent: written under a temporary name, synced and renamed; read only if they are regular.
//! Used by all crates above; nothing else in this crate reads or writes files.

mod regular;
mod whole;

use std::io;
use std::path::{Path, PathBuf};

pub use regular::{make_folder, names_ending, open_regular, read_at_most, read_regular, read_text};
pub use whole::{
    Unnamed, check_folder, check_writable, create_folder_of, create_writable_folder, fill_whole, name_of_temporary,
    remove_if_present, remove_temporaries, sync_folder, write_output, write_whole,
};

/// Why a file cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

impl FileError {
    /// Returns a function that turns a cause into the error of a file.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| FileError { path, source }
    }
}
