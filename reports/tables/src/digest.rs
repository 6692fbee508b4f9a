//! Digests, the length and SHA-256 of a file, which show whether it is still the file that was written.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read};
use std::path::Path;

use petteia_engine::files::{FileError, open_regular};
use serde::{Deserialize, Serialize};
use sha2::Digest as _;

use crate::error::TableError;

/// A SHA-256, written in hexadecimal digits as `sha256sum` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// Returns the SHA-256 of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Returns its first 64 bits, which are the first 16 digits of its text.
    #[must_use]
    pub fn first_bits(&self) -> u64 {
        self.0.iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl TryFrom<String> for Sha256 {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = "a SHA-256 has 64 hexadecimal digits";
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong);
        }
        let mut sum = [0; 32];
        for (byte, digits) in sum.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| wrong)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong)?;
        }
        Ok(Self(sum))
    }
}

impl From<Sha256> for String {
    fn from(sum: Sha256) -> Self {
        sum.to_string()
    }
}

/// The digest of a file: its length and checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: Sha256,
}

impl Digest {
    /// Returns the digest of a file with these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Digest { bytes: bytes.len() as u64, sha256: Sha256::of(bytes) }
    }

    /// Reads a file that must match this digest.
    ///
    /// # Errors
    /// The file is missing, is not a regular file, or differs from the one that was written.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, TableError> {
        let file = self.open(path)?;
        let mut bytes = Vec::new();
        // Read no more than that, in case another process extends the file meanwhile.
        file.take(self.bytes).read_to_end(&mut bytes).map_err(FileError::at(path))?;
        if Digest::of(&bytes) == *self {
            Ok(bytes)
        } else {
            Err(TableError::not_as_written(path, "its SHA-256 differs"))
        }
    }

    /// Checks, without reading the file, that it can match this digest.
    ///
    /// # Errors
    /// The file is missing, is not a regular file, or has another length.
    pub fn check_length(&self, path: &Path) -> Result<(), TableError> {
        self.open(path).map(drop)
    }

    fn open(&self, path: &Path) -> Result<std::fs::File, TableError> {
        let file = open_regular(path, OpenOptions::new().read(true)).map_err(|error| match error.source.kind() {
            ErrorKind::NotFound | ErrorKind::InvalidInput => TableError::not_as_written(path, error.source.to_string()),
            _ => TableError::from(error),
        })?;
        let length = file.metadata().map_err(FileError::at(path))?.len();
        if length != self.bytes {
            let problem = format!("it has {length} bytes instead of {}", self.bytes);
            return Err(TableError::not_as_written(path, problem));
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_is_read() {
        let path = std::env::temp_dir().join(format!("petteia-tables-digest-{}", std::process::id()));
        let digest = Digest::of(b"rows");
        std::fs::write(&path, "rows").expect("it can be written");
        assert_eq!(digest.read(&path).expect("it is right"), b"rows");
        for (wrong, problem) in [("rowz", "its SHA-256 differs"), ("row", "3 bytes instead of 4"), ("rows!", "5 bytes")]
        {
            std::fs::write(&path, wrong).expect("it can be written");
            let said = digest.read(&path).expect_err("it is wrong").to_string();
            assert!(said.contains(problem), "{said}");
        }
        std::fs::remove_file(&path).expect("it is there");
        assert!(digest.read(&path).is_err() && digest.check_length(&path).is_err());
    }

    #[test]
    fn a_sum_is_written_as_sha256sum_writes_it() {
        let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Sha256::of(b"").to_string(), text);
        assert_eq!(Sha256::try_from(text.to_owned()), Ok(Sha256::of(b"")));
        for wrong in ["", "e3", &text.replace('e', "g"), &format!("{text}0"), &text.replace("e3", "+3")] {
            assert!(Sha256::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
