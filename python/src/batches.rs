//! Functions that choose moves for many games at once, so that a neural network can answer at the speed of its batches.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use petteia_engine::Move;
use petteia_players::external::Fault;
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
    number: u64,
}

/// Where games wait until they are so many that the function is asked. One of their threads is the clerk, who asks for
/// several of them; the function is never asked by two threads at once.
pub struct Desk {
    most: usize,
    state: Mutex<State>,
    arrived: Condvar,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    requests: Vec<Request>,
    answers: HashMap<u64, Result<Move, Fault>>,
    next: u64,
    has_clerk: bool,
}

/// How long the clerk waits for another game.
const PATIENCE: Duration = Duration::from_millis(1);

impl Desk {
    pub fn new(most: usize) -> Self {
        Desk { most, state: Mutex::default(), arrived: Condvar::new(), answered: Condvar::new() }
    }

    /// Waits for the move of a game. `ask` gets up to `most` games and returns as many moves.
    pub fn wait(
        &self,
        history: &History,
        seed: u64,
        ask: impl Fn(&[Request]) -> Vec<Result<Move, Fault>>,
    ) -> Result<Move, Fault> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let number = state.next;
        state.next += 1;
        state.requests.push(Request { history: history.clone(), seed, number });
        self.arrived.notify_one();
        loop {
            if let Some(answer) = state.answers.remove(&number) {
                return answer;
            }
            if state.has_clerk {
                state = self.answered.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            state.has_clerk = true;
            let batch = self.collect(state);
            let chosen = ask(&batch);
            state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.answers.extend(batch.iter().map(|request| request.number).zip(chosen));
            state.has_clerk = false;
            self.answered.notify_all();
        }
    }

    /// Waits as the clerk until there are enough games, or no other comes; returns the first of them.
    fn collect(&self, mut state: MutexGuard<State>) -> Vec<Request> {
        loop {
            let before = state.requests.len();
            if before >= self.most {
                break;
            }
            state = self.arrived.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
            if state.requests.len() == before {
                break;
            }
        }
        let count = state.requests.len().min(self.most);
        state.requests.drain(..count).collect()
    }
}
