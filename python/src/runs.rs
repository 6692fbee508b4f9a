//! Commands of the program in this process, and the files of runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use petteia::Host;
use petteia_simulator::run::status;
use petteia_simulator::runner::Elsewhere;
use petteia_simulator::store::{Errand, Manifest, QuestionKind, RunError as Unreadable, check_parts};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::background::{Breaking, in_background, with_progress};
use crate::errors::RunError;

/// Runs the program with the arguments of its command line, the first of which is its name, and returns its exit status.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| petteia::program(arguments.into_iter().map(Into::into).collect()))
}

/// Runs a command without printing anything, and returns its warnings. `progress` is called now and then with the number of
/// games played and that of all games. `elsewhere` plays units: it gets an errand and returns what `play_errand` does.
#[pyfunction]
#[pyo3(signature = (arguments, progress, elsewhere=None))]
pub fn execute(
    py: Python<'_>,
    arguments: Vec<String>,
    progress: &Bound<PyAny>,
    elsewhere: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let mut host = Host::default();
    host.elsewhere = elsewhere.map(sender);
    let look = || {
        let [played, expected] = [&host.games.played, &host.games.expected].map(|count| count.load(Ordering::Relaxed));
        progress.call1((played, expected)).map(drop)
    };
    match with_progress(py, &host.stop, || petteia::execute(&arguments, &host), look)? {
        Ok(()) => Ok(host.take_messages()),
        Err(failure) => Err(RunError::new_err(failure.to_string())),
    }
}

/// Returns other processes that play units, which a function of Python reaches.
fn sender(function: Py<PyAny>) -> Elsewhere {
    let send = move |errand: &Errand| {
        let text = serde_json::to_string(errand).expect("an errand is plain data");
        Python::attach(|py| function.call1(py, (text,))?.extract(py)).map_err(|error: PyErr| error.to_string())
    };
    Elsewhere(Arc::new(send))
}

/// Plays a unit for another process, and returns its part.
#[pyfunction]
pub fn play_errand<'py>(py: Python<'py>, errand: &str) -> PyResult<Bound<'py, PyBytes>> {
    let played = in_background(py, |stop| petteia::play_errand(errand, &Breaking(stop), stop))?;
    let part = played.map_err(|failure| RunError::new_err(failure.to_string()))?;
    Ok(PyBytes::new(py, &part.expect("only a signal stops the games, and it was raised")))
}

/// Returns the manifest of a run as JSON.
#[pyfunction]
pub fn manifest(folder: PathBuf) -> PyResult<String> {
    let manifest = Manifest::read(&folder).map_err(unreadable)?;
    Ok(serde_json::to_string(&manifest).expect("a manifest is plain data"))
}

/// Checks that the parts of a run are, byte for byte, those that were written. Returns the parts of the games that count, if it
/// is an experiment: their paths, their cells, and the numbers of their games.
#[pyfunction]
pub fn checked_parts(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<(PathBuf, u32, u64, u64)>> {
    let check = || {
        if Manifest::read(&folder)?.asked.kind != QuestionKind::Experiment {
            check_parts(&folder)?;
            return Ok(Vec::new());
        }
        let status = status(&folder)?;
        status.check()?;
        let parts = status.parts.games.iter();
        Ok(parts.map(|part| (part.path.clone(), part.cell, part.games.start, part.games.end)).collect())
    };
    in_background(py, |_| check())?.map_err(unreadable)
}

fn unreadable(error: Unreadable) -> PyErr {
    RunError::new_err(error.to_string())
}
