//! The costs of the main kinds of work beside those recorded in `tests/benches/baseline.csv`. A cost is the time per ply (or
//! position, entry or game), as a multiple of that of random games of `city-8` which are played one at a time, in turns with
//! it. The counts must be those recorded: a change that alters them alters games, searches or tables.
//!
//! `cargo bench --bench baseline`; `PETTEIA_WRITE=1` before it records what is measured. Costs differ between processors, so
//! record before a change and compare after it on one machine.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use petteia::Host;
use petteia_engine::{AnyGame, CheckedRules, Rules, Simd, perft};
use petteia_proofs::endgame::{Endgames, SolveOptions};
use petteia_simulator::Source;
use petteia_simulator::cell::{Cell, GameRecords, PlayOptions};
use petteia_simulator::experiment::{ExperimentConfig, Plan};

/// Rounds of everything in turns; the fastest of each counts.
const ROUNDS: usize = 5;

/// What is recorded.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/baseline.csv");

enum Work {
    /// Games of a cell.
    Games { cell: Box<Cell>, games: u64, simd: Simd },
    /// Sequences of moves from the start position.
    Perft { rules: CheckedRules, depth: u32 },
    /// The entries of the endgame tables of an ending.
    Tables { rules: CheckedRules, pieces: &'static str },
    /// The report of a run, by its games.
    Report { run: PathBuf, games: u64 },
}

impl Work {
    fn games(variant: &str, agent: &str, games: u64, simd: Simd) -> Self {
        let text = format!(
            "name = \"bench\"\nseed = 1\ngames = {games}\nvariants = [\"{variant}\"]\npairings = [\"{agent}\"]\nopening = 4\n"
        );
        let experiment = ExperimentConfig::read(Source::of("bench.toml", text)).expect("the experiment is right");
        let mut plan = Plan::new(&experiment, None, None).expect("the plan is right");
        Work::Games { cell: Box::new(plan.cells.remove(0).cell), games, simd }
    }

    /// Does the work, and returns the count of what was done.
    fn count(&self, folder: &Path) -> u64 {
        match self {
            Work::Games { cell, games, simd } => {
                let options =
                    PlayOptions { simd: *simd, stop: &AtomicBool::new(false), games_played: &|_| (), tables: None };
                let played =
                    cell.play(0..*games, options).expect("the games have openings").expect("nobody stops them");
                let GameRecords::Games(rows, _) = played.rows else { unreachable!("they begin at the start") };
                rows.iter().map(|row| u64::from(row.plies)).sum()
            }
            Work::Perft { rules, depth } => perft(rules, &AnyGame::of(rules.clone()).start(), *depth),
            Work::Tables { rules, pieces } => {
                let mut tables = Endgames::new(rules).expect("the rules have tables");
                let ending = tables.context().ending(pieces.parse().expect("pieces")).expect("the game has them");
                let save_every = Duration::from_secs(3600);
                let options = SolveOptions { folder: folder.join("tables"), memory: 1 << 32, save_every };
                fs::remove_dir_all(&options.folder).or_else(|_| fs::create_dir_all(folder)).expect("it can be written");
                tables.solve(ending, &options, &()).expect("they can be computed");
                let endings = tables.context().endings_below(ending).into_iter();
                let seats = endings.flat_map(|ending| tables.context().seats(ending));
                seats.map(|seat| tables.census(seat).expect("it was computed").entries).sum()
            }
            Work::Report { run, games } => {
                ask(&["report", &run.to_string_lossy(), "--threads", "1"]);
                *games
            }
        }
    }
}

/// Runs a command of the program.
fn ask(arguments: &[&str]) {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    petteia::execute(&arguments, &Host::default()).unwrap_or_else(|failure| panic!("{failure}"));
}

/// All work, the first of which is the measure of the others.
fn works(folder: &Path) -> Vec<(String, Work)> {
    let rules = |name| Rules::parse(name).expect("the name is right");
    let run = folder.join("run");
    let quick = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/quick.toml");
    ask(&["run", quick, "--games", "20", "--quiet", "--out", &run.to_string_lossy()]);
    // Lanes only where the processor has them; the measure of all costs comes first.
    let paths = Simd::ALL.into_iter().rev().filter(|simd| simd.is_supported());
    let random = |simd: Simd| {
        let games = if simd == Simd::Scalar { 1_000 } else { 20_000 };
        (format!("random city-8, {}", simd.name()), Work::games("city-8", "random", games, simd))
    };
    let mut works: Vec<(String, Work)> = paths.map(random).collect();
    let others = [
        ("random callen-double-latrunculi", Work::games("callen-double-latrunculi", "random", 500, Simd::Scalar)),
        ("random pessoi-8x8", Work::games("pessoi-8x8", "random", 500, Simd::Scalar)),
        ("greedy city-8", Work::games("city-8", "greedy", 100, Simd::Scalar)),
        ("alphabeta:depth=2 city-8+vagi", Work::games("city-8+vagi", "alphabeta:depth=2", 10, Simd::Scalar)),
        ("alphabeta:nodes=1000 city-8+edge", Work::games("city-8+edge", "alphabeta:nodes=1000", 3, Simd::Scalar)),
        ("mcts:playouts=50 city-8+vagi", Work::games("city-8+vagi", "mcts:playouts=50", 10, Simd::Scalar)),
        (
            "mcts:playouts=50,policy=none city-8+vagi",
            Work::games("city-8+vagi", "mcts:playouts=50,policy=none", 5, Simd::Scalar),
        ),
        ("perft lemery-petteia", Work::Perft { rules: rules("lemery-petteia"), depth: 3 }),
        ("endgame tables city-8+edge 3v1", Work::Tables { rules: rules("city-8+edge"), pieces: "3v1" }),
        ("report of quick", Work::Report { run, games: 600 }),
    ];
    works.extend(others.map(|(name, work)| (name.to_owned(), work)));
    works
}

fn main() {
    let folder = std::env::temp_dir().join(format!("petteia-baseline-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be written");
    let works = works(&folder);
    let mut counts = vec![0; works.len()];
    let mut seconds = vec![f64::MAX; works.len()];
    for _ in 0..ROUNDS {
        for (place, (_, work)) in works.iter().enumerate() {
            let started = Instant::now();
            counts[place] = work.count(&folder);
            seconds[place] = seconds[place].min(started.elapsed().as_secs_f64());
        }
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    let each: Vec<f64> = seconds.iter().zip(&counts).map(|(seconds, &count)| seconds / count as f64).collect();
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        let row =
            |place: usize| format!("\"{}\",{},{}\n", works[place].0, counts[place], significant(each[place] / each[0]));
        let rows: String = (0..works.len()).map(row).collect();
        fs::write(FILE, format!("work,count,cost\n{rows}")).expect("it can be written");
    }
    let recorded = recorded();
    println!("{:<42} {:>10} {:>10} {:>10} {:>7}", "", "count", "cost", "recorded", "change");
    for (place, (name, _)) in works.iter().enumerate() {
        let cost = each[place] / each[0];
        let Some(&(count, before)) = recorded.get(name) else {
            println!("{name:<42} {:>10} {:>10}", counts[place], significant(cost));
            continue;
        };
        assert_eq!(counts[place], count, "{name}: another count than recorded");
        let (now, then) = (significant(cost), significant(before));
        println!("{name:<42} {count:>10} {now:>10} {then:>10} {:>+6.0}%", 100.0 * (cost / before - 1.0));
    }
}

/// Returns a number with three significant digits.
fn significant(number: f64) -> String {
    let digits = 2 - number.log10().floor() as i32;
    format!("{number:.*}", digits.max(0) as usize)
}

/// Reads the counts and costs that are recorded.
fn recorded() -> HashMap<String, (u64, f64)> {
    let text = fs::read_to_string(FILE).unwrap_or_default();
    let row = |line: &str| {
        let (name, numbers) = line.strip_prefix('"')?.split_once("\",")?;
        let (count, cost) = numbers.split_once(',')?;
        Some((name.to_owned(), (count.parse().ok()?, cost.parse().ok()?)))
    };
    text.lines().filter_map(row).collect()
}
