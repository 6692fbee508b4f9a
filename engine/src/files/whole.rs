//! Writes files completely or not at all: under a unique temporary name, synced, renamed, and with the folder synced.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::FileError;
use crate::files::regular::check_replaceable;

/// Writes a file completely or not at all, into an existing folder. It replaces only regular files. `label` is part of
/// the temporary name and identifies the writer of a file left behind by a killed process.
///
/// # Errors
/// The file cannot be written, its folder is missing, or a link, pipe, device or folder has its name.
pub fn write_whole(path: &Path, label: &str, bytes: &[u8]) -> Result<(), FileError> {
    fill_whole(path, label, |file| file.write_all(bytes))
}

/// Does the same as [`write_whole`], with contents that `fill` writes piece by piece.
///
/// # Errors
/// As [`write_whole`], or `fill` fails.
pub fn fill_whole(
    path: &Path,
    label: &str,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), FileError> {
    Unnamed::fill(path, label, fill)?.name()?;
    sync_folder(folder_of(path))
}

/// Writes to a place named by the user: into an existing pipe or device, otherwise as a complete file. Links are
/// followed.
///
/// # Errors
/// As [`write_whole`].
pub fn write_output(path: &Path, label: &str, bytes: &[u8]) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let into = OpenOptions::new().write(true).open(path);
            into.and_then(|mut file| file.write_all(bytes)).map_err(FileError::at(path))
        }
        Ok(_) => write_whole(&fs::canonicalize(path).map_err(FileError::at(path))?, label, bytes),
        Err(_) => write_whole(path, label, bytes),
    }
}

/// Checks that [`write_output`] can write a file, without changing it, so that long work is not done in vain. `label`
/// is as for [`write_whole`].
///
/// # Errors
/// The file cannot be written, its folder is missing, or `path` is a folder.
pub fn check_writable(path: &Path, label: &str) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Ok(()),
        Ok(_) => probe(path, &fs::canonicalize(path).map_err(FileError::at(path))?, label),
        Err(_) => probe(path, path, label),
    }
}

/// Creates a folder and its parents, if they do not exist, and checks that files can be written into it.
///
/// # Errors
/// The folder cannot be created, or files cannot be written into it.
pub fn create_writable_folder(folder: &Path, label: &str) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(FileError::at(folder))?;
    probe(folder, &folder.join("probe"), label)
}

/// Checks that files can be written into a folder, or that the folder can be created, without creating anything.
///
/// # Errors
/// An existing part of the path is a file, or cannot be written into.
pub fn check_folder(folder: &Path, label: &str) -> Result<(), FileError> {
    let present = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    probe(folder, &present.join("probe"), label)
}

/// Writes `path` and removes it again; errors name `named`.
fn probe(named: &Path, path: &Path, label: &str) -> Result<(), FileError> {
    Unnamed::write(path, label, b"").map(drop).map_err(|error| FileError::at(named)(error.source))
}

/// Creates the folder of a file and its parents, if they do not exist.
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

/// Makes the names in a folder durable, even if the machine fails.
///
/// # Errors
/// The folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> Result<(), FileError> {
    // Windows has no handles of folders to sync, and keeps names in a journal.
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(FileError::at(folder))
}

/// Returns the intended name and the label of a file with a temporary name, or `None` for any other name.
pub fn name_of_temporary(name: &str) -> Option<(&str, &str)> {
    let (rest, number) = name.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (process, count) = number.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (name, label) = rest.rsplit_once('.')?;
    (is_number(process) && is_number(count) && !name.is_empty()).then_some((name, label))
}

/// Removes files with temporary names that were left behind in a folder: those for which `is_left` is true of their
/// intended name and label, and which nobody is writing. A missing folder contains none.
///
/// # Errors
/// The folder cannot be read, or a file cannot be removed.
pub fn remove_temporaries(folder: &Path, is_left: impl Fn(&str, &str) -> bool) -> Result<(), FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(FileError::at(folder))?,
    };
    for entry in entries {
        let path = entry.map_err(FileError::at(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(name_of_temporary);
        if name.is_some_and(|(name, label)| is_left(name, label)) {
            remove_unless_locked(&path)?;
        }
    }
    Ok(())
}

/// Removes a file with a temporary name, unless its writer still has it locked or locks are unknown here.
fn remove_unless_locked(path: &Path) -> Result<(), FileError> {
    let file = match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(FileError::at(path))?,
    };
    match file.try_lock() {
        Ok(()) => remove_if_present(path),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => Ok(()),
    }
}

/// Removes a file, unless it is missing: another process may remove its own temporary file at any moment, for instance
/// after [`check_writable`].
///
/// # Errors
/// The file is there and cannot be removed.
pub fn remove_if_present(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::at(path)(error)),
        _ => Ok(()),
    }
}

/// A file that is completely on the disk under a temporary name. It is removed unless it is given its final name.
#[derive(Debug)]
pub struct Unnamed {
    path: PathBuf,
    temporary: Option<PathBuf>,
    /// Locked, so that nobody takes the file for one that was left behind.
    _file: File,
}

impl Unnamed {
    /// Writes and syncs `path` under the unique temporary name `NAME.LABEL.PROCESS-COUNT.tmp` in the same folder.
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
        check_replaceable(path)?;
        let (temporary, file) = new_temporary(path, label)?;
        let written = file.try_clone().map_err(FileError::at(&temporary));
        let unnamed = Unnamed { path: path.to_owned(), temporary: Some(temporary.clone()), _file: file };
        let write = |file| {
            let mut file = BufWriter::new(file);
            fill(&mut file)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        };
        write(written?).map_err(FileError::at(&temporary))?;
        Ok(unnamed)
    }

    /// Gives the file its final name, replacing an older file of that name.
    ///
    /// # Errors
    /// The file cannot be renamed, or a link, pipe, device or folder has its name.
    pub fn name(mut self) -> Result<(), FileError> {
        check_replaceable(&self.path)?;
        self.temporary.take().map_or(Ok(()), |from| fs::rename(from, &self.path).map_err(FileError::at(&self.path)))
    }
}

/// Opens and locks a new file beside `path`. Processes on other machines may have the same number, so names are tried until
/// one is free.
fn new_temporary(path: &Path, label: &str) -> Result<(PathBuf, File), FileError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(format!(".{label}.{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(FileError::at(&temporary)(error)),
            Ok(file) => {
                // Where there are no locks, nobody removes what was left behind.
                let _ = file.lock();
                // Before it was locked, somebody may have taken it for such a file.
                if temporary.exists() {
                    return Ok((temporary, file));
                }
            }
        }
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // The first error is the one to report; at worst a `.tmp` file is left behind.
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
        check_folder(&inner.join("most"), "test").expect("it could be made");
        assert!(!inner.exists() && check_folder(&path.join("most"), "test").is_err(), "nothing is made, nor in a file");
        create_writable_folder(&inner, "test").expect("it can be made");
        assert_eq!(names(&inner), [""; 0], "nothing is left");
        assert!(create_writable_folder(&path, "test").is_err(), "it is a file");
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn temporaries_may_vanish_while_they_are_removed() {
        let folder = folder("vanish");
        let left = folder.join("table.test.1-0.tmp");
        fs::write(&left, b"half").expect("it can be written");
        let vanishes = |_: &str, _: &str| fs::remove_file(&left).is_ok();
        remove_temporaries(&folder, vanishes).expect("what is gone need not be removed");
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn what_is_being_written_is_not_left_behind() {
        let folder = folder("written");
        let unnamed = Unnamed::write(&folder.join("table"), "test", b"half").expect("it can be written");
        fs::write(folder.join("table.test.1-0.tmp"), b"half").expect("it can be written");
        fs::write(folder.join("table.other.1-0.tmp"), b"half").expect("it can be written");
        remove_temporaries(&folder, |_, label| label == "test").expect("they can be removed");
        unnamed.name().expect("it is still there");
        let mut left = names(&folder);
        left.sort();
        assert_eq!(left, ["table", "table.other.1-0.tmp"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn an_unnamed_file_has_no_name_until_it_is_given_one() {
        let folder = folder("unnamed");
        let path = folder.join("part");
        let unnamed = Unnamed::write(&path, "shard-1", b"rows").expect("it can be written");
        let temporary = names(&folder);
        assert_eq!(name_of_temporary(&temporary[0]), Some(("part", "shard-1")));
        assert_eq!(temporary.len(), 1);
        unnamed.name().expect("it can be named");
        assert_eq!(names(&folder), ["part"]);
        drop(Unnamed::write(&path, "shard-2", b"others").expect("it can be written"));
        assert_eq!(names(&folder), ["part"]);
        assert_eq!(fs::read(&path).expect("it is there"), b"rows");
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn two_writers_of_one_file_do_not_meet() {
        let folder = folder("two");
        let path = folder.join("table");
        let first = Unnamed::write(&path, "report", b"first").expect("it can be written");
        let second = Unnamed::write(&path, "report", b"second").expect("it can be written");
        first.name().expect("it can be named");
        second.name().expect("it can be named");
        assert_eq!(fs::read(&path).expect("it is there"), b"second");
        assert_eq!(names(&folder), ["table"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn names_that_are_not_temporary_stay() {
        for name in ["a.tmp", "a.b.tmp", "a.b.1.tmp", "a.b.1-.tmp", ".b.1-2.tmp", "a.b.1-2", "a.b.x-2.tmp"] {
            assert_eq!(name_of_temporary(name), None, "{name}");
        }
        assert_eq!(name_of_temporary("a.csv.b.1-2.tmp"), Some(("a.csv", "b")));
    }

    #[test]
    fn only_regular_files_are_replaced_and_read() {
        use crate::files::{make_folder, read_regular};
        let folder = folder("odd");
        let (link, pipe, target) = (folder.join("link"), folder.join("pipe"), folder.join("target"));
        write_whole(&target, "test", b"old").expect("it can be written");
        std::os::unix::fs::symlink(&target, &link).expect("it can be linked");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is `mkfifo`").success());
        for path in [&link, &pipe, &folder] {
            let said = write_whole(path, "test", b"new").expect_err("it is refused").to_string();
            assert!(said.contains("not a regular file"), "{said}");
            let said = read_regular(path).expect_err("it is refused").to_string();
            assert!(said.contains("not a regular file"), "{said}");
        }
        assert!(make_folder(&link).is_err() && make_folder(&folder).is_ok());
        assert_eq!(fs::read(&target).expect("it is there"), b"old");
        // A link named by the user is followed.
        write_output(&link, "test", b"new").expect("it can be written");
        assert_eq!(fs::read(&target).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).expect("it can be read")
        });
        write_output(&pipe, "test", b"through").expect("it can be written");
        assert_eq!(reader.join().expect("it ends"), b"through");
        assert!(write_output(Path::new("/dev/full"), "test", b"lost").is_err());
        write_output(Path::new("/dev/null"), "test", b"gone").expect("it can be written");
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
