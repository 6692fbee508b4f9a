//! What is wrong with an experiment file, where, and what would be right.

use std::ops::Range;
use std::path::{Path, PathBuf};

use petteia_engine::nearest;

/// An experiment file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
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

/// A file's text and name, to say where something is wrong.
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
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Source { path: path.to_owned(), text }),
            Err(source) => Err(ExperimentError::Unreadable { path: path.to_owned(), source }),
        }
    }

    /// The error that something at `span` is wrong.
    pub fn wrong(&self, span: Range<usize>, message: impl ToString) -> ExperimentError {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line = 1 + before.matches('\n').count();
        ExperimentError::Wrong { path: self.path.clone(), line, message: message.to_string() }
    }

    /// The error of the TOML reader, with the nearest valid name where one was expected.
    pub fn toml_error(&self, error: &toml::de::Error) -> ExperimentError {
        let message = error.message().trim();
        self.wrong(error.span().unwrap_or(0..0), format!("{message}{}", suggestion(message)))
    }
}

/// The reader says "unknown field `vagy`, expected one of `vagi`, `edge`": names the most similar one.
fn suggestion(message: &str) -> String {
    if !message.starts_with("unknown ") {
        return String::new();
    }
    let mut names = message.split('`').skip(1).step_by(2);
    let found = names.next().unwrap_or_default();
    nearest(found, names).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
