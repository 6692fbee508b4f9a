//! `petteia bench`: the speed of random play, or of an agent against itself, beside games played one at a time in the same
//! run.

use std::io::{Write, stdout};
use std::time::Duration;

use petteia_engine::rules::catalogue::GAMES;
use petteia_players::agents::AgentSpec;
use petteia_simulator::speed::{Measure, Measured};
use petteia_simulator::{SolveProgress, Variant};

use super::{Failure, simd, variant};
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
    let games: Vec<Variant> = names.iter().map(|name| variant(name)).collect::<Result<_, Failure>>()?;
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
    for Variant { name, rules } in games {
        for (agent, text) in agents.iter().zip(texts) {
            let measure = Measure::new(&rules, agent, time, simd, args.threads);
            measure.prepare(&SolveProgress::new(false)).map_err(Failure::input)?;
            let Measured { path, speed, scalar } = measure.run();
            writeln!(
                output,
                "{name:width$}  {text:agent_width$}  {:8}  {:>14.3}  {:>9.2}  {:>10.1}  {:>10.1}  {:>8.2}",
                path.name(),
                speed.plies_per_second() / 1e6,
                1e9 / speed.plies_per_second(),
                speed.games_per_second(),
                speed.plies as f64 / speed.games as f64,
                speed.plies_per_second() / scalar.plies_per_second(),
            )?;
            output.flush()?;
        }
    }
    Ok(())
}
