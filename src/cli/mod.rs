//! The command line.

mod answer;
mod balance;
mod common;
mod complete;
mod completions;
mod contests;
mod games;
mod groups;
mod new;
mod proofs;
mod query;
mod runs;

use std::ffi::OsString;

use clap::{FromArgMatches, Parser, Subcommand};

pub use answer::{with_hint, wrong_value};
pub use balance::{DepthArgs, HandicapArgs};
pub use common::{Effort, Format, Start, name_of};
pub use complete::{COMPLETE, completing};
pub use completions::{CompletionsArgs, ShellFile};
pub use contests::{FitArgs, MatchArgs};
pub use games::{AgentsArgs, EngineArgs, GamesArgs, PerftArgs, PlayArgs, ReplayArgs, ShowArgs};
pub use groups::{GROUPS, Group, command};
pub use new::{AgentList, NewArgs};
pub use proofs::{ForceOptions, FortressArgs, ProbeArgs, SideArg, SidesArg, SolveArgs};
pub use query::QueryArgs;
pub use runs::{
    BatchSystem, BenchArgs, ClaimsArgs, CompareArgs, MergeArgs, PlayingArgs, ReportArgs, RunArgs, SearchArgs,
    ShardArgs, SimdArg, StatusArgs, SubmitArgs, VerifyArgs,
};

/// Plays millions of games of ancient board games under any variant of their rules, and reports draw rates, game lengths
/// and first-move advantage with their uncertainty.
#[derive(Debug, Parser)]
#[command(name = "petteia", version, max_term_width = 80, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the arguments of the program.
    ///
    /// # Errors
    /// They are wrong, or ask only for help or the version.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut program = command();
        let matches = program.try_get_matches_from_mut(arguments).map_err(with_hint)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
    }
}

const EXAMPLES: &str = "\
Examples:
  petteia new mine.toml --game city-8 --vary vagi  # write an experiment
  petteia run mine.toml                   # play it and report it
  petteia status runs/mine                # show its progress
  petteia compare runs/mine:city-8 runs/mine:city-8+vagi
  petteia match quick random --game poleis --games 40
  petteia handicap city-8+vagi --agent quick
  petteia games poleis                    # explain the rules of a game
  petteia show city-8 --svg start.svg     # draw a board
  petteia play lemery-petteia             # play against an agent
  petteia replay runs/mine --game 7       # show a game of a run
  petteia fortress city-8 --force white   # prove that White forces a fortress
  petteia solve city-8+edge --pieces 2v1  # who wins, from every placement

A game is named by its id and switches: city-8, city-8+vagi+edge, poleis-vagi,
callen-double-petteia+inciti+die=4. A game of your own is a file: nine.toml, or
mine.toml:nine for a variant in an experiment; docs/own-games.md explains it.
Every command explains itself with --help.
Exit status: 0 done, 1 failed, 2 wrong input, 130 stopped.";

/// The commands. Each is described at its arguments.
#[derive(Debug, Subcommand)]
#[allow(missing_docs)]
pub enum Command {
    New(NewArgs),
    Run(RunArgs),
    Search(SearchArgs),
    Status(StatusArgs),
    Merge(MergeArgs),
    Report(ReportArgs),
    Query(QueryArgs),
    Compare(CompareArgs),
    Claims(ClaimsArgs),
    Submit(SubmitArgs),
    Verify(VerifyArgs),
    Match(MatchArgs),
    Handicap(HandicapArgs),
    Depth(DepthArgs),
    Fit(FitArgs),
    Games(GamesArgs),
    Agents(AgentsArgs),
    Show(ShowArgs),
    Perft(PerftArgs),
    Engine(EngineArgs),
    Bench(BenchArgs),
    Play(PlayArgs),
    Replay(ReplayArgs),
    Fortress(FortressArgs),
    Solve(SolveArgs),
    Probe(ProbeArgs),
    Completions(CompletionsArgs),
}
