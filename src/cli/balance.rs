//! What makes a game even, and how deep it is.

use std::path::PathBuf;

use clap::Args;
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::MOST_GAMES;

use super::{Effort, Format, Start};

/// Find the handicap in stones, or the first move, that makes a game even
///
/// The agent plays itself while one side starts with fewer stones. White's score is measured at each handicap, and the
/// handicap at which it crosses one half is estimated. Stones are removed from the back rank, starting at its ends; in
/// games that start with an empty board, the other side gets extra stones on random squares instead. With --openings,
/// White's first moves are compared instead. The results are the same for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia handicap city-8+vagi --agent alphabeta:nodes=300
  petteia handicap poleis --agent quick --games 1000 --most 4 --out runs/odds
  petteia handicap city-8+vagi --agent quick --openings --games 200

A handicap of 2 means that White starts with two stones fewer; at −2, Black
does. studies/fair-and-deep.md describes the method.")]
pub struct HandicapArgs {
    /// The game with its switches, or the file of a game
    pub game: String,
    /// The agent that plays both sides
    #[arg(long)]
    pub agent: AgentSpec,
    /// The most games at each handicap, or the number of games after each first move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    /// The most stones that a side gives [default: as many as it can]
    #[arg(long, value_name = "STONES", conflicts_with = "openings")]
    pub most: Option<u8>,
    /// Compare White's first moves instead, up to symmetry of the board; the move is part of the opening
    #[arg(long)]
    pub openings: bool,
    #[command(flatten)]
    pub start: Start,
    /// Keep the games in this folder, and write the table and the figure there [default: keep the games in the cache]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
}

/// Measure the depth of a game: how many doublings of a budget still gain points
///
/// Counts how many doublings of the agent's budget in a row still score 60 % against the smaller budget. Each match is
/// played in pairs of games from one random opening, with colours swapped. The results are the same for any number of
/// threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia depth city-8+vagi --agent alphabeta:nodes=10
  petteia depth poleis --agent mcts:playouts=10 --doublings 5 --pairs 500

Give the agent with its smallest budget: alphabeta:nodes=10 with 7 doublings
plays 20 nodes against 10, and so on up to 1280 against 640.
studies/fair-and-deep.md explains what the result means, and why it means
little in games that are mostly drawn.")]
pub struct DepthArgs {
    /// The game with its switches, or the file of a game
    pub game: String,
    /// The agent with its smallest budget, in `nodes` or `playouts`
    #[arg(long)]
    pub agent: AgentSpec,
    /// How often the budget is doubled
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub doublings: u32,
    /// Pairs of games for each doubling
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES / 2))]
    pub pairs: u64,
    #[command(flatten)]
    pub start: Start,
    /// Keep the games in this folder, and write the table and the figure there [default: keep the games in the cache]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
}
