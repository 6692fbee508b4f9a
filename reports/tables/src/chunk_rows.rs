//! Reads the columns of chunks, checking their types.

use std::io::Cursor;
use std::panic::catch_unwind;
use std::path::Path;

use polars::prelude::{
    BooleanChunked, DataFrame, Float64Chunked, PolarsResult, Schema, SchemaExt, Series, StringChunked, UInt32Chunked,
    UInt64Chunked,
};
use polars_io::SerReader;
use polars_io::parquet::read::{ParallelStrategy, ParquetReader};

use crate::chunks::Chunk;
use crate::column::{Column, Holds};
use crate::error::{TableError, cut};

/// The most rows of a chunk. No run writes as many; a damaged file may claim to have more than fit into memory.
const MOST_ROWS: usize = 1 << 20;

/// The rows of a chunk.
pub struct Rows<'a> {
    path: &'a Path,
    table: DataFrame,
}

/// Reads some columns of a chunk, or all.
///
/// # Errors
/// The file cannot be read or differs from the one that was written.
pub fn read<'a>(chunk: &'a Chunk, columns: Option<&[&str]>) -> Result<Rows<'a>, TableError> {
    let path = &chunk.path;
    Ok(Rows { path, table: decode(path, &chunk.read(columns)?, columns)? })
}

/// Decodes the bytes of a Parquet file; `path` names it in errors.
pub fn decode(path: &Path, bytes: &[u8], columns: Option<&[&str]>) -> Result<DataFrame, TableError> {
    // Whoever wrote the bytes may have written some that the library does not expect.
    let decoded = catch_unwind(|| table(path, bytes, columns));
    decoded.unwrap_or_else(|_| Err(TableError::not_as_written(path, "it cannot be decoded")))
}

/// Returns the columns of the bytes of a Parquet file, with their types.
pub fn schema(path: &Path, bytes: &[u8]) -> Result<Schema, TableError> {
    let columns = catch_unwind(|| ParquetReader::new(Cursor::new(bytes)).schema());
    match columns {
        Ok(columns) => Ok(Schema::from_arrow_schema(&*columns.map_err(TableError::table(path))?)),
        Err(_) => Err(TableError::not_as_written(path, "it cannot be decoded")),
    }
}

fn table(path: &Path, bytes: &[u8], columns: Option<&[&str]>) -> Result<DataFrame, TableError> {
    let mut parquet = ParquetReader::new(Cursor::new(bytes)).read_parallel(ParallelStrategy::None);
    let schema = parquet.schema().map_err(TableError::table(path))?;
    let rows = parquet.num_rows().map_err(TableError::table(path))?;
    if rows > MOST_ROWS {
        return Err(TableError::not_as_written(path, format!("it has {rows} rows, and a chunk at most {MOST_ROWS}")));
    }
    // A column that is missing is reported by whoever asks for it.
    let present =
        |columns: &[&str]| columns.iter().filter(|name| schema.contains(name)).map(|&name| name.to_owned()).collect();
    let mut decoded = parquet.with_columns(columns.map(present)).finish().map_err(TableError::table(path))?;
    decoded.rechunk_mut();
    Ok(decoded)
}

impl Rows<'_> {
    pub fn len(&self) -> usize {
        self.table.height()
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
        let Ok(values) = self.table.column(name) else { return Ok(None) };
        let values = values.as_materialized_series();
        let other = |_| self.wrong(name, format!("holds {}; it should hold {}", values.dtype(), T::NAME));
        Ok(Some(Values { rows: self, name, values: T::values(values).map_err(other)? }))
    }

    fn wrong(&self, column: &str, problem: String) -> TableError {
        TableError::Column { path: self.path.to_path_buf(), column: column.to_owned(), problem }
    }
}

/// A type of values as Parquet files store them.
pub trait Stored: Holds {
    type Column: 'static;
    /// A value in its Rust type: a text is a `&str`.
    type Value<'a>;

    fn values(column: &Series) -> PolarsResult<&Self::Column>;
    fn value(values: &Self::Column, row: usize) -> Option<Self::Value<'_>>;
}

macro_rules! stored {
    ($($of:ident: $column:ty, $value:ty;)*) => {
        $(impl Stored for $of {
            type Column = $column;
            type Value<'a> = $value;

            fn values(column: &Series) -> PolarsResult<&$column> {
                column.$of()
            }

            fn value(values: &$column, row: usize) -> Option<Self::Value<'_>> {
                values.get(row)
            }
        })*
    };
}

stored! {
    u32: UInt32Chunked, u32;
    u64: UInt64Chunked, u64;
    f64: Float64Chunked, f64;
    bool: BooleanChunked, bool;
    str: StringChunked, &'a str;
}

/// One column of a chunk.
pub struct Values<'a, T: Stored + ?Sized> {
    rows: &'a Rows<'a>,
    name: &'static str,
    values: &'a T::Column,
}

impl<'a, T: Stored + ?Sized> Values<'a, T> {
    /// Returns the value in `row`, which may be missing.
    pub fn get(&self, row: usize) -> Option<T::Value<'a>> {
        T::value(self.values, row)
    }

    /// Returns the value in `row`, which must be present.
    pub fn require(&self, row: usize) -> Result<T::Value<'a>, TableError> {
        self.get(row).ok_or_else(|| self.wrong(format!("is empty in row {row}; every game has a value there")))
    }

    /// Returns an error that states what the value in `row` should have been.
    pub fn bad(&self, row: usize, found: &str, expected: &str) -> TableError {
        self.wrong(format!("is `{}` in row {row}; expected {expected}", cut(found)))
    }

    /// Returns an error about a row.
    fn wrong(&self, problem: String) -> TableError {
        self.rows.wrong(self.name, problem)
    }
}
