//! Tables in memory: built from rows one column at a time, and written as Parquet and CSV.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use arrow_array::types::{ArrowPrimitiveType, Float64Type, UInt64Type};
use arrow_array::{ArrayRef, RecordBatch};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use petteia_files::{FileError, write_whole};
use petteia_statistics::Estimate;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::cell::Cell;
use crate::column::{Column, Interval, Named, Value, agent_columns, interval_columns, variant_columns};
use crate::error::{TableError, cut};
use crate::keys::{AgentKey, VariantKey};
use crate::parts;
use crate::provenance::{LABEL, Provenance};

/// A table under construction.
#[derive(Debug)]
pub struct Builder<'a, Row> {
    rows: &'a [Row],
    columns: Vec<Named>,
}

impl<'a, Row> Builder<'a, Row> {
    /// Starts a table with one row for each of `rows`.
    pub fn of(rows: &'a [Row]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    /// Adds a column.
    pub fn column<T: ?Sized, N: AsRef<str>, V: Value<T>>(&mut self, column: Column<T, N>, of: impl Fn(&Row) -> V) {
        let values = V::array(self.rows.iter().map(of).collect());
        self.columns.push((column.name.as_ref().to_owned(), values));
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
        let names: HashSet<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), self.columns.len(), "the schema names each column once");
        let columns = self.columns.into_iter().map(|(name, values)| (name, values, true));
        Frame(RecordBatch::try_from_iter_with_nullable(columns).expect("all columns have a value for each row"))
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Frame(RecordBatch);

impl Frame {
    /// Returns the names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.0.schema_ref().fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Returns the rows of the table.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.0.num_rows()).map(|number| Row { frame: self, number })
    }

    /// Writes the table with its provenance as `NAME.parquet` and `NAME.csv` into `folder`.
    pub fn write(&self, folder: &Path, name: &str, provenance: &Provenance) -> Result<Vec<PathBuf>, TableError> {
        let parquet = folder.join(format!("{name}.parquet"));
        let bytes = self.parquet(provenance, EnabledStatistics::Chunk).map_err(TableError::table(&parquet))?;
        write_whole(&parquet, LABEL, &bytes)?;
        let csv = folder.join(format!("{name}.csv"));
        write_whole(&csv, LABEL, &self.csv().map_err(FileError::at(&csv))?)?;
        let beside = provenance.write_beside(&csv)?;
        Ok([parquet, csv].into_iter().chain(beside).collect())
    }

    /// Encodes the table as the Parquet file of one of many parts; `path` names it in errors.
    pub fn part(&self, path: &Path, provenance: &Provenance) -> Result<Vec<u8>, TableError> {
        // Minimum and maximum statistics would not help to find rows, because they are nearly the same in every part.
        self.parquet(provenance, EnabledStatistics::None).map_err(TableError::table(path))
    }

    fn parquet(&self, provenance: &Provenance, statistics: EnabledStatistics) -> Result<Vec<u8>, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_statistics_enabled(statistics)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(provenance.metadata());
        // A dictionary would make a column longer whose values seldom repeat, such as seeds and means.
        let fields = self.0.schema_ref().fields().iter();
        let varied = fields.filter(|field| [UInt64Type::DATA_TYPE, Float64Type::DATA_TYPE].contains(field.data_type()));
        let properties = varied.fold(properties, |properties, field| {
            properties.set_column_dictionary_enabled(ColumnPath::from(field.name().as_str()), false)
        });
        // The types of Parquet say all that those of Arrow would say again.
        let options = ArrowWriterOptions::new().with_properties(properties.build()).with_skip_arrow_metadata(true);
        let mut writer = ArrowWriter::try_new_with_options(Vec::new(), self.0.schema(), options)?;
        writer.write(&self.0)?;
        writer.into_inner()
    }

    fn csv(&self) -> std::io::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.names())?;
        for row in self.rows() {
            writer.write_record(row.cells().map(|(_, cell)| cell.to_string()))?;
        }
        writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }

    /// Reads the bytes of one of many parts; `path` names it in errors.
    pub fn of_part(path: &Path, bytes: Vec<u8>) -> Result<Self, TableError> {
        Ok(Frame(parts::whole(path, bytes)?))
    }

    /// Returns the first column in which the game in row `row` differs from the only row of `again`, which has the game
    /// replayed, with both values, as a sentence.
    #[must_use]
    pub fn difference(&self, row: usize, again: &Frame) -> Option<String> {
        let text = |array: &ArrayRef, row| cut(&Cell::of(array, row).to_string());
        again.names().into_iter().zip(again.0.columns()).find_map(|(name, now)| {
            let before = self.0.column_by_name(name);
            let is_same = before.is_some_and(|before| **now == *before.slice(row, 1));
            (!is_same).then(|| {
                let (before, now) = (before.map_or("missing".into(), |before| text(before, row)), text(now, 0));
                format!("{name} is {before} in the table but {now} when replayed")
            })
        })
    }
}

impl From<Frame> for RecordBatch {
    fn from(Frame(batch): Frame) -> Self {
        batch
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
    /// Returns its cells with the names of their columns.
    fn cells(self) -> impl Iterator<Item = (&'a str, Cell<'a>)> {
        let columns = self.frame.0.columns().iter();
        self.frame.names().into_iter().zip(columns.map(move |column| Cell::of(column, self.number)))
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.frame.0.num_columns()))?;
        for (name, cell) in self.cells() {
            map.serialize_entry(name, &cell)?;
        }
        map.end()
    }
}
