//! Tables in memory: built from rows one column at a time, and written as Parquet and CSV.

use std::path::{Path, PathBuf};

use petteia_files::write_whole;
use petteia_statistics::Estimate;
use polars_core::prelude as polars;
use polars_io::prelude::{CsvWriter, ParquetWriter, SerWriter, StatisticsOptions};
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};

use crate::column::{Column, Family, Interval, Value, agent_columns, interval_columns, variant_columns};
use crate::error::TableError;
use crate::keys::{AgentKey, VariantKey};
use crate::provenance::{LABEL, Provenance};

/// A table under construction.
#[derive(Debug)]
pub struct Builder<'a, Row> {
    rows: &'a [Row],
    columns: Vec<polars::Column>,
}

impl<'a, Row> Builder<'a, Row> {
    /// Starts a table with one row for each of `rows`.
    pub fn of(rows: &'a [Row]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    /// Adds a column.
    pub fn column<T: ?Sized, V: Value<T>>(&mut self, column: Column<T>, of: impl Fn(&Row) -> V) {
        self.named(column.name, of);
    }

    /// Adds a column of a family.
    pub fn member<T: ?Sized, V: Value<T>>(&mut self, family: Family<T>, name: &str, of: impl Fn(&Row) -> V) {
        self.named(&family.member(name), of);
    }

    fn named<T: ?Sized, V: Value<T>>(&mut self, name: &str, of: impl Fn(&Row) -> V) {
        self.columns.push(V::column(name, self.rows.iter().map(of).collect()));
    }

    /// Adds a column with the same text in every row.
    pub fn text(&mut self, column: Column<str>, text: &str) {
        self.scalar(column.name, polars::PlSmallStr::from(text).into());
    }

    /// Adds a column with the same number in every row.
    pub fn number(&mut self, column: Column<u32>, number: u32) {
        self.scalar(column.name, number.into());
    }

    fn scalar(&mut self, name: &str, value: polars::Scalar) {
        self.columns.push(polars::Column::new_scalar(name.into(), value, self.rows.len()));
    }

    /// Adds a value together with the ends of its interval.
    pub fn interval(&mut self, column: Column<Interval>, of: impl Fn(&Row) -> Option<Estimate>) {
        let values: Vec<Option<Estimate>> = self.rows.iter().map(of).collect();
        self.columns.extend(interval_columns(column.name, &values));
    }

    /// Adds a value with its interval to a family.
    pub fn interval_member(&mut self, family: Family<Interval>, name: &str, of: impl Fn(&Row) -> Option<Estimate>) {
        let values: Vec<Option<Estimate>> = self.rows.iter().map(of).collect();
        self.columns.extend(interval_columns(&family.member(name), &values));
    }

    /// Adds an agent with the columns of its parts.
    pub fn agent<'k, K: Into<Option<&'k AgentKey>>>(&mut self, column: Column<AgentKey>, of: impl Fn(&'a Row) -> K) {
        let agents: Vec<Option<&AgentKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(agent_columns(column.name, &agents));
    }

    /// Adds an agent with the columns of its parts to a family.
    pub fn agent_member<'k, K: Into<Option<&'k AgentKey>>>(
        &mut self,
        family: Family<AgentKey>,
        name: &str,
        of: impl Fn(&'a Row) -> K,
    ) {
        let agents: Vec<Option<&AgentKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(agent_columns(&family.member(name), &agents));
    }

    /// Adds a variant with the columns of its parts.
    pub fn variant<'k, K: Into<Option<&'k VariantKey>>>(
        &mut self,
        column: Column<VariantKey>,
        of: impl Fn(&'a Row) -> K,
    ) {
        let variants: Vec<Option<&VariantKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(variant_columns(column.name, &variants));
    }

    /// Adds a variant with the columns of its parts to a family.
    pub fn variant_member<'k, K: Into<Option<&'k VariantKey>>>(
        &mut self,
        family: Family<VariantKey>,
        name: &str,
        of: impl Fn(&'a Row) -> K,
    ) {
        let variants: Vec<Option<&VariantKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(variant_columns(&family.member(name), &variants));
    }

    /// Returns the finished table.
    ///
    /// # Panics
    /// Two columns have the same name.
    #[must_use]
    pub fn finish(self) -> Frame {
        let frame = polars::DataFrame::new(self.rows.len(), self.columns);
        Frame(frame.expect("all columns have a value for each row, and the schema names each once"))
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Frame(pub(crate) polars::DataFrame);

impl Frame {
    /// Returns the names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.0.get_column_names().into_iter().map(|name| name.as_str()).collect()
    }

    /// Returns the rows of the table.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.0.height()).map(|number| Row { frame: &self.0, number })
    }

    /// Writes the table with its provenance as `NAME.parquet` and `NAME.csv` into `folder`.
    ///
    /// # Errors
    /// A file cannot be written; the error names it.
    pub fn write(&mut self, folder: &Path, name: &str, provenance: &Provenance) -> Result<Vec<PathBuf>, TableError> {
        let parquet = folder.join(format!("{name}.parquet"));
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes).with_key_value_metadata(provenance.metadata());
        writer.finish(&mut self.0).map_err(TableError::table(&parquet))?;
        write_whole(&parquet, LABEL, &bytes)?;
        let csv = folder.join(format!("{name}.csv"));
        let mut bytes = Vec::new();
        CsvWriter::new(&mut bytes).finish(&mut self.0).map_err(TableError::table(&csv))?;
        write_whole(&csv, LABEL, &bytes)?;
        let beside = provenance.write_beside(&csv)?;
        Ok([parquet, csv].into_iter().chain(beside).collect())
    }

    /// Encodes the table as the Parquet file of one of many parts; `path` names it in errors.
    ///
    /// # Errors
    /// The table cannot be encoded.
    pub fn part(&mut self, path: &Path, provenance: &Provenance) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        // Minimum and maximum statistics would not help to find rows, because they are nearly the same in every part.
        let writer = ParquetWriter::new(&mut bytes).set_parallel(false).with_statistics(StatisticsOptions::empty());
        let writer = writer.with_key_value_metadata(provenance.metadata());
        writer.finish(&mut self.0).map_err(TableError::table(path))?;
        Ok(bytes)
    }

    /// Returns the first column in which row `row` of this table differs from the only row of `again`, with the value
    /// in this table and the value in `again`.
    #[must_use]
    pub fn difference(&self, row: usize, again: &Frame) -> Option<(String, String, String)> {
        let recorded = self.0.slice(row as i64, 1);
        if recorded.equals_missing(&again.0) {
            return None;
        }
        let text = |frame: &polars::DataFrame, name: &str| {
            let value = frame.column(name).and_then(|column| column.get(0).map(|value| value.to_string()));
            value.unwrap_or_else(|_| "missing".into())
        };
        let names = again.names().into_iter();
        let mut columns = names.map(|name| (name.to_owned(), text(&recorded, name), text(&again.0, name)));
        columns.find(|(_, before, now)| before != now)
    }
}

/// A list of its rows.
impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

/// A row of a table, serialised as a map from the names of the columns to its values. An empty cell is null.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    frame: &'a polars::DataFrame,
    number: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use polars::AnyValue;
        let mut map = serializer.serialize_map(Some(self.frame.width()))?;
        for column in self.frame.columns() {
            let name = column.name().as_str();
            match column.get(self.number).map_err(S::Error::custom)? {
                AnyValue::Null => map.serialize_entry(name, &None::<u64>)?,
                AnyValue::UInt32(value) => map.serialize_entry(name, &value)?,
                AnyValue::UInt64(value) => map.serialize_entry(name, &value)?,
                AnyValue::Int32(value) => map.serialize_entry(name, &value)?,
                AnyValue::Float64(value) => map.serialize_entry(name, &value)?,
                AnyValue::Boolean(value) => map.serialize_entry(name, &value)?,
                AnyValue::String(value) => map.serialize_entry(name, value)?,
                AnyValue::StringOwned(value) => map.serialize_entry(name, value.as_str())?,
                other => {
                    return Err(S::Error::custom(format!(
                        "`{name}` holds {other}, which no column of the schema holds"
                    )));
                }
            }
        }
        map.end()
    }
}
