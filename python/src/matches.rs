//! Matches: pairs of games with exchanged colours.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petteia_engine::{BySide, Side, Simd};
use petteia_players::Matchup;
use petteia_simulator::cell::{Cell, How, Kind, ResultRow, Rows, depth_columns};
use petteia_tables::{Builder, ContestTally, Frame};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;

use crate::agents::{AgentArgument, between, threads_for};
use crate::arrow;
use crate::background::pool;
use crate::errors::Error;
use crate::game::Game;
use crate::rules::{GameArgument, Rules};

/// A match of two agents, one row per game, with the columns of the table `pairs`.
#[pyclass(module = "petteia", frozen)]
pub struct Match {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    /// The first agent, as text.
    #[pyo3(get)]
    first: String,
    /// The second agent, as text.
    #[pyo3(get)]
    second: String,
    /// The seed of all games.
    #[pyo3(get)]
    seed: u64,
    /// The number of random decisions in the opening of each pair.
    #[pyo3(get)]
    opening: u32,
    games: Vec<ResultRow>,
}

/// Plays `pairs` pairs of games. `progress` is called now and then with the number of games played.
#[pyfunction]
#[pyo3(signature = (first, second, game, pairs, seed, opening, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "petteia.match gives them names and defaults")]
pub fn play_match(
    py: Python<'_>,
    first: AgentArgument,
    second: AgentArgument,
    game: GameArgument,
    pairs: u64,
    seed: u64,
    opening: u32,
    threads: usize,
    progress: &Bound<PyAny>,
) -> PyResult<Match> {
    let variant = game.with_limits()?;
    let players = [first.ready(py, &variant, Game::shown)?, second.ready(py, &variant, Game::shown)?];
    let [white, black] = players.each_ref().map(|player| player.spec.clone());
    let matchup = Matchup { rules: variant.rules.clone(), agents: BySide { white, black }, opening };
    let cell = Cell::new(variant.name.clone(), matchup, Kind::Pairs, seed);
    let pool = pool(threads_for(&players, threads))?;
    let work = |stop: &AtomicBool, played: &AtomicU64| {
        let play = |pair| {
            let games_played = |more| {
                played.fetch_add(more, Ordering::Relaxed);
            };
            let how = How { simd: Simd::best(), stop, games_played: &games_played, tables: None };
            cell.play(pair..pair + 1, how).map(|played| match played.map(|played| played.rows) {
                Some(Rows::Results(rows)) => rows,
                // Nothing is kept of a match that was stopped.
                _ => Vec::new(),
            })
        };
        pool.install(|| (0..pairs).into_par_iter().map(play).collect::<Result<Vec<_>, _>>())
    };
    let games = between(py, &players, progress, work)?.map_err(|error| Error::new_err(error.to_string()))?;
    let games = games.into_iter().flatten().collect();
    let [first, second] = players.each_ref().map(|player| player.spec.to_string());
    Ok(Match { rules: Rules(variant), first, second, seed, opening, games })
}

#[pymethods]
impl Match {
    /// The number of games.
    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Wins of the first agent, wins of the second, draws, and unfinished games.
    #[getter]
    fn results(&self) -> (u64, u64, u64, u64) {
        let ContestTally { wins: [first, second], draws, unfinished, .. } = self.tally();
        (first, second, draws, unfinished)
    }

    /// The number of pairs in which the first agent scored 0, ½, 1, 1½ and 2 points.
    #[getter]
    fn pairs(&self) -> [u64; 5] {
        self.tally().pairs.0
    }

    /// The table as a stream of Arrow, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        slf: Py<Self>,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::stream(py, slf.get().games.len(), move |rows| slf.get().frame(rows), requested_schema)
    }
}

impl Match {
    fn tally(&self) -> ContestTally {
        let mut tally = ContestTally::default();
        self.games.chunks_exact(2).for_each(|pair| tally.add([pair[0].outcome, pair[1].outcome]));
        tally
    }

    /// Returns a range of rows with all columns.
    fn frame(&self, rows: Range<usize>) -> Frame {
        use petteia_tables::schema::contests::*;
        let agent = |is_second: bool| if is_second { self.second.as_str() } else { &self.first };
        let mut table = Builder::of(&self.games[rows]);
        table.text(VARIANT.text(), &self.rules.0.name);
        table.text(FIRST.text(), &self.first);
        table.text(SECOND.text(), &self.second);
        table.column(PAIR, |row| row.game >> 1);
        table.column(GAME, |row| u32::from(row.is_swapped));
        table.column(WHITE.text(), |row| agent(row.is_swapped));
        table.column(BLACK.text(), |row| agent(!row.is_swapped));
        table.column(WINNER, |row| row.outcome.winner.map(Side::name));
        table.column(REASON, |row| row.outcome.reason.name());
        table.column(PLIES, |row| row.plies);
        depth_columns(&mut table, |row| row.depths);
        table.finish()
    }
}
