//! Reads the columns of parts, checking their types.

use std::path::Path;

use arrow_array::types::{Float64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, BooleanArray, PrimitiveArray, RecordBatch, RecordBatchReader, StringArray};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};

use crate::column::{Column, Holds};
use crate::error::{TableError, cut};
use crate::run_parts::Part;

/// The number of rows held in memory at a time.
const ROWS_AT_ONCE: usize = 1 << 20;

/// Some rows of a part.
pub struct Rows<'a> {
    path: &'a Path,
    batch: RecordBatch,
    first_row: usize,
}

/// Passes the rows of a part to `each`, a bounded number at a time, with some columns, or with all.
///
/// # Errors
/// The file cannot be read or differs from the one that was written, or `each` fails.
pub fn read(
    part: &Part,
    columns: Option<&[&str]>,
    mut each: impl FnMut(&Rows) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let path = &part.path;
    let mut parquet = open(path, part.read(columns)?)?.with_batch_size(ROWS_AT_ONCE);
    if let Some(columns) = columns {
        let mask = ProjectionMask::columns(parquet.parquet_schema(), columns.iter().copied());
        parquet = parquet.with_projection(mask);
    }
    let batches = parquet.build().map_err(TableError::table(path))?;
    let (schema, mut first_row) = (batches.schema(), 0);
    for batch in batches {
        let rows = Rows { path, batch: batch.map_err(TableError::table(path))?, first_row };
        first_row += rows.len();
        each(&rows)?;
    }
    if first_row == 0 {
        each(&Rows { path, batch: RecordBatch::new_empty(schema), first_row })?;
    }
    Ok(())
}

/// Opens the bytes of a Parquet file; `path` names it in errors.
fn open(path: &Path, bytes: Vec<u8>) -> Result<ParquetRecordBatchReaderBuilder<Bytes>, TableError> {
    // Whoever wrote the file may have noted another type of Arrow for the same type of Parquet.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ParquetRecordBatchReaderBuilder::try_new_with_options(bytes.into(), options).map_err(TableError::table(path))
}

/// Returns all rows of the bytes of a Parquet file; `path` names it in errors.
pub fn whole(path: &Path, bytes: Vec<u8>) -> Result<RecordBatch, TableError> {
    let parquet = open(path, bytes)?;
    let rows = usize::try_from(parquet.metadata().file_metadata().num_rows()).unwrap_or_default();
    let mut batches = parquet.with_batch_size(rows.max(1)).build().map_err(TableError::table(path))?;
    let schema = batches.schema();
    batches.next().unwrap_or_else(|| Ok(RecordBatch::new_empty(schema))).map_err(TableError::table(path))
}

impl Rows<'_> {
    pub fn len(&self) -> usize {
        self.batch.num_rows()
    }

    /// Returns the values of a column.
    ///
    /// # Errors
    /// The column is missing or holds another type.
    pub fn get<T: Stored + ?Sized>(&self, column: Column<T>) -> Result<Values<'_, T>, TableError> {
        let missing = || self.wrong(column.name, format!("is missing; it should hold {}", T::NAME));
        self.find(column)?.ok_or_else(missing)
    }

    /// Returns the values of a column, or `None` if it is missing.
    ///
    /// # Errors
    /// The column holds another type.
    pub fn find<T: Stored + ?Sized>(&self, column: Column<T>) -> Result<Option<Values<'_, T>>, TableError> {
        let name = column.name;
        let Some(array) = self.batch.column_by_name(name) else { return Ok(None) };
        let other = || self.wrong(name, format!("holds {}; it should hold {}", array.data_type(), T::NAME));
        Ok(Some(Values { rows: self, name, values: array.as_any().downcast_ref().ok_or_else(other)? }))
    }

    fn wrong(&self, column: &str, problem: String) -> TableError {
        TableError::Column { path: self.path.to_path_buf(), column: column.to_owned(), problem }
    }
}

/// A type of values as Parquet files store them.
pub trait Stored: Holds {
    type Array: Array + 'static;
    /// A value in its Rust type: a text is a `&str`.
    type Value<'a>;

    fn value(values: &Self::Array, row: usize) -> Self::Value<'_>;
}

macro_rules! stored {
    ($($of:ty: $array:ty, $value:ty;)*) => {
        $(impl Stored for $of {
            type Array = $array;
            type Value<'a> = $value;

            fn value(values: &$array, row: usize) -> Self::Value<'_> {
                values.value(row)
            }
        })*
    };
}

stored! {
    u32: PrimitiveArray<UInt32Type>, u32;
    u64: PrimitiveArray<UInt64Type>, u64;
    f64: PrimitiveArray<Float64Type>, f64;
    bool: BooleanArray, bool;
    str: StringArray, &'a str;
}

/// One column of some rows.
pub struct Values<'a, T: Stored + ?Sized> {
    rows: &'a Rows<'a>,
    name: &'static str,
    values: &'a T::Array,
}

impl<'a, T: Stored + ?Sized> Values<'a, T> {
    /// Returns the value in `row`, which may be missing.
    pub fn get(&self, row: usize) -> Option<T::Value<'a>> {
        self.values.is_valid(row).then(|| T::value(self.values, row))
    }

    /// Returns the value in `row`, which must be present.
    pub fn require(&self, row: usize) -> Result<T::Value<'a>, TableError> {
        self.get(row)
            .ok_or_else(|| self.wrong(row, |row| format!("is empty in row {row}; every game has a value there")))
    }

    /// Returns an error that states what the value in `row` should have been.
    pub fn bad(&self, row: usize, found: &str, expected: &str) -> TableError {
        self.wrong(row, |row| format!("is `{}` in row {row}; expected {expected}", cut(found)))
    }

    /// Returns an error about a row, which `problem` is given by its number in the part, from 0.
    fn wrong(&self, row: usize, problem: impl FnOnce(usize) -> String) -> TableError {
        let Rows { path, first_row, .. } = self.rows;
        TableError::Column { path: path.to_path_buf(), column: self.name.to_owned(), problem: problem(first_row + row) }
    }
}
