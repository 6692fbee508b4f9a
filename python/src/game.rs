//! A game in progress.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use petteia_engine::diagram::Diagram;
use petteia_engine::terminal::{BoardStyle, on_terminal, status};
use petteia_engine::{
    AnyGame, AnySet, BySide, CheckedRules, EndReason, GameRng, Move, Side, SquareSet, Thought, game_seed,
};
use petteia_players::config::{Variant, check_limits};
use petteia_players::record::{Header, History, Record, Step};
use petteia_reports::board::svg;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::agents::AgentArgument;
use crate::background::{heeding, in_background};
use crate::errors::{MoveError, PositionError, RulesError};
use crate::numbers;
use crate::rules::{GameArgument, Rules};
use crate::whole::{Count, Seed, Whole};

/// How a game ended.
#[pyclass(module = "petteia", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(pub petteia_engine::Outcome);

#[pymethods]
impl Outcome {
    /// `"white"`, `"black"`, or `None` for a drawn or unfinished game.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(Side::name)
    }

    /// What ended the game, such as `"bare"`; docs/tables.md lists the names with the columns `reason_NAME`.
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.name()
    }

    /// Whether the game was stopped at the turn cap: it scores ½ like a draw, but is counted separately.
    #[getter]
    fn is_unfinished(&self) -> bool {
        self.0.reason == EndReason::TurnCap
    }

    /// White's score: 1 for a win, ½ for a draw or an unfinished game, 0 for a loss.
    #[getter]
    fn score(&self) -> f64 {
        match self.0.winner {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        }
    }

    fn __str__(&self) -> String {
        self.0.sentence()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.0)
    }
}

/// Streams of a game's seed, as in a session of the program: rolls, and the choices of agents.
const ROLLS: u64 = 1;
const AGENTS: u64 = 2;

/// A game in progress, with its history.
#[pyclass(module = "petteia")]
#[derive(Clone)]
pub struct Game {
    variant: Arc<Variant>,
    history: History,
    seed: u64,
}

/// The games that are in use: each has tables of lines and moves, which all positions share.
static IN_USE: Mutex<Vec<(CheckedRules, Weak<AnyGame>)>> = Mutex::new(Vec::new());

/// Returns the game with some rules, which is made only if it is not in use.
fn shared(rules: &CheckedRules) -> Arc<AnyGame> {
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    in_use.retain(|(_, game)| game.strong_count() > 0);
    let known = in_use.iter().find(|(known, _)| known == rules).and_then(|(_, game)| game.upgrade());
    known.unwrap_or_else(|| {
        let game = Arc::new(AnyGame::of(rules.clone()));
        in_use.push((rules.clone(), Arc::downgrade(&game)));
        game
    })
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game=None, position=None, seed=Whole(0)), text_signature = "(game=None, position=None, seed=0)")]
    fn new(game: Option<GameArgument>, position: Option<&str>, seed: Seed) -> PyResult<Self> {
        let variant = match game {
            Some(game) => game.0,
            None => Variant::find("city-8").expect("it is in the catalogue"),
        };
        let game = shared(&variant.rules);
        let start = position.map(|text| game.parse(text)).transpose();
        let start = start.map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(Game { history: History::new(game, start), variant: Arc::new(variant), seed: seed.0 })
    }

    /// Reads the record of a game, as the program writes it, and replays it.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<Self> {
        let record = Record::read(text).map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(Game::of_record(record))
    }

    /// Returns the record of the game, which `from_record` and `petteia replay` read.
    #[pyo3(signature = (white="unknown", black="unknown"))]
    fn record(&self, white: &str, black: &str) -> String {
        let players = BySide { white: white.to_owned(), black: black.to_owned() };
        let header = Header { game: self.variant.name.clone(), players, seed: Some(self.seed) };
        Record { header, history: self.history.clone() }.to_string()
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Variant::clone(&self.variant))
    }

    /// The seed of the rolls and of the choices of agents.
    #[getter]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The text of the position, with the side to move and all counts.
    #[getter]
    pub fn position(&self) -> String {
        self.game().text(self.history.state().position())
    }

    /// The text of the position from which the game began.
    #[getter]
    fn start(&self) -> String {
        self.game().text(&self.history.position_after(0))
    }

    /// The pieces by the name of their square: `S` a stone, `V` a vagus, `A` an alligatus, `L` a leader, Black's in
    /// lower case; `#` an incitus.
    #[getter]
    fn pieces(&self) -> BTreeMap<String, char> {
        let board = self.game().rules().board;
        let letter = |square| self.game().letter(self.history.state().position(), square);
        board.each_square().filter_map(|square| Some((board.name(square), letter(square)?))).collect()
    }

    /// The side to move, `"white"` or `"black"`.
    #[getter]
    fn side(&self) -> &'static str {
        self.history.state().position().side().name()
    }

    /// The number of completed turns, in plies.
    #[getter]
    fn turn(&self) -> u32 {
        self.history.state().position().turn()
    }

    /// The number of turns since the last capture.
    #[getter]
    fn clock(&self) -> u32 {
        self.history.state().position().clock()
    }

    /// The pieces that White and Black have yet to place.
    #[getter]
    fn hands(&self) -> (u8, u8) {
        let hands = self.history.state().position().hands();
        (hands.white, hands.black)
    }

    /// The stones captured by White and by Black.
    #[getter]
    fn captured(&self) -> (u16, u16) {
        let captured = self.history.state().position().captured();
        (captured.white, captured.black)
    }

    /// The face that the die shows in this turn, or `None`.
    #[getter]
    fn die(&self) -> Option<u8> {
        self.history.state().position().roll()
    }

    /// The number of faces of the die if it must be rolled before the next move, otherwise `None`.
    #[getter]
    fn awaits_roll(&self) -> Option<u8> {
        let faces = self.game().awaits_roll(self.history.state().position());
        faces.filter(|_| self.history.state().outcome().is_none())
    }

    /// How the game ended, or `None` while it is in progress.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.history.state().outcome().map(Outcome)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.history.state().outcome().is_some()
    }

    /// The legal moves as texts; none if the game is over or the die must be rolled first.
    #[getter]
    pub fn legal_moves(&self) -> Vec<String> {
        if self.is_over() || self.awaits_roll().is_some() {
            return Vec::new();
        }
        let moves = self.game().legal_moves(self.history.state());
        moves.into_iter().map(|decision| self.game().move_text(decision)).collect()
    }

    /// The moves and rolls so far, as texts; a roll is `d` with the face.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.history.moments().iter().map(|moment| self.history.step_text(moment.step)).collect()
    }

    /// Makes a move given as text, and returns the squares that lost a piece.
    fn play(&mut self, r#move: &str) -> PyResult<Vec<String>> {
        let decision = self.legal(r#move)?;
        self.history.take(Step::Decision(decision));
        let events = self.history.moments().last().expect("a step was taken").events;
        Ok(self.names(events.lost.white | events.lost.black))
    }

    /// Returns the squares that would lose a piece by a move.
    fn captures(&self, r#move: &str) -> PyResult<Vec<String>> {
        let decision = self.legal(r#move)?;
        let events = self.game().play_unchecked(&mut self.history.state().position().clone(), decision);
        Ok(self.names(events.lost.white | events.lost.black))
    }

    /// Rolls the die, and returns the face: the given one, or that of the seed.
    #[pyo3(signature = (face=None))]
    fn roll(&mut self, face: Option<Whole<255>>) -> PyResult<u8> {
        let Some(faces) = self.awaits_roll() else {
            return Err(MoveError::new_err("no roll is due here"));
        };
        let turn = u64::from(self.turn());
        let by_seed = || 1 + GameRng::from_seed(game_seed(self.seed, ROLLS, turn)).below(faces.into()) as u8;
        let face = face.map_or_else(by_seed, |face| face.0 as u8);
        if !(1..=faces).contains(&face) {
            return Err(MoveError::new_err(format!("the die has the faces 1 to {faces}; {face} is none of them")));
        }
        self.history.take(Step::Roll(face));
        Ok(face)
    }

    /// Takes back moves and rolls, one by default.
    #[pyo3(signature = (steps=Whole(1)), text_signature = "($self, steps=1)")]
    fn undo(&mut self, steps: Count) -> PyResult<()> {
        let steps = steps.0 as usize;
        let taken = self.history.moments().len();
        let Some(left) = taken.checked_sub(steps) else {
            return Err(MoveError::new_err(format!("only {taken} moves and rolls can be taken back, not {steps}")));
        };
        self.history.rewind(left);
        Ok(())
    }

    /// Returns the move that an agent chooses here; the same seed gives the same move.
    #[pyo3(signature = (agent, seed=None))]
    fn choose(&self, py: Python<'_>, agent: AgentArgument, seed: Option<Seed>) -> PyResult<String> {
        self.think(py, agent, seed).map(|(choice, _)| self.game().move_text(choice))
    }

    /// Returns what an agent thinks of the position, as a `petteia.Thought`; the same seed gives the same thought.
    #[pyo3(signature = (agent, seed=None))]
    fn analyse<'py>(&self, py: Python<'py>, agent: AgentArgument, seed: Option<Seed>) -> PyResult<Bound<'py, PyAny>> {
        let (choice, thought) = self.think(py, agent, seed)?;
        let text = |decision| self.game().move_text(decision);
        let line: Vec<String> = thought.line.into_iter().map(text).collect();
        let fields = (text(choice), thought.score, thought.wins_in, thought.depth, thought.nodes, line);
        py.import("petteia.thoughts")?.getattr("Thought")?.call1(fields)
    }

    /// Returns the position as numbers, as an array of numpy with the shape (7, ranks, files) and the values 0 and 1: stones,
    /// turned stones (vagi or alligati) and leaders of the side to move, those of the other side, and dead squares. Rank 1
    /// and file a come first.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.game().rules().board;
        let planes = numbers::planes(self.game(), self.history.state());
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("frombuffer", (PyByteArray::new(py, &planes), "uint8"))?;
        array.call_method1("reshape", ((numbers::PLANES, board.ranks, board.files),))
    }

    /// Returns the legal moves as numbers, in the order of `legal_moves`, as an array of numpy with the shape (moves, 2):
    /// the square from which a move begins and that on which it ends, counted from 0 along the ranks, or -1 where it has
    /// none. Two chains of leaps may have the same ends.
    fn moves_to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let is_open = !self.is_over() && self.awaits_roll().is_none();
        let moves = if is_open { numbers::moves(self.game(), self.history.state()) } else { Vec::new() };
        let array = py.import("numpy")?.call_method1("array", (moves, "int16"))?;
        array.call_method1("reshape", ((-1, 2),))
    }

    /// Plays random games from here on all cores, and returns how many White won, how many nobody won, and how many Black
    /// won. The same seed gives the same games.
    #[pyo3(signature = (games=Whole(100), seed=Whole(0)), text_signature = "($self, games=100, seed=0)")]
    fn playouts(&self, py: Python<'_>, games: Count, seed: Seed) -> PyResult<(u64, u64, u64)> {
        check_limits(&self.variant.name, self.variant.rules.limits).map_err(RulesError::new_err)?;
        let (game, state) = (self.game(), self.history.state());
        let counts = in_background(py, |stop| numbers::playouts(game, state, games.0, seed.0, stop))?;
        let [white, drawn, black] = counts.expect("only a signal stops the games, and it was raised");
        Ok((white, drawn, black))
    }

    /// Returns a copy of the game, which can be played on independently.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> Self {
        self.clone()
    }

    /// Two games are equal if they have the same rules, the same steps from the same start and the same seed.
    fn __eq__(&self, other: &Self) -> bool {
        let content = |game: &Self| (game.seed, game.start(), game.history.steps());
        self.variant == other.variant && content(self) == content(other)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_record")?, (self.record("unknown", "unknown"),)))
    }

    fn __str__(&self) -> String {
        let (game, state) = (self.game(), self.history.state());
        format!("{}\n{}", on_terminal(game, state.position(), BoardStyle::default()), status(game, state))
    }

    fn __repr__(&self) -> String {
        format!("petteia.Game({:?}, {:?})", self.variant.name, self.position())
    }

    fn _repr_svg_(&self) -> String {
        let diagram = Diagram {
            title: self.variant.name.clone(),
            note: status(self.game(), self.history.state()),
            ..self.history.diagram(self.history.moments().len())
        };
        svg(&diagram, &self.position())
    }
}

impl Game {
    /// Creates the game of a record.
    pub fn of_record(Record { header, history }: Record) -> Self {
        let variant = Variant { name: header.game, rules: history.game().rules().clone() };
        Game { variant: Arc::new(variant), history, seed: header.seed.unwrap_or_default() }
    }

    /// Returns a game that has come this far as an object of Python.
    pub fn shown(py: Python<'_>, variant: Variant, history: History, seed: u64) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Game { variant: Arc::new(variant), history, seed })?.into_any())
    }

    fn game(&self) -> &AnyGame {
        self.history.game()
    }

    fn think(&self, py: Python<'_>, agent: AgentArgument, seed: Option<Seed>) -> PyResult<(Move, Thought)> {
        self.check_open()?;
        let player = agent.ready(py, &self.variant, Game::shown)?;
        let seed =
            seed.map_or_else(|| game_seed(self.seed, AGENTS, self.history.moments().len() as u64), |seed| seed.0);
        let decide = |stop: &AtomicBool| player.spec.think(&self.history, seed, 1, &heeding(stop));
        let decided = in_background(py, decide)?;
        player.check(py)?;
        let thought = decided.map(|(choice, thoughts)| (choice, thoughts.into_iter().next().unwrap_or_default()));
        thought.map_err(|error| MoveError::new_err(format!("`{}`: {error}", player.spec)))
    }

    fn names(&self, set: AnySet) -> Vec<String> {
        self.game().rules().board.names(set.squares())
    }

    /// Rejects a game in which no move can be made.
    fn check_open(&self) -> PyResult<()> {
        if self.is_over() {
            return Err(MoveError::new_err("the game is over, so there are no moves"));
        }
        match self.awaits_roll() {
            Some(_) => Err(MoveError::new_err("roll the die first, with `roll()`")),
            None => Ok(()),
        }
    }

    /// Returns the legal move of a text.
    fn legal(&self, text: &str) -> PyResult<Move> {
        self.check_open()?;
        self.game().parse_move_in(self.history.state(), text).map_err(|error| MoveError::new_err(error.to_string()))
    }
}

/// A game in progress, or the start of the rules that an argument names.
pub struct GameOrRules {
    pub variant: Variant,
    pub position: petteia_engine::AnyPosition,
}

impl FromPyObject<'_, '_> for GameOrRules {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(game) = argument.cast::<Game>() {
            let game = game.try_borrow().map_err(|error| PyTypeError::new_err(error.to_string()))?;
            return Ok(GameOrRules {
                variant: Variant::clone(&game.variant),
                position: *game.history.state().position(),
            });
        }
        let variant = argument.extract::<GameArgument>()?.0;
        let position = AnyGame::of(variant.rules.clone()).start();
        Ok(GameOrRules { variant, position })
    }
}
