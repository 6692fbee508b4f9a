//! Plays games between two agents on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petteia_engine::{BySide, Side, Simd};
use petteia_players::{GameRecord, Matchup};
use petteia_simulator::cell::{Cell, CellKind, GameRecords, PlayOptions, ResultRecord, course_columns, depth_columns};
use petteia_tables::{Builder, ContestTally, Frame};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;

use crate::agents::AgentArgument;
use crate::arrow;
use crate::background::{in_background, pool, with_progress};
use crate::errors::Error;
use crate::game::Game;
use crate::rules::{GameArgument, Rules};
use crate::whole::Count;

/// Games between two agents, one row each, with the columns of the table `games`; if they are pairs with exchanged colours,
/// with those of the table `pairs`.
#[pyclass(module = "petteia", frozen)]
pub struct Games {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    /// White's and Black's agent as texts; of pairs, the first and the second agent.
    #[pyo3(get)]
    agents: [String; 2],
    /// The seed of all games.
    #[pyo3(get)]
    seed: u64,
    /// The number of random decisions before the agents play.
    #[pyo3(get)]
    opening: u32,
    matchup: Matchup,
    /// The rows if they are single games, else those of the pairs.
    single: Vec<GameRecord>,
    paired: Vec<ResultRecord>,
}

/// Games between random players are played this many at a time, searches that share lanes in groups that fill them.
const RANDOM_AT_ONCE: u64 = 20_000;
const IN_LANES_AT_ONCE: u64 = 128;
/// All other games are divided into this many portions for each thread, so that no thread waits long for another.
const PORTIONS: u64 = 16;

/// Plays this many games between two agents, or pairs of games. `progress` is called now and then with the number of games
/// played. Raises what the function of an agent raises, as soon as it does.
#[pyfunction]
#[pyo3(signature = (in_pairs, game, first, second, number, seed, opening, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "petteia.play and petteia.match give them names and defaults")]
pub fn play(
    in_pairs: bool,
    game: GameArgument,
    first: AgentArgument,
    second: AgentArgument,
    number: u64,
    seed: u64,
    opening: u32,
    threads: usize,
    progress: &Bound<PyAny>,
) -> PyResult<Games> {
    let kind = if in_pairs { CellKind::Pairs } else { CellKind::Games };
    let (py, variant) = (progress.py(), game.with_limits()?);
    let players = [first.ready(py, &variant, Game::shown)?, second.ready(py, &variant, Game::shown)?];
    let [white, black] = players.each_ref().map(|player| player.spec.clone());
    let matchup = Matchup { rules: variant.rules.clone(), agents: BySide { white, black }, opening: opening.into() };
    let cell = Cell::new(variant.name.clone(), matchup, kind, seed);
    // A function that is asked about many games at once needs a thread for each of them.
    let batch = players.iter().map(|player| player.batch).max().filter(|&batch| batch > 0);
    let pool = pool(batch.unwrap_or(threads))?;
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let work = || pool.install(|| play_all(&cell, number, &stop, &played));
    let check = || players.iter().try_for_each(|player| player.check(py));
    let look = || {
        check()?;
        progress.call1((played.load(Ordering::Relaxed),)).map(drop)
    };
    let rows = with_progress(py, &stop, work, look)?;
    check()?;
    let (single, paired) = rows?;
    let agents = players.map(|player| player.spec.to_string());
    Ok(Games { rules: Rules(variant), agents, seed, opening, matchup: cell.matchup, single, paired })
}

/// Plays the first games of a cell, in portions: single ones, or pairs.
fn play_all(
    cell: &Cell,
    number: u64,
    stop: &AtomicBool,
    played: &AtomicU64,
) -> PyResult<(Vec<GameRecord>, Vec<ResultRecord>)> {
    let portion = match (&cell.kind, cell.matchup.plays_in_lanes()) {
        (CellKind::Games, true) if cell.matchup.is_random() => RANDOM_AT_ONCE,
        (CellKind::Games, true) => IN_LANES_AT_ONCE,
        (CellKind::Games, false) => number.div_ceil(PORTIONS * rayon::current_num_threads() as u64).max(1),
        _ => 1,
    };
    let play = |start: u64| {
        if stop.load(Ordering::Relaxed) {
            return Ok(Default::default());
        }
        let games_played = |more| {
            played.fetch_add(more, Ordering::Relaxed);
        };
        let options = PlayOptions { simd: Simd::best(), stop, games_played: &games_played, tables: None };
        let played = cell.play(start * portion..number.min((start + 1) * portion), options);
        played.map_err(|error| Error::new_err(error.to_string())).map(|played| match played.map(|played| played.rows) {
            Some(GameRecords::Games(rows, _)) => (rows, Vec::new()),
            Some(GameRecords::Results(rows)) => (Vec::new(), rows),
            // Nothing is kept of games that were stopped.
            Some(GameRecords::Judged(_)) | None => Default::default(),
        })
    };
    let portions: Vec<_> = (0..number.div_ceil(portion)).into_par_iter().map(play).collect::<PyResult<_>>()?;
    let (single, paired): (Vec<_>, Vec<_>) = portions.into_iter().unzip();
    Ok((single.into_iter().flatten().collect(), paired.into_iter().flatten().collect()))
}

#[pymethods]
impl Games {
    fn __len__(&self) -> usize {
        self.single.len() + self.paired.len()
    }

    /// Plays a single game of the table again, and returns it at its end.
    fn replay(&self, py: Python<'_>, game: Count) -> PyResult<Game> {
        let game = game.0 as usize;
        let Some(row) = self.single.get(game) else {
            let message =
                format!("there is no game {game}; the games are 0 to {}", self.single.len().saturating_sub(1));
            return Err(PyIndexError::new_err(message));
        };
        let record = in_background(py, |_| self.matchup.record(&self.rules.0.name, row.seed))?;
        Ok(Game::of_record(record.map_err(|error| Error::new_err(error.to_string()))?))
    }

    /// Of pairs: wins of the first agent, wins of the second, draws, and unfinished games.
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
        let frame = if slf.get().paired.is_empty() { Games::frame } else { Games::frame_of_pairs };
        arrow::stream(py, slf.get().__len__(), move |rows| frame(slf.get(), rows), requested_schema)
    }
}

impl Games {
    fn tally(&self) -> ContestTally {
        let mut tally = ContestTally::default();
        self.paired
            .chunks_exact(2)
            .for_each(|pair| tally.add([&pair[0], &pair[1]].map(|game| (game.outcome, game.is_swapped))));
        tally
    }

    /// Returns a range of rows of single games with all columns.
    fn frame(&self, rows: Range<usize>) -> Frame {
        use petteia_tables::schema::cells::{BLACK, VARIANT, WHITE};
        use petteia_tables::schema::games::*;
        let [white, black] = &self.agents;
        let mut table = Builder::of(&self.single[rows]);
        table.text(VARIANT.text(), &self.rules.0.name);
        table.text(WHITE.text(), white);
        table.text(BLACK.text(), black);
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

    /// Returns a range of rows of pairs with all columns.
    fn frame_of_pairs(&self, rows: Range<usize>) -> Frame {
        use petteia_tables::schema::cells::{BLACK, WHITE};
        use petteia_tables::schema::games::*;
        use petteia_tables::schema::matches::{FIRST, SECOND, VARIANT};
        let agents = self.agents.each_ref().map(String::as_str);
        let mut table = Builder::of(&self.paired[rows]);
        table.text(VARIANT, &self.rules.0.name);
        table.text(FIRST, agents[0]);
        table.text(SECOND, agents[1]);
        table.column(GAME, |row| row.game);
        table.column(IS_SWAPPED, |row| row.is_swapped);
        table.column(WHITE.text(), |row| agents[usize::from(row.is_swapped)]);
        table.column(BLACK.text(), |row| agents[usize::from(!row.is_swapped)]);
        table.column(WINNER, |row| row.outcome.winner.map(Side::name));
        table.column(REASON, |row| row.outcome.reason.name());
        table.column(PLIES, |row| row.plies);
        depth_columns(&mut table, |row| row.depths);
        table.finish()
    }
}
