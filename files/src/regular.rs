//! Regular files and folders that are really there: what stands in their place may be a link to something that must
//! not change, or a pipe that keeps its reader waiting for ever.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::FileError;

/// Opens a regular file as `options` say. Links, pipes, devices and folders are refused.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path, options: &OpenOptions) -> Result<File, FileError> {
    let refuse = |what: &str| FileError::at(path)(not_regular(what));
    // Looked at first, since the system's word for a link is "too many levels of symbolic links".
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(refuse("a symbolic link"));
    }
    // Without `O_NONBLOCK`, opening a pipe waits until somebody opens its other end.
    let mut options = options.clone();
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let file = options.open(path).map_err(FileError::at(path))?;
    let found = file.metadata().map_err(FileError::at(path))?;
    if found.is_file() { Ok(file) } else { Err(refuse(if found.is_dir() { "a folder" } else { "a pipe or device" })) }
}

/// Reads a regular file.
///
/// # Errors
/// As [`open_regular`], or the file cannot be read.
pub fn read_regular(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut file = open_regular(path, OpenOptions::new().read(true))?;
    file.read_to_end(&mut bytes).map_err(FileError::at(path))?;
    Ok(bytes)
}

/// Makes a folder, and those above it, unless it is there. A link in its place is refused.
///
/// # Errors
/// The folder cannot be made, or something else stands in its place.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(FileError::at(path)(io::Error::new(
            io::ErrorKind::NotADirectory,
            "this is not a folder (links are not followed here); remove it",
        ))),
        Err(_) => fs::create_dir_all(path).map_err(FileError::at(path)),
    }
}

/// Refuses to replace anything but a regular file.
pub(crate) fn check_replaceable(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(FileError::at(path)(not_regular("a symbolic link"))),
        Ok(found) if found.is_dir() => Err(FileError::at(path)(not_regular("a folder"))),
        Ok(found) if !found.is_file() => Err(FileError::at(path)(not_regular("a pipe or device"))),
        _ => Ok(()),
    }
}

fn not_regular(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("this is {what}, not a regular file; remove it"))
}
