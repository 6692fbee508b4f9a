//! Tables for other libraries, by the Arrow PyCapsule interface, which polars, pandas and pyarrow read.

use std::ops::Range;

use petteia_tables::Frame;
use polars_arrow::array::StructArray;
use polars_arrow::datatypes::Field;
use polars_arrow::ffi::export_iterator;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The rows of a batch.
const ROWS: usize = 1 << 16;

/// Returns a table of `len` rows as a capsule that holds a stream of batches, each of which `frame` makes of a range of
/// rows when it is asked for. A consumer may ask for other types, but the interface lets a producer answer in its own.
pub fn stream<'py>(
    py: Python<'py>,
    len: usize,
    frame: impl Fn(Range<usize>) -> Frame + Send + 'static,
    _requested_schema: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let rows_of = move |rows| StructArray::from(frame(rows)).boxed();
    let field = Field::new("".into(), rows_of(0..0).dtype().clone(), false);
    let starts = (0..len).step_by(ROWS);
    let batches = starts.map(move |start| Ok(rows_of(start..len.min(start + ROWS))));
    let stream = export_iterator(Box::new(batches), field);
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
