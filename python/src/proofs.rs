//! What can be proved: endgame tables, fortresses, and games that are draws.

use std::path::PathBuf;
use std::time::Duration;

use petteia_engine::{AnyGame, Side, SquareSet};
use petteia_players::agents::cache;
use petteia_proofs::endgame::{Census, Endgames, Ending, SolveOptions};
use petteia_proofs::fortress::{Answer, Example, Ground, army, dangers, prove, smallest};
use petteia_proofs::theorems;
use pyo3::prelude::*;
use pyo3::types::PyDict;

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
    let ending = endgames.setting().ending(pieces).map_err(refused)?;
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

    /// Returns the rows of the table `endgames` for this ending and those that captures lead to.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let setting = self.endgames.setting();
        let seats = setting.endings_below(self.ending).into_iter().flat_map(|ending| setting.seats(ending));
        let row = |seat: petteia_proofs::endgame::Seat| {
            let census = self.endgames.census(seat).expect("all endings were solved");
            let row = counts(py, census)?;
            row.set_item("variant", &self.rules.0.name)?;
            row.set_item("own", seat.own.to_string())?;
            row.set_item("other", seat.other.to_string())?;
            let side = (!setting.colours_are_alike()).then(|| seat.side.name());
            row.set_item("side", side)?;
            Ok(row)
        };
        seats.map(row).collect()
    }
}

fn counts<'py>(py: Python<'py>, census: &Census) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    let in_one = census.wins_by_plies.get(1).copied().unwrap_or(0);
    let numbers = [
        ("entries", census.entries),
        ("placements", census.placements),
        ("over", census.over),
        ("won", census.won),
        ("drawn", census.drawn),
        ("lost", census.lost),
        ("won_at_once", census.won_at_once),
        ("won_in_one", in_one),
    ];
    for (name, number) in numbers {
        row.set_item(name, number)?;
    }
    for (name, longest) in [("longest_win", &census.longest_win), ("longest_loss", &census.longest_loss)] {
        row.set_item(name, longest.as_ref().map(|line| line.plies))?;
        row.set_item(format!("{name}_example"), longest.as_ref().map(|line| line.example.as_str()))?;
    }
    row.set_item("drawn_example", census.drawn_example.as_deref())?;
    Ok(row)
}

/// Returns whether a side has a fortress in a position, as the keys of `petteia fortress --json`.
#[pyfunction]
pub fn fortress<'py>(py: Python<'py>, game: GameOrRules, side: &str) -> PyResult<Bound<'py, PyDict>> {
    let GameOrRules { variant, position } = game;
    let game = AnyGame::of(variant.rules);
    let (board, side) = (game.rules().board, side_of(side)?);
    let found = PyDict::new(py);
    found.set_item("side", side.name())?;
    match prove(&game, &position, side) {
        Answer::Fortress(fortress) => {
            let waiting = fortress.waiting(&game, &Ground::of(&game, &position, side), side);
            let dangers = dangers(&game, &position, side, &fortress);
            found.set_item("verdict", "fortress")?;
            found.set_item("wall", board.names(fortress.wall.squares()))?;
            found.set_item("waiting", waiting.names(board))?;
            found.set_item("again", waiting.again)?;
            found.set_item("dangers", dangers.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        }
        Answer::Breach(breach) => {
            let failing = breach.failing.iter().map(|&(square, weakness)| (board.name(square), weakness.text()));
            found.set_item("verdict", "none")?;
            found.set_item("holding", board.names(breach.holding.squares()))?;
            found.set_item("failing", failing.collect::<Vec<_>>())?;
            found.set_item("reason", breach.shuttle.text())?;
        }
        Answer::NotCovered(reason) => {
            found.set_item("verdict", "not_covered")?;
            found.set_item("reason", reason.to_string())?;
        }
    }
    Ok(found)
}

/// A wall, the moves with which the owner waits, the number of the move from which they repeat, and the square of the
/// leader.
type Formation = (Vec<String>, Vec<String>, usize, Option<String>);

/// Returns the number of pieces of the smallest fortresses of a side, and all their kinds; `None` if no fortress has at
/// most `most` pieces.
#[pyfunction]
#[pyo3(signature = (game, side, most=None))]
pub fn smallest_fortress(
    py: Python<'_>,
    game: GameArgument,
    side: &str,
    most: Option<u32>,
) -> PyResult<Option<(u32, Vec<Formation>)>> {
    let side = side_of(side)?;
    let game = AnyGame::of(game.0.rules);
    let most = most.unwrap_or_else(|| army(&game, side));
    let found = in_background(py, |stop| smallest(&game, side, most, |_| heeding(stop).check()))?;
    let board = game.rules().board;
    let formation = |example: &Example| {
        let waiting = example.waiting(&game, side);
        let leader = board.names(example.leader.squares()).pop();
        (board.names(example.fortress.wall.squares()), waiting.names(board), waiting.again, leader)
    };
    let found = found.map_err(refused)?;
    Ok(found.map(|found| (found.pieces, found.examples.iter().map(formation).collect())))
}

/// Returns the game of a theorem that makes a game a draw with best play; `None` if no theorem is known.
#[pyfunction]
pub fn proved_draw(game: GameArgument) -> Option<&'static str> {
    theorems::proved_draw(&game.0.rules).map(|draw| draw.game)
}
