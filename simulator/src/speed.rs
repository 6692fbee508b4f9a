//! The speed of play: games of an agent against itself in a given time, compared with games played one at a time in the
//! same period.

use std::cell::Cell;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::{BySide, CheckedRules, Progress, Simd, SquareCounts, game_seed, play_random_games};
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_players::{GameBatch, Matchup};
use petteia_tables::Speed;

/// Random decisions before an agent plays, so that its games differ.
const OPENING: u32 = 4;

/// The measurement of an agent's speed; several ways of playing take turns, so that all are subject to the same noise.
#[derive(Clone, Debug)]
pub struct Measure {
    matchup: Matchup,
    time: Duration,
    simd: Simd,
    threads: u16,
}

/// The result of a [`Measure`].
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The lanes that were used.
    pub path: Simd,
    /// The speed with these lanes.
    pub speed: Speed,
    /// The speed of games played one at a time.
    pub scalar: Speed,
}

/// The most games of a trial.
const MOST_TRIED: u64 = 100_000;

/// How many times longer a trial may take until its first game ends.
const PATIENCE: u32 = 8;

/// Lets an agent play itself on one core for `time`, or somewhat longer until its first game ends, and returns the seconds
/// that a game takes. It plays without endgame tables, which take time to make and hardly change its speed. An agent that
/// is too slow to finish a game counts as if it had.
///
/// # Errors
/// An external player or a thread cannot be started.
pub fn benchmark(rules: &CheckedRules, agent: &AgentSpec, time: Duration) -> Result<f64, AgentError> {
    let agent = agent.without_tables();
    let agents = BySide { white: agent.clone(), black: agent };
    let matchup = Matchup { rules: rules.clone(), agents, opening: OPENING.into() };
    let (stop, finished) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        let play = || play_until(&matchup, &stop, &finished);
        let trial = thread::Builder::new().spawn_scoped(scope, play).map_err(no_thread)?;
        let started = Instant::now();
        thread::sleep(time);
        while finished.load(Ordering::Relaxed) == 0 && started.elapsed() < PATIENCE * time && !trial.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        stop.store(true, Ordering::Relaxed);
        trial.join().expect("playing does not panic")
    })
}

fn no_thread(error: io::Error) -> AgentError {
    AgentError::shortage(format!("a thread to measure speed cannot be started: {error}"))
}

/// Plays until all games of the trial are played or it is stopped, counts them, and returns the seconds for each.
fn play_until(matchup: &Matchup, stop: &AtomicBool, finished: &AtomicU64) -> Result<f64, AgentError> {
    // In lanes, the games of an agent that searches would all end late.
    let simd = if matchup.is_random() { Simd::best() } else { Simd::Scalar };
    let (started, last_end) = (Instant::now(), Cell::new(None));
    let seed = |number| game_seed(1, 0, number);
    let games_played = |games| {
        finished.fetch_add(games, Ordering::Relaxed);
        last_end.set(Some(started.elapsed()));
    };
    let batch = GameBatch { games: 0..MOST_TRIED, seed: &seed, simd, stop, games_played: &games_played };
    matchup.play(batch, &mut SquareCounts::default())?;
    let time: Duration = last_end.get().unwrap_or_else(|| started.elapsed());
    Ok(time.as_secs_f64() / finished.load(Ordering::Relaxed).max(1) as f64)
}

/// The number of time slices for each way of playing.
const SLICES: u32 = 5;

/// Random games that are started together: enough to keep all lanes busy nearly all the time.
const SERIES: u64 = 2000;
/// The same for an agent's games, each of which occupies a lane until its end.
const AGENT_SERIES: u64 = 256;

impl Measure {
    /// Prepares to measure an agent in self-play for `time`.
    pub fn new(rules: &CheckedRules, agent: &AgentSpec, time: Duration, simd: Simd, threads: u16) -> Self {
        let agents = BySide { white: agent.clone(), black: agent.clone() };
        Measure { matchup: Matchup { rules: rules.clone(), agents, opening: OPENING.into() }, time, simd, threads }
    }

    /// Prepares the endgame tables that the agent uses.
    pub fn prepare(&self, watch: &dyn Progress) -> Result<(), AgentError> {
        self.matchup.prepare(watch)
    }

    /// Plays in lanes, if the agent can, and one game at a time for comparison.
    ///
    /// # Errors
    /// An external player or a thread cannot be started.
    pub fn run(&self) -> Result<Measured, AgentError> {
        let path = self.path();
        let [speed, scalar] = self.play([path, Simd::Scalar])?;
        Ok(Measured { path, speed, scalar })
    }

    /// Plays in lanes, if the agent can, for the whole time.
    ///
    /// # Errors
    /// An external player or a thread cannot be started.
    pub fn speed(&self) -> Result<Speed, AgentError> {
        let [speed] = self.play([self.path()])?;
        Ok(speed)
    }

    fn path(&self) -> Simd {
        if self.matchup.plays_in_lanes() { self.simd.path(&self.matchup.rules) } else { Simd::Scalar }
    }

    /// Plays in each of these ways for an equal share of the time.
    fn play<const WAYS: usize>(&self, ways: [Simd; WAYS]) -> Result<[Speed; WAYS], AgentError> {
        let each = self.time / WAYS as u32;
        let mut speeds = [Speed::default(); WAYS];
        for _ in 0..SLICES {
            for (simd, speed) in ways.into_iter().zip(&mut speeds) {
                // One series may take longer than all slices.
                if speed.seconds >= f64::from(self.threads) * each.as_secs_f64() {
                    continue;
                }
                let first = speed.games;
                thread::scope(|scope| {
                    let measure = || measure(&self.matchup, simd, first, each / SLICES);
                    let start = |_| thread::Builder::new().spawn_scoped(scope, measure).map_err(no_thread);
                    let players = (0..self.threads).map(start).collect::<Result<Vec<_>, _>>()?;
                    for player in players {
                        *speed += player.join().expect("playing does not panic")?;
                    }
                    Ok::<_, AgentError>(())
                })?;
            }
        }
        Ok(speeds)
    }
}

/// Plays games from the number `first` on until the time is up.
fn measure(matchup: &Matchup, simd: Simd, first: u64, time: Duration) -> Result<Speed, AgentError> {
    let started = Instant::now();
    let mut speed = Speed::default();
    let mut numbers: Range<u64> = first..first;
    while started.elapsed() < time {
        let series = match (matchup.is_random(), simd) {
            (true, Simd::Scalar) => SERIES / 100,
            (true, _) => SERIES,
            (false, Simd::Scalar) => 1,
            (false, _) => AGENT_SERIES,
        };
        numbers = numbers.end..numbers.end + series;
        speed.plies += plies(matchup, simd, numbers.clone())?;
        speed.games += series;
    }
    speed.seconds = started.elapsed().as_secs_f64();
    Ok(speed)
}

/// Plays games and returns the total number of plies.
fn plies(matchup: &Matchup, simd: Simd, numbers: Range<u64>) -> Result<u64, AgentError> {
    let seed = |number| game_seed(1, 0, number);
    if matchup.is_random() {
        let mut plies = 0;
        play_random_games(&matchup.rules, numbers, &seed, simd, None, &mut |played| {
            plies += u64::from(played.position.turn());
        });
        return Ok(plies);
    }
    let batch = GameBatch { games: numbers, seed: &seed, simd, stop: &AtomicBool::new(false), games_played: &|_| () };
    let rows = matchup.play(batch, &mut SquareCounts::default())?.expect("nobody stops it");
    Ok(rows.iter().map(|row| u64::from(row.plies)).sum())
}
