#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that cannot be written, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

impl FileError {
    /// Returns what turns the cause into the error of a file.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| FileError { path, source }
    }
}

/// Writes a file whole or not at all, into a folder that is there. `label` is part of the temporary name:
/// processes that work in one folder at the same time need different ones.
///
/// # Errors
/// The file cannot be written, or its folder is missing.
pub fn write_whole(path: &Path, label: &str, bytes: &[u8]) -> Result<(), FileError> {
    fill_whole(path, label, |file| file.write_all(bytes))
}

/// Like [`write_whole`], for contents that `fill` writes piece by piece.
///
/// # Errors
/// The file cannot be written, its folder is missing, or `fill` fails.
pub fn fill_whole(
    path: &Path,
    label: &str,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), FileError> {
    Unnamed::fill(path, label, fill)?.name()?;
    sync_folder(folder_of(path))
}

/// Creates the folder of a file, and those above it, unless it is there.
///
/// # Errors
/// The folder cannot be created.
pub fn create_folder_of(path: &Path) -> Result<(), FileError> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(FileError::at(folder))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the names in a folder last, even if the machine fails.
///
/// # Errors
/// The folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> Result<(), FileError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(FileError::at(folder))
}

/// A file that is on the disk, complete, under a temporary name. It is removed unless it gets its own name.
#[derive(Debug)]
pub struct Unnamed {
    path: PathBuf,
    temporary: Option<PathBuf>,
}

impl Unnamed {
    /// Writes and syncs `path` under the temporary name `NAME.LABEL.tmp` in its folder.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(path: &Path, label: &str, bytes: &[u8]) -> Result<Self, FileError> {
        Self::fill(path, label, |file| file.write_all(bytes))
    }

    fn fill(
        path: &Path,
        label: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(format!(".{label}.tmp"));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).map_err(FileError::at(&temporary))?;
        let unnamed = Unnamed { path: path.to_owned(), temporary: Some(temporary.clone()) };
        let write = || {
            let mut file = BufWriter::new(file);
            fill(&mut file)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        };
        write().map_err(FileError::at(&temporary))?;
        Ok(unnamed)
    }

    /// Gives the file its name, replacing an older file of that name.
    ///
    /// # Errors
    /// The file cannot be renamed.
    pub fn name(mut self) -> Result<(), FileError> {
        self.temporary.take().map_or(Ok(()), |from| fs::rename(from, &self.path).map_err(FileError::at(&self.path)))
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // The first error is the one to report; what may be left over is only a `.tmp` file.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there");
        entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_fails_half_way_leaves_the_old_file_and_nothing_else() {
        let folder = folder("fails");
        let path = folder.join("table");
        write_whole(&path, "test", b"old").expect("it can be written");
        let failed = fill_whole(&path, "test", |file| {
            file.write_all(b"new")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err_and(|error| error.to_string().ends_with("no more")));
        assert_eq!(fs::read(&path).expect("it is there"), b"old");
        assert_eq!(names(&folder), ["table"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn an_unnamed_file_has_no_name_until_it_is_given_one() {
        let folder = folder("unnamed");
        let path = folder.join("part");
        let unnamed = Unnamed::write(&path, "shard-1", b"rows").expect("it can be written");
        assert_eq!(names(&folder), ["part.shard-1.tmp"]);
        unnamed.name().expect("it can be named");
        assert_eq!(names(&folder), ["part"]);
        drop(Unnamed::write(&path, "shard-2", b"others").expect("it can be written"));
        assert_eq!(names(&folder), ["part"]);
        assert_eq!(fs::read(&path).expect("it is there"), b"rows");
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
