//! Rules, positions and single games.

use std::path::PathBuf;

use clap::Args;

/// Explains a game with its switches in plain words: what is said is made from the rules as they are played.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia rules poleis
  petteia rules callen-double-petteia+inciti+die=4
  petteia rules city-8+edge --toml > mine.toml
  petteia rules mine.toml")]
pub struct RulesArgs {
    /// The game with its switches
    pub game: String,
    /// Print the game as a complete file with a comment on every field, to start a game of your own
    #[arg(long)]
    pub toml: bool,
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
    /// How many decisions deep, at most 100
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=100))]
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
