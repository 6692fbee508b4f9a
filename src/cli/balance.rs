//! What makes a game even, and how deep it is.

use std::path::PathBuf;

use clap::Args;
use petteia_simulator::experiment::{MOST_GAMES, MOST_OPENING};

use super::MOST_THREADS;

/// Finds the handicap at which a game is even: an agent plays itself while one side starts with fewer stones, and White's score is
/// followed to where it crosses one half. Stones are taken from the back rank on, from its ends inwards; where stones are placed,
/// the other side has its extra stones on random squares before. With --openings it compares White's first decisions instead.
/// The results are the same for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia handicap city-8+vagi --agent alphabeta:nodes=300
  petteia handicap poleis --agent quick --games 1000 --most 4 --out runs/poleis-odds
  petteia handicap city-8+vagi --agent quick --openings --games 200 --out runs/first-moves

A handicap of 2 means that White starts with two stones fewer, one of -2 that Black does.
docs/fair-and-deep.md says how it is found.")]
pub struct HandicapArgs {
    /// The game with its switches
    pub game: String,
    /// The agent that plays both sides
    #[arg(long)]
    pub agent: String,
    /// The most games at each handicap, or the games after each first decision
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    /// The most stones that a side gives [default: as many as it can]
    #[arg(long, value_name = "STONES", conflicts_with = "openings")]
    pub most: Option<u8>,
    /// Compare White's first decisions instead, up to symmetry of the board
    #[arg(long)]
    pub openings: bool,
    /// Random decisions before the agent plays; with --openings the first one takes the place of the first of them
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_OPENING)))]
    pub opening: u32,
    /// Seed of the openings, rolls and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Write the table and the figure into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Measures the depth of a game: how many doublings of an agent's budget in a row still make 60 % of the points. Each match is played in
/// pairs of games from one random opening, with colours swapped. The results are the same for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia depth city-8+vagi --agent alphabeta:nodes=10
  petteia depth poleis --agent mcts:playouts=10 --doublings 5 --pairs 500 --out runs/poleis-depth

The agent is given with its smallest budget; alphabeta:nodes=10 and 7 doublings play 20 against 10 up to 1280 against 640
positions. docs/fair-and-deep.md says what the result means, and what it does not where most games are drawn.")]
pub struct DepthArgs {
    /// The game with its switches
    pub game: String,
    /// The agent with its smallest budget, in `nodes` or `playouts`
    #[arg(long)]
    pub agent: String,
    /// How often the budget is doubled
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub doublings: u32,
    /// Pairs of games of each doubling
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES / 2))]
    pub pairs: u64,
    /// Random decisions of each opening
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_OPENING)))]
    pub opening: u32,
    /// Seed of the openings, rolls and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Write the table and the figure into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}
