//! Opens regular files and folders. A link in their place could lead to something that must not change, and a pipe
//! could make its reader wait forever.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::files::FileError;

/// Opens a regular file with `options`. Links, pipes, devices and folders are rejected.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path, options: &OpenOptions) -> Result<File, FileError> {
    let refuse = |what: &str| FileError::at(path)(not_regular(what));
    // Checked first, because the system would report a link as "too many levels of symbolic links".
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(refuse("a symbolic link"));
    }
    let mut options = options.clone();
    follow_no_link_and_wait_for_no_pipe(&mut options);
    let file = options.open(path).map_err(FileError::at(path))?;
    let found = file.metadata().map_err(FileError::at(path))?;
    if found.is_file() { Ok(file) } else { Err(refuse(if found.is_dir() { "a folder" } else { "a pipe or device" })) }
}

#[cfg(unix)]
fn follow_no_link_and_wait_for_no_pipe(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    // Without `O_NONBLOCK`, opening a pipe waits until another process opens its other end.
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
}

/// On other systems pipes are not files, and links were looked for before.
#[cfg(not(unix))]
fn follow_no_link_and_wait_for_no_pipe(_: &mut OpenOptions) {}

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

/// Reads a file of at most `most` bytes. It never reads much more, so that endless files are rejected too.
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

/// Reads a text file in the same way as [`read_at_most`].
///
/// # Errors
/// The file cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let no_text = |error| FileError::at(path)(io::Error::new(io::ErrorKind::InvalidData, error));
    String::from_utf8(read_at_most(path, most)?).map_err(no_text)
}

/// Creates a folder and its parents, if they do not exist. A link in its place is rejected.
///
/// # Errors
/// The folder cannot be created, or its place is taken.
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

/// Returns the names in a folder, in order, that begin somehow and end in a certain way, such as `.log`; none if the folder is
/// missing. Names that are not UTF-8 are left out, and a link in the place of the folder is rejected.
///
/// # Errors
/// The folder cannot be read, or its place is taken.
pub fn names_ending(folder: &Path, ending: &str) -> Result<Vec<String>, FileError> {
    if fs::symlink_metadata(folder).is_err() {
        return Ok(Vec::new());
    }
    make_folder(folder)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(FileError::at(folder))? {
        let name = entry.map_err(FileError::at(folder))?.file_name();
        names.extend(name.into_string().ok().filter(|name| name.len() > ending.len() && name.ends_with(ending)));
    }
    names.sort();
    Ok(names)
}

/// Checks that `path` is not taken by anything but a regular file.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_whole;

    #[test]
    fn no_more_is_read_than_a_file_may_have() {
        let folder = std::env::temp_dir().join(format!("petteia-files-read-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
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
}
