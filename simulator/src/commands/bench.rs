//! `petteia bench`: the speed of random play on one core, beside the plain way in the same run.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{CheckedRules, Game, GameRng, Geometry, OnBoard, State, game_seed, with_geometry};

use super::{Failure, rules};
use crate::cli::BenchArgs;

pub fn bench(args: &BenchArgs) -> Result<(), Failure> {
    let time = Duration::try_from_secs_f64(args.seconds).ok().filter(|time| !time.is_zero());
    let time =
        time.ok_or_else(|| Failure::input(format!("--seconds is {}; give a time above 0, such as 0.5", args.seconds)))?;
    let all: Vec<String> = GAMES.iter().map(|game| game.id.to_owned()).collect();
    let names = if args.games.is_empty() { &all } else { &args.games };
    let games: Vec<(&String, CheckedRules)> =
        names.iter().map(|name| Ok((name, rules(name)?))).collect::<Result<_, Failure>>()?;
    let width = names.iter().map(String::len).max().unwrap_or(0).max(4);
    let mut output = stdout().lock();
    writeln!(
        output,
        "{:width$}  {:>12}  {:>9}  {:>11}  {:>10}  {:>10}",
        "game", "M plies/s", "ns/ply", "games/s", "plies/game", "x by lists"
    )?;
    for (name, rules) in games {
        let (direct, by_lists) = with_geometry(rules.board, Measure { rules, time });
        writeln!(
            output,
            "{name:width$}  {:>12.2}  {:>9.1}  {:>11.0}  {:>10.1}  {:>10.2}",
            direct.plies_per_second() / 1e6,
            1e9 / direct.plies_per_second(),
            direct.games as f64 / direct.seconds,
            direct.plies as f64 / direct.games as f64,
            direct.plies_per_second() / by_lists.plies_per_second(),
        )?;
    }
    Ok(())
}

/// Random games and the time they took.
#[derive(Default)]
struct Speed {
    games: u64,
    plies: u64,
    seconds: f64,
}

impl Speed {
    fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.seconds
    }
}

/// Plays by sets of targets and, in turns with it, by lists of moves, so that both meet the same noise.
struct Measure {
    rules: CheckedRules,
    time: Duration,
}

/// Time slices that each way of playing gets.
const SLICES: u32 = 5;

impl OnBoard for Measure {
    type Output = (Speed, Speed);

    fn run<G: Geometry>(self, geometry: G) -> (Speed, Speed) {
        let game = Game::new(self.rules, geometry);
        let (mut direct, mut by_lists) = (Speed::default(), Speed::default());
        for _ in 0..SLICES {
            measure(&mut direct, self.time / SLICES, |seed| {
                let mut state = game.begin();
                game.playout(&mut state, &mut GameRng::from_seed(seed), &mut ());
                state.position().turn()
            });
            measure(&mut by_lists, self.time / SLICES, |seed| play_by_lists(&game, seed));
        }
        (direct, by_lists)
    }
}

fn measure(speed: &mut Speed, time: Duration, mut play: impl FnMut(u64) -> u32) {
    let started = Instant::now();
    loop {
        speed.plies += u64::from(play(game_seed(1, 0, speed.games)));
        speed.games += 1;
        if started.elapsed() >= time {
            break;
        }
    }
    speed.seconds += started.elapsed().as_secs_f64();
}

/// The plain way: list all moves, take one.
fn play_by_lists<G: Geometry>(game: &Game<G>, seed: u64) -> u32 {
    let mut rng = GameRng::from_seed(seed);
    let mut state: State<G> = game.begin();
    while state.outcome().is_none() {
        game.roll_if_needed(&mut state, &mut rng);
        let moves = game.moves(state.position());
        game.advance(&mut state, moves[rng.below(moves.len() as u32) as usize]);
    }
    state.position().turn()
}
