//! Errors in a file that people write: what is wrong, where, and what would be right.

use std::ops::Range;
use std::path::{Path, PathBuf};

use petteia_files::{FileError, read_at_most};
use serde::de::DeserializeOwned;

use super::words::in_plain_words;

/// The most bytes of such a file.
const MOST_BYTES: u64 = 1 << 20;

/// A file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file cannot be read.
    #[error("cannot read {0}")]
    Unreadable(FileError),
    /// Something in the file is wrong.
    #[error("{}:{line}: {message}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and what would be right.
        message: String,
    },
}

/// A file's name and text, from which errors get their line.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl Source {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let bytes = read_at_most(path, MOST_BYTES).map_err(ExperimentError::Unreadable)?;
        let path = path.to_owned();
        String::from_utf8(bytes).map(|text| Source { path: path.clone(), text }).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
            ExperimentError::Wrong { path, line, message: "this is not UTF-8 text; save the file as UTF-8".into() }
        })
    }

    /// Returns the error that something at `span` is wrong.
    pub fn wrong(&self, span: Range<usize>, message: impl ToString) -> ExperimentError {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line = 1 + before.matches('\n').count();
        ExperimentError::Wrong { path: self.path.clone(), line, message: message.to_string() }
    }

    /// Reads the text as TOML.
    pub fn parse<F: DeserializeOwned>(&self) -> Result<F, ExperimentError> {
        toml::from_str(&self.text).map_err(|error| {
            let place = error.span().unwrap_or(0..0);
            let key = self.key_before(place.start).or(self.text.get(place.clone()));
            self.wrong(place, in_plain_words(error.message(), key))
        })
    }

    /// Returns the key whose value begins at a place.
    fn key_before(&self, place: usize) -> Option<&str> {
        let before = self.text.get(..place)?.trim_end().strip_suffix('=')?.trim_end();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let key = &before[before.trim_end_matches(is_part).len()..];
        (!key.is_empty()).then_some(key)
    }

    /// Returns the error that something is wrong with the table at `span`; it points to `word` if the text has that word from there on.
    pub fn wrong_word(&self, span: Range<usize>, word: &str, message: impl ToString) -> ExperimentError {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let rest = self.text.get(span.start..).unwrap_or_default();
        let whole =
            |&(at, _): &(usize, &str)| !rest[..at].ends_with(is_part) && !rest[at + word.len()..].starts_with(is_part);
        let found = rest.match_indices(word).find(whole).filter(|_| !word.is_empty());
        let place = found.map_or(span.start, |(at, _)| span.start + at);
        self.wrong(place..place, message)
    }
}
