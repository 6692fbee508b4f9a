//! Plays games on all cores.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petteia_engine::{BySide, Side, Simd, SquareCounts, game_seed};
use petteia_players::{GameRow, Matchup, Orders, seeds};
use petteia_variants::Variant;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;

use crate::agents::{AgentArgument, between, threads_for};
use crate::arrow::{self, Column, Table, Values};
use crate::background::{in_background, pool};
use crate::game::Game;
use crate::rules::{GameArgument, Rules};
use crate::whole::Count;

/// Games between two agents, one row each, with the columns of the table `games`.
#[pyclass(module = "petteia", frozen)]
pub struct Games(Arc<Played>);

/// Games, and everything that determines them.
struct Played {
    variant: Variant,
    matchup: Matchup,
    /// The agents as text.
    agents: BySide<String>,
    seed: u64,
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
    let agents = BySide::from_fn(|side| matchup.agents[side].to_string());
    Ok(Games(Arc::new(Played { variant, matchup, agents, seed, rows })))
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
    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.variant.clone())
    }

    /// White's agent, as text.
    #[getter]
    fn white(&self) -> &str {
        &self.0.agents.white
    }

    /// Black's agent, as text.
    #[getter]
    fn black(&self) -> &str {
        &self.0.agents.black
    }

    /// The seed of all games.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed
    }

    /// The number of random decisions before the agents play.
    #[getter]
    fn opening(&self) -> u32 {
        self.0.matchup.opening
    }

    fn __len__(&self) -> usize {
        self.0.rows.len()
    }

    /// Plays a game of the table again, and returns it at its end.
    fn replay(&self, py: Python<'_>, game: Count) -> PyResult<Game> {
        let game = game.0 as usize;
        let Played { variant, matchup, rows, .. } = &*self.0;
        let Some(row) = rows.get(game) else {
            let message = format!("there is no game {game}; the games are 0 to {}", rows.len().saturating_sub(1));
            return Err(PyIndexError::new_err(message));
        };
        let record = in_background(py, |_| matchup.record(&variant.name, row.seed))?;
        Ok(Game::of_record(&record))
    }

    /// The table as a stream of Arrow, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::stream(py, self.0.clone(), requested_schema)
    }
}

impl Table for Played {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn columns(&self, range: Range<usize>) -> Vec<Column<'_>> {
        let rows = &self.rows[range];
        fn text<'a>(rows: &'a [GameRow], of: impl Fn(&'a GameRow) -> Option<&'a str>) -> Values<'a> {
            Values::Text(rows.iter().map(of).collect())
        }
        let whole = |of: fn(&GameRow) -> Option<u32>| Values::U32(rows.iter().map(of).collect());
        let share = |of: fn(&GameRow) -> Option<f64>| Values::F64(rows.iter().map(of).collect());
        let long = |of: fn(&GameRow) -> u64| Values::U64(rows.iter().map(of).collect());
        let adjudicated = |row: &GameRow| self.matchup.rules.adjudicates(row.outcome.reason);
        vec![
            ("variant", text(rows, |_| Some(&self.variant.name))),
            ("white", text(rows, |_| Some(&self.agents.white))),
            ("black", text(rows, |_| Some(&self.agents.black))),
            ("game", long(|row| row.game)),
            ("seed", long(|row| row.seed)),
            ("winner", text(rows, |row| row.outcome.winner.map(Side::name))),
            ("reason", text(rows, |row| Some(row.outcome.reason.name()))),
            ("adjudicated", Values::Flag(rows.iter().map(adjudicated).collect())),
            ("plies", whole(|row| Some(row.plies))),
            ("captures_white", whole(|row| Some(row.captures.white))),
            ("captures_black", whole(|row| Some(row.captures.black))),
            ("first_capture_ply", whole(|row| row.first_capture_ply)),
            ("mean_branching", share(|row| Some(row.mean_branching))),
            ("final_white", whole(|row| Some(row.final_pieces.white))),
            ("final_black", whole(|row| Some(row.final_pieces.black))),
            ("coins_white", whole(|row| row.coins.map(|coins| coins.white))),
            ("coins_black", whole(|row| row.coins.map(|coins| coins.black))),
            ("depth_white", share(|row| row.depths.white.mean())),
            ("depth_black", share(|row| row.depths.black.mean())),
            ("odd_white", share(|row| row.depths.white.odd_share())),
            ("odd_black", share(|row| row.depths.black.odd_share())),
            ("blind_white", share(|row| row.depths.white.blind_share())),
            ("blind_black", share(|row| row.depths.black.blind_share())),
        ]
    }
}
