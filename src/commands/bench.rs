//! `petteia bench`: the speed of random play, beside games played one at a time in the same run.

use std::io::{Write, stdout};
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{CheckedRules, Simd, game_seed, play_random_games};

use super::{Failure, rules, simd};
use crate::cli::BenchArgs;

/// The longest time for a game.
const MOST_TIME: Duration = Duration::from_secs(3600);

pub fn bench(args: &BenchArgs) -> Result<(), Failure> {
    let time = Duration::try_from_secs_f64(args.seconds).ok().filter(|time| !time.is_zero() && *time <= MOST_TIME);
    let time = time.ok_or_else(|| {
        Failure::input(format!("--seconds is {}; give a time above 0 and up to 3600, such as 0.5", args.seconds))
    })?;
    let simd = simd(args.simd)?;
    let all: Vec<String> = GAMES.iter().map(|game| game.id.to_owned()).collect();
    let names = if args.games.is_empty() { &all } else { &args.games };
    let games: Vec<(&String, CheckedRules)> =
        names.iter().map(|name| Ok((name, rules(name)?))).collect::<Result<_, Failure>>()?;
    let width = names.iter().map(String::len).max().unwrap_or(0).max(4);
    let mut output = stdout().lock();
    writeln!(
        output,
        "{:width$}  {:8}  {:>14}  {:>6}  {:>10}  {:>10}  {:>8}",
        "game", "path", "M plies/s/core", "ns/ply", "games/s", "plies/game", "x scalar"
    )?;
    for (name, rules) in games {
        let measure = Measure { rules, time, simd, threads: args.threads };
        let Measured { path, speed, scalar } = measure.run();
        writeln!(
            output,
            "{name:width$}  {:8}  {:>14.2}  {:>6.2}  {:>10.0}  {:>10.1}  {:>8.2}",
            path.name(),
            speed.plies_per_second() / 1e6,
            1e9 / speed.plies_per_second(),
            speed.games as f64 / speed.seconds,
            speed.plies as f64 / speed.games as f64,
            speed.plies_per_second() / scalar.plies_per_second(),
        )?;
    }
    Ok(())
}

/// Random games and the time that they took on one core.
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
    rules: CheckedRules,
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

/// Games that are started together: enough to keep all lanes busy for nearly all of the time.
const SERIES: u64 = 2000;

impl Measure {
    fn run(&self) -> Measured {
        let path = self.simd.path(&self.rules);
        let (mut speed, mut scalar) = (Speed::default(), Speed::default());
        for _ in 0..SLICES {
            for (simd, speed) in [(path, &mut speed), (Simd::Scalar, &mut scalar)] {
                let first = speed.games;
                thread::scope(|scope| {
                    let play = |_| scope.spawn(|| measure(&self.rules, simd, first, self.time / (2 * SLICES)));
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
fn measure(rules: &CheckedRules, simd: Simd, first: u64, time: Duration) -> Speed {
    let started = Instant::now();
    let mut speed = Speed::default();
    let mut numbers: Range<u64> = first..first;
    while started.elapsed() < time {
        numbers = numbers.end..numbers.end + if simd == Simd::Scalar { SERIES / 100 } else { SERIES };
        let seed = |number| game_seed(1, 0, number);
        play_random_games(rules, numbers.clone(), &seed, simd, None, &mut |played| {
            speed.plies += u64::from(played.position.turn());
        });
        speed.games += numbers.end - numbers.start;
    }
    speed.seconds = started.elapsed().as_secs_f64();
    speed
}
