//! Many games between two agents: how often they are drawn, how long they last, and what the first move is worth.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use petteia_engine::{BySide, EndReason, Outcome, Side, Simd, SquareCounts, game_seed};
use petteia_players::config::{Variant, check_limits};
use petteia_players::stopwatch::Stopwatch;
use petteia_players::{GameBatch, GameRecord, Matchup};
use petteia_statistics::{Estimate, Histogram, difference, tango, wilson};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::play::agent;

/// Games to play.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    choice: Choice,
    white: String,
    black: String,
    /// Random decisions before the agents play.
    opening: u32,
    seed: u32,
}

/// The ways to play the same games here. Which one is faster depends on the game.
const WAYS: [Simd; 2] = [Simd::Portable, Simd::Scalar];

/// The number of games from which their time tells how fast a way is.
const LANES_FULL: u32 = 32;

/// The largest opening, as in experiments.
const MOST_OPENING: u32 = 1_000;

impl Wanted {
    /// Prepares the games.
    ///
    /// # Errors
    /// The game or an agent is invalid, or games might never end.
    pub fn begin(&self) -> Result<Measure, String> {
        let Variant { name, rules } = self.choice.chosen()?;
        check_limits(&name, rules.limits)?;
        if self.opening > MOST_OPENING {
            return Err(format!("the opening has {} random moves; use at most {MOST_OPENING}", self.opening));
        }
        let agents = BySide { white: agent(&self.white)?, black: agent(&self.black)? };
        let matchup = Matchup { rules, agents, opening: self.opening.into() };
        Ok(Measure {
            matchup,
            seed: self.seed.into(),
            counted: Counted::default(),
            lengths: Histogram::default(),
            speeds: Vec::new(),
        })
    }
}

/// Games that have been played and can be continued.
pub struct Measure {
    matchup: Matchup,
    seed: u64,
    counted: Counted,
    lengths: Histogram,
    /// The last speed of each way that has been tried, in plies per second.
    speeds: Vec<(Simd, f64)>,
}

/// Numbers of games by result.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Results {
    white: u64,
    black: u64,
    drawn: u64,
    /// Games stopped at the turn cap, which are not draws.
    unfinished: u64,
}

impl Results {
    fn add(&mut self, outcome: Outcome) {
        let count = match outcome.winner {
            Some(Side::White) => &mut self.white,
            Some(Side::Black) => &mut self.black,
            None if outcome.reason == EndReason::TurnCap => &mut self.unfinished,
            None => &mut self.drawn,
        };
        *count += 1;
    }
}

impl Measure {
    /// Plays more games. Game `k` is the same, however many are played at once.
    pub fn play(&mut self, games: u32) {
        let numbers = self.counted.games..self.counted.games + u64::from(games);
        let way = self.way();
        let running = Stopwatch::start();
        let seed = self.seed;
        let batch = GameBatch {
            games: numbers.clone(),
            seed: &move |number| game_seed(seed, 0, number),
            simd: way,
            stop: &AtomicBool::new(false),
            games_played: &|_| (),
        };
        let played = self.matchup.play(batch, &mut SquareCounts::default());
        let rows: Vec<GameRecord> = played.expect("no external player takes part").unwrap_or_default();
        let mut plies = 0;
        for row in rows {
            self.counted.results.add(row.outcome);
            self.lengths.add(row.plies);
            plies += u64::from(row.plies);
        }
        self.counted.games = numbers.end;
        if games >= LANES_FULL {
            let speed = plies as f64 / running.elapsed().as_secs_f64().max(1e-6);
            self.speeds.retain(|&(known, _)| known != way);
            self.speeds.push((way, speed));
        }
    }

    /// Returns the way to play that has not been tried yet, or the fastest one.
    fn way(&self) -> Simd {
        let speed =
            |way| self.speeds.iter().find(|&&(known, _)| known == way).map_or(f64::INFINITY, |&(_, speed)| speed);
        WAYS.into_iter().max_by(|&one, &other| speed(one).total_cmp(&speed(other))).unwrap_or(Simd::Scalar)
    }

    /// Returns the results so far.
    pub fn totals(&self) -> Totals {
        Totals {
            counted: self.counted,
            rates: self.counted.rates(),
            mean_length: self.lengths.mean(),
            median_length: self.lengths.quantile(0.5),
            lengths: self.lengths.iter().collect(),
        }
    }
}

/// The results so far.
#[derive(Serialize)]
pub struct Totals {
    #[serde(flatten)]
    counted: Counted,
    #[serde(flatten)]
    rates: Rates,
    mean_length: Option<f64>,
    median_length: Option<f64>,
    /// Each length in plies, with its number of games.
    lengths: Vec<(u32, u64)>,
}

/// Shares of games with 95 % intervals by their names, or differences of such shares; `first_move` is White's mean score less one
/// half.
pub type Rates = BTreeMap<&'static str, Option<Estimate>>;

/// The results of games that were counted.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    games: u64,
    results: Results,
}

impl Counted {
    fn rates(&self) -> Rates {
        let &Counted { games, results } = self;
        let share = |count| wilson(count, games);
        Rates::from([
            ("draws", share(results.drawn)),
            ("white", share(results.white)),
            ("black", share(results.black)),
            ("unfinished", share(results.unfinished)),
            ("first_move", tango(results.white, results.black, games).map(|score| score.rescaled(0.5, 0.0))),
        ])
    }

    /// Returns by how much these rates exceed those of other games.
    pub fn minus(&self, other: &Counted) -> Rates {
        let (ours, theirs) = (self.rates(), other.rates());
        let minus = |name: &'static str| Some(difference(ours[name]?, theirs[name]?));
        ours.keys().map(|&name| (name, minus(name))).collect()
    }
}
