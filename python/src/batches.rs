//! Functions that choose moves for many games at once, so that a neural network can answer at the speed of its batches.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use petteia_engine::Move;
use petteia_players::foreign::Fault;
use petteia_players::record::History;
use pyo3::prelude::*;

use crate::errors::Error;

/// An agent that is asked for the moves of many games at once: a function that takes a list of games and returns as many
/// moves.
#[pyclass(module = "petteia", frozen)]
pub struct Batched {
    pub function: Py<PyAny>,
    /// The most games that it is asked about at a time, which is also the number of games that are played at a time.
    #[pyo3(get)]
    pub most: usize,
}

/// The largest batch: each of its games has a thread.
const MOST: usize = 1024;

#[pymethods]
impl Batched {
    #[new]
    #[pyo3(signature = (function, most=256))]
    fn new(function: Py<PyAny>, most: usize) -> PyResult<Self> {
        if !(1..=MOST).contains(&most) {
            return Err(Error::new_err(format!("`most` is {most}; give a whole number from 1 to {MOST}")));
        }
        Ok(Batched { function, most })
    }
}

/// A game that waits for a move.
pub struct Request {
    pub history: History,
    pub seed: u64,
    answer: Sender<Result<Move, Fault>>,
}

/// Where games wait until they are so many that the function is asked.
pub struct Desk {
    most: usize,
    queue: Mutex<Queue>,
    arrived: Condvar,
}

#[derive(Default)]
struct Queue {
    requests: Vec<Request>,
    /// Whether one of the threads waits for more and will then ask for all.
    has_clerk: bool,
}

/// How long the clerk waits for another game.
const PATIENCE: Duration = Duration::from_millis(1);

impl Desk {
    pub fn new(most: usize) -> Self {
        Desk { most, queue: Mutex::default(), arrived: Condvar::new() }
    }

    /// Waits for the move of a game. One of the threads that wait gives all games to `ask`, which returns as many moves.
    pub fn wait(
        &self,
        history: &History,
        seed: u64,
        ask: impl FnOnce(&[Request]) -> Vec<Result<Move, Fault>>,
    ) -> Result<Move, Fault> {
        let (answer, answered) = channel();
        let mut queue = self.lock();
        queue.requests.push(Request { history: history.clone(), seed, answer });
        if queue.has_clerk {
            drop(queue);
            self.arrived.notify_one();
        } else {
            queue.has_clerk = true;
            let requests = self.collect(queue);
            for (request, chosen) in requests.iter().zip(ask(&requests)) {
                // The game still waits, unless its thread is gone.
                let _ = request.answer.send(chosen);
            }
        }
        answered.recv().unwrap_or(Err(Fault::Crash))
    }

    /// Waits as the clerk until there are enough games, or no other comes.
    fn collect(&self, mut queue: MutexGuard<Queue>) -> Vec<Request> {
        loop {
            let before = queue.requests.len();
            if before >= self.most {
                break;
            }
            queue = self.arrived.wait_timeout(queue, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
            if queue.requests.len() == before {
                break;
            }
        }
        queue.has_clerk = false;
        std::mem::take(&mut queue.requests)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
