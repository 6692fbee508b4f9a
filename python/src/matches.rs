//! Matches: pairs of games with exchanged colours.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petteia_engine::{EndReason, Side};
use petteia_players::agents::AgentSpec;
use petteia_players::{Depths, Pair, PlayedGame, seeds};
use petteia_statistics::Pentanomial;
use petteia_variants::Variant;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;

use crate::agents::{AgentArgument, between, threads_for};
use crate::arrow::{self, Column, Table, Values};
use crate::background::pool;
use crate::errors::Error;
use crate::game::Game;
use crate::rules::{GameArgument, Rules};

/// A match of two agents, one row per game, with the columns of the table `pairs`.
#[pyclass(module = "petteia", frozen)]
pub struct Match(Arc<Played>);

struct Played {
    variant: Variant,
    /// The agents as text.
    agents: [String; 2],
    seed: u64,
    opening: u32,
    /// The games. The first agent has White in games with an even number.
    games: Vec<PlayedGame>,
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
    let agents = players.each_ref().map(|player| player.spec.clone());
    let pool = pool(threads_for(&players, threads))?;
    let work = |stop: &AtomicBool, played: &AtomicU64| {
        let duel = Duel { variant: &variant, agents: &agents, seed, opening };
        pool.install(|| {
            let play = |pair| {
                // Nothing is kept of a match that was stopped.
                let games = if stop.load(Ordering::Relaxed) { Ok(Vec::new()) } else { duel.play(pair) };
                played.fetch_add(2, Ordering::Relaxed);
                games
            };
            (0..pairs).into_par_iter().map(play).collect::<Result<Vec<_>, _>>()
        })
    };
    let games = between(py, &players, progress, work)?.map_err(Error::new_err::<String>)?;
    let games = games.into_iter().flatten().collect();
    Ok(Match(Arc::new(Played { variant, agents: agents.map(|agent| agent.to_string()), seed, opening, games })))
}

struct Duel<'a> {
    variant: &'a Variant,
    agents: &'a [AgentSpec; 2],
    seed: u64,
    opening: u32,
}

impl Duel<'_> {
    /// Plays both games of a pair, from the seeds that the program uses.
    fn play(&self, pair: u64) -> Result<Vec<PlayedGame>, String> {
        let Duel { variant: Variant { name, rules }, agents, seed, opening } = *self;
        let opening_seeds = seeds::openings_of_pair(seed, name, pair);
        let seeds = seeds::games_of_pair(seed, name, agents, pair);
        let played = Pair { rules, agents, opening, opening_seeds: &opening_seeds, seeds }.play();
        played.map(|played| played.games.to_vec()).ok_or_else(|| seeds::opening_too_long(name, opening))
    }
}

#[pymethods]
impl Match {
    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.variant.clone())
    }

    /// The first agent, as text.
    #[getter]
    fn first(&self) -> &str {
        &self.0.agents[0]
    }

    /// The second agent, as text.
    #[getter]
    fn second(&self) -> &str {
        &self.0.agents[1]
    }

    /// The seed of all games.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed
    }

    /// The number of random decisions in the opening of each pair.
    #[getter]
    fn opening(&self) -> u32 {
        self.0.opening
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.0.games.len()
    }

    /// Wins of the first agent, wins of the second, draws, and unfinished games.
    #[getter]
    fn results(&self) -> (u64, u64, u64, u64) {
        let mut results = (0, 0, 0, 0);
        for game in 0..self.0.games.len() {
            let outcome = self.0.games[game].outcome;
            *match self.0.half_points(game) {
                2 => &mut results.0,
                0 => &mut results.1,
                _ if outcome.reason == EndReason::TurnCap => &mut results.3,
                _ => &mut results.2,
            } += 1;
        }
        results
    }

    /// The number of pairs in which the first agent scored 0, ½, 1, 1½ and 2 points.
    #[getter]
    fn pairs(&self) -> [u64; 5] {
        let mut pairs = Pentanomial::default();
        for first in (0..self.0.games.len()).step_by(2) {
            pairs.add(self.0.half_points(first) + self.0.half_points(first + 1));
        }
        pairs.0
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

impl Played {
    /// Returns the agent that has White in a game.
    fn white(game: usize) -> usize {
        game % 2
    }

    /// Returns the half points of the first agent in a game.
    fn half_points(&self, game: usize) -> usize {
        let is_white = Self::white(game) == 0;
        match self.games[game].outcome.winner {
            None => 1,
            Some(side) if (side == Side::White) == is_white => 2,
            Some(_) => 0,
        }
    }
}

impl Table for Played {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn columns(&self, rows: Range<usize>) -> Vec<Column<'_>> {
        let agent = |number: usize| Some(self.agents[number].as_str());
        let share = |of: fn(&Depths) -> Option<f64>, side: Side| {
            Values::F64(rows.clone().map(|game| of(&self.games[game].depths[side])).collect())
        };
        vec![
            ("variant", Values::Text(vec![Some(&self.variant.name); rows.len()])),
            ("first", Values::Text(vec![agent(0); rows.len()])),
            ("second", Values::Text(vec![agent(1); rows.len()])),
            ("pair", Values::U64(rows.clone().map(|game| game as u64 >> 1).collect())),
            ("game", Values::U32(rows.clone().map(|game| Some(game as u32 % 2)).collect())),
            ("white", Values::Text(rows.clone().map(|game| agent(Self::white(game))).collect())),
            ("black", Values::Text(rows.clone().map(|game| agent(1 - Self::white(game))).collect())),
            (
                "winner",
                Values::Text(rows.clone().map(|game| self.games[game].outcome.winner.map(Side::name)).collect()),
            ),
            ("reason", Values::Text(rows.clone().map(|game| Some(self.games[game].outcome.reason.name())).collect())),
            ("plies", Values::U32(rows.clone().map(|game| Some(self.games[game].plies)).collect())),
            ("depth_white", share(Depths::mean, Side::White)),
            ("depth_black", share(Depths::mean, Side::Black)),
            ("odd_white", share(Depths::odd_share, Side::White)),
            ("odd_black", share(Depths::odd_share, Side::Black)),
            ("blind_white", share(Depths::blind_share, Side::White)),
            ("blind_black", share(Depths::blind_share, Side::Black)),
        ]
    }
}
