//! Commands of the program in this process, and the files of runs.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use petteia::Host;
use petteia_simulator::Form;
use petteia_simulator::run::{counted_games, status};
use petteia_simulator::runner::RemoteExecutor;
use petteia_simulator::store::{Manifest, RemoteJob, RunError as Unreadable, check_chunks};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::background::{in_background, with_progress};
use crate::errors::{Error, RunError};

/// Runs the program with the arguments of its command line, the first of which is its name, and returns its exit status.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| petteia::program(arguments))
}

/// Runs a command without printing anything but warnings. `progress` is called now and then with the number of games played
/// and that of all games. `executor` has jobs played, at most a number of them at a time: its function gets a job and
/// returns a future of what `play_remote_job` returns.
#[pyfunction]
#[pyo3(signature = (arguments, progress, executor=None))]
pub fn execute(
    py: Python<'_>,
    arguments: Vec<String>,
    progress: &Bound<PyAny>,
    executor: Option<(Py<PyAny>, usize)>,
) -> PyResult<()> {
    let mut host = Host::default();
    host.executor = executor.map(sender);
    let look = || {
        let [played, expected] = [&host.games.played, &host.games.expected].map(|count| count.load(Ordering::Relaxed));
        progress.call1((played, expected)).map(drop)
    };
    let ended = with_progress(py, &host.stop, || petteia::execute(&arguments, &host), look);
    let errors = py.import("sys")?.getattr("stderr")?;
    host.take_messages()
        .iter()
        .try_for_each(|message| errors.call_method1("write", (format!("{message}\n"),)).map(drop))?;
    ended?.map_err(|failure| RunError::new_err(failure.to_string()))
}

/// How often a thread that waits for a job looks whether it is to stop, in seconds.
const LOOK: f64 = 0.2;

/// How often a job is sent that fails for a reason of the cluster, such as a lost worker.
const ATTEMPTS: usize = 3;

/// Returns other processes that play jobs, to which a function of Python submits jobs.
fn sender((submit, max_jobs): (Py<PyAny>, usize)) -> RemoteExecutor {
    let send = move |job: &RemoteJob, stop: &AtomicBool| {
        let text = serde_json::to_string(job).expect("a job is plain data");
        let mut attempts = 1;
        loop {
            match submitted(&submit, &text, stop) {
                Err(error) if attempts < ATTEMPTS && !Python::attach(|py| is_ours(&error, py)) => attempts += 1,
                answer => return answer.map_err(|error| Python::attach(|py| text_of(&error, py))),
            }
        }
    };
    RemoteExecutor { submit: Arc::new(send), max_jobs }
}

/// Submits a job and waits for its answer.
fn submitted(submit: &Py<PyAny>, job: &str, stop: &AtomicBool) -> PyResult<Vec<u8>> {
    let future = Python::attach(|py| submit.call1(py, (job,)))?;
    answer_of(&future, stop)
}

fn is_ours(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<Error>(py)
}

/// Returns the text of an exception, with its class unless it is one of ours.
fn text_of(error: &PyErr, py: Python<'_>) -> String {
    if is_ours(error, py) { error.value(py).to_string() } else { error.to_string() }
}

/// Waits for the answer of a future, which is cancelled if this process is to stop.
fn answer_of(future: &Py<PyAny>, stop: &AtomicBool) -> PyResult<Vec<u8>> {
    while !stop.load(Ordering::Relaxed) {
        if let Some(answer) = Python::attach(|py| answer_soon(future.bind(py)))? {
            return Ok(answer);
        }
    }
    Python::attach(|py| future.call_method0(py, "cancel")).and(Err(RunError::new_err("stopped")))
}

/// Returns the answer of a future, or nothing if there is none yet.
fn answer_soon(future: &Bound<PyAny>) -> PyResult<Option<Vec<u8>>> {
    // Asked before, since the future may end between the time limit of `result` and a look afterwards: a time limit is an
    // answer only if the work itself ended with it.
    let done = future.call_method0("done")?.is_truthy()?;
    match future.call_method1("result", (LOOK,)) {
        Err(error) if !done && error.is_instance_of::<PyTimeoutError>(future.py()) => Ok(None),
        answer => answer?.extract().map(Some),
    }
}

/// Plays a job for another process, and returns its chunk.
#[pyfunction]
pub fn play_remote_job<'py>(py: Python<'py>, job: &str) -> PyResult<Bound<'py, PyBytes>> {
    let played = in_background(py, |stop| petteia::play_remote_job(job, stop))?;
    let part = played.map_err(|failure| RunError::new_err(failure.to_string()))?;
    Ok(PyBytes::new(py, &part.expect("only a signal stops the games, and it was raised")))
}

/// Returns the manifest of a run as JSON.
#[pyfunction]
pub fn manifest(folder: PathBuf) -> PyResult<String> {
    let manifest = Manifest::read(&folder).map_err(unreadable)?;
    Ok(serde_json::to_string(&manifest).expect("a manifest is plain data"))
}

/// Checks that the parts of a run are, byte for byte, those that were written. Returns the parts of the games that count: their
/// paths, their cells, and the numbers of their games.
#[pyfunction]
pub fn checked_parts(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<(PathBuf, u32, u64, u64)>> {
    let check = || {
        if Manifest::read(&folder)?.request.form() == Some(Form::Games) {
            status(&folder)?.check()?;
        } else {
            check_chunks(&folder)?;
        }
        let parts = counted_games(&folder)?.into_iter();
        Ok(parts.map(|part| (part.path, part.cell, part.games.start, part.games.end)).collect())
    };
    in_background(py, |_| check())?.map_err(unreadable)
}

fn unreadable(error: Unreadable) -> PyErr {
    RunError::new_err(error.to_string())
}
