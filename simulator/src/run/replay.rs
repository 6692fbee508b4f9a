//! A game of a run, played again: it is a function of the plan and its number, and must end as the tables say.

use std::fs::File;
use std::path::{Path, PathBuf};

use petteia_engine::{BySide, CheckedRules, Game, Geometry, OnBoard, game_seed, with_geometry};
use polars::prelude::{DataFrame, ParquetReader, PolarsError, SerReader};

use super::RunError;
use super::manifest::Manifest;
use super::parts::Table;
use crate::agents::AgentError;
use crate::experiment::{Cell, Plan};
use crate::play::steps_of_game;
use crate::record::{Header, History, Record, result_text};

/// Why a game of a run cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The folder is no run, or its manifest cannot be understood.
    #[error(transparent)]
    NoRun(#[from] RunError),
    /// The run has no such cell.
    #[error("there is no cell {cell} in this run; its cells are 0 to {last}")]
    NoCell {
        /// The cell asked for.
        cell: usize,
        /// The last one.
        last: usize,
    },
    /// The cell has no such game.
    #[error("there is no game {game} in cell {cell}; its games are 0 to {last}")]
    NoGame {
        /// The game asked for.
        game: u64,
        /// Its cell.
        cell: usize,
        /// The last one.
        last: u64,
    },
    /// An agent lacks what it played with.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game ends otherwise than in the run.
    #[error("played again the game is {again}, but the run's table says {recorded}: another version played it")]
    Differs {
        /// How it ends now.
        again: String,
        /// How it ended.
        recorded: String,
    },
    /// A table cannot be read.
    #[error("{}: {source}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        source: PolarsError,
    },
}

/// Plays a game of a run folder again, and makes sure that it ends as the run's table says, if it was played there.
///
/// # Errors
/// The folder is no run, has no such game, or the game ends otherwise.
pub fn replay_game(folder: &Path, cell: usize, game: u64) -> Result<Record, ReplayError> {
    Replays::of(folder, &Manifest::read(folder)?.plan()?).game(cell, game)
}

/// The games of a run folder, to be played again.
pub struct Replays<'a> {
    folder: &'a Path,
    plan: &'a Plan,
}

impl<'a> Replays<'a> {
    /// Those of a folder with this plan.
    pub fn of(folder: &'a Path, plan: &'a Plan) -> Self {
        Replays { folder, plan }
    }

    /// One of them, as [`replay_game`] gives it.
    pub fn game(&self, cell: usize, game: u64) -> Result<Record, ReplayError> {
        let plan = self.plan;
        let Some(planned) = plan.cells.get(cell) else {
            return Err(ReplayError::NoCell { cell, last: plan.cells.len().saturating_sub(1) });
        };
        if game >= planned.games {
            return Err(ReplayError::NoGame { game, cell, last: planned.games.saturating_sub(1) });
        }
        planned.check_agents()?;
        let seed = game_seed(plan.seed, planned.stream(), game);
        let again = with_geometry(planned.rules.board, PlayAgain { cell: planned, opening: plan.opening, seed });
        match recorded_result(self.folder, planned, game)? {
            Some(recorded) if recorded != again.text => Err(ReplayError::Differs { again: again.text, recorded }),
            _ => Ok(again.record),
        }
    }
}

struct PlayAgain<'a> {
    cell: &'a Cell,
    opening: u32,
    seed: u64,
}

/// A game played again.
struct Again {
    record: Record,
    /// The result and the plies, as [`recorded_result`] writes them.
    text: String,
}

fn summary(result: &str, plies: u32) -> String {
    format!("{result} after {plies} turns")
}

impl OnBoard for PlayAgain<'_> {
    type Output = Again;

    fn run<G: Geometry>(self, geometry: G) -> Again {
        let cell = self.cell;
        let rules: CheckedRules = cell.rules.clone();
        let game = Game::new(rules.clone(), geometry);
        let mut agents = BySide { white: cell.white.make(), black: cell.black.make() };
        let steps = steps_of_game(&game, &mut agents, self.opening, self.seed);
        let mut history = History::new(game, None);
        steps.into_iter().for_each(|step| history.take(step));
        let players = BySide { white: cell.white.to_string(), black: cell.black.to_string() };
        let header = Header { game: cell.variant.clone(), rules, players, seed: Some(self.seed) };
        let text = summary(&result_text(history.state().outcome()), history.state().position().turn());
        Again { record: Record::of(header, &history), text }
    }
}

/// What the run's table says of a game; `None` when its part is not written yet.
fn recorded_result(folder: &Path, cell: &Cell, game: u64) -> Result<Option<String>, ReplayError> {
    let path = Table::Games.part(folder, &cell.unit(game / cell.unit_games()));
    if !path.exists() {
        return Ok(None);
    }
    let table_error = |source| ReplayError::Table { path: path.clone(), source };
    let file = File::open(&path).map_err(|error| table_error(error.into()))?;
    let columns = ["game", "winner", "reason", "plies"].map(str::to_owned);
    let table = ParquetReader::new(file).with_columns(Some(columns.into())).finish().map_err(table_error)?;
    row_text(&table, game).map_err(table_error)
}

fn row_text(table: &DataFrame, game: u64) -> Result<Option<String>, PolarsError> {
    let games = table.column("game")?.u64()?;
    let Some(row) = games.iter().position(|number| number == Some(game)) else { return Ok(None) };
    let reason = table.column("reason")?.str()?.get(row).unwrap_or_default();
    let nobody = if reason == "turn_cap" { "unfinished" } else { "draw" };
    let winner = table.column("winner")?.str()?.get(row).unwrap_or(nobody);
    let plies = table.column("plies")?.u32()?.get(row).unwrap_or_default();
    Ok(Some(summary(&format!("{winner} by {reason}"), plies)))
}
