//! Agents against each other.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use petteia_simulator::experiment::{MOST_GAMES, MOST_OPENING};
use petteia_statistics::Sprt;

use super::MOST_THREADS;
use super::proofs::gibibytes;

/// Plays pairs of games: both from the same random opening, with colours swapped. The pairs are the same for any number of
/// threads. An Elo difference comes with its 95 % interval from the spread of the pairs; unfinished games count half.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("end").required(true).args(["games", "sprt"])))]
#[command(after_help = "\
Examples:
  petteia match mcts:playouts=200 mcts:playouts=50 --game city-8+vagi --games 100
  petteia match mcts:playouts=200 random --game poleis --sprt 0,50
  petteia match mcts random --game city-8+vagi --sprt=-10,10 --max-games 4000 --out runs/match

With --sprt a sequential test asks after each pair whether A is stronger by ELO1 rather than
ELO0 logistic Elo points. It stops when it knows, and errs at most about one time in twenty.")]
pub struct MatchArgs {
    /// Agent A
    pub a: String,
    /// Agent B
    pub b: String,
    /// The game with its switches
    #[arg(long)]
    pub game: String,
    /// Games to play, two a pair
    #[arg(long, value_parser = games_of_pairs)]
    pub games: Option<u64>,
    /// Play until a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The most games of a sequential test
    #[arg(long, value_parser = games_of_pairs, default_value = "20000", conflicts_with = "games")]
    pub max_games: u64,
    /// Random decisions of each opening
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_OPENING)))]
    pub opening: u32,
    /// Seed of the openings, rolls and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Write the games into this folder, as pairs.parquet and pairs.csv
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// An even number of games.
fn games_of_pairs(text: &str) -> Result<u64, String> {
    let games = text.parse::<u64>().map_err(|error| error.to_string())?;
    match games {
        2..=MOST_GAMES if games.is_multiple_of(2) => Ok(games),
        2..=MOST_GAMES => Err(format!("games are played in pairs; give {} or {}", games - 1, games + 1)),
        _ => Err(format!("give an even number from 2 to {MOST_GAMES}")),
    }
}

/// Two Elo differences with a comma between them.
fn sprt(text: &str) -> Result<Sprt, String> {
    let parts = text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    let most = Sprt::MOST;
    parts
        .and_then(|(elo0, elo1)| Sprt::new(elo0, elo1))
        .ok_or_else(|| format!("give two Elo differences from -{most} to {most}, the smaller first, such as 0,20"))
}

/// Plays every agent against every other on every game, in pairs of games as `petteia match` does, and writes the games,
/// the pairings, ratings with their 95 % intervals and a figure of them. The results are the same for any number of threads. A
/// tournament that was stopped goes on where it was when the same command is run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia tournament experiments/tournament.toml
  petteia tournament experiments/tournament.toml --out runs/first --threads 4

The file:
  name = \"first\"
  seed = 1
  games = [\"city-8+vagi\", \"poleis\"]           # with switches
  agents = [\"random\", \"mcts:playouts=100\"]    # two or more
  pairs = 50                                  # of each two agents on each game
  opening = 4                                 # random decisions of each opening [default: 4]
  speed_seconds = 1.5                         # measures the speed of each agent on each game [default: not]")]
pub struct TournamentArgs {
    /// The tournament file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Tunes the weights of the evaluation for one game: in pairs of games the present weights, changed a little at random, play
/// against those changed the other way, and move towards the winner. An agent uses them with `evaluation=FILE`. They are the
/// same for any number of threads. Weights that win with a small budget may lose with a large one: tune with the budget that
/// the agent will have, and let `petteia match` say what was gained.
///
/// Given a file instead of a game, finds the weights that all games share: the search plays itself on the games that the file
/// names, and a logistic regression asks how results follow from the features of positions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia fit poleis --nodes 400 --out poleis.toml
  petteia match alphabeta:nodes=400,evaluation=poleis.toml alphabeta:nodes=400 --game poleis --games 400
  petteia fit experiments/weights.toml --out players/src/agents/evaluation/weights.toml
                                              what the program is built with")]
pub struct FitArgs {
    /// The game with its switches, or a file that says what is played for the weights of all games
    pub game: String,
    /// Pairs of games
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub pairs: u64,
    /// Positions that the search looks at for each decision
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub nodes: u32,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the weights are written [default: they are printed]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Lets agents play endings from random placements, both sides by the same agent, and compares with endgame tables: how many
/// games are drawn, how many would be with best play, and how often a decision keeps the value of the position. Missing tables
/// are made first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia exam experiments/endings.toml

The file:
  name = \"endings\"
  seed = 1
  placements = 1000                           # random ones of each ending, White to move
  endings = [\"city-8+edge 4v1\"]             # a game with switches, White's and Black's pieces
  agents = [\"greedy\", \"alphabeta:nodes=100\"]
  tables_smaller = 2                          # agents use tables of so many pieces fewer [default: as they say]
  variants = [{ name = \"six\", rules = { board = { files = 6, ranks = 6 } } }]  # games of your own, for endings

With five or more budgets of an agent, the limit of its draws is compared with the truth:
  petteia exam experiments/calibration.toml")]
pub struct ExamArgs {
    /// The examination file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// The folder of endgame tables, in it one for each game; tables that are there are used
    #[arg(long, value_name = "DIR", default_value = "endgames")]
    pub tables: PathBuf,
    /// The most memory that tables may take, in GiB
    #[arg(long, value_name = "GIB", default_value = "4", value_parser = gibibytes)]
    pub memory: f64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}
