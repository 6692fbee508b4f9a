//! The command line.

mod answer;
mod balance;
mod contests;
mod games;
mod proofs;
mod runs;

use clap::{Parser, Subcommand};

pub use answer::wrong_value;
pub use balance::{DepthArgs, HandicapArgs};
pub use contests::{ExamArgs, FitArgs, MatchArgs, TournamentArgs};
pub use games::{MovesArgs, PerftArgs, PlayArgs, ReplayArgs, RulesArgs, ShowArgs};
pub use proofs::{ForceArgs, FortressArgs, ProbeArgs, SideArg, SolveArgs, VerdictsArgs};
pub use runs::{
    BenchArgs, CompareArgs, InfoArgs, MergeArgs, ReportArgs, RunArgs, RunsArgs, SimdArg, StatusArgs, SubmitArgs,
    VerifyArgs,
};

/// The most threads: more only take memory, and an operating system may refuse them.
const MOST_THREADS: i64 = 1024;

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
  petteia runs                                list the runs in the folder runs
  petteia report runs/quick                   write its tables, figures, text and page again
  petteia compare runs/quick:city-8 runs/quick:city-8+vagi
                                              put two variants side by side
  petteia match mcts:playouts=200 random --game city-8+vagi --games 40
                                              play two agents against each other
  petteia tournament experiments/tournament.toml
                                              play a round robin of agents, write their ratings
  petteia handicap city-8+vagi --agent quick  how many stones fewer make the game even
  petteia depth city-8+vagi --agent alphabeta:nodes=10
                                              how many doublings of a budget still gain points
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
  petteia solve city-8+edge --pieces 2v1      who wins with two pieces against one, wherever they stand

A game is named by its id and switches: city-8, city-8+vagi+edge, poleis-vagi, callen-double-petteia+inciti+die=4.
Exit status: 0 done, 1 failed, 2 wrong input, 130 stopped.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play an experiment and write its tables and figures
    Run(RunArgs),
    /// Show how far a run is
    Status(StatusArgs),
    /// List the runs in a folder and how far each of them is
    Runs(RunsArgs),
    /// Check a run that was played in shards, write its tables and figures
    Merge(MergeArgs),
    /// Write the tables, figures, text and page of a run
    Report(ReportArgs),
    /// Put variants or runs side by side: do they differ?
    Compare(CompareArgs),
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
    /// Examine agents in endings whose value is known
    Exam(ExamArgs),
    /// Find how many stones fewer for one side, or which first move, make a game even
    Handicap(HandicapArgs),
    /// Measure the depth of a game: how many doublings of a budget still gain points
    Depth(DepthArgs),
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
    /// Find the value of every placement of a few pieces
    Solve(SolveArgs),
    /// Ask endgame tables about a position
    Probe(ProbeArgs),
    /// Play games, prove what can be proved of them, and put both side by side
    Verdicts(VerdictsArgs),
}
