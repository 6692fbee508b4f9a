//! The cells of a table.

use std::fmt::{Display, Formatter};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use serde::Serialize;

/// A cell of a table: an empty one is null in JSON, and an empty text in CSV.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    Empty,
    Whole(i64),
    Count(u64),
    Real(f64),
    Flag(bool),
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// Returns the cell in a row of a column, which is empty if no column of the schema holds values of its type.
    pub fn of(column: &'a ArrayRef, row: usize) -> Self {
        if column.is_null(row) {
            return Cell::Empty;
        }
        let whole = || Some(Cell::Whole(column.as_primitive_opt::<Int32Type>()?.value(row).into()));
        let small = || Some(Cell::Count(column.as_primitive_opt::<UInt32Type>()?.value(row).into()));
        let count = || Some(Cell::Count(column.as_primitive_opt::<UInt64Type>()?.value(row)));
        let real = || Some(Cell::Real(column.as_primitive_opt::<Float64Type>()?.value(row)));
        let flag = || Some(Cell::Flag(column.as_boolean_opt()?.value(row)));
        let text = || Some(Cell::Text(column.as_string_opt::<i32>()?.value(row)));
        text().or_else(small).or_else(count).or_else(real).or_else(flag).or_else(whole).unwrap_or(Cell::Empty)
    }
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Whole(value) => value.fmt(f),
            Cell::Count(value) => value.fmt(f),
            // As JSON has it: with a point, and an exponent where it is shorter.
            Cell::Real(value) => write!(f, "{value:?}"),
            Cell::Flag(value) => value.fmt(f),
            Cell::Text(value) => value.fmt(f),
        }
    }
}
