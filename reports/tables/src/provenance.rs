//! The provenance of numbers: everything that is made from the chunks of a run carries the metadata of those chunks.

use std::path::{Path, PathBuf};

use petteia_engine::files::{remove_if_present, write_whole};
use polars_io::parquet::write::KeyValueMetadata;

use crate::error::TableError;

/// The label in the temporary file names of tables.
pub const LABEL: &str = "table";

/// The prefix of all keys.
const PREFIX: &str = "petteia.";
/// The key of the complete experiment file, which is copied into tables but not into pictures.
const EXPERIMENT: &str = "petteia.experiment";

/// The provenance of numbers: keys such as `petteia.commit`, with their values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance(Vec<(String, String)>);

impl Provenance {
    /// Creates the provenance of data that does not come from a run; the keys get the prefix `petteia.`.
    pub fn of<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        Self(entries.into_iter().map(|(key, value)| (format!("{PREFIX}{key}"), value)).collect())
    }

    /// Returns the metadata for a Parquet file.
    pub(crate) fn metadata(&self) -> Option<KeyValueMetadata> {
        (!self.0.is_empty()).then(|| KeyValueMetadata::from_static(self.0.clone()))
    }

    /// Returns the notes for a picture, one line for each.
    pub fn notes(&self) -> Vec<(String, String)> {
        self.0.iter().filter(|(key, _)| key != EXPERIMENT).cloned().collect()
    }

    /// Writes the metadata, which a CSV file cannot hold itself, beside it as `NAME.csv-metadata.json`. This is where
    /// the W3C's "Metadata Vocabulary for Tabular Data" expects it.
    pub(crate) fn write_beside(&self, csv: &Path) -> Result<Option<PathBuf>, TableError> {
        let mut name = csv.file_name().unwrap_or_default().to_owned();
        let url = json_text(&name.to_string_lossy());
        name.push("-metadata.json");
        let path = csv.with_file_name(name);
        if self.0.is_empty() {
            // A file left by an earlier report must not stay beside a table that it does not describe.
            remove_if_present(&path)?;
            return Ok(None);
        }
        let line = |(key, value): &(String, String)| format!(",\n  {}: {}", json_text(key), json_text(value));
        let lines: String = self.0.iter().map(line).collect();
        let text = format!("{{\n  \"@context\": \"http://www.w3.org/ns/csvw\",\n  \"url\": {url}{lines}\n}}\n");
        write_whole(&path, LABEL, text.as_bytes())?;
        Ok(Some(path))
    }
}

/// Formats notes as comments of a text, one per line.
pub fn comments(notes: &[(String, String)], start: &str, end: &str) -> String {
    notes.iter().map(|(key, value)| format!("{start}{key}: {value}{end}\n")).collect()
}

/// Returns a text as a JSON string.
fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
