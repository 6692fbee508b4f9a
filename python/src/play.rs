//! Plays games on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petteia_engine::{BySide, Side, Simd, SquareCounts, game_seed};
use petteia_players::{GameRow, Matchup, Orders, seeds};
use petteia_simulator::cell::{course_columns, depth_columns};
use petteia_tables::{Builder, Frame};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;

use crate::agents::{AgentArgument, between, threads_for};
use crate::arrow;
use crate::background::{in_background, pool};
use crate::game::Game;
use crate::rules::{GameArgument, Rules};
use crate::whole::Count;

/// Games between two agents, one row each, with the columns of the table `games`.
#[pyclass(module = "petteia", frozen)]
pub struct Games {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    /// White's agent, as text.
    #[pyo3(get)]
    white: String,
    /// Black's agent, as text.
    #[pyo3(get)]
    black: String,
    /// The seed of all games.
    #[pyo3(get)]
    seed: u64,
    /// The number of random decisions before the agents play.
    #[pyo3(get)]
    opening: u32,
    matchup: Matchup,
    rows: Vec<GameRow>,
}

/// Games between random players are played this many at a time, searches that share lanes in groups that fill them.
const RANDOM_AT_ONCE: u64 = 20_000;
const IN_LANES_AT_ONCE: u64 = 128;
/// All other games are divided into this many portions for each thread, so that no thread waits long for another.
const PORTIONS: u64 = 16;

/// Plays `games` games between `white` and `black`. `progress` is called now and then with the number of games played.
#[pyfunction]
#[pyo3(signature = (game, white, black, games, seed, opening, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "petteia.play gives them names and defaults")]
pub fn play(
    py: Python<'_>,
    game: GameArgument,
    white: AgentArgument,
    black: AgentArgument,
    games: u64,
    seed: u64,
    opening: u32,
    threads: usize,
    progress: &Bound<PyAny>,
) -> PyResult<Games> {
    let variant = game.with_limits()?;
    let players = [white.ready(py, &variant, Game::shown)?, black.ready(py, &variant, Game::shown)?];
    let [white, black] = players.each_ref().map(|player| player.spec.clone());
    let matchup = Matchup { rules: variant.rules.clone(), agents: BySide { white, black }, opening };
    let stream = seeds::stream_of_matchup(&variant.name, &matchup.agents);
    let pool = pool(threads_for(&players, threads))?;
    let work = |stop: &AtomicBool, played: &AtomicU64| {
        pool.install(|| play_all(&matchup, games, &|number| game_seed(seed, stream, number), stop, played))
    };
    let rows = between(py, &players, progress, work)?;
    let rows = rows.expect("only a signal stops the games, and it was raised");
    let [white, black] = players.each_ref().map(|player| player.spec.to_string());
    Ok(Games { rules: Rules(variant), white, black, seed, opening, matchup, rows })
}

/// Plays games in portions; `None` if they are stopped.
fn play_all(
    matchup: &Matchup,
    games: u64,
    seed: &(dyn Fn(u64) -> u64 + Sync),
    stop: &AtomicBool,
    played: &AtomicU64,
) -> Option<Vec<GameRow>> {
    let portion = if matchup.is_random() && matchup.plays_in_lanes() {
        RANDOM_AT_ONCE
    } else if matchup.plays_in_lanes() {
        IN_LANES_AT_ONCE
    } else {
        games.div_ceil(PORTIONS * rayon::current_num_threads() as u64).max(1)
    };
    let play = |number: u64| {
        let games_played = |more| {
            played.fetch_add(more, Ordering::Relaxed);
        };
        let games = number * portion..games.min((number + 1) * portion);
        let orders = Orders { games, seed, simd: Simd::best(), stop, games_played: &games_played };
        matchup.play(orders, &mut SquareCounts::default())
    };
    let portions: Option<Vec<Vec<GameRow>>> = (0..games.div_ceil(portion)).into_par_iter().map(play).collect();
    portions.map(|portions| portions.into_iter().flatten().collect())
}

#[pymethods]
impl Games {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Plays a game of the table again, and returns it at its end.
    fn replay(&self, py: Python<'_>, game: Count) -> PyResult<Game> {
        let game = game.0 as usize;
        let Some(row) = self.rows.get(game) else {
            let message = format!("there is no game {game}; the games are 0 to {}", self.rows.len().saturating_sub(1));
            return Err(PyIndexError::new_err(message));
        };
        let record = in_background(py, |_| self.matchup.record(&self.rules.0.name, row.seed))?;
        Ok(Game::of_record(record))
    }

    /// The table as a stream of Arrow, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        slf: Py<Self>,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::stream(py, slf.get().rows.len(), move |rows| slf.get().frame(rows), requested_schema)
    }
}

impl Games {
    /// Returns a range of rows with all columns.
    fn frame(&self, rows: Range<usize>) -> Frame {
        use petteia_tables::schema::games::*;
        let mut table = Builder::of(&self.rows[rows]);
        table.text(VARIANT, &self.rules.0.name);
        table.text(WHITE, &self.white);
        table.text(BLACK, &self.black);
        table.column(GAME, |row| row.game);
        table.column(SEED, |row| row.seed);
        table.column(WINNER, |row| row.outcome.winner.map(Side::name));
        table.column(REASON, |row| row.outcome.reason.name());
        table.column(ADJUDICATED, |row| self.matchup.rules.adjudicates(row.outcome.reason));
        table.column(PLIES, |row| row.plies);
        course_columns(&mut table);
        depth_columns(&mut table, |row| row.depths);
        table.finish()
    }
}
