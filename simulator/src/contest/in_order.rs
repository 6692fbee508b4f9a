//! Work on all cores whose results are consumed in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does `work` for the numbers below `count` on several threads (0 for all cores), and passes the results to `take` in
/// the order of the numbers until it breaks. Later results are dropped.
pub fn in_order<T: Send>(
    threads: usize,
    count: u64,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if threads == 0 { cores() } else { threads };
    let (next, work) = (&AtomicU64::new(0), &work);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut number = next.fetch_add(1, Ordering::Relaxed);
                // Sending fails when the results are no longer needed.
                while number < count && sender.send((number, work(number))).is_ok() {
                    number = next.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if take(result).is_break() {
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_order_until_they_are_enough() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let work = |number: u64| {
                thread::sleep(Duration::from_micros(300 * (number % 3)));
                number * number
            };
            in_order(threads, 1000, work, |square| {
                taken.push(square);
                if square == 81 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(taken, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81], "{threads} threads");
        }
    }

    #[test]
    fn all_work_is_done_and_no_more() {
        let mut sum = 0;
        in_order(
            3,
            100,
            |number| number,
            |number| {
                sum += number;
                ControlFlow::Continue(())
            },
        );
        assert_eq!(sum, 4950);
        in_order(2, 0, |number| number, |_| unreachable!("there is no work"));
    }
}
