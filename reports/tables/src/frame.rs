//! Tables in memory: built from rows one column at a time, and written as Parquet and CSV.

use std::path::{Path, PathBuf};

use petteia_engine::files::write_whole;
use petteia_statistics::Estimate;
use polars::prelude::{CompatLevel, DataFrame, IntoColumn, PolarsResult, Series};
use polars_arrow::array::StructArray;
use polars_arrow::datatypes::ArrowDataType;
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;
use polars_io::parquet::write::{ParquetCompression, ParquetWriter, StatisticsOptions};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::cell::Cell;
use crate::chunk_rows;
use crate::column::{Column, Interval, Value, agent_columns, interval_columns, variant_columns};
use crate::error::{TableError, cut};
use crate::keys::{AgentKey, VariantKey};
use crate::provenance::{LABEL, Provenance};

/// A table under construction.
#[derive(Debug)]
pub struct Builder<'a, Row> {
    rows: &'a [Row],
    columns: Vec<Series>,
}

impl<'a, Row> Builder<'a, Row> {
    /// Starts a table with one row for each of `rows`.
    pub fn of(rows: &'a [Row]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    /// Adds a column.
    pub fn column<T: ?Sized, N: AsRef<str>, V: Value<T>>(&mut self, column: Column<T, N>, of: impl Fn(&'a Row) -> V) {
        self.columns.push(V::series(column.name.as_ref(), self.rows.iter().map(of).collect()));
    }

    /// Adds a column with the same text in every row.
    pub fn text(&mut self, column: Column<str>, text: &str) {
        self.column(column, |_| text);
    }

    /// Adds a value together with the ends of its interval.
    pub fn interval<N: AsRef<str>>(&mut self, column: Column<Interval, N>, of: impl Fn(&Row) -> Option<Estimate>) {
        let values: Vec<Option<Estimate>> = self.rows.iter().map(of).collect();
        self.columns.extend(interval_columns(column.name.as_ref(), &values));
    }

    /// Adds an agent with the columns of its parts.
    pub fn agent<'k, N: AsRef<str>, K: Into<Option<&'k AgentKey>>>(
        &mut self,
        column: Column<AgentKey, N>,
        of: impl Fn(&'a Row) -> K,
    ) {
        let agents: Vec<Option<&AgentKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(agent_columns(column.name.as_ref(), &agents));
    }

    /// Adds a variant with the columns of its parts.
    pub fn variant<'k, N: AsRef<str>, K: Into<Option<&'k VariantKey>>>(
        &mut self,
        column: Column<VariantKey, N>,
        of: impl Fn(&'a Row) -> K,
    ) {
        let variants: Vec<Option<&VariantKey>> = self.rows.iter().map(|row| of(row).into()).collect();
        self.columns.extend(variant_columns(column.name.as_ref(), &variants));
    }

    /// Returns the finished table.
    ///
    /// # Panics
    /// The table has no columns, or two of the same name.
    #[must_use]
    pub fn finish(self) -> Frame {
        let columns = self.columns.into_iter().map(IntoColumn::into_column).collect();
        let frame = DataFrame::new(self.rows.len(), columns);
        Frame(frame.expect("the schema names each column once, and all have a value for each row"))
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Frame(pub(crate) DataFrame);

impl Frame {
    /// Returns the names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.0.columns().iter().map(|column| column.name().as_str()).collect()
    }

    /// Returns of each column whether it holds numbers.
    #[must_use]
    pub fn are_numbers(&self) -> Vec<bool> {
        self.0.columns().iter().map(|column| column.dtype().is_numeric()).collect()
    }

    /// Returns the number of its rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.0.height()
    }

    /// Returns the rows of the table.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.0.height()).map(|number| Row { frame: self, number })
    }

    /// Writes the table with its provenance as `NAME.parquet` and `NAME.csv` into `folder`.
    pub fn write(&self, folder: &Path, name: &str, provenance: &Provenance) -> Result<Vec<PathBuf>, TableError> {
        let parquet = folder.join(format!("{name}.parquet"));
        let bytes = self.parquet(provenance, StatisticsOptions::default()).map_err(TableError::table(&parquet))?;
        write_whole(&parquet, LABEL, &bytes)?;
        let csv = folder.join(format!("{name}.csv"));
        write_whole(&csv, LABEL, &self.csv(&csv)?)?;
        let beside = provenance.write_beside(&csv)?;
        Ok([parquet, csv].into_iter().chain(beside).collect())
    }

    /// Encodes the table as the Parquet file of one of many chunks; `path` names it in errors.
    pub fn to_parquet(&self, path: &Path, provenance: &Provenance) -> Result<Vec<u8>, TableError> {
        // Minimum and maximum statistics would not help to find rows, because they are nearly the same in every chunk.
        self.parquet(provenance, StatisticsOptions::empty()).map_err(TableError::table(path))
    }

    fn parquet(&self, provenance: &Provenance, statistics: StatisticsOptions) -> PolarsResult<Vec<u8>> {
        let mut bytes = Vec::new();
        // The level of Zstandard is 3, its default.
        let writer = ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Zstd(None));
        let writer = writer.with_statistics(statistics).with_key_value_metadata(provenance.metadata());
        // Many chunks are written at the same time.
        writer.set_parallel(false).finish(&mut self.0.clone())?;
        Ok(bytes)
    }

    /// Encodes the table as CSV; `path` names it in errors.
    ///
    /// # Errors
    /// A column holds lists, for which CSV has no form.
    pub fn csv(&self, path: &Path) -> Result<Vec<u8>, TableError> {
        self.csv_with(path, b',', false)
    }

    /// Returns it as CSV for spreadsheets with decimal commas: semicolons between columns, commas in numbers.
    ///
    /// # Errors
    /// A column holds lists, for which CSV has no form.
    pub fn csv_with_semicolons(&self, path: &Path) -> Result<Vec<u8>, TableError> {
        self.csv_with(path, b';', true)
    }

    fn csv_with(&self, path: &Path, separator: u8, decimal_comma: bool) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        let writer = CsvWriter::new(&mut bytes).n_threads(1).with_separator(separator);
        let written = writer.with_decimal_comma(decimal_comma).finish(&mut self.0.clone());
        written.map(|()| bytes).map_err(TableError::table(path))
    }

    /// Reads the bytes of one of many chunks; `path` names it in errors.
    pub fn from_parquet(path: &Path, bytes: &[u8]) -> Result<Self, TableError> {
        Ok(Frame(chunk_rows::decode(path, bytes, None)?))
    }

    /// Returns the first column in which the game in row `row` differs from the only row of `again`, which has the game
    /// replayed, with both values, as a sentence.
    #[must_use]
    pub fn difference(&self, row: usize, again: &Frame) -> Option<String> {
        let cell = |frame: &Frame, name: &str, row| {
            frame.0.column(name).ok()?.get(row).ok().map(|value| Cell(value.into_static()))
        };
        again.names().into_iter().find_map(|name| {
            let (before, now) = (cell(self, name, row), cell(again, name, 0)?);
            let is_same = before.as_ref().is_some_and(|before| before.0.eq_missing(&now.0, true));
            (!is_same).then(|| {
                let before = before.map_or_else(|| "missing".into(), |before| cut(&before.to_string()));
                format!("{name} is {before} in the table but {} when replayed", cut(&now.to_string()))
            })
        })
    }
}

/// Its rows as an array of Arrow, for other libraries.
impl From<Frame> for StructArray {
    fn from(Frame(mut frame): Frame) -> Self {
        frame.rechunk_mut();
        let columns = frame.columns();
        let fields = columns.iter().map(|column| column.field().to_arrow(CompatLevel::oldest())).collect();
        let arrays = columns.iter().map(|column| column.as_materialized_series().to_arrow(0, CompatLevel::oldest()));
        StructArray::new(ArrowDataType::Struct(fields), frame.height(), arrays.collect(), None)
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
    frame: &'a Frame,
    number: usize,
}

impl<'a> Row<'a> {
    /// Returns its cells as texts; an empty cell is an empty text.
    pub fn texts(self) -> impl Iterator<Item = String> {
        self.cells().map(|(_, cell)| cell.to_string())
    }

    /// Returns its cells with the names of their columns.
    fn cells(self) -> impl Iterator<Item = (&'a str, Cell<'a>)> {
        let columns = self.frame.0.columns().iter();
        columns.map(move |column| (column.name().as_str(), Cell(column.get(self.number).unwrap_or_default())))
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.frame.0.width()))?;
        for (name, cell) in self.cells() {
            map.serialize_entry(name, &cell)?;
        }
        map.end()
    }
}
