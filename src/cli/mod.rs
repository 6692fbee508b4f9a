//! The command line.

mod answer;
mod balance;
mod common;
mod contests;
mod games;
pub mod page;
mod proofs;
mod runs;
mod shell;

use clap::{Parser, Subcommand};

pub use answer::wrong_value;
pub use balance::{DepthArgs, HandicapArgs};
pub use common::{Effort, Format, Start};
pub use contests::{ExamArgs, FitArgs, MatchArgs, TournamentArgs};
pub use games::{AgentsArgs, EngineArgs, GamesArgs, MovesArgs, PerftArgs, PlayArgs, ReplayArgs, RulesArgs, ShowArgs};
pub use proofs::{ForceArgs, FortressArgs, ProbeArgs, SideArg, SolveArgs, VerdictsArgs};
pub use runs::{
    BenchArgs, CompareArgs, InfoArgs, MergeArgs, ReportArgs, RunArgs, RunsArgs, SimdArg, StatusArgs, SubmitArgs,
    VerifyArgs,
};
pub use shell::{CompletionsArgs, ManArgs};

/// Plays millions of games of ancient board games under any variant of their rules, and reports draw rates, game lengths
/// and first-move advantage with their uncertainty.
#[derive(Debug, Parser)]
#[command(name = "petteia", version, max_term_width = 80, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  petteia run experiments/quick.toml      # play an experiment and report it
  petteia status runs/quick               # show its progress
  petteia compare runs/quick:city-8 runs/quick:city-8+vagi
  petteia match quick random --game poleis --games 40
  petteia tournament experiments/tournament.toml
  petteia handicap city-8+vagi --agent quick
  petteia rules poleis                    # explain the rules of a game
  petteia show city-8 --svg start.svg     # draw a board
  petteia play lemery-petteia             # play against an agent
  petteia replay runs/quick --game 7      # show a game of a run
  petteia force city-8                    # prove that a side forces a fortress
  petteia solve city-8+edge --pieces 2v1  # who wins, from every placement

A game is named by its id and switches: city-8, city-8+vagi+edge, poleis-vagi,
callen-double-petteia+inciti+die=4. A game of your own is a file: mine.toml, or
mine.toml:nine for a variant in an experiment; docs/own-games.md explains it.
Every command explains itself with --help.
Exit status: 0 done, 1 failed, 2 wrong input, 130 stopped.";

/// The commands. Each is described at its arguments.
#[derive(Debug, Subcommand)]
#[allow(missing_docs)]
pub enum Command {
    Run(RunArgs),
    Status(StatusArgs),
    Runs(RunsArgs),
    Merge(MergeArgs),
    Report(ReportArgs),
    Compare(CompareArgs),
    Submit(SubmitArgs),
    Verify(VerifyArgs),
    Info(InfoArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Exam(ExamArgs),
    Handicap(HandicapArgs),
    Depth(DepthArgs),
    Fit(FitArgs),
    Games(GamesArgs),
    Agents(AgentsArgs),
    Rules(RulesArgs),
    Show(ShowArgs),
    Perft(PerftArgs),
    Moves(MovesArgs),
    Engine(EngineArgs),
    Bench(BenchArgs),
    Play(PlayArgs),
    Replay(ReplayArgs),
    Fortress(FortressArgs),
    Force(ForceArgs),
    Solve(SolveArgs),
    Probe(ProbeArgs),
    Verdicts(VerdictsArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}
