//! The command line.

mod answer;
mod common;
mod complete;
mod contests;
mod games;
mod groups;
mod new;
mod proofs;
mod query;
mod runs;
mod shell;

use std::ffi::OsString;

use clap::{FromArgMatches, Parser, Subcommand};

pub use answer::in_one_line;
pub use common::{Drawing, Effort, Format, Start, name_of};
pub use complete::{COMPLETE, completing};
pub use contests::{FitArgs, MatchArgs, pairs_of};
pub use games::{AgentsArgs, EngineArgs, GamesArgs, PerftArgs, PlayArgs, ReplayArgs, ShowArgs};
pub use groups::{GROUPS, Group, command};
pub use new::{AgentList, NewArgs};
pub use proofs::{ForceOptions, ProveArgs, SideArg, SidesArg};
pub use query::{CsvForm, QUESTIONS, QueryArgs};
pub use runs::{
    BatchSystem, BenchArgs, CompareArgs, MergeArgs, PlayingArgs, ReportArgs, RunArgs, SearchArgs, ShardArgs, SimdArg,
    StatusArgs, SubmitArgs,
};
pub use shell::ShellOptions;

/// Plays millions of games of ancient board games under any variant of their rules, and reports draw rates, game lengths
/// and first-move advantage with their uncertainty.
#[derive(Debug, Parser)]
#[command(name = "petteia", version, max_term_width = 80, after_help = EXAMPLES)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to print instead.
    #[command(flatten)]
    pub shell: ShellOptions,
}

impl Cli {
    /// Reads the arguments of the program.
    ///
    /// # Errors
    /// They are wrong, or ask only for help or the version.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut program = command();
        let matches = program.try_get_matches_from_mut(arguments)?;
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
  petteia match quick --game city-8+vagi --handicap
  petteia games poleis                    # explain the rules of a game
  petteia show city-8 --svg start.svg     # draw a board
  petteia play lemery-petteia             # play against an agent
  petteia replay runs/mine --game 7       # show a game of a run
  petteia prove city-8 --force white      # prove that White forces a fortress
  petteia prove city-8+edge --pieces 2v1  # who wins, from every placement
  petteia --completions bash \\
    > ~/.local/share/bash-completion/completions/petteia
  petteia --completions zsh > ~/.zfunc/_petteia
  petteia --completions fish > ~/.config/fish/completions/petteia.fish
  petteia --man ~/.local/share/man/man1   # the manual pages

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
    Submit(SubmitArgs),
    Match(MatchArgs),
    Fit(FitArgs),
    Games(GamesArgs),
    Agents(AgentsArgs),
    Show(ShowArgs),
    Perft(PerftArgs),
    Engine(EngineArgs),
    Bench(BenchArgs),
    Play(PlayArgs),
    Replay(ReplayArgs),
    Prove(ProveArgs),
}
