//! Reads the columns of parts, checking their types.

use std::io::Cursor;
use std::path::Path;

use polars_core::prelude::*;
use polars_io::prelude::{ParquetReader, SerReader};

use crate::column::Holds;
use crate::error::TableError;
use crate::seal::SealedFile;

/// The number of rows held in memory at a time.
const ROWS_AT_ONCE: usize = 1 << 20;

/// Some rows of a part.
pub struct Rows<'a> {
    path: &'a Path,
    frame: DataFrame,
    first_row: usize,
}

/// Passes the rows of a part to `each`, a bounded number at a time, with all columns.
///
/// # Errors
/// The file cannot be read or differs from the one that was written, or `each` fails.
pub fn read(file: SealedFile, each: impl FnMut(&Rows) -> Result<(), TableError>) -> Result<(), TableError> {
    read_selected(file, None, each)
}

/// Does the same with a selection of columns.
///
/// # Errors
/// As [`read`].
pub fn read_columns(
    file: SealedFile,
    columns: &[&str],
    each: impl FnMut(&Rows) -> Result<(), TableError>,
) -> Result<(), TableError> {
    read_selected(file, Some(columns), each)
}

fn read_selected(
    SealedFile { path, seal }: SealedFile,
    columns: Option<&[&str]>,
    mut each: impl FnMut(&Rows) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let bytes = seal.read(path)?;
    let open = || Cursor::new(&bytes[..]);
    let columns = columns.map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>());
    let total = ParquetReader::new(open()).num_rows().map_err(TableError::table(path))?;
    for first_row in (0..total.max(1)).step_by(ROWS_AT_ONCE) {
        let mut frame = ParquetReader::new(open())
            .with_slice(Some((first_row, ROWS_AT_ONCE)))
            .with_columns(columns.clone())
            .finish()
            .map_err(TableError::table(path))?;
        frame.rechunk_mut();
        each(&Rows { path, frame, first_row })?;
    }
    Ok(())
}

impl Rows<'_> {
    pub fn len(&self) -> usize {
        self.frame.height()
    }

    fn column(&self, name: &str, expected: &'static str) -> Result<&Column, TableError> {
        self.frame.column(name).map_err(|_| TableError::MissingColumn {
            path: self.path.to_path_buf(),
            column: name.to_owned(),
            expected,
        })
    }

    /// Returns the values of a column.
    ///
    /// # Errors
    /// The column is missing or holds another type.
    pub fn get<T: Stored + ?Sized>(&self, column: crate::column::Column<T>) -> Result<Values<'_, T>, TableError> {
        let name = column.name.to_owned();
        let column = self.column(&name, T::NAME)?;
        let values = T::of(column).map_err(|_| TableError::WrongType {
            path: self.path.to_path_buf(),
            column: name.clone(),
            found: column.dtype().to_string(),
            expected: T::NAME,
        })?;
        Ok(Values { rows: self.place(), name, values: values.downcast_as_array() })
    }

    fn place(&self) -> Place<'_> {
        Place { path: self.path, first_row: self.first_row }
    }
}

/// A type of values as Parquet files store them.
pub trait Stored: Holds {
    #[doc(hidden)]
    type Kind: PolarsDataType;

    #[doc(hidden)]
    fn of(column: &Column) -> PolarsResult<&ChunkedArray<Self::Kind>>;
}

macro_rules! stored {
    ($($of:ty: $kind:ty, $cast:ident;)*) => {
        $(impl Stored for $of {
            type Kind = $kind;

            fn of(column: &Column) -> PolarsResult<&ChunkedArray<$kind>> {
                column.$cast()
            }
        })*
    };
}

stored! {
    u32: UInt32Type, u32;
    u64: UInt64Type, u64;
    f64: Float64Type, f64;
    bool: BooleanType, bool;
    str: StringType, str;
}

#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    first_row: usize,
}

/// One column of some rows.
pub struct Values<'a, T: Stored + ?Sized> {
    rows: Place<'a>,
    name: String,
    /// A single chunk, because the rows were read as one.
    values: &'a <T::Kind as PolarsDataType>::Array,
}

/// A value in its Rust type: a text is a `&str`.
type Physical<'a, T> = <<T as Stored>::Kind as PolarsDataType>::Physical<'a>;

impl<'a, T: Stored + ?Sized> Values<'a, T> {
    /// Returns the value in `row`, which may be missing.
    pub fn get(&self, row: usize) -> Option<Physical<'a, T>> {
        self.values.get(row)
    }

    /// Returns the value in `row`, which must be present.
    pub fn require(&self, row: usize) -> Result<Physical<'a, T>, TableError> {
        self.get(row).ok_or_else(|| TableError::EmptyValue {
            path: self.rows.path.to_path_buf(),
            column: self.name.clone(),
            row: self.rows.first_row + row,
        })
    }

    /// Returns an error that states what the value in `row` should have been.
    pub fn bad(&self, row: usize, found: impl Into<String>, expected: impl Into<String>) -> TableError {
        TableError::BadValue {
            path: self.rows.path.to_path_buf(),
            column: self.name.clone(),
            row: self.rows.first_row + row,
            found: found.into(),
            expected: expected.into(),
        }
    }
}
