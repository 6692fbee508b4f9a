//! What can be proved: endgame tables, fortresses, and games that are draws.

use std::path::PathBuf;
use std::time::Duration;

use petteia::{SideJson, SmallestJson};
use petteia_engine::{AnyGame, Side};
use petteia_players::agents::cache;
use petteia_proofs::endgame::{Endgames, Ending, SolveOptions};
use petteia_proofs::fortress::{army, smallest};
use petteia_proofs::theorems;
use petteia_reports::endings::endings_frame;
use petteia_simulator::endings::summaries;
use pyo3::prelude::*;
use serde::Serialize;

use crate::background::{heeding, in_background};
use crate::errors::{Error, PositionError, ProofError};
use crate::game::{GameOrRules, Outcome};
use crate::rules::{GameArgument, Rules};

/// Returns the side that an argument names.
fn side_of(text: &str) -> PyResult<Side> {
    let found = Side::BOTH.into_iter().find(|side| side.name() == text);
    found.ok_or_else(|| Error::new_err(format!("`side` is \"{text}\"; give \"white\" or \"black\"")))
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    ProofError::new_err(error.to_string())
}

/// The endgame tables of an ending and of all endings that captures lead to.
#[pyclass(module = "petteia", frozen)]
pub struct Endgame {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    ending: Ending,
    endgames: Endgames,
}

const BYTES_PER_GIBIBYTE: f64 = (1_u64 << 30) as f64;
const SAVE_EVERY: Duration = Duration::from_secs(600);

/// Reads the tables of an ending from a folder, and computes what is missing there. By default the folder is that of
/// the tables which agents compute on demand.
#[pyfunction]
#[pyo3(signature = (game, pieces, folder=None, memory=2.0))]
pub fn endgame(
    py: Python<'_>,
    game: GameArgument,
    pieces: &str,
    folder: Option<PathBuf>,
    memory: f64,
) -> PyResult<Endgame> {
    let variant = game.0;
    let pieces: Ending = pieces.parse().map_err(refused)?;
    let mut endgames = Endgames::new(&variant.rules).map_err(refused)?;
    let ending = endgames.context().ending(pieces).map_err(refused)?;
    let in_cache = || cache("endgames").map(|cache| endgames.folder_in(&cache));
    let folder = folder.or_else(in_cache).ok_or_else(|| refused("there is no folder for caches; give a `folder`"))?;
    let memory = (memory * BYTES_PER_GIBIBYTE) as u64;
    let options = SolveOptions { folder, memory, save_every: SAVE_EVERY };
    in_background(py, |stop| endgames.solve(ending, &options, &heeding(stop)))?.map_err(refused)?;
    Ok(Endgame { rules: Rules(variant), ending, endgames })
}

/// A value for the player who has it: `"win"`, `"draw"` or `"loss"`, and the plies to it.
type Named = (&'static str, Option<u16>);

#[pymethods]
impl Endgame {
    /// The pieces of White and Black, such as `"4v1"`.
    #[getter]
    fn pieces(&self) -> String {
        self.ending.to_string()
    }

    /// Returns the value of a position for the side to move, the outcome if the game is over, and each legal move with
    /// its value for the player who makes it, best first.
    #[expect(clippy::type_complexity, reason = "petteia.Endgame.probe gives the parts names")]
    fn probe(&self, position: &str) -> PyResult<(Named, Option<Outcome>, Vec<(String, &'static str, Option<u16>)>)> {
        let game = self.endgames.game();
        let position = game.parse(position).map_err(|error| PositionError::new_err(error.to_string()))?;
        let probed = self.endgames.probe(&position).map_err(refused)?;
        let moves = probed.moves.into_iter().map(|(decision, value)| {
            let (value, plies) = value.named();
            (game.move_text(decision), value, plies)
        });
        Ok((probed.value.named(), probed.outcome.map(Outcome), moves.collect()))
    }

    /// Makes sure that a game has the rules of the tables, whatever its limits.
    fn check_rules(&self, rules: PyRef<Rules>) -> PyResult<()> {
        let (own, other) = (&self.rules.0, &rules.0);
        if own.rules.unlimited() == other.rules.unlimited() {
            return Ok(());
        }
        Err(ProofError::new_err(format!("these are the tables of {}, and the game is {}", own.name, other.name)))
    }

    /// Returns the rows of the table `endgames` for this ending and those that captures lead to, as JSON.
    fn rows(&self) -> String {
        let endings = self.endgames.context().endings_below(self.ending);
        json(&endings_frame(&summaries(&self.rules.0.name, &self.endgames, &endings)))
    }
}

fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("it is plain data")
}

/// Returns whether a side has a fortress in a position, as `petteia fortress --json` says it.
#[pyfunction]
pub fn fortress(game: GameOrRules, side: &str) -> PyResult<String> {
    let GameOrRules { variant, position } = game;
    let found = SideJson::of(&AnyGame::of(variant.rules), &position, side_of(side)?);
    Ok(json(&found))
}

/// Returns the smallest fortresses of a side, as `petteia fortress --smallest --json` lists them.
#[pyfunction]
#[pyo3(signature = (game, side, most=None))]
pub fn smallest_fortress(py: Python<'_>, game: GameArgument, side: &str, most: Option<u32>) -> PyResult<String> {
    let side = side_of(side)?;
    let game = AnyGame::of(game.0.rules);
    let most = most.unwrap_or_else(|| army(&game, side));
    let found = in_background(py, |stop| smallest(&game, side, most, |_| heeding(stop).check()))?;
    Ok(json(&SmallestJson::of(&game, side, most, found.map_err(refused)?.as_ref())))
}

/// Returns the game of a theorem that makes a game a draw with best play; `None` if no theorem is known.
#[pyfunction]
pub fn proved_draw(game: GameArgument) -> Option<&'static str> {
    theorems::proved_draw(&game.0.rules).map(|draw| draw.game)
}
