//! Tables for other libraries, by the Arrow PyCapsule interface, which polars, pandas and pyarrow read.

use std::ops::Range;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use petteia_tables::Frame;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The rows of a batch: few enough for the offsets of texts to fit 32 bits.
const ROWS: usize = 1 << 16;

/// Returns a table of `len` rows as a capsule that holds a stream of batches, each of which `frame` makes of a range of
/// rows when it is asked for. A consumer may ask for other types, but the interface lets a producer answer in its own.
pub fn stream<'py>(
    py: Python<'py>,
    len: usize,
    frame: impl Fn(Range<usize>) -> Frame + Send + 'static,
    _requested_schema: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = RecordBatch::from(frame(0..0)).schema();
    let starts = (0..len).step_by(ROWS);
    let batches = starts.map(move |start| Ok(frame(start..len.min(start + ROWS)).into()));
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
