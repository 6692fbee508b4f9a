//! What can be proved.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use petteia_proofs::endgame::{Ending, Sample};
use petteia_simulator::experiment::{MOST_FORTRESS, MOST_MOVES, MOST_RANKS};

use super::{Drawing, Effort, Format};

/// Prove what a position is worth, which pieces win, and whether a side forces a fortress
///
/// Without further options, says what is proved about a position: whether each side has a fortress, or why not, and the
/// value of the position and of its moves, if its endgame tables exist. A fortress consists of pieces that can never be
/// captured, one of which can move back and forth for ever, whatever the enemy does and however many pieces it has
/// (experiments/studies/fortresses.md).
///
/// With --pieces, makes endgame tables for these pieces and for all that captures leave of them. A table gives, for every
/// placement, whether the side to move wins, draws or loses with best play, and the number of plies to the next capture.
/// The limits of the game (repetition, no_progress, turn_cap) do not apply: a draw is a position from which neither side
/// can force a win. Tables that are already in the folder are read, and interrupted work is resumed. In a game with a die,
/// a table gives the expected score of the side to move before its roll, with a bound on its error; instead of the limits,
/// chance ends the game as a draw, after every turn with probability 1/200.
///
/// With --force, searches for a way to force a fortress from the start, whatever the enemy does, unless the game ends
/// first. The search covers only the first ranks of the side and assumes that enemies may arrive from anywhere beyond
/// them: what it finds holds in the game; if it finds nothing, a way may still exist. The strategy found can be written
/// as a certificate, which --check verifies independently of the search.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["game", "check"])))]
#[command(group(ArgGroup::new("work").multiple(true).args(["pieces", "force"])))]
#[command(after_help = "\
Examples:
  petteia prove city-8 \\
    --fen 'ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80'
  petteia prove city-8 --pieces 3v1
  petteia prove city-8 --fen '8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0'
  petteia prove city-8+vagi --pieces 2v2 --pieces 3v1 --sample all
  petteia prove callen-simple-passing-leader --pieces L1vL
  petteia prove city-8+die=4 --pieces 2v1 \\
    --fen '8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0 d3'
  petteia prove city-8+edge --smallest
  petteia prove lemery-compact --smallest --most 14
  petteia prove city-8 --force both
  petteia prove city-8 --force white --certificate city-8-white.txt
  petteia prove --check city-8-white.txt
  petteia prove callen-simple-petteia --force both --safe
  petteia prove city-8 --force black --ranks 3 --complete  # minutes, 1.3 GiB

Pieces are White's and Black's stones; an L before them is the leader. Games
with inciti, leaps or huffs have no tables. The summary and the figure are
written to the folder of the tables; those with a die have neither.

Exit status: 0 searched (found or not) or verified, 1 a certificate proves
nothing or a table is damaged, 2 wrong input.")]
pub struct ProveArgs {
    /// The game with its switches, or the file of a game
    pub game: Option<String>,
    #[command(flatten)]
    pub drawing: Drawing,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
    #[command(flatten)]
    pub position: PositionOptions,
    #[command(flatten)]
    pub endgames: EndgameOptions,
    #[command(flatten)]
    pub smallest: SmallestOptions,
    #[command(flatten)]
    pub force: ForceOptions,
    /// Verify a certificate
    #[arg(
        long,
        value_name = "FILE",
        help_heading = FORCE,
        conflicts_with_all = ["fen", "side", "pieces", "tables", "smallest", "force", "ascii"]
    )]
    pub check: Option<PathBuf>,
}

const FORCE: &str = "Forcing a fortress";

/// What is said about a position.
#[derive(Debug, Args)]
#[command(next_help_heading = "A position")]
pub struct PositionOptions {
    /// A position [default: the start]
    #[arg(long, conflicts_with_all = ["smallest", "force"])]
    pub fen: Option<String>,
    /// Only the fortress of this side [default: both, with --smallest White]
    #[arg(long, value_enum, conflicts_with = "force")]
    pub side: Option<SideArg>,
}

/// The endgame tables that are made or read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Endgame tables")]
pub struct EndgameOptions {
    /// Make tables for at most these pieces of each side, such as 3v2; may be given several times
    #[arg(long)]
    pub pieces: Vec<Ending>,
    /// Folder of the tables [default: endgames/GAME]
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// How many entries of each table to compare with their successors, or `all`
    #[arg(long, value_name = "N|all", requires = "pieces", default_value = "100000", value_parser = sample)]
    pub sample: Sample,
    /// Seconds between saves of unfinished work
    #[arg(long, value_name = "SECONDS", requires = "pieces", default_value_t = 300)]
    pub save_every: u64,
    /// Most memory for tables, in GiB; a certificate takes more [default: 12, with --force 4]
    #[arg(long, value_name = "GIB", requires = "work", value_parser = gibibytes)]
    pub memory: Option<f64>,
}

/// The search for the smallest fortresses.
#[derive(Debug, Args)]
#[command(next_help_heading = "The smallest fortresses")]
pub struct SmallestOptions {
    /// Find the fortresses with the fewest pieces, anywhere on the board, up to symmetry
    #[arg(long, conflicts_with = "force")]
    pub smallest: bool,
    /// The most pieces to try with --smallest [default: all pieces of the side]
    #[arg(
        long,
        value_name = "PIECES",
        requires = "smallest",
        value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_FORTRESS))
    )]
    pub most: Option<u32>,
}

/// The search for a way to force a fortress.
#[derive(Debug, Args)]
#[command(next_help_heading = FORCE)]
pub struct ForceOptions {
    /// Search for a way to force a fortress from the start against every defence
    #[arg(long, value_name = "SIDE", value_enum)]
    pub force: Option<SidesArg>,
    /// How many of the side's first ranks to search [default: those it fills at the start and one more]
    #[arg(long, value_name = "N", requires = "force", value_parser = clap::value_parser!(u8).range(2..=i64::from(MOST_RANKS)))]
    pub ranks: Option<u8>,
    /// The most moves of the side to try
    #[arg(
        long,
        value_name = "N",
        requires = "force",
        default_value_t = 6,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_MOVES))
    )]
    pub moves: u8,
    /// First solve the side's first two ranks completely, for any number of moves; only for small boards
    #[arg(long, requires = "force")]
    pub complete: bool,
    /// Force a fortress with which the side can no longer lose, however the game is adjudicated
    #[arg(long, requires = "force")]
    pub safe: bool,
    /// Write the strategy of one side to this file, to be verified with --check
    #[arg(long, value_name = "FILE", requires = "force")]
    pub certificate: Option<PathBuf>,
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

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    /// The first player
    White,
    /// The second player
    Black,
}

/// Which sides a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SidesArg {
    /// The first player
    White,
    /// The second player
    Black,
    /// One after the other
    Both,
}
