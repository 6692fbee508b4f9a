//! Results as JSON documents, which docs/json.md describes.

use std::io::Write;
use std::path::PathBuf;

use petteia_tables::Frame;
use serde::{Serialize, Serializer};

use super::Failure;
use crate::host::output;

/// Prints one JSON document.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(document).map_err(Failure::failed)?;
    Ok(writeln!(output(), "{text}")?)
}

/// A table with one row, as that row.
pub struct OnlyRow(pub Frame);

impl Serialize for OnlyRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.rows().next().serialize(serializer)
    }
}

/// Files as text.
pub fn files(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}
