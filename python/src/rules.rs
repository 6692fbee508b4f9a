//! Games by name, and their rules.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use petteia::GamesJson;
use petteia_engine::diagram::Diagram;
use petteia_engine::{AnyGame, explain};
use petteia_players::config::{OwnVariant, Variant, check_limits, template};
use petteia_reports::board::svg;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::RulesError;

/// The rules of a game, with its name. `petteia.rules` makes them.
#[pyclass(module = "petteia", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub struct Rules(pub Variant);

/// Anything that names a game: rules, a text, a path or a table.
pub struct GameArgument(pub Variant);

impl FromPyObject<'_, '_> for GameArgument {
    type Error = PyErr;

    fn extract(game: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = game.cast::<Rules>() {
            return Ok(GameArgument(rules.get().0.clone()));
        }
        if game.cast::<PyDict>().is_ok() {
            return table(&game).map(GameArgument);
        }
        let text = match game.cast::<PyString>() {
            Ok(text) => text.to_string(),
            Err(_) => game.extract::<PathBuf>().map_err(|_| not_a_game(&game))?.to_string_lossy().into_owned(),
        };
        Variant::find(&text).map(GameArgument).map_err(|error| RulesError::new_err(error.to_string()))
    }
}

fn not_a_game(found: &Bound<PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a game is a text such as \"city-8+vagi\", the path of a game file, a table, or rules, not a value of type `{kind}`"
    ))
}

/// Reads a game of one's own from a dictionary with the keys of a game file.
fn table(game: &Bound<PyAny>) -> PyResult<Variant> {
    let wrong = |message: String| RulesError::new_err(message);
    let text: String = game.py().import("json")?.call_method1("dumps", (game,))?.extract()?;
    let table: toml::Table = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let own: OwnVariant = table.try_into().map_err(|error: toml::de::Error| wrong(error.message().to_owned()))?;
    let rules = own.checked().map_err(|defects| wrong(defects.to_string()))?;
    Ok(Variant { name: own.full_name(), rules })
}

impl GameArgument {
    /// Returns the game if its games end.
    pub fn with_limits(self) -> PyResult<Variant> {
        check_limits(&self.0.name, self.0.rules.limits).map_err(RulesError::new_err)?;
        Ok(self.0)
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new(game: GameArgument) -> Self {
        Rules(game.0)
    }

    /// The name with its switches, as in tables and figures.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The number of files of the board.
    #[getter]
    fn files(&self) -> u8 {
        self.0.rules.board.files
    }

    /// The number of ranks of the board.
    #[getter]
    fn ranks(&self) -> u8 {
        self.0.rules.board.ranks
    }

    /// The text of the start position.
    #[getter]
    fn start(&self) -> String {
        let game = self.game();
        game.text(&game.start())
    }

    /// Whether both sides have the same pieces, start and rules, so that they differ only in who moves first.
    #[getter]
    fn sides_are_equal(&self) -> bool {
        self.0.rules.sides_are_equal()
    }

    /// The rules as a dictionary with the fields of docs/own-games.md. A field that is off is `None`; rare fields are left
    /// out where they have their usual value.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&*self.0.rules).expect("rules are plain data");
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The rules in plain words: a list of a topic and its sentences.
    #[getter]
    fn sections(&self) -> Vec<(&'static str, Vec<String>)> {
        explain(&self.0.rules).into_iter().map(|section| (section.title, section.sentences)).collect()
    }

    /// Returns the rules in plain words, as `petteia games` prints them.
    fn explain(&self) -> String {
        let sections: Vec<String> = explain(&self.0.rules).iter().map(ToString::to_string).collect();
        sections.join("\n")
    }

    /// Returns the rules as the text of a game file, with a comment on every field.
    fn toml(&self) -> String {
        template(&self.0)
    }

    /// Returns the game with more switches, such as `"+vagi-edge"`.
    fn with_switches(&self, switches: &str) -> PyResult<Self> {
        let Variant { name, rules } = &self.0;
        let wrong = |error: &dyn std::fmt::Display| RulesError::new_err(format!("`{name}{switches}`: {error}"));
        let rules = (**rules).clone().with_overlay(switches).map_err(|error| wrong(&error))?;
        let rules = rules.check().map_err(|error| wrong(&error))?;
        Ok(Rules(Variant { name: format!("{name}{switches}"), rules }))
    }

    fn __repr__(&self) -> String {
        format!("petteia.rules({:?})", self.0.name)
    }

    fn __str__(&self) -> &str {
        self.name()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.text().hash(&mut hasher);
        hasher.finish()
    }

    fn _repr_svg_(&self) -> String {
        let game = self.game();
        let diagram = Diagram { title: self.0.name.clone(), ..Diagram::of(&game, &game.start()) };
        svg(&diagram, &game.text(&game.start()))
    }
}

impl Rules {
    fn game(&self) -> AnyGame {
        AnyGame::of(self.0.rules.clone())
    }
}

/// Returns the catalogue and the switches, as `petteia games --json` lists them.
#[pyfunction]
pub fn games() -> String {
    serde_json::to_string(&GamesJson::all()).expect("the catalogue is plain data")
}
