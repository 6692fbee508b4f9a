//! Work on many entries, shared by all threads.
//!
//! Code that is generic over the board's shape passes its work as a `dyn Fn`: what shares it among the threads is large, and
//! is compiled once for each kind of result rather than for each shape too.

use std::ops::Range;

use rayon::prelude::*;

/// Divides a range of numbers among all threads, `size` at a time. Returns what `work` makes of each part, in order.
pub(super) fn of_parts<T: Send>(range: Range<u64>, size: u64, work: &(dyn Fn(Range<u64>) -> T + Sync)) -> Vec<T> {
    let count = (range.end - range.start).div_ceil(size) as usize;
    let starts = (0..count).into_par_iter().map(|index| range.start + index as u64 * size);
    starts.map(|start| work(start..range.end.min(start + size))).collect()
}
