//! Agents against each other.

use std::path::PathBuf;

use clap::Args;
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::MOST_GAMES;
use petteia_statistics::Sprt;

use super::proofs::gibibytes;
use super::{Effort, Format, Start};

/// Play two agents against each other: which is stronger, and by how much?
///
/// Games are played in pairs from the same random opening, with colours swapped. The pairs are the same for any number
/// of threads. The 95 % interval of the Elo difference follows from the spread of the pairs; unfinished games count
/// half a point.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia match quick random --game city-8+vagi
  petteia match mcts:playouts=200 random --game poleis --sprt 0,50
  petteia match medium quick --game city-8 --sprt=-10,10 --max-games 4000

With --sprt, a sequential test decides after each pair whether A is stronger by
ELO1 rather than by ELO0. It stops as soon as it can decide, with an error
probability of about 5 %.")]
pub struct MatchArgs {
    /// Agent A; `petteia agents` lists the agents
    pub a: AgentSpec,
    /// Agent B
    pub b: AgentSpec,
    /// The game with its switches, or the file of a game
    #[arg(long)]
    pub game: String,
    /// Number of games, two per pair [default: 100]
    #[arg(long, value_name = "N", value_parser = games_of_pairs, conflicts_with = "sprt")]
    pub games: Option<u64>,
    /// Play until a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The most games of a sequential test
    #[arg(long, value_name = "N", value_parser = games_of_pairs, default_value = "20000", conflicts_with = "games")]
    pub max_games: u64,
    #[command(flatten)]
    pub start: Start,
    /// Write the games to this folder, as pairs.parquet and pairs.csv
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
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

/// Play a round robin of agents and rate them
///
/// Every agent plays every other on every game, in pairs of games as in `petteia match`. Writes the games, the
/// pairings, the ratings with their 95 % intervals, and a figure. The results are the same for any number of threads.
/// To resume a tournament that was stopped, run the same command again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia tournament experiments/tournament.toml
  petteia tournament experiments/tournament.toml --out runs/first --threads 4

The file:
  name = \"first\"
  seed = 1
  games = [\"city-8+vagi\", \"poleis\"]         # with switches
  agents = [\"random\", \"mcts:playouts=100\"]  # two or more
  pairs = 50               # of games, for each two agents on each game
  opening = 4              # random moves of each opening [default: 4]
  speed_seconds = 1.5      # measure each agent's speed [default: do not]")]
pub struct TournamentArgs {
    /// The tournament file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
}

/// Fit the weights of the evaluation to games of self-play
///
/// Given a game, tunes the weights for this game: in pairs of games, the present weights plus a small random change
/// play against the present weights minus that change, and the weights move towards the winner. An agent uses them
/// with `evaluation=FILE`. The result is the same for any number of threads. Weights that win with a small budget may
/// lose with a large one: tune with the budget that the agent will have, and measure the gain with `petteia match`.
///
/// Given a file instead of a game, fits the weights that all games share: the search plays itself on the games listed in
/// the file, and a logistic regression relates the results to the features of positions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia fit poleis --nodes 400 --out poleis.toml
  petteia match alphabeta:nodes=400,evaluation=poleis.toml \\
    alphabeta:nodes=400 --game poleis --games 400
  petteia fit experiments/weights.toml --out weights.toml")]
pub struct FitArgs {
    /// The game with its switches, or the file of a game, or a file that lists the games for the shared weights
    pub game: String,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub pairs: u64,
    /// Positions that the search examines for each move
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub nodes: u32,
    /// Seed of all games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the weights to this file [default: print them]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Examine agents in endings whose value is known
///
/// Agents play endings from random placements, the same agent on both sides, and the games are compared with endgame
/// tables: how many games are drawn, how many would be drawn with best play, and how often a move keeps the value of
/// the position. Missing tables are made first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia exam experiments/endings.toml
  petteia exam experiments/calibration.toml

The file:
  name = \"endings\"
  seed = 1
  placements = 1000                # random, of each ending; White is to move
  endings = [\"city-8+edge 4v1\"]    # a game, White's and Black's pieces
  agents = [\"greedy\", \"alphabeta:nodes=100\"]
  # Agents use tables for endings with this many pieces fewer
  # [default: the tables that each agent names]:
  tables_smaller = 2
  # Games of your own, for use in endings:
  variants = [{ name = \"six\", rules = { board = { files = 6, ranks = 6 } } }]

If an agent has five or more budgets, the draw rate extrapolated to unlimited
budget is compared with the true one.")]
pub struct ExamArgs {
    /// The examination file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Folder of the endgame tables, with a subfolder for each game; existing tables are used
    #[arg(long, value_name = "FOLDER", default_value = "endgames")]
    pub tables: PathBuf,
    /// Most memory for the tables, in GiB
    #[arg(long, value_name = "GIB", default_value = "4", value_parser = gibibytes)]
    pub memory: f64,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
}
