//! Long work without the interpreter's lock, which Ctrl-C stops.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use petteia_proofs::endgame::{Ending, Watch};
use pyo3::prelude::*;

/// How often signals and progress are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Does work on another thread while this one waits for it and for signals. A signal sets the flag that the work
/// receives, and is raised when the work has ended.
pub fn in_background<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    with_progress(py, work, |_| Ok(()))
}

/// Does the same, and calls `look` now and then; an error of `look` stops the work too.
pub fn with_progress<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, is_done) = sync_channel::<()>(1);
        let working = scope.spawn(|| {
            let result = work(&stop);
            // Nobody waits any more if this thread panics, which `join` reports.
            let _ = done.send(());
            drop(done);
            result
        });
        let mut raised = None;
        while py.detach(|| is_done.recv_timeout(LOOK)) == Err(RecvTimeoutError::Timeout) {
            if raised.is_none()
                && let Err(error) = py.check_signals().and_then(|()| look(py))
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

/// Breaks off the computation of endgame tables when a signal has set the flag.
pub struct Breaking<'a>(pub &'a AtomicBool);

impl Watch for Breaking<'_> {
    fn begin(&self, _: Ending, _: &str, _: u64) {
        self.check();
    }

    fn advance(&self, _: u64) {
        self.check();
    }
}

impl Breaking<'_> {
    /// Unwinds the thread, which `with_progress` expects of work that was stopped.
    pub fn check(&self) {
        if self.0.load(Ordering::Relaxed) {
            resume_unwind(Box::new("stopped by a signal"));
        }
    }
}
