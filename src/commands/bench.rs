//! `petteia bench`: the speed of random play, or of an agent against itself, beside games played one at a time in the same
//! run.

use std::io::{Write, stdout};
use std::time::Duration;

use petteia_engine::rules::catalogue::GAMES;
use petteia_players::agents::AgentSpec;
use petteia_simulator::speed::{Measure, Measured};
use petteia_simulator::{SolveProgress, Variant};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, simd, variant};
use crate::cli::BenchArgs;

/// The agents of `--agents`, from fast to slow.
const LADDER: [&str; 8] = [
    "random",
    "greedy",
    "alphabeta:nodes=30",
    "alphabeta:nodes=100",
    "alphabeta:nodes=1000",
    "mcts:playouts=50",
    "mcts:playouts=7,policy=none",
    "mcts:playouts=20,policy=none",
];

/// The games that they play by default: one of each kind.
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
    let usual = if args.ladder { &LADDER[..] } else { &["random"] };
    let usual = usual.iter().map(|text| text.parse().expect("the agents of the benchmark are right"));
    let agents: Vec<AgentSpec> = if args.agents.is_empty() { usual.collect() } else { args.agents.clone() };
    let json = args.format.json;
    let mut table = if json { None } else { Some(Table::new(args, names, &agents)?) };
    let mut rows = Vec::new();
    for Variant { name, rules } in &games {
        for agent in &agents {
            let measure = Measure::new(rules, agent, time, simd, args.threads);
            measure.prepare(&SolveProgress::new(false)).map_err(Failure::input)?;
            let row = Row::of(name, agent, measure.run().map_err(Failure::failed)?);
            match &mut table {
                Some(table) => table.print(&row)?,
                None => rows.push(row),
            }
        }
    }
    if json { print_json(&BenchJson { speeds: rows }) } else { Ok(()) }
}

#[derive(Serialize)]
struct BenchJson {
    speeds: Vec<Row>,
}

/// The speed of an agent in a game.
#[derive(Serialize)]
struct Row {
    variant: String,
    agent: String,
    path: &'static str,
    games: u64,
    plies: u64,
    seconds: f64,
    plies_per_second: f64,
    games_per_second: f64,
    plies_per_game: f64,
    times_scalar: f64,
}

impl Row {
    fn of(game: &str, agent: &AgentSpec, Measured { path, speed, scalar }: Measured) -> Self {
        Row {
            variant: game.to_owned(),
            agent: agent.to_string(),
            path: path.name(),
            games: speed.games,
            plies: speed.plies,
            seconds: speed.seconds,
            plies_per_second: speed.plies_per_second(),
            games_per_second: speed.games_per_second(),
            plies_per_game: speed.plies as f64 / speed.games as f64,
            times_scalar: speed.plies_per_second() / scalar.plies_per_second(),
        }
    }
}

/// A table that is printed row by row: of games or, where agents are named, of the agents in each game.
struct Table {
    names_agents: bool,
    width: usize,
    /// The game of the rows so far.
    game: String,
}

impl Table {
    /// A table of these games and agents, of which the heading is printed.
    fn new(args: &BenchArgs, games: &[String], agents: &[AgentSpec]) -> Result<Self, Failure> {
        let names_agents = args.ladder || !args.agents.is_empty();
        let agents = agents.iter().map(ToString::to_string).collect::<Vec<_>>();
        let labels = if names_agents { &agents[..] } else { games };
        let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(5);
        let label = if names_agents { "agent" } else { "game" };
        writeln!(
            stdout(),
            "{label:width$} {:8} {:>9} {:>7} {:>8} {:>6} {:>8}",
            "path",
            "M plies/s",
            "ns/ply",
            "games/s",
            "plies",
            "x scalar"
        )?;
        Ok(Table { names_agents, width, game: String::new() })
    }

    fn print(&mut self, row: &Row) -> Result<(), Failure> {
        let width = self.width;
        let mut output = stdout().lock();
        if self.names_agents && self.game != row.variant {
            writeln!(output, "{}", row.variant)?;
            self.game.clone_from(&row.variant);
        }
        let label = if self.names_agents { &row.agent } else { &row.variant };
        writeln!(
            output,
            "{label:width$} {:8} {:>9.3} {:>7.2} {:>8.1} {:>6.1} {:>8.2}",
            row.path,
            row.plies_per_second / 1e6,
            1e9 / row.plies_per_second,
            row.games_per_second,
            row.plies_per_game,
            row.times_scalar,
        )?;
        Ok(output.flush()?)
    }
}
