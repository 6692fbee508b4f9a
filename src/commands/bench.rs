//! `petteia bench`: the speed of random play, or of an agent against itself, beside games played one at a time in the same
//! run.

use std::io::{Write, stdout};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{BySide, CheckedRules, Simd, SquareCounts, game_seed, play_random_games};
use petteia_players::agents::AgentSpec;
use petteia_players::{Matchup, Orders};
use petteia_simulator::SolveProgress;

use super::{Failure, rules, simd};
use crate::cli::BenchArgs;

/// The agents of `--agents`, from fast to slow.
const LADDER: [&str; 9] = [
    "random",
    "greedy",
    "alphabeta:nodes=30",
    "alphabeta:nodes=100",
    "alphabeta:nodes=1000",
    "mcts:playouts=50",
    "mcts:playouts=200,exploration=0.25,cutoff=4,prior=40",
    "mcts:playouts=7,exploration=0.3,policy=none",
    "mcts:playouts=20,exploration=0.3,policy=none",
];

/// The games that they play unless others are named: one of each kind.
const LADDER_GAMES: [&str; 8] = [
    "city-8",
    "city-8+edge",
    "city-8+vagi",
    "city-8-double",
    "poleis",
    "lemery-petteia",
    "lemery-latrunculi",
    "callen-double-petteia",
];

/// The longest time for a game.
const MOST_TIME: Duration = Duration::from_secs(3600);

pub fn bench(args: &BenchArgs) -> Result<(), Failure> {
    let time = Duration::try_from_secs_f64(args.seconds).ok().filter(|time| !time.is_zero() && *time <= MOST_TIME);
    let time = time.ok_or_else(|| {
        Failure::input(format!("--seconds is {}; give a time above 0 and up to 3600, such as 0.5", args.seconds))
    })?;
    let simd = simd(args.simd)?;
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let usual = if args.ladder { owned(&LADDER_GAMES) } else { GAMES.iter().map(|game| game.id.to_owned()).collect() };
    let names = if args.games.is_empty() { &usual } else { &args.games };
    let games: Vec<(&String, CheckedRules)> =
        names.iter().map(|name| Ok((name, rules(name)?))).collect::<Result<_, Failure>>()?;
    let usual = if args.ladder { owned(&LADDER) } else { owned(&["random"]) };
    let texts = if args.agents.is_empty() { &usual } else { &args.agents };
    let agents: Vec<AgentSpec> =
        texts.iter().map(|text| text.parse().map_err(Failure::input)).collect::<Result<_, Failure>>()?;
    let width = |texts: &[String]| texts.iter().map(String::len).max().unwrap_or(0).max(5);
    let (width, agent_width) = (width(names), width(texts));
    let mut output = stdout().lock();
    writeln!(
        output,
        "{:width$}  {:agent_width$}  {:8}  {:>14}  {:>9}  {:>10}  {:>10}  {:>8}",
        "game", "agent", "path", "M plies/s/core", "ns/ply", "games/s", "plies/game", "x scalar"
    )?;
    for (name, rules) in games {
        for (agent, text) in agents.iter().zip(texts) {
            let agents = BySide { white: agent.clone(), black: agent.clone() };
            let matchup = Matchup { rules: rules.clone(), agents, opening: OPENING };
            matchup.prepare(&SolveProgress::new(false)).map_err(Failure::input)?;
            let Measured { path, speed, scalar } = Measure { matchup, time, simd, threads: args.threads }.run();
            writeln!(
                output,
                "{name:width$}  {text:agent_width$}  {:8}  {:>14.3}  {:>9.2}  {:>10.1}  {:>10.1}  {:>8.2}",
                path.name(),
                speed.plies_per_second() / 1e6,
                1e9 / speed.plies_per_second(),
                speed.games as f64 / speed.seconds,
                speed.plies as f64 / speed.games as f64,
                speed.plies_per_second() / scalar.plies_per_second(),
            )?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Random decisions before an agent plays, so that its games differ.
const OPENING: u32 = 4;

/// Games and the time that they took on one core.
#[derive(Clone, Copy, Default)]
struct Speed {
    games: u64,
    plies: u64,
    seconds: f64,
}

impl Speed {
    fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.seconds
    }

    fn add(&mut self, other: Speed) {
        self.games += other.games;
        self.plies += other.plies;
        self.seconds += other.seconds;
    }
}

/// Plays in the way asked for and, in turns with it, one game at a time, so that both meet the same noise.
struct Measure {
    matchup: Matchup,
    time: Duration,
    simd: Simd,
    threads: u16,
}

struct Measured {
    path: Simd,
    speed: Speed,
    scalar: Speed,
}

/// Time slices that each way of playing gets.
const SLICES: u32 = 5;

/// Random games that are started together: enough to keep all lanes busy for nearly all of the time.
const SERIES: u64 = 2000;
/// The same of an agent's games, of which each takes a lane to its end.
const AGENT_SERIES: u64 = 256;

impl Measure {
    fn run(&self) -> Measured {
        let path = if self.matchup.plays_in_lanes() { self.simd.path(&self.matchup.rules) } else { Simd::Scalar };
        let (mut speed, mut scalar) = (Speed::default(), Speed::default());
        for _ in 0..SLICES {
            for (simd, speed) in [(path, &mut speed), (Simd::Scalar, &mut scalar)] {
                let first = speed.games;
                thread::scope(|scope| {
                    let play = |_| scope.spawn(|| measure(&self.matchup, simd, first, self.time / (2 * SLICES)));
                    let players: Vec<_> = (0..self.threads).map(play).collect();
                    for player in players {
                        speed.add(player.join().expect("playing does not panic"));
                    }
                });
            }
        }
        Measured { path, speed, scalar }
    }
}

/// Plays games from the number `first` on until the time is over.
fn measure(matchup: &Matchup, simd: Simd, first: u64, time: Duration) -> Speed {
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
        speed.plies += plies(matchup, simd, numbers.clone());
        speed.games += series;
    }
    speed.seconds = started.elapsed().as_secs_f64();
    speed
}

/// Plays games and gives the plies of all of them.
fn plies(matchup: &Matchup, simd: Simd, numbers: Range<u64>) -> u64 {
    let seed = |number| game_seed(1, 0, number);
    if matchup.is_random() {
        let mut plies = 0;
        play_random_games(&matchup.rules, numbers, &seed, simd, None, &mut |played| {
            plies += u64::from(played.position.turn());
        });
        return plies;
    }
    let orders = Orders { games: numbers, seed: &seed, simd, stop: &AtomicBool::new(false), games_played: &|_| () };
    let rows = matchup.play(orders, &mut SquareCounts::default()).expect("nobody stops it");
    rows.iter().map(|row| u64::from(row.plies)).sum()
}
