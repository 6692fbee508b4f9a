#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
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

/// Makes sure that a file can be written, without touching it: so that work that takes long is not done in vain. `label` is
/// as for [`write_whole`].
///
/// # Errors
/// The file cannot be written, its folder is missing, or `path` is a folder.
pub fn check_writable(path: &Path, label: &str) -> Result<(), FileError> {
    if path.is_dir() {
        return Err(FileError::at(path)(io::ErrorKind::IsADirectory.into()));
    }
    Unnamed::write(path, label, b"").map(drop)
}

/// Creates a folder, and those above it, unless it is there, and makes sure that files can be written into it.
///
/// # Errors
/// The folder cannot be created, or not be written into.
pub fn create_writable_folder(folder: &Path, label: &str) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(FileError::at(folder))?;
    check_writable(&folder.join("probe"), label)
}

/// Reads a file that has at most `most` bytes. Never reads much more, so that an endless one is refused too.
///
/// # Errors
/// The file cannot be read, or is longer.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(FileError::at(path))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(FileError::at(path))?;
    if bytes.len() as u64 > most {
        let problem = io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes"));
        return Err(FileError::at(path)(problem));
    }
    Ok(bytes)
}

/// Reads a file of text as [`read_at_most`] does.
///
/// # Errors
/// The file cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let no_text = |error| FileError::at(path)(io::Error::new(io::ErrorKind::InvalidData, error));
    String::from_utf8(read_at_most(path, most)?).map_err(no_text)
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
    fn what_cannot_be_written_is_known_before() {
        let folder = folder("writable");
        let (path, inner) = (folder.join("table"), folder.join("inner"));
        check_writable(&path, "test").expect("it can be written");
        assert_eq!(names(&folder), [""; 0], "nothing is left");
        write_whole(&path, "test", b"old").expect("it can be written");
        check_writable(&path, "test").expect("it can be replaced");
        assert_eq!((names(&folder), fs::read(&path).expect("it is there")), (vec!["table".into()], b"old".into()));
        for wrong in [&folder, &inner.join("table"), &path.join("table")] {
            assert!(check_writable(wrong, "test").is_err(), "{}", wrong.display());
        }
        create_writable_folder(&inner, "test").expect("it can be made");
        assert_eq!(names(&inner), [""; 0], "nothing is left");
        assert!(create_writable_folder(&path, "test").is_err(), "it is a file");
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn no_more_is_read_than_a_file_may_have() {
        let folder = folder("read");
        let path = folder.join("text");
        write_whole(&path, "test", b"12345").expect("it can be written");
        assert_eq!(read_text(&path, 5).expect("it is short enough"), "12345");
        let message = |path: &Path, most| read_text(path, most).expect_err("it is refused").to_string();
        assert!(message(&path, 4).ends_with("text: it has more than 4 bytes"), "{}", message(&path, 4));
        assert!(message(Path::new("/dev/zero"), 1000).contains("more than 1000 bytes"));
        write_whole(&path, "test", b"a\xFF").expect("it can be written");
        assert!(message(&path, 5).contains("utf-8"), "{}", message(&path, 5));
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
