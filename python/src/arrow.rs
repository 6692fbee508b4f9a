//! Tables for other libraries, by the Arrow PyCapsule interface, which polars, pandas and pyarrow read.

use std::ops::Range;
use std::sync::Arc;

use polars_arrow::array::{Array, BooleanArray, PrimitiveArray, StructArray, Utf8Array};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::export_iterator;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The values of a column; `None` is an empty cell.
pub enum Values<'a> {
    Text(Vec<Option<&'a str>>),
    Flag(Vec<bool>),
    U32(Vec<Option<u32>>),
    U64(Vec<u64>),
    F64(Vec<Option<f64>>),
}

/// A column with its name.
pub type Column<'a> = (&'static str, Values<'a>);

/// The rows of a batch: few enough for the offsets of texts to fit 32 bits.
const ROWS: usize = 1 << 16;

impl From<Values<'_>> for Box<dyn Array> {
    fn from(values: Values) -> Box<dyn Array> {
        match values {
            Values::Text(values) => Utf8Array::<i32>::from(values).boxed(),
            Values::Flag(values) => BooleanArray::new(ArrowDataType::Boolean, Bitmap::from(values), None).boxed(),
            Values::U32(values) => PrimitiveArray::<u32>::from(values).boxed(),
            Values::U64(values) => PrimitiveArray::<u64>::from_vec(values).boxed(),
            Values::F64(values) => PrimitiveArray::<f64>::from(values).boxed(),
        }
    }
}

/// Something with rows.
pub trait Table: Send + Sync + 'static {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns all columns of a range of rows.
    fn columns(&self, rows: Range<usize>) -> Vec<Column<'_>>;
}

/// Returns rows as a batch, which the interface has as an array of structs.
fn batch(table: &impl Table, rows: Range<usize>) -> Box<dyn Array> {
    let columns = table.columns(rows.clone()).into_iter();
    let (names, arrays): (Vec<&str>, Vec<Box<dyn Array>>) = columns.map(|(name, values)| (name, values.into())).unzip();
    let fields = names.iter().zip(&arrays).map(|(&name, array)| Field::new(name.into(), array.dtype().clone(), true));
    StructArray::new(ArrowDataType::Struct(fields.collect()), rows.len(), arrays, None).boxed()
}

/// Returns a table as a capsule that holds a stream of batches, each of which is made when it is asked for.
/// A consumer may ask for other types, but the interface lets a producer answer in its own.
pub fn stream<'py, T: Table>(
    py: Python<'py>,
    table: Arc<T>,
    _requested_schema: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Field::new("".into(), batch(&*table, 0..0).dtype().clone(), false);
    let rows = table.len();
    let batches = (0..rows).step_by(ROWS).map(move |start| Ok(batch(&*table, start..rows.min(start + ROWS))));
    PyCapsule::new_with_value(py, export_iterator(Box::new(batches), field), c"arrow_array_stream")
}
