//! Rules, positions and single games.

use std::path::PathBuf;

use clap::Args;
use petteia_players::agents::AgentSpec;

use super::{Drawing, Format};

/// List the games and the switches, or explain the rules of a game
///
/// Without a game, lists every game with its source, its board and its special rules, then every switch that can be
/// added to a game with `+`, most of which can be removed with `-`. With a game, explains its rules in plain words. The
/// text is generated from the rules as the program plays them, switches included.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia games
  petteia games poleis
  petteia games callen-double-petteia+inciti+die=4
  petteia games city-8+edge --toml > own.toml
  petteia games own.toml")]
pub struct GamesArgs {
    /// The game to explain, with its switches, or the file of a game [default: list the games]
    pub game: Option<String>,
    /// Print the game as a complete file with a comment on every field, to start a game of your own
    #[arg(long, requires = "game", conflicts_with = "json")]
    pub toml: bool,
    /// Draw with letters instead of symbols
    #[arg(long, requires = "game")]
    pub ascii: bool,
    #[command(flatten)]
    pub format: Format,
}

/// List the agents and their options
///
/// Lists every agent with its options and their defaults, and the presets: short names for agents of a certain strength.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia agents
  petteia agents --json

An agent is named with its options: greedy, mcts:playouts=2000,exploration=0.7,
alphabeta:nodes=20000.")]
pub struct AgentsArgs {
    #[command(flatten)]
    pub format: Format,
}

/// Draw a position on the terminal or as a picture, or list its moves
///
/// Pieces in different states have different shapes, so the drawing needs no colour. The last lines state what the
/// board does not show: the side to move, captured stones, counts and the die. With --moves, writes the legal moves of
/// the position as JSON instead, for other programs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia show lemery-petteia
  petteia show city-8+edge --png position.png \\
    --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66'
  petteia show city-8+edge --move e6-e8 --svg capture.svg \\
    --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66'
  petteia show city-8 --moves
  echo '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66' | \\
    petteia show city-8 --moves --fen -

--moves writes one line of JSON: the position, how the game has ended if it has,
and each move with the position after it; before the roll of a die, each roll.")]
pub struct ShowArgs {
    /// The game with its switches, or the file of a game
    pub game: String,
    /// A position; with --moves, - reads one position per line from standard input [default: the start]
    #[arg(long)]
    pub fen: Option<String>,
    /// Write the legal moves as JSON, one line for each position
    #[arg(long, conflicts_with_all = ["move", "svg", "png", "ascii"])]
    pub moves: bool,
    /// Draw this legal move and what it captures
    #[arg(long, allow_hyphen_values = true)]
    pub r#move: Option<String>,
    /// Write the position to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the position to this PNG file, at 300 dots per inch
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: Drawing,
}

/// Count the move sequences of a game to a depth
///
/// Counts the sequences of the given number of moves from a position. The last line is the count.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia perft city-8 --depth 3
  petteia perft city-8+edge --depth 2 --divide \\
    --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66'")]
pub struct PerftArgs {
    /// The game with its switches, or the file of a game
    pub game: String,
    /// A position [default: the start]
    #[arg(long)]
    pub fen: Option<String>,
    /// Number of moves in a sequence, at most 100
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(..=100))]
    pub depth: u32,
    /// Show the count after each first move
    #[arg(long)]
    pub divide: bool,
}

/// Answer other programs with moves and evaluations
///
/// Reads commands from standard input, one per line, and answers each on standard output: `position start moves a1-a5`,
/// then `go`, is answered with the evaluation, the expected line and `bestmove`. docs/protocol.md describes the
/// protocol, which also connects other players with matches, tournaments and experiments.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia engine
  petteia engine city-8+vagi --agent strong
  printf 'position start moves a1-a5\\ngo\\n' | petteia engine city-8")]
pub struct EngineArgs {
    /// The game with its switches, or the file of a game; the command `game` chooses another
    #[arg(default_value = "city-8")]
    pub game: String,
    /// The agent that answers; the command `agent` chooses another
    #[arg(long, value_name = "AGENT", default_value = "medium")]
    pub agent: AgentSpec,
}

/// Play a game on the terminal, move by move
///
/// Play against an agent or another person, or watch two agents. A player is `human` or an agent (`petteia agents`
/// lists them). The program rolls the die, and a roll that allows no move is passed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia play city-8+vagi
  petteia play lemery-latrunculi --white medium --black human
  petteia play city-8 --fen '5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66'
  petteia play --load game.txt

Type a move, such as a1-a5, or a word: moves, undo, hint, board, save, load,
help, quit. Moves from a pipe are played, too. `make web` builds a page on
which pieces are moved by the mouse.")]
pub struct PlayArgs {
    /// The game with its switches, or the file of a game
    #[arg(conflicts_with = "load")]
    pub game: Option<String>,
    /// Who plays White [default: human, or as in the loaded game]
    #[arg(long, value_name = "PLAYER")]
    pub white: Option<String>,
    /// Who plays Black [default: alphabeta:nodes=2000000,endgames=auto, or as in the loaded game]
    #[arg(long, value_name = "PLAYER")]
    pub black: Option<String>,
    /// A position [default: the start]
    #[arg(long, conflicts_with = "load")]
    pub fen: Option<String>,
    /// Continue a recorded game
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Seed of the die rolls and agents [default: the time, or as in the loaded game]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub drawing: Drawing,
}

/// Print a recorded game, or a game of a run, board by board
///
/// A game of a run is played again from its seed and compared with the run's table.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia replay runs/mine --cell 2 --game 7
  petteia replay runs/mine --game 7 --record game.txt --gif game.gif
  petteia replay game.txt
  petteia replay games.csv --list brandubh --game 3")]
pub struct ReplayArgs {
    /// A record file, or the folder of a run
    #[arg(value_name = "FILE|RUN")]
    pub source: PathBuf,
    /// The cell of the run [default: 0]
    #[arg(long)]
    pub cell: Option<usize>,
    /// The number of the game in its cell or in the list, from 0
    #[arg(long)]
    pub game: Option<u64>,
    /// Read the file as a list of games with these rules, one per line, such as `a1-a7 b8-b2`
    #[arg(long, value_name = "RULES", conflicts_with = "cell")]
    pub list: Option<String>,
    /// Write the record to this file instead of showing the game; .pgn for other programs
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw every position as an SVG file in this folder instead of showing the game
    #[arg(long, value_name = "FOLDER")]
    pub svg: Option<PathBuf>,
    /// Draw the game as an animated GIF instead of showing it
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: Drawing,
}
