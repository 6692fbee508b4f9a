//! The command line.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use petteia_proofs::endgame::{Ending, Sample};
use petteia_reports::stats::Sprt;
use petteia_simulator::contest::MOST_OPENING;
use petteia_simulator::experiment::MOST_GAMES;

/// Plays millions of games of ancient board games under any variant of their rules, and writes draw rates,
/// game lengths and first-move advantage with their uncertainty.
#[derive(Debug, Parser)]
#[command(name = "petteia", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  petteia run experiments/quick.toml          play an experiment, write tables and figures
  petteia match mcts:playouts=200 random --game city-8+vagi --games 40
                                              play two agents against each other
  petteia tournament experiments/tournament.toml
                                              play a round robin of agents, write their ratings
  petteia games                               list the games
  petteia agents                              list the agents and their options
  petteia rules poleis                        explain the rules of a game
  petteia show city-8 --svg start.svg         draw a board
  petteia perft city-8+vagi --depth 4         count move sequences
  petteia bench                               measure the speed of random play
  petteia play lemery-petteia                 play against a searching agent
  petteia replay runs/quick --game 7          show a game of a run
  petteia solve city-8+edge --pieces 2v1      who wins with two pieces against one, wherever they stand

A game is named by its id and switches: city-8, city-8+vagi+edge, poleis-vagi, callen-double-petteia+inciti+die=4.
Exit status: 0 done, 1 failed, 2 wrong input.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play an experiment and write its tables and figures
    Run(RunArgs),
    /// Play two agents against each other: who is stronger, and by how much?
    Match(MatchArgs),
    /// Play a round robin of agents and rate them
    Tournament(TournamentArgs),
    /// List the games and the switches
    Games,
    /// List the agents and their options
    Agents,
    /// Explain the rules of a game in plain words
    Rules(RulesArgs),
    /// Draw a position on the terminal and as a picture
    Show(ShowArgs),
    /// Count the move sequences of a game to a depth
    Perft(PerftArgs),
    /// Read positions, write their legal moves as JSON
    Moves(MovesArgs),
    /// Measure the speed of random play on one core
    Bench(BenchArgs),
    /// Play a game on the terminal
    Play(PlayArgs),
    /// Show a recorded game, or a game of a run, step by step
    Replay(ReplayArgs),
    /// Find the value of every placement of a few pieces
    Solve(SolveArgs),
    /// Ask endgame tables about a position
    Probe(ProbeArgs),
}

/// Plays all cells of an experiment on all cores. The tables are the same for any number of threads, and
/// a run that was stopped goes on where it was.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run experiments/quick.toml
  petteia run experiments/factorial.toml --games 200 --out runs/small")]
pub struct RunArgs {
    /// The experiment file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Games of each cell, instead of the file's
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// How random games are played; the games are the same
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

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
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
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
/// the pairings, ratings with their 95 % intervals and a figure of them. The results are the same for any number of threads.
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
  opening = 4                                 # random decisions of each opening [default: 4]")]
pub struct TournamentArgs {
    /// The tournament file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// How random games are played. Games whose rules do not fit into lanes are played one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimdArg {
    /// The fastest way of this processor
    Auto,
    /// Side by side in AVX-512 registers
    Avx512,
    /// Side by side in AVX2 registers
    Avx2,
    /// Side by side in plain code
    Portable,
    /// One at a time
    Scalar,
}

/// Explains a game with its switches in plain words: what is said is made from the rules as they are played.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia rules poleis
  petteia rules callen-double-petteia+inciti+die=4")]
pub struct RulesArgs {
    /// The game with its switches
    pub game: String,
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}

/// Draws a position. The states of a piece differ in shape, so no colour is needed to tell them apart; the last
/// line says what the board does not show.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia show lemery-petteia
  petteia show city-8+edge --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66' --png position.png
  petteia show city-8+edge --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66' --move e6-e8 --svg capture.svg")]
pub struct ShowArgs {
    /// The game with its switches
    pub game: String,
    /// A position [default: the start]
    #[arg(long)]
    pub fen: Option<String>,
    /// A legal move, to be drawn with what it captures
    #[arg(long, allow_hyphen_values = true)]
    pub r#move: Option<String>,
    /// Draw the position into an SVG file
    #[arg(long)]
    pub svg: Option<PathBuf>,
    /// Draw the position into a PNG file of 300 dots an inch
    #[arg(long)]
    pub png: Option<PathBuf>,
    /// Draw on the terminal with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}

/// Counts the paths of so many decisions from a position; the last line is the count.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia perft city-8 --depth 3
  petteia perft city-8+edge --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66' --depth 2 --divide")]
pub struct PerftArgs {
    /// The game with its switches
    pub game: String,
    /// A position [default: the start]
    #[arg(long)]
    pub fen: Option<String>,
    /// How many decisions deep
    #[arg(long)]
    pub depth: u32,
    /// Show the count below each first decision
    #[arg(long)]
    pub divide: bool,
}

/// Reads position texts from standard input, one a line, and writes one line of JSON for each.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66' | petteia moves city-8")]
pub struct MovesArgs {
    /// The game with its switches
    pub game: String,
}

/// Plays random games and prints how they are played (`path`), plies a second on each core, nanoseconds a ply, games a
/// second, and the ratio to games played one at a time (`scalar`) in turns with them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia bench
  petteia bench city-8 city-8+vagi --seconds 5
  petteia bench city-8 --simd avx2 --threads 2")]
pub struct BenchArgs {
    /// Games with their switches [default: all games]
    pub games: Vec<String>,
    /// Seconds for each game
    #[arg(long, default_value_t = 0.5)]
    pub seconds: f64,
    /// How to play
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Threads that play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
}

/// Plays a game on the terminal, against an agent, another person, or as a spectator. A player is `human`, `random` or
/// `mcts:playouts=N`. The die is rolled by the program, and a roll that allows nothing is passed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia play city-8+vagi
  petteia play lemery-latrunculi --white mcts:playouts=20000 --black human
  petteia play city-8 --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66'
  petteia play --load game.txt

Keys: arrows or hjkl move the cursor, Enter chooses, `:` types a move such as a1-a5, u takes back, ? asks for a hint,
s saves, o loads, q quits.")]
pub struct PlayArgs {
    /// The game with its switches
    #[arg(conflicts_with = "load")]
    pub game: Option<String>,
    /// Who plays White [default: human, or as in the loaded game]
    #[arg(long)]
    pub white: Option<String>,
    /// Who plays Black [default: mcts:playouts=5000, or as in the loaded game]
    #[arg(long)]
    pub black: Option<String>,
    /// A position [default: the start]
    #[arg(long, conflicts_with = "load")]
    pub fen: Option<String>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Seed of the rolls and of the agents [default: the time, or as in the loaded game]
    #[arg(long)]
    pub seed: Option<u64>,
}

/// Shows a recorded game, or a game of a run, which is played again from its seed and compared with the run's
/// table. On a terminal the keys go through it step by step; otherwise every position is printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia replay game.txt
  petteia replay runs/quick --cell 2 --game 7
  petteia replay runs/quick --game 7 --record game.txt --gif game.gif

Keys: right or space next, left back, Home start, End end, q quit.")]
pub struct ReplayArgs {
    /// A record file, or the folder of a run
    #[arg(value_name = "FILE|RUN")]
    pub source: PathBuf,
    /// The cell of the run [default: 0]
    #[arg(long)]
    pub cell: Option<usize>,
    /// The number of the game in its cell, from 0
    #[arg(long)]
    pub game: Option<u64>,
    /// Save the record instead of showing the game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw every position as an SVG in this folder instead of showing the game
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Draw the game as an animated GIF instead of showing it
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
}

/// Makes endgame tables: for every placement of the pieces, and of all that captures leave of them, whether the side to
/// move wins, draws or loses with best play, and how many plies the next capture is away. The limits of the game
/// (repetition, no_progress, turn_cap) are left out: a draw is a position from which neither side can force a win. Tables
/// that are in the folder are read instead, and work that was stopped goes on.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia solve city-8 --pieces 3v2
  petteia solve city-8+vagi --pieces 2v2 --pieces 3v1 --check all
  petteia solve callen-simple-passing-leader --pieces L1vL --tables /data/passing

Pieces are White's and Black's stones, an L before them is the leader. Tables are for games without
die, inciti, leaps and huffs. The table and the figure are written beside the tables.")]
pub struct SolveArgs {
    /// The game with its switches
    pub game: String,
    /// The most pieces of each side, such as 3v2; may be given several times
    #[arg(long, required = true)]
    pub pieces: Vec<Ending>,
    /// The folder of the tables [default: tables/GAME]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// The most memory to take, in GiB
    #[arg(long, value_name = "GIB", default_value = "12", value_parser = gibibytes)]
    pub memory: f64,
    /// Compare so many entries of each table with their successors, or `all`
    #[arg(long, value_name = "N|all", default_value = "100000", value_parser = sample)]
    pub check: Sample,
    /// Seconds between saves of unfinished work
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub save_every: u64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

fn gibibytes(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "give a number above 0".to_owned())
}

/// A number of entries, or `all`.
fn sample(text: &str) -> Result<Sample, String> {
    match text {
        "all" => Ok(Sample::All),
        _ => text
            .parse()
            .map(|entries| Sample::Random { entries, seed: 1 })
            .map_err(|_| "give a number of entries, or `all`".to_owned()),
    }
}

/// Shows the value of a position and of each of its moves, from tables that `petteia solve` made. Clock, history and
/// limits are not looked at.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  petteia solve city-8 --pieces 3v1
  petteia probe city-8 --fen '8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0'")]
pub struct ProbeArgs {
    /// The game with its switches
    pub game: String,
    /// The position
    #[arg(long)]
    pub fen: String,
    /// The folder of the tables [default: tables/GAME]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}
