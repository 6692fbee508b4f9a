//! Locks of folders: files that a process locks while it works there. The file system releases them when the process
//! ends, for whatever reason.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use petteia_engine::files::{FileError, open_regular};

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that was started meanwhile may have it open too.
        let _ = self.file.unlock();
    }
}

/// A process that only checks whether a lock is held also holds it for an instant, so a failed attempt is repeated a few
/// times after this time.
const INSTANT: Duration = Duration::from_millis(50);
const REPETITIONS: u32 = 5;

/// Why a lock cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it.
    #[error("another petteia ({owner}) is using this folder and holds {}; wait for it, or stop it", lock.display())]
    Busy {
        /// The file that is locked.
        lock: PathBuf,
        /// The process that holds it.
        owner: String,
    },
    /// The file cannot be opened or locked.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Lock {
    /// Takes a lock for this process alone, unless another process holds it.
    ///
    /// # Errors
    /// Another process holds it, or the file is not a regular file or cannot be locked.
    pub fn alone(path: &Path) -> Result<Self, LockError> {
        Self::hold(path, File::try_lock)
    }

    /// Takes a lock that other processes may share.
    ///
    /// # Errors
    /// As [`Lock::alone`].
    pub fn shared(path: &Path) -> Result<Self, LockError> {
        Self::hold(path, File::try_lock_shared)
    }

    /// Takes a lock for this process alone as soon as no other process holds it; `waiting` receives the holder.
    ///
    /// # Errors
    /// The file is not a regular file or cannot be locked.
    pub fn wait(path: &Path, waiting: impl FnOnce(&str)) -> Result<Self, LockError> {
        match Self::alone(path) {
            Err(LockError::Busy { owner, .. }) => {
                waiting(&owner);
                Self::hold(path, |file| file.lock().map_err(TryLockError::Error))
            }
            held => held,
        }
    }

    /// Returns whether another process holds a lock for itself alone; `false` if file locking is unavailable.
    #[must_use]
    pub fn is_held(path: &Path) -> bool {
        let tried = open_regular(path, OpenOptions::new().read(true)).map(|file| file.try_lock_shared());
        matches!(tried, Ok(Err(TryLockError::WouldBlock)))
    }

    fn hold(path: &Path, lock: impl Fn(&File) -> Result<(), TryLockError>) -> Result<Self, LockError> {
        let mut file = open_regular(path, OpenOptions::new().create(true).truncate(false).read(true).write(true))?;
        let mut tried = lock(&file);
        for _ in 0..REPETITIONS {
            if !matches!(tried, Err(TryLockError::WouldBlock)) {
                break;
            }
            thread::sleep(INSTANT);
            tried = lock(&file);
        }
        match tried {
            Ok(()) => {
                // Identifies the holder in messages. The lock does not depend on it, so a full disk does not matter
                // here.
                let _ = file.set_len(0).and_then(|()| writeln!(file, "process {}", std::process::id()));
                Ok(Lock { file })
            }
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                let _ = file.rewind().and_then(|()| (&file).take(100).read_to_string(&mut owner));
                Err(LockError::Busy { lock: path.to_owned(), owner: owner.trim().to_owned() })
            }
            Err(TryLockError::Error(source)) => Err(FileError::at(path)(source).into()),
        }
    }
}
