//! Tables for other libraries, by the Arrow PyCapsule interface, which polars, pandas and pyarrow read.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, StringArray, UInt32Array, UInt64Array,
};
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

impl From<Values<'_>> for ArrayRef {
    fn from(values: Values) -> ArrayRef {
        match values {
            Values::Text(values) => Arc::new(StringArray::from(values)),
            Values::Flag(values) => Arc::new(BooleanArray::from(values)),
            Values::U32(values) => Arc::new(UInt32Array::from(values)),
            Values::U64(values) => Arc::new(UInt64Array::from(values)),
            Values::F64(values) => Arc::new(Float64Array::from(values)),
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

/// Returns a range of rows as a batch.
fn batch(table: &impl Table, rows: Range<usize>) -> RecordBatch {
    let columns = table.columns(rows).into_iter().map(|(name, values)| (name, values.into(), true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("all columns of a table have the same length")
}

/// Returns a table as a capsule that holds a stream of batches, each of which is made when it is asked for.
/// A consumer may ask for other types, but the interface lets a producer answer in its own.
pub fn stream<'py, T: Table>(
    py: Python<'py>,
    table: Arc<T>,
    _requested_schema: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = batch(&*table, 0..0).schema();
    let rows = table.len();
    let batches = (0..rows).step_by(ROWS).map(move |start| Ok(batch(&*table, start..rows.min(start + ROWS))));
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
