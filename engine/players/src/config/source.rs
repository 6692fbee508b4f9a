//! Errors in a file that people write: what is wrong, where, and what would be right.

use std::ops::Range;
use std::path::{Path, PathBuf};

use petteia_engine::files::{FileError, read_at_most};
use serde::de::DeserializeOwned;

use super::defect::{Defect, Defects};
use super::document;
use super::reader::Misfit;

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
    /// Several things in the file are wrong, in the order of their lines.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<ExperimentError>),
}

impl ExperimentError {
    /// Returns one error for all of these, of which there is at least one.
    fn of_all(mut errors: Vec<ExperimentError>) -> Self {
        errors.sort_by_key(ExperimentError::line);
        match errors.pop() {
            Some(only) if errors.is_empty() => only,
            last => ExperimentError::Several(errors.into_iter().chain(last).collect()),
        }
    }

    /// Returns the line, or 0 if there is none.
    fn line(&self) -> usize {
        match self {
            ExperimentError::Unreadable(_) => 0,
            ExperimentError::Wrong { line, .. } => *line,
            ExperimentError::Several(errors) => errors.first().map_or(0, ExperimentError::line),
        }
    }
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
    /// Returns a text as a source; `path` names it in errors.
    pub fn of(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Source { path: path.into(), text: text.into() }
    }

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
        // What the file holds must not look like another error.
        let message = message.to_string().replace('\n', "\\n");
        ExperimentError::Wrong { path: self.path.clone(), line, message }
    }

    /// Reads the text as TOML.
    pub fn parse<F: DeserializeOwned>(&self) -> Result<F, ExperimentError> {
        document::read(&self.text)
            .map_err(|misfits| ExperimentError::of_all(misfits.iter().map(|misfit| self.misread(misfit)).collect()))
    }

    /// Returns the error that something does not fit.
    fn misread(&self, misfit: &Misfit) -> ExperimentError {
        let place = misfit.place.clone().unwrap_or_default();
        let what = self.named_at(&place);
        self.wrong(place, misfit.fault.words(what.as_deref()))
    }

    /// Returns what is at a place: the key whose value begins there, an entry of a list, or a key.
    fn named_at(&self, place: &Range<usize>) -> Option<String> {
        if let Some(key) = self.key_before(place.start) {
            return Some(format!("`{key}`"));
        }
        if let Some(list) = document::list_around(&self.text, place) {
            return Some(format!("an entry of `{list}`"));
        }
        self.text.get(place.clone()).map(|key| format!("`{key}`"))
    }

    /// Returns the key whose value begins at a place.
    fn key_before(&self, place: usize) -> Option<&str> {
        let before = self.text.get(..place)?.trim_end().strip_suffix('=')?.trim_end();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let key = &before[before.trim_end_matches(is_part).len()..];
        (!key.is_empty()).then_some(key)
    }

    /// Returns the error that the file named at `span` is wrong.
    pub(super) fn wrong_inside(&self, span: Range<usize>, error: ExperimentError) -> ExperimentError {
        match error {
            ExperimentError::Several(errors) => {
                ExperimentError::of_all(errors.iter().map(|error| self.wrong(span.clone(), error)).collect())
            }
            error => self.wrong(span, error),
        }
    }

    /// Returns the errors of the table at `span`, each with its line.
    pub fn wrong_words(&self, span: Range<usize>, defects: Defects) -> ExperimentError {
        let wrong = |Defect { word, message }| self.wrong_word(span.clone(), &word, message);
        ExperimentError::of_all(defects.0.into_iter().map(wrong).collect())
    }

    /// Returns the error that something is wrong with the table at `span`; it points to `word` if the text has that word from there on.
    fn wrong_word(&self, span: Range<usize>, word: &str, message: String) -> ExperimentError {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let rest = self.text.get(span.start..).unwrap_or_default();
        let whole =
            |&(at, _): &(usize, &str)| !rest[..at].ends_with(is_part) && !rest[at + word.len()..].starts_with(is_part);
        let found = rest.match_indices(word).find(whole).filter(|_| !word.is_empty());
        let place = found.map_or(span.start, |(at, _)| span.start + at);
        self.wrong(place..place, message)
    }
}
