//! Agents: by their text, and functions of Python.

use std::fmt;
use std::sync::{Arc, OnceLock};

use petteia_engine::{CheckedRules, Move, Progress};
use petteia_players::agents::catalogue::{AGENTS, PRESETS};
use petteia_players::agents::{AgentSpec, AgentTraits};
use petteia_players::config::Variant;
use petteia_players::external::{External, ExternalPlayer, Fault};
use petteia_players::record::History;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::background::{heeding, in_background};
use crate::batches::{Batched, Desk, Request};
use crate::errors::{AgentError, MoveError};

/// How a function is shown a game: its rules, how far it has come, and its seed.
pub type Show = fn(Python<'_>, Variant, History, u64) -> PyResult<Py<PyAny>>;

/// An agent as an argument: its text, or a function that chooses moves, perhaps for many games at once.
pub enum AgentArgument {
    Named(AgentSpec),
    Function(Py<PyAny>, Option<usize>),
}

impl FromPyObject<'_, '_> for AgentArgument {
    type Error = PyErr;

    fn extract(agent: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = agent.cast::<PyString>() {
            return text.to_str()?.parse().map(AgentArgument::Named).map_err(error);
        }
        if let Ok(batched) = agent.cast::<Batched>() {
            let batched = batched.get();
            return Ok(AgentArgument::Function(batched.function.clone_ref(agent.py()), Some(batched.most)));
        }
        if agent.is_callable() {
            return Ok(AgentArgument::Function(agent.to_owned().unbind(), None));
        }
        Err(PyTypeError::new_err(
            "an agent is a text such as \"alphabeta:nodes=300\", or a function that takes a game and returns a move",
        ))
    }
}

fn error(error: petteia_players::agents::AgentError) -> PyErr {
    AgentError::new_err(error.to_string())
}

impl AgentArgument {
    /// Returns the agent when it is ready for a game, with its endgame tables; `show` is for functions.
    pub fn ready(self, py: Python<'_>, variant: &Variant, show: Show) -> PyResult<Player> {
        match self {
            AgentArgument::Named(spec) => {
                let rules = &variant.rules;
                in_background(py, |stop| spec.check(rules).and_then(|()| spec.prepare(rules, &heeding(stop))))?
                    .map_err(error)?;
                Ok(Player { spec, failure: Failure::default(), batch: 0 })
            }
            AgentArgument::Function(function, batch) => {
                let failure = Failure::default();
                let text = text_of(function.bind(py));
                let asked = Asked { text, function, show, failure: failure.clone(), desk: batch.map(Desk::new) };
                let function = Function { asked: Arc::new(asked), game: variant.name.clone() };
                Ok(Player { spec: AgentSpec::External(Arc::new(function)), failure, batch: batch.unwrap_or(0) })
            }
        }
    }
}

/// Returns the text of a function in tables and records. No other agent has such a text.
fn text_of(function: &Bound<PyAny>) -> String {
    let name = function.getattr("__name__").or_else(|_| function.get_type().getattr("__name__"));
    let name = name.and_then(|name| name.extract::<String>()).unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    format!("python:{}", if is_name { name } else { "function".to_owned() })
}

/// What the function of an agent raised first.
type Failure = Arc<OnceLock<PyErr>>;

/// An agent that is ready to play.
pub struct Player {
    pub spec: AgentSpec,
    failure: Failure,
    /// The number of games that it is to be asked about at a time; 0 if it does not matter.
    pub batch: usize,
}

impl Player {
    /// Raises what the function of the agent raised, if it has failed.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.failure.get().map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}

/// A function that takes a game and returns a move, or many at once if it has a desk.
struct Asked {
    text: String,
    function: Py<PyAny>,
    show: Show,
    failure: Failure,
    desk: Option<Desk>,
}

/// A function as an agent for a game, which has a name.
struct Function {
    asked: Arc<Asked>,
    game: String,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.asked.text)
    }
}

impl AgentTraits for Function {
    fn name(&self) -> String {
        self.text()
    }
}

impl External for Function {
    fn text(&self) -> String {
        self.asked.text.clone()
    }

    fn start(&self, rules: &CheckedRules) -> Result<Box<dyn ExternalPlayer>, petteia_players::agents::AgentError> {
        let variant = Variant { name: self.game.clone(), rules: rules.clone() };
        Ok(Box::new(FunctionPlayer { asked: self.asked.clone(), variant }))
    }
}

/// A function at the board.
struct FunctionPlayer {
    asked: Arc<Asked>,
    variant: Variant,
}

impl ExternalPlayer for FunctionPlayer {
    fn choose(&mut self, game: &History, seed: u64, _: &dyn Progress) -> Result<Move, Fault> {
        // The game is about to be stopped.
        if self.asked.failure.get().is_some() {
            return Err(Fault::Crash);
        }
        match &self.asked.desk {
            None => Python::attach(|py| self.ask(py, game, seed)).map_err(|error| self.fails(error)),
            Some(desk) => desk.wait(game, seed, |requests| {
                let all = Python::attach(|py| self.ask_for_all(py, requests));
                all.unwrap_or_else(|error| {
                    let fault = self.fails(error);
                    vec![Err(fault); requests.len()]
                })
            }),
        }
    }
}

impl FunctionPlayer {
    fn ask(&self, py: Python<'_>, history: &History, seed: u64) -> PyResult<Move> {
        let answer = self.asked.function.call1(py, (self.shown(py, history, seed)?,))?;
        self.read(history, answer.bind(py))
    }

    fn ask_for_all(&self, py: Python<'_>, requests: &[Request]) -> PyResult<Vec<Result<Move, Fault>>> {
        let games = requests.iter().map(|request| self.shown(py, &request.history, request.seed));
        let answers = self.asked.function.call1(py, (games.collect::<PyResult<Vec<_>>>()?,))?;
        let answers: Vec<Bound<PyAny>> = answers.bind(py).try_iter()?.collect::<PyResult<_>>()?;
        if answers.len() != requests.len() {
            let (moves, games) = (answers.len(), requests.len());
            return Err(MoveError::new_err(format!("`{}` returned {moves} moves for {games} games", self.asked.text)));
        }
        let both = requests.iter().zip(&answers);
        both.map(|(request, answer)| self.read(&request.history, answer).map(Ok)).collect()
    }

    fn shown(&self, py: Python<'_>, history: &History, seed: u64) -> PyResult<Py<PyAny>> {
        (self.asked.show)(py, self.variant.clone(), history.clone(), seed)
    }

    fn fails(&self, error: PyErr) -> Fault {
        // Only the first one counts.
        let _ = self.asked.failure.set(error);
        Fault::Crash
    }

    /// Reads what the function returned for a game.
    fn read(&self, history: &History, answer: &Bound<PyAny>) -> PyResult<Move> {
        let Ok(text) = answer.extract::<String>() else {
            let message = format!("`{}` returned {}, not the text of a move", self.asked.text, answer.repr()?);
            return Err(PyTypeError::new_err(message));
        };
        let game = history.game();
        game.parse_move_in(history.state(), &text).map_err(|error| {
            let legal = game.legal_moves(history.state()).into_iter().map(|decision| game.move_text(decision));
            let legal = legal.collect::<Vec<_>>().join(", ");
            let position = game.text(history.state().position());
            MoveError::new_err(format!("`{}` in `{position}`: {error}. Legal moves: {legal}", self.asked.text))
        })
    }
}

/// Returns the agents and the presets as JSON.
#[pyfunction]
pub fn agents() -> String {
    serde_json::to_string(&(AGENTS, PRESETS)).expect("the catalogue is plain data")
}
