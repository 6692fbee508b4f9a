//! What a run costs besides playing: parts, checksums, ledger, sync and progress, as a share of the time that the same
//! games take alone on one thread; and how long a run with many units takes to begin again.
//!
//! `cargo bench --bench runs`; `UNITS=100000 cargo bench --bench runs` for a larger run to begin again.
#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use petteia_engine::{BySide, Game, Geometry, OnBoard, Simd, SquareCounts, game_seed, with_geometry};
use petteia_simulator::experiment::{Cell, Experiment, Plan};
use petteia_simulator::play::{play_game, play_random_games};
use petteia_simulator::run::{RunOptions, run};

/// Rounds of both in turns; the fastest of each counts.
const ROUNDS: usize = 5;

fn main() {
    let folder = std::env::temp_dir().join(format!("petteia-bench-{}", std::process::id()));
    let cases = [
        ("random, long games", "city-8", "random", 300_000),
        ("random, short games", "city-8+vagi", "random", 600_000),
        ("random, one at a time", "lemery-latrunculi", "random", 20_000),
        ("mcts, few playouts", "city-8+vagi", "mcts:playouts=20", 200),
        ("mcts", "city-8+vagi", "mcts:playouts=200", 60),
    ];
    println!("{:<24} {:>9} {:>9} {:>9}", "", "alone s", "run s", "overhead");
    for (name, variant, agents, games) in cases {
        let (experiment, plan) = planned(variant, agents, games);
        let (mut alone, mut whole) = (f64::MAX, f64::MAX);
        for round in 0..ROUNDS {
            let out = folder.join(format!("{variant}-{round}"));
            alone = alone
                .min(seconds(|| with_geometry(plan.cells[0].rules.board, Alone { plan: &plan, cell: &plan.cells[0] })));
            whole = whole.min(seconds(|| {
                run(&experiment, &plan, &options(&out, false), &|text| panic!("{text}"))
                    .expect("the folder can be written");
            }));
            fs::remove_dir_all(&out).expect("it can be removed");
        }
        println!("{name:<24} {alone:>9.3} {whole:>9.3} {:>8.1}%", 100.0 * (whole / alone - 1.0));
    }
    begin_again(&folder);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

fn planned(variant: &str, agents: &str, games: u64) -> (Experiment, Plan) {
    let text =
        format!("name = \"bench\"\nseed = 1\ngames = {games}\nvariants = [\"{variant}\"]\npairings = [\"{agents}\"]\n");
    let experiment = Experiment::from_text(Path::new("bench.toml"), &text).expect("the experiment is right");
    let plan = Plan::new(&experiment, None, None).expect("the plan is right");
    (experiment, plan)
}

fn options(out: &Path, stopped: bool) -> RunOptions {
    let stop = Arc::new(AtomicBool::new(stopped));
    RunOptions { out: PathBuf::from(out), shard: None, threads: 1, quiet: true, simd: Simd::best(), stop }
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// The games of a cell in units, as a run plays them.
struct Alone<'a> {
    plan: &'a Plan,
    cell: &'a Cell,
}

impl OnBoard for Alone<'_> {
    type Output = u64;

    fn run<G: Geometry>(self, geometry: G) -> u64 {
        let Alone { plan, cell } = self;
        let game = Game::new(cell.rules.clone(), geometry);
        let stream = cell.stream();
        let seed = |number| game_seed(plan.seed, stream, number);
        let mut plies = 0;
        for unit in 0..cell.units() {
            let mut squares = SquareCounts::default();
            let games = cell.unit(unit).games;
            let rows = if cell.is_played_at_once() {
                play_random_games(&game, Simd::best(), games, &seed, &mut squares)
            } else {
                let mut agents = BySide { white: cell.white.make(), black: cell.black.make() };
                let never = AtomicBool::new(false);
                let play = |number| play_game(&game, &mut agents, 0, number, seed(number), &mut squares, &never);
                games.filter_map(play).collect()
            };
            plies += rows.iter().map(|row| u64::from(row.plies)).sum::<u64>();
        }
        std::hint::black_box(plies)
    }
}

/// A run of many small units begins again, and is stopped before it plays.
fn begin_again(folder: &Path) {
    let units: u64 = std::env::var("UNITS").map_or(5_000, |units| units.parse().expect("UNITS is a number"));
    let (experiment, plan) = planned("city-8+turn_cap=1", "mcts:playouts=1", 10 * units);
    let out = folder.join("units");
    let first = seconds(|| run(&experiment, &plan, &options(&out, false), &|_| ()).expect("the folder can be written"));
    let part = fs::read_dir(out.join("games")).expect("the games are there").next();
    fs::remove_file(part.expect("a part").expect("it can be listed").path()).expect("it can be removed");
    let again = seconds(|| run(&experiment, &plan, &options(&out, true), &|_| ()).expect("the folder can be read"));
    println!("\n{units} units: played, written and checked in {first:.1} s; begins again in {again:.3} s");
    let memory = fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("peak memory of all this: {}", peak.trim());
    }
}
