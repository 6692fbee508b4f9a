//! Long work without the interpreter's lock, which Ctrl-C stops.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use petteia::HostProgress;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::Error;

/// How often signals and progress are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How deep work may start other work and wait for it.
const MOST_NESTED: u32 = 16;

thread_local! {
    /// How many threads wait for the work of this one.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// Does work on another thread while this one waits for it and for signals. A signal sets the flag that the work
/// receives, and is raised when the work has ended.
pub fn in_background<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    with_progress(py, &stop, || work(&stop), || Ok(()))
}

/// Does the same with a flag that the work knows, and calls `look` now and then; an error of `look` stops the work too.
pub fn with_progress<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut look: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let nested = NESTED.get() + 1;
    if nested > MOST_NESTED {
        let why = format!("agents ask for other agents' choices {MOST_NESTED} deep; does one ask for its own?");
        return Err(PyRecursionError::new_err(why));
    }
    thread::scope(|scope| {
        // Nothing is sent: the sender is dropped when the work has ended, whether it returns or panics.
        let (working_on, is_done) = channel::<()>();
        let is_done = Mutex::new(is_done);
        let is_working = || match is_done.lock() {
            Ok(is_done) => is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout),
            Err(_) => false,
        };
        let working = scope.spawn(move || {
            let _working_on = working_on;
            NESTED.set(nested);
            work()
        });
        let mut raised = None;
        while py.detach(is_working) {
            if raised.is_none()
                && let Err(error) = py.check_signals().and_then(|()| look())
            {
                stop.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        match (raised, py.detach(|| working.join())) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => resume_unwind(panic),
        }
    })
}

/// Returns threads that share work; 0 for one on each core.
pub fn pool(threads: usize) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| Error::new_err(error.to_string()))
}

/// Breaks off work when a signal has set the flag.
pub fn heeding(stop: &AtomicBool) -> HostProgress<'_> {
    HostProgress { progress: &(), stop }
}
