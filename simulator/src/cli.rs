//! The command line.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use petteia_reports::stats::Sprt;
use petteia_simulator::contest::MOST_OPENING;
use petteia_simulator::experiment::MOST_GAMES;
use petteia_simulator::run::Shard;

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
  petteia status runs/quick                   show how far it is
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
  petteia fortress city-8 --smallest          the fewest pieces that can never be captured
  petteia force city-8                        prove that a side can make itself safe

A game is named by its id and switches: city-8, city-8+vagi+edge, poleis-vagi, callen-double-petteia+inciti+die=4.
Exit status: 0 done, 1 failed, 2 wrong input, 130 stopped.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play an experiment and write its tables and figures
    Run(RunArgs),
    /// Show how far a run is
    Status(StatusArgs),
    /// Check a run that was played in shards, write its tables and figures
    Merge(MergeArgs),
    /// Play an experiment as a job array of a Slurm cluster
    Submit(SubmitArgs),
    /// Play a random sample of a run's games again and compare
    Verify(VerifyArgs),
    /// Say where the numbers of a run come from, and how to cite and reproduce them
    Info(InfoArgs),
    /// Play two agents against each other: who is stronger, and by how much?
    Match(MatchArgs),
    /// Play a round robin of agents and rate them
    Tournament(TournamentArgs),
    /// Fit the weights of the evaluation to games of self-play
    Fit(FitArgs),
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
    /// Does a side stand in a fortress, where nothing can be captured for ever?
    Fortress(FortressArgs),
    /// Can a side force a fortress from the start against every defence?
    Force(ForceArgs),
}

/// Plays all cells of an experiment on all cores. The tables are the same for any number of threads, shards and
/// interruptions: a run that was stopped, in whatever way, goes on where it was when it is run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run experiments/quick.toml
  petteia run experiments/factorial.toml --games 200 --out runs/small
  petteia run experiments/factorial.toml --shard 2/8      the second of eight parts, on a machine of its own

Ctrl-C drops the games in play, says how to go on, and ends with status 130.")]
pub struct RunArgs {
    /// The experiment file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play only the K-th of N fixed parts of the run; `petteia merge` makes the tables when all are played
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Delete what the folder has of an earlier run, after saying what that is, and start over
    #[arg(long, conflicts_with = "shard")]
    pub fresh: bool,
    /// How random games are played; the games are the same
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Plays games of the search against itself and asks by logistic regression how results follow from the features of
/// positions. Writes the weights as TOML; they are the same for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia fit experiments/weights.toml
  petteia fit experiments/weights.toml --out simulator/src/agents/weights.toml
                                              what the program is built with")]
pub struct FitArgs {
    /// The file that says what is played
    pub file: PathBuf,
    /// Where the weights are written [default: they are printed]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Shows for each cell its games, its present estimate with a 95 % interval and whether it is done, and for each shard that has
/// been at work what is left. Nothing is touched, so others may work on the run.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  petteia status runs/quick")]
pub struct StatusArgs {
    /// The folder of the run
    pub run: PathBuf,
}

/// Compares every part of a run with the SHA-256 that was noted when it was written, removes games beyond the place where a
/// stopping rule ended their cell, and writes the tables and figures. A run that is not complete is refused.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  petteia run experiments/quick.toml --shard 1/2     here
  petteia run experiments/quick.toml --shard 2/2     and on another machine with the same folder
  petteia merge runs/quick")]
pub struct MergeArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// Writes two scripts into the folder of the run and hands them to `sbatch`: a job array that plays a shard of the run in each
/// task, and a job that merges and reports when all tasks have ended. All machines must share the folder. Tasks that
/// were lost or requeued are simply run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia submit experiments/strength.toml --array 100
  petteia submit experiments/strength.toml --array 100 -- --time=4:00:00 --cpus-per-task=8 --partition=long
  petteia submit experiments/strength.toml --array 4 --dry-run")]
pub struct SubmitArgs {
    /// The experiment file
    pub file: PathBuf,
    /// Tasks of the array, each of which plays one shard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub array: u32,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the scripts and print the commands, but submit nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Options for sbatch, of both jobs
    #[arg(last = true, value_name = "SBATCH OPTIONS")]
    pub options: Vec<String>,
}

/// Draws games at random from all of a run, plays them again from their seeds and compares every value of their rows, after
/// the part that has them was compared with its SHA-256. Ends with status 1 if anything differs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia verify runs/quick
  petteia verify runs/quick --games 1000 --seed 2")]
pub struct VerifyArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Prints the version and commit of the program, the seed, and the SHA-256 of plan and experiment file of a run, and a
/// paragraph for a paper that says how to reproduce it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia info runs/quick
  petteia info runs/quick --experiment > quick.toml")]
pub struct InfoArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Print the experiment file of the run instead
    #[arg(long)]
    pub experiment: bool,
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

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    /// The first player
    White,
    /// The second player
    Black,
}

/// Says of each side whether it stands in a fortress: pieces that can never be captured, and one that can move to and fro
/// for ever, whatever the enemy does and with any number of pieces (docs/fortresses.md). Draws it, or says where it breaks.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia fortress city-8 --fen 'ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80'
  petteia fortress city-8+edge --fen 'ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80' --side white
  petteia fortress city-8+edge --smallest
  petteia fortress lemery-compact --smallest --most 14")]
pub struct FortressArgs {
    /// The game with its switches
    pub game: String,
    /// A position [default: the start]
    #[arg(long, conflicts_with = "smallest")]
    pub fen: Option<String>,
    /// Only this side [default: both, with --smallest White]
    #[arg(long, value_enum)]
    pub side: Option<SideArg>,
    /// Find the fortresses with the fewest pieces, anywhere on the board, up to symmetry
    #[arg(long)]
    pub smallest: bool,
    /// The most pieces to try [default: as many as the side has]
    #[arg(long, requires = "smallest", value_parser = clap::value_parser!(u32).range(2..=64))]
    pub most: Option<u32>,
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}

/// Searches for a way to reach a fortress from the start whatever the enemy does. The search looks at the first ranks of the
/// side alone, where any number of enemies may come from anywhere beyond: what it finds holds in the game, what it does not
/// find may exist (docs/fortresses.md). What is found can be written as a certificate, which --check verifies without it.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["game", "check"])))]
#[command(after_help = "\
Examples:
  petteia force city-8
  petteia force city-8 --side white --certificate city-8-white.txt
  petteia force callen-simple-petteia --safe
  petteia force --check city-8-white.txt

Exit status: 0 searched (forced or not) or verified, 1 a certificate that proves nothing, 2 wrong input.")]
pub struct ForceArgs {
    /// The game with its switches
    pub game: Option<String>,
    /// Only this side [default: both]
    #[arg(long, value_enum)]
    pub side: Option<SideArg>,
    /// How many of the side's first ranks to search
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=14))]
    pub ranks: u8,
    /// The most moves of the side to try
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=60))]
    pub moves: u8,
    /// Ask for a fortress with which the side cannot lose any more, however the game is adjudicated
    #[arg(long)]
    pub safe: bool,
    /// Write what is forced into this file, to be verified with --check; needs --side
    #[arg(long, value_name = "FILE", requires = "side")]
    pub certificate: Option<PathBuf>,
    /// Verify a certificate
    #[arg(long, value_name = "FILE", conflicts_with_all = ["side", "safe", "certificate"])]
    pub check: Option<PathBuf>,
}
