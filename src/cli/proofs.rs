//! What can be proved.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use petteia_proofs::endgame::{Ending, Sample};
use petteia_simulator::experiment::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS};

use super::{MOST_THREADS, RunArgs};

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
    /// The folder of the tables [default: endgames/GAME]
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
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// More than any machine has, and few enough for their bytes to be counted.
const MOST_GIBIBYTES: f64 = 1e6;

pub(super) fn gibibytes(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= MOST_GIBIBYTES);
    number.ok_or_else(|| format!("give a number above 0 and up to {MOST_GIBIBYTES}"))
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
    /// The folder of the tables [default: endgames/GAME]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
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
    #[arg(long, requires = "smallest", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_FORTRESS)))]
    pub most: Option<u32>,
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}

/// Searches for a way to reach a fortress from the start whatever the enemy does, unless the game ends before. The search looks at the first ranks of the
/// side alone, where the enemies may come from anywhere beyond: what it finds holds in the game, what it does not find may
/// exist (docs/fortresses.md). What is found can be written as a certificate, which --check verifies without it.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["game", "check"])))]
#[command(after_help = "\
Examples:
  petteia force city-8
  petteia force city-8 --side white --certificate city-8-white.txt
  petteia force callen-simple-petteia --safe
  petteia force --check city-8-white.txt
  petteia force city-8 --side black --ranks 3 --complete       (minutes, 1.3 GiB)

Exit status: 0 searched (forced or not) or verified, 1 a certificate that proves nothing, 2 wrong input.")]
pub struct ForceArgs {
    /// The game with its switches
    pub game: Option<String>,
    /// Only this side [default: both]
    #[arg(long, value_enum)]
    pub side: Option<SideArg>,
    /// How many of the side's first ranks to search [default: those it fills at the start and one more]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=i64::from(MOST_RANKS)))]
    pub ranks: Option<u8>,
    /// The most moves of the side to try
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_MOVES)))]
    pub moves: u8,
    /// First solve the side's first two ranks completely, for any number of moves; only on small boards
    #[arg(long)]
    pub complete: bool,
    /// The most memory for the tables of the search, in GiB; a certificate takes more
    #[arg(long, value_name = "GIB", default_value = "4", value_parser = gibibytes)]
    pub memory: f64,
    /// Ask for a fortress with which the side cannot lose any more, however the game is adjudicated
    #[arg(long)]
    pub safe: bool,
    /// Write what is forced into this file, to be verified with --check; needs --side
    #[arg(long, value_name = "FILE", requires = "side")]
    pub certificate: Option<PathBuf>,
    /// Verify a certificate
    #[arg(long, value_name = "FILE", conflicts_with_all = ["side", "ranks", "moves", "safe", "certificate", "complete", "memory"])]
    pub check: Option<PathBuf>,
}

/// Plays an experiment as `petteia run` does, then decides what can be decided of each of its variants: the smallest fortress,
/// whether each side forces one from the start against every defence, its endings, and whether the games that a limit stopped
/// were dead. How far to go says the table `[proofs]` of the file. Work that was stopped goes on.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia verdicts experiments/verdicts.toml
  petteia verdicts experiments/verdicts.toml --games 20 --out runs/small

Beside what `petteia run` writes: verdicts.md, the answers in plain words; verdicts.parquet and
verdicts.csv; latex/verdicts.tex; endings/, the endgames as a table and figures; proofs/, the
certificates of what is forced, to be verified with `petteia force --check`.")]
pub struct VerdictsArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// The folder of endgame tables, in it one for each game; tables that are there are used
    #[arg(long, value_name = "DIR", default_value = "endgames")]
    pub tables: PathBuf,
    /// The most memory that a table or a search takes, in GiB
    #[arg(long, value_name = "GIB", default_value = "12", value_parser = gibibytes)]
    pub memory: f64,
}
