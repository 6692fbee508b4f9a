//! Agents against each other and against themselves.

use std::path::PathBuf;

use clap::Args;
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::MOST_GAMES;
use petteia_statistics::Sprt;

use super::{Effort, Format, Start};

/// Compare two agents, or ask how fair and how deep a game is for one agent
///
/// Plays A against B in pairs of games from the same random opening, with colours swapped. The 95 % interval of the Elo
/// difference follows from the spread of the pairs; unfinished games count half a point. The games are the same for any
/// number of threads, and are kept: the same command resumes a match that was stopped, and with more games plays only the
/// new ones.
///
/// With --handicap, A plays itself while one side starts with fewer stones. White's score is measured at each handicap,
/// and the handicap at which it crosses one half is estimated. Stones are removed from the back rank, starting at its
/// ends; in games that start with an empty board, the other side gets extra stones on random squares instead. With
/// --first-moves, A plays itself after each first move of White.
///
/// With --doublings, counts how many doublings of A's budget in a row still score 60 % against the smaller budget. Each
/// doubling is a match.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia match quick random --game city-8+vagi
  petteia match mcts:playouts=200 random --game poleis --sprt 0,50
  petteia match medium quick --game city-8 --sprt=-10,10 --max-games 4000
  petteia match alphabeta:nodes=300 --game city-8+vagi --handicap
  petteia match quick --game poleis --handicap 4 --games 1000 --out runs/odds
  petteia match quick --game city-8+vagi --first-moves --games 200
  petteia match alphabeta:nodes=10 --game city-8+vagi --doublings 7

With --sprt, a sequential test decides after each pair whether A is stronger by
ELO1 rather than by ELO0. It stops as soon as it can decide, with an error
probability of about 5 %.

A handicap of 2 means that White starts with two stones fewer; at −2, Black
does. With --doublings, name the agent with its smallest budget:
alphabeta:nodes=10 with 7 doublings plays 20 nodes against 10, and so on up to
1280 against 640. The study “Fairness and depth” describes the methods, and
why the depth of a game that is mostly drawn means little.")]
pub struct MatchArgs {
    /// Agent A; `petteia agents` lists the agents
    pub a: AgentSpec,
    /// Agent B; left out with --handicap, --first-moves and --doublings
    pub b: Option<AgentSpec>,
    /// The game with its switches, or the file of a game
    #[arg(long)]
    pub game: String,
    /// Number of games, two per pair; the most at each handicap, or those of each first move or doubling [default: 100 of a
    /// match, 400 of the others]
    #[arg(long, value_name = "N", conflicts_with = "sprt", value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub start: Start,
    /// Keep the games in this folder, and write the tables and the figure there [default: keep the games in the cache]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
    /// Play until a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", help_heading = TWO, value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The most games of a sequential test
    #[arg(
        long,
        value_name = "N",
        help_heading = TWO,
        requires = "sprt",
        conflicts_with = "games",
        value_parser = games_of_pairs,
        default_value = "20000"
    )]
    pub max_games: u64,
    /// Find the handicap that makes the game even, of at most MOST stones [default: as many as a side can give]
    #[arg(long, value_name = "MOST", help_heading = ONE, num_args = 0..=1)]
    pub handicap: Option<Option<u8>>,
    /// Compare White's first moves, up to symmetry of the board; the move is part of the opening
    #[arg(long, help_heading = ONE)]
    pub first_moves: bool,
    /// Double the budget of A, in `nodes` or `playouts`, N times [default: 7 times]
    #[arg(
        long,
        value_name = "N",
        help_heading = ONE,
        num_args = 0..=1,
        default_missing_value = "7",
        value_parser = clap::value_parser!(u32).range(1..=30)
    )]
    pub doublings: Option<u32>,
}

const TWO: &str = "Two agents";
const ONE: &str = "One agent";

/// Returns the pairs of a number of games.
///
/// # Errors
/// The number is odd, zero or too large.
pub fn pairs_of(games: u64) -> Result<u64, String> {
    match games {
        2..=MOST_GAMES if games.is_multiple_of(2) => Ok(games.div_euclid(2)),
        2..=MOST_GAMES => Err(format!("games are played in pairs; give {} or {}", games - 1, games + 1)),
        _ => Err(format!("give an even number from 2 to {MOST_GAMES}")),
    }
}

/// An even number of games.
fn games_of_pairs(text: &str) -> Result<u64, String> {
    let games = text.parse::<u64>().map_err(|error| error.to_string())?;
    pairs_of(games).map(|_| games)
}

/// Two Elo differences with a comma between them.
fn sprt(text: &str) -> Result<Sprt, String> {
    let parts = text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    let most = Sprt::MOST;
    parts
        .and_then(|(elo0, elo1)| Sprt::new(elo0, elo1))
        .ok_or_else(|| format!("give two Elo differences from -{most} to {most}, the smaller first, such as 0,20"))
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
  petteia fit shared.toml --out weights.toml

A file that lists games, here shared.toml:
  seed = 1
  games = [\"city-8\", \"poleis\"]   # two or more
  each = 1000                      # games of self-play for each of them
  rounds = 2                       # with the weights of the round before
  agent = \"alphabeta:nodes=100\"")]
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
    #[command(flatten)]
    pub effort: Effort,
}
