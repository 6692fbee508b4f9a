//! Finding the parts of a table, and reading their columns with the types they must have.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use polars::prelude::*;

use crate::error::ReportError;

/// Rows held in memory at a time.
const ROWS_AT_ONCE: usize = 1 << 20;

/// The finished parts in `folder`, in lexical order, which is the order of the plan. A part still
/// being written does not end in `.parquet`. A folder that does not exist has no parts.
pub(crate) fn parts(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(ReportError::io(folder))? {
        let path = entry.map_err(ReportError::io(folder))?.path();
        if path.extension().is_some_and(|ending| ending == "parquet") && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Some rows of a part.
pub(crate) struct Rows<'a> {
    path: &'a Path,
    frame: DataFrame,
    first_row: usize,
}

/// Hands the rows of a part to `each`, a bounded number at a time.
pub(crate) fn read(path: &Path, mut each: impl FnMut(&Rows) -> Result<(), ReportError>) -> Result<(), ReportError> {
    let open = || File::open(path).map_err(ReportError::io(path));
    let total = ParquetReader::new(open()?).num_rows().map_err(ReportError::table(path))?;
    for first_row in (0..total.max(1)).step_by(ROWS_AT_ONCE) {
        let mut frame = ParquetReader::new(open()?)
            .with_slice(Some((first_row, ROWS_AT_ONCE)))
            .finish()
            .map_err(ReportError::table(path))?;
        frame.rechunk_mut();
        each(&Rows { path, frame, first_row })?;
    }
    Ok(())
}

impl Rows<'_> {
    pub(crate) fn len(&self) -> usize {
        self.frame.height()
    }

    /// The names of the columns that begin with `prefix`.
    pub(crate) fn columns_with_prefix(&self, prefix: &str) -> Vec<String> {
        let names = self.frame.get_column_names();
        let matching = names.iter().filter(|name| name.starts_with(prefix));
        matching.map(ToString::to_string).collect()
    }

    pub(crate) fn path(&self) -> &Path {
        self.path
    }

    fn column(&self, name: &str, expected: &'static str) -> Result<&Column, ReportError> {
        self.frame.column(name).map_err(|_| ReportError::MissingColumn {
            path: self.path.to_path_buf(),
            column: name.to_owned(),
            expected,
        })
    }

    fn typed<'a, T>(
        &'a self,
        name: &'static str,
        expected: &'static str,
        cast: impl FnOnce(&'a Column) -> PolarsResult<&'a ChunkedArray<T>>,
    ) -> Result<Values<'a, T>, ReportError>
    where
        T: PolarsDataType,
    {
        self.typed_named(name.to_owned(), expected, cast)
    }

    fn typed_named<'a, T>(
        &'a self,
        name: String,
        expected: &'static str,
        cast: impl FnOnce(&'a Column) -> PolarsResult<&'a ChunkedArray<T>>,
    ) -> Result<Values<'a, T>, ReportError>
    where
        T: PolarsDataType,
    {
        let column = self.column(&name, expected)?;
        let values = cast(column).map_err(|_| ReportError::WrongType {
            path: self.path.to_path_buf(),
            column: name.clone(),
            found: column.dtype().to_string(),
            expected,
        })?;
        Ok(Values { rows: self.place(), name, values })
    }

    fn place(&self) -> Place<'_> {
        Place { path: self.path, first_row: self.first_row }
    }

    pub(crate) fn u32s(&self, name: &'static str) -> Result<Values<'_, UInt32Type>, ReportError> {
        self.typed(name, "u32", |column| column.u32())
    }

    pub(crate) fn u64s(&self, name: &'static str) -> Result<Values<'_, UInt64Type>, ReportError> {
        self.typed(name, "u64", |column| column.u64())
    }

    pub(crate) fn f64s(&self, name: &'static str) -> Result<Values<'_, Float64Type>, ReportError> {
        self.typed(name, "f64", |column| column.f64())
    }

    pub(crate) fn bools(&self, name: &'static str) -> Result<Values<'_, BooleanType>, ReportError> {
        self.typed(name, "bool", |column| column.bool())
    }

    pub(crate) fn texts(&self, name: impl Into<String>) -> Result<Values<'_, StringType>, ReportError> {
        self.typed_named(name.into(), "str", |column| column.str())
    }
}

#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    first_row: usize,
}

/// One column of some rows.
pub(crate) struct Values<'a, T: PolarsDataType> {
    rows: Place<'a>,
    name: String,
    values: &'a ChunkedArray<T>,
}

impl<'a, T: PolarsDataType> Values<'a, T> {
    /// The value in `row`, where it may be missing.
    pub(crate) fn get(&self, row: usize) -> Option<T::Physical<'a>> {
        self.values.get(row)
    }

    /// The value in `row`, where there must be one.
    pub(crate) fn require(&self, row: usize) -> Result<T::Physical<'a>, ReportError> {
        self.get(row).ok_or_else(|| ReportError::EmptyValue {
            path: self.rows.path.to_path_buf(),
            column: self.name.clone(),
            row: self.rows.first_row + row,
        })
    }

    /// The error that says what the value in `row` should have been.
    pub(crate) fn bad(&self, row: usize, found: impl Into<String>, expected: impl Into<String>) -> ReportError {
        ReportError::BadValue {
            path: self.rows.path.to_path_buf(),
            column: self.name.clone(),
            row: self.rows.first_row + row,
            found: found.into(),
            expected: expected.into(),
        }
    }
}
