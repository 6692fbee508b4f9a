//! What a run costs besides playing: parts, checksums, ledger, sync and progress, as a share of the time that the same
//! games take alone on one thread; and how long a run with many units takes to begin again.
//!
//! `cargo bench --bench runs`; `UNITS=100000 cargo bench --bench runs` for a larger run to begin again.
#![allow(clippy::print_stdout)]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use petteia_engine::Simd;
use petteia_simulator::Source;
use petteia_simulator::cell::{ChunkSize, PlayOptions};
use petteia_simulator::experiment::{CellPlan, ExperimentConfig, ExperimentScheduler, Plan};
use petteia_simulator::run::manifest;
use petteia_simulator::runner::{CheckEachOnce, RunOptions, run};
use petteia_simulator::store::Store;

/// Rounds of both in turns; the fastest of each counts.
const ROUNDS: usize = 5;

fn main() {
    let folder = std::env::temp_dir().join(format!("petteia-bench-{}", std::process::id()));
    let cases = [
        ("random, long games", "city-8", "random", 300_000),
        ("random, short games", "city-8+vagi", "random", 600_000),
        ("random, one at a time", "city-8+inciti+hopeless=idle", "random", 20_000),
        ("mcts, few playouts", "city-8+vagi", "mcts:playouts=20", 200),
        ("mcts", "city-8+vagi", "mcts:playouts=200", 60),
    ];
    println!("{:<24} {:>9} {:>9} {:>9}", "", "alone s", "run s", "overhead");
    for (name, variant, agents, games) in cases {
        let (experiment, plan) = planned(variant, agents, games);
        let (mut apart, mut whole) = (f64::MAX, f64::MAX);
        for round in 0..ROUNDS {
            let out = folder.join(format!("{variant}-{round}"));
            apart = apart.min(seconds(|| alone(&plan.cells[0])));
            whole = whole.min(seconds(|| in_store(&experiment, &plan, &out, false)));
            fs::remove_dir_all(&out).expect("it can be removed");
        }
        println!("{name:<24} {apart:>9.3} {whole:>9.3} {:>8.1}%", 100.0 * (whole / apart - 1.0));
    }
    begin_again(&folder);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

fn planned(variant: &str, agents: &str, games: u64) -> (ExperimentConfig, Plan) {
    let text =
        format!("name = \"bench\"\nseed = 1\ngames = {games}\nvariants = [\"{variant}\"]\npairings = [\"{agents}\"]\n");
    let experiment = ExperimentConfig::read(Source::of("bench.toml", text)).expect("the experiment is right");
    let plan = Plan::new(&experiment, None, None).expect("the plan is right");
    (experiment, plan)
}

/// Plays an experiment in a folder, or is stopped before it plays.
fn in_store(experiment: &ExperimentConfig, plan: &Plan, out: &Path, stopped: bool) {
    let store = Store::open(out, manifest(experiment, plan, None, None), None, &|_| None);
    let stop = Arc::new(AtomicBool::new(stopped));
    let options = RunOptions { threads: 1, quiet: true, simd: Simd::best(), stop, games: None, executor: None };
    run(
        &ExperimentScheduler::new(plan),
        &store.expect("the folder can be written"),
        &options,
        &mut CheckEachOnce::default(),
        &|text| panic!("{text}"),
    )
    .expect("the folder can be written");
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// Plays the games of a cell in units, as a run plays them.
fn alone(planned: &CellPlan) {
    let never = AtomicBool::new(false);
    let options = PlayOptions { simd: Simd::best(), stop: &never, games_played: &|_| (), tables: None };
    let mut left = 0..planned.games;
    while !left.is_empty() {
        let numbers = planned.cell.first_chunk(&left, ChunkSize::Full);
        left.start = numbers.end;
        std::hint::black_box(planned.cell.play(numbers, options).expect("the games have openings"));
    }
}

/// A run of many small units begins again, and is stopped before it plays.
fn begin_again(folder: &Path) {
    let units: u64 = std::env::var("UNITS").map_or(5_000, |units| units.parse().expect("UNITS is a number"));
    let (experiment, plan) = planned("city-8+turn_cap=1", "mcts:playouts=1", 10 * units);
    let out = folder.join("units");
    let first = seconds(|| in_store(&experiment, &plan, &out, false));
    let part = fs::read_dir(out.join("games")).expect("the games are there").next();
    fs::remove_file(part.expect("a part").expect("it can be listed").path()).expect("it can be removed");
    let again = seconds(|| in_store(&experiment, &plan, &out, true));
    println!("\n{units} units: played, written and checked in {first:.1} s; begins again in {again:.3} s");
    let memory = fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("peak memory of all this: {}", peak.trim());
    }
}
