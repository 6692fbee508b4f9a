//! Where numbers come from: what the parts of a run say of it is said in all that is made from them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::{ParquetReader, SerReader};

use crate::error::ReportError;
use crate::tables::parts;
use crate::tables::write::whole;

/// The start of the keys that say it.
const PREFIX: &str = "petteia.";
/// The key of the whole experiment file, which tables keep and pictures do not.
const EXPERIMENT: &str = "petteia.experiment";

/// Where numbers come from: keys such as `petteia.commit` and their values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance(Vec<(String, String)>);

impl Provenance {
    /// That of something that no run made; the keys get the prefix `petteia.`.
    pub fn of<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        Self(entries.into_iter().map(|(key, value)| (format!("{PREFIX}{key}"), value)).collect())
    }

    /// What the first part in `folder` says.
    pub(crate) fn of_parts(folder: &Path) -> Result<Self, ReportError> {
        parts::parts(folder)?.first().map_or_else(|| Ok(Self::default()), |path| Self::of_table(path))
    }

    /// What a Parquet file says.
    pub(crate) fn of_table(path: &Path) -> Result<Self, ReportError> {
        let file = File::open(path).map_err(ReportError::io(path))?;
        let mut reader = ParquetReader::new(file);
        let metadata = reader.get_metadata().map_err(ReportError::table(path))?;
        let entries = metadata.key_value_metadata().iter().flatten();
        let ours = entries.filter(|entry| entry.key.starts_with(PREFIX));
        Ok(Self(ours.filter_map(|entry| Some((entry.key.clone(), entry.value.clone()?))).collect()))
    }

    /// For a Parquet file.
    pub(crate) fn metadata(&self) -> Option<KeyValueMetadata> {
        (!self.0.is_empty()).then(|| KeyValueMetadata::from_static(self.0.clone()))
    }

    /// For a picture: one line each.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        self.0.iter().filter(|(key, _)| key != EXPERIMENT).cloned().collect()
    }

    /// Writes what a CSV file cannot hold beside it, as `NAME.csv-metadata.json`, where the W3C's "Metadata Vocabulary for
    /// Tabular Data" has it.
    pub(crate) fn write_beside(&self, csv: &Path) -> Result<Option<PathBuf>, ReportError> {
        let mut name = csv.file_name().unwrap_or_default().to_owned();
        let url = json_text(&name.to_string_lossy());
        name.push("-metadata.json");
        let path = csv.with_file_name(name);
        if self.0.is_empty() {
            // None of an earlier report may stay beside a table that it does not belong to.
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(ReportError::io(&path)(error)),
                _ => Ok(None),
            };
        }
        let line = |(key, value): &(String, String)| format!(",\n  {}: {}", json_text(key), json_text(value));
        let lines: String = self.0.iter().map(line).collect();
        let text = format!("{{\n  \"@context\": \"http://www.w3.org/ns/csvw\",\n  \"url\": {url}{lines}\n}}\n");
        whole(&path, |file| std::io::Write::write_all(file, text.as_bytes()).map_err(ReportError::io(&path)))?;
        Ok(Some(path))
    }
}

/// Notes as comments of a text, one to a line.
pub(crate) fn comments(notes: &[(String, String)], start: &str, end: &str) -> String {
    notes.iter().map(|(key, value)| format!("{start}{key}: {value}{end}\n")).collect()
}

/// A text in JSON.
fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
