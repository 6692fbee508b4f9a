//! Experiments and what is done with their runs.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::MOST_GAMES;
use petteia_simulator::run::SAMPLE;
use petteia_simulator::store::Shard;

use super::common::MOST_THREADS;
use super::proofs::gibibytes;
use super::{Effort, Format};

/// Play an experiment, a tournament or an endgame test, and report it
///
/// Plays what the file asks and the output folder does not have yet, then writes tables, figures and text. To resume a run
/// that was stopped, give the same command again. To add games, variants, agents or levels, change the file and give the
/// same command: games that were played are not played again. The tables are the same for any number of threads, shards
/// and interruptions. A table `[proofs]` in an experiment adds what can be proved about its variants.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia new mine.toml --game city-8 --vary vagi
  petteia run mine.toml --dry-run       # cells, games and time, without playing
  petteia run mine.toml
  petteia run mine.toml --games 200 --out runs/small
  petteia run mine.toml --shard 2/8     # part 2 of 8

Ctrl-C drops the games in progress, prints the command that resumes the run,
and exits with status 130.

Shards need no common disk: play each into a folder of its own, copy the folders
to one machine, and join them with `petteia merge`.

A tournament:
  name = \"first\"
  seed = 1
  games = [\"city-8+vagi\", \"poleis\"]         # with switches
  agents = [\"random\", \"mcts:playouts=100\"]  # two or more
  pairs = 50               # of games, for each two agents on each game
  opening = 4              # random moves of each opening [default: 4]
  speed_seconds = 1.5      # measure each agent's speed [default: do not]

An endgame test, in endings whose value is known from endgame tables:
  name = \"endings\"
  seed = 1
  placements = 1000                # random, of each ending; White is to move
  endings = [\"city-8+edge 4v1\"]    # a game, White's and Black's pieces
  agents = [\"greedy\", \"alphabeta:nodes=100\"]
  # Agents use tables for endings with this many pieces fewer
  # [default: the tables that each agent names]:
  tables_smaller = 2
  # Games of your own, for use in endings:
  variants = [{ name = \"six\", rules = { board = { files = 6, ranks = 6 } } }]")]
pub struct RunArgs {
    /// The file of the experiment, tournament or endgame test
    pub file: PathBuf,
    #[command(flatten)]
    pub playing: PlayingArgs,
    /// Games of each cell of an experiment, instead of the file's number or stopping rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed of an experiment, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Leave out the proofs that the table `[proofs]` of an experiment asks for
    #[arg(long)]
    pub no_proofs: bool,
    /// Folder of the endgame tables of endgame tests and proofs, with a subfolder for each game; existing tables are used
    #[arg(long, value_name = "FOLDER", default_value = "endgames")]
    pub tables: PathBuf,
    /// Most memory for tables and proofs, in GiB [default: 4 for endgame tests, 12 for proofs]
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    pub memory: Option<f64>,
}

/// Where and how games are played and reported.
#[derive(Debug, Args)]
pub struct PlayingArgs {
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// List the files of an earlier run in the folder, delete them and start over
    #[arg(long, alias = "fresh")]
    pub overwrite: bool,
    /// Show the cells, their games, those that exist already, the time and the endgame tables they need, and play nothing
    #[arg(long, conflicts_with = "overwrite")]
    pub dry_run: bool,
    /// How random games are played; the games are the same
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub format: Format,
}

/// How several processes share the work.
#[derive(Clone, Copy, Debug, Args)]
pub struct ShardArgs {
    /// Play only the K-th of N parts, K from 1 to N, alongside other processes; a shard writes no report. Shards of a search
    /// share the output folder; all others may have folders of their own, which `petteia merge` joins
    #[arg(long, value_name = "K/N", conflicts_with_all = ["overwrite", "dry_run"])]
    shard: Option<Shard>,
    /// The same counted from 0, as batch systems and Kubernetes do: I from 0 to N-1
    #[arg(long, value_name = "I/N", value_parser = Shard::from_index, conflicts_with_all = ["shard", "overwrite", "dry_run"])]
    shard_index: Option<Shard>,
}

impl ShardArgs {
    /// The part that this process is to play; `None` for everything.
    pub fn get(self) -> Option<Shard> {
        self.shard.or(self.shard_index)
    }
}

/// Search for rules that work, with a guarantee
///
/// Looks for the rule sets that keep the limits of a goal, such as few draws and an even start, and that no other one beats.
/// Games are played where they decide most; every rule set ends as in, out or undecided, and all intervals hold together.
/// Rule sets that were never chosen are tested at random, so that the answer says how much was missed. The front is then
/// played again, with fresh seeds and by other agents. To resume, or to search further, give the same command again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia new mine.toml --game city-8 --vary vagi,edge,move=step --search
  petteia search mine.toml --dry-run    # rule sets, games and time
  petteia search mine.toml

A search:
  name = \"mend\"
  seed = 1
  base = \"city-8\"                      # a game, also one of your own
  [space]                              # switches and fields, each with values
  vagi = \"+vagi\"                       # without and with
  board = [\"8x8\", \"8x9\", \"9x9\"]
  no_progress = [50, 100]
  [goal]
  draws = \"<= 0.2\"                     # limits of any quantities
  white_score = \"0.45 .. 0.55\"
  plies = \"30 .. 120\"
  minimise = [\"draws\", \"distance\"]   # what is to be small
  tolerance = 0.03                     # need not be told apart [default: 0.03]
  confidence = 0.95                    # of everything together [default: 0.95]
  [players]
  play = \"alphabeta:nodes=100\"
  confirm = [\"alphabeta:nodes=3000\", \"mcts:playouts=20,policy=none\"]
  [distance]                           # of each change [default: 1]
  board = 2
  [games]
  all = 1000000       # of the search [default: as many as it takes]
  each = 20000        # at most, of a rule set
  first = 32          # before a rule set is judged
  confirm = 1000      # of each agent, for each member of the front
  refuted = 10        # after more unconfirmed members, nothing comes back
  audit = 60          # rule sets drawn at random")]
pub struct SearchArgs {
    /// The file of the search
    pub file: PathBuf,
    #[command(flatten)]
    pub playing: PlayingArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// Show the progress of a run, verify it, or list all runs in a folder
///
/// Shows the games of each cell, its current estimate with a 95 % interval and whether it is done, cells without games, and
/// the processes at work. Given a folder that is not a run, lists the runs in it. Changes nothing, so it is safe while
/// runs are in progress.
///
/// With --verify, compares all chunks of the run with their SHA-256, and their games with the counts of the ledgers. Then
/// draws games at random, plays them again from their seeds and compares every value of their rows. Exits with status 1 if
/// anything differs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia status                     # all runs in the folder runs
  petteia status runs/mine
  petteia status runs/mine --cite    # version, commit, seed, and a paragraph
  petteia status runs/mine --experiment copy.toml
  petteia status runs/mine --json
  petteia status runs/mine --verify  # play 100 of its games again
  petteia status runs/mine --verify --games 1000 --seed 2")]
pub struct StatusArgs {
    /// The folder of a run, or a folder that contains runs
    #[arg(default_value = "runs")]
    pub folder: PathBuf,
    /// Show where the numbers come from, and how to cite and reproduce them
    #[arg(long, conflicts_with_all = ["experiment", "json", "verify"])]
    pub cite: bool,
    /// Write the file of the run's experiment to this new file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "verify"])]
    pub experiment: Option<PathBuf>,
    /// Check the chunks of the run, and play a random sample of its games again
    #[arg(long, conflicts_with = "json")]
    pub verify: bool,
    /// Number of games to play again
    #[arg(
        long,
        value_name = "N",
        requires = "verify",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000)
    )]
    pub games: u64,
    /// Seed of the sample
    #[arg(long, requires = "verify", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub format: Format,
}

/// Join folders of games, and report what they have together
///
/// Copies to the folder OUT all games that the other folders have more: shards that were played on other machines,
/// interrupted runs, or runs of the same experiment with more games or variants. The folders may be incomplete and may
/// overlap; equal games are kept once. Every part is compared with the SHA-256 recorded when it was written. Without other
/// folders, checks OUT and reports it, which is what shards in one folder need. Exits with status 1 if games are still
/// missing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run mine.toml --shard 1/2 --out part-1  # on this machine
  petteia run mine.toml --shard 2/2 --out part-2  # on another
  petteia merge runs/mine part-1 part-2
  petteia merge runs/mine                         # shards in one folder")]
pub struct MergeArgs {
    /// The folder that gets everything; it may be new
    pub out: PathBuf,
    /// Folders with more games
    #[arg(value_name = "FOLDER")]
    pub sources: Vec<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
}

/// Write the tables, figures, text and page of a run
///
/// Reads the games of a run, complete or not, and writes tables, figures and text for a paper to its folder, and a page to
/// explore it in a browser. `petteia run` does this when it has finished.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia report runs/mine
  petteia report runs/mine --sample 200  # measure more games of each cell
  petteia report runs/mine --sample 0 --no-html  # replay no games
  petteia report runs/mine --play  # readers can play the variants
  petteia report runs/mine --only city-8 city-8+vagi --order random greedy

The page, report.html, is one file that needs no network. It has a table to sort
and filter, figures that follow it, and for each cell the rules in plain words,
maps of its squares, and sample games to step through: the shortest, the median,
the longest and the first draw of each kind.")]
pub struct ReportArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Games of each cell to replay to measure drama, stability and the like: at most a twentieth of its games, or 20; 0
    /// for none
    #[arg(long, value_name = "GAMES", default_value_t = SAMPLE, value_parser = clap::value_parser!(u64).range(..=100_000))]
    pub sample: u64,
    /// Write no report.html, and remove an older one
    #[arg(long)]
    pub no_html: bool,
    /// Write play.html too, a page on which the variants of the run can be played without installation [default: the
    /// petteia.html beside the program or in target/web, where `make web` builds it]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub play: Option<Option<PathBuf>>,
    /// Draw the figures without titles, for journals that set their own
    #[arg(long)]
    pub no_titles: bool,
    /// Show only these variants and agents, by name or label, in figures, the printed table and the tables of the text. The
    /// tables as files, the findings and the page still have all cells
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub only: Vec<String>,
    /// Show these variants and agents first, in this order, in the same places
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub order: Vec<String>,
    #[command(flatten)]
    pub effort: Effort,
}

/// Compare variants or runs, or runs with published claims
///
/// Compares runs, or variants of runs, with the first one named, or all variants of one run with its first: draw rate, White's advantage and mean length, with
/// differences whose intervals are corrected for the number of comparisons. Cells with the same variant and agents are
/// compared; if each run has one variant, cells with the same agents. Cells that only one of the runs has are named and
/// left out. Cells that were played with different limits, openings or agents are rejected.
///
/// With --expect, tests published claims instead. The file states each claim: the game, what was observed and how often, and
/// what the claim asserts of it. The command looks the games up in the runs and writes a table in Markdown: the published
/// number, that of players of the same kind, that of others, and a verdict. A claim is confirmed if the published number is
/// compatible with the games of players of the same kind and it holds for all players; it belongs to the player if it fails
/// for all others; it is not reproduced if it fails for all players. One counterexample refutes "never" and "always".
/// Otherwise it is not decided.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia compare runs/mine
  petteia compare runs/mine:city-8 runs/mine:city-8+vagi
  petteia compare runs/mine runs/small --out runs/both
  petteia compare runs/mine:city-8 runs/small:city-8+vagi --anyway
  petteia compare runs/mine --expect claims.toml
  petteia compare runs/mine runs/more --expect claims.toml --json")]
pub struct CompareArgs {
    /// Runs, each FOLDER or FOLDER:VARIANT with the name or the label of a variant
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<String>,
    /// Test the published claims of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["anyway", "out"])]
    pub expect: Option<PathBuf>,
    /// Compare cells even if their limits, openings or agents differ
    #[arg(long)]
    pub anyway: bool,
    /// Write the comparisons to this folder, as comparisons.parquet and comparisons.csv
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub format: Format,
}

/// Play an experiment or a search on a cluster
///
/// Writes the scripts of a job array to the folder of the run: each task plays a shard of the run, and a job after them
/// reports. Slurm gets them by `sbatch`; for Kubernetes, the commands that submit them are printed. Tasks that were lost can
/// be run again: only missing games are played. All machines must share the folder, except with Kubernetes, where the run is
/// on a volume of the cluster, in a folder with the name of the run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia submit mine.toml --array 100
  petteia submit mine.toml --array 100 -- --time=4:00:00 \\
    --cpus-per-task=8 --partition=long
  petteia submit mine.toml --array 4 --dry-run
  petteia submit mine.toml --array 64 --for kubernetes \\
    --image lab/petteia:0.2.0 --claim runs -- --namespace lab")]
pub struct SubmitArgs {
    /// The file of the experiment or search
    pub file: PathBuf,
    /// Tasks, each of which plays one shard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub array: u32,
    /// The scheduler
    #[arg(long = "for", value_name = "SCHEDULER", default_value = "slurm")]
    pub scheduler: BatchSystem,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Kubernetes: the container image, in which `petteia` is a command
    #[arg(long, required_if_eq("scheduler", "kubernetes"), value_parser = NonEmptyStringValueParser::new())]
    pub image: Option<String>,
    /// Kubernetes: the claim of the volume that holds the runs
    #[arg(long, required_if_eq("scheduler", "kubernetes"), value_parser = NonEmptyStringValueParser::new())]
    pub claim: Option<String>,
    /// Slurm: make the folder of the run, write the scripts and print the commands, but submit nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Options for the command that submits: sbatch (for both jobs) or kubectl
    #[arg(last = true, value_name = "SCHEDULER OPTIONS")]
    pub options: Vec<String>,
}

/// Whose jobs play a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BatchSystem {
    /// A job array of Slurm
    Slurm,
    /// An Indexed Job of Kubernetes
    Kubernetes,
}

/// How random games are played. Games whose rules do not fit into lanes are played one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimdArg {
    /// The fastest method that this processor supports
    Auto,
    /// Side by side in AVX-512 registers
    Avx512,
    /// Side by side in AVX2 registers
    Avx2,
    /// Side by side in portable code
    Portable,
    /// One at a time
    Scalar,
}

/// Measure the speed of random play, or of agents
///
/// Plays random games, or games of an agent against itself, and prints how they are played (`path`), plies per second and
/// core, nanoseconds per ply, games per second, plies per game, and the speed relative to games played one at a time
/// (`scalar`), which are timed in alternation with them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia bench
  petteia bench city-8 city-8+vagi --seconds 5
  petteia bench city-8 --simd avx2 --threads 2
  petteia bench city-8 --agent mcts:playouts=50 --agent alphabeta:nodes=100
  petteia bench --agents --seconds 5  # from random to strong, on eight games")]
pub struct BenchArgs {
    /// Games with their switches [default: all games]
    pub games: Vec<String>,
    /// An agent that plays against itself; may be given several times [default: random]
    #[arg(long = "agent", value_name = "AGENT")]
    pub agents: Vec<AgentSpec>,
    /// Measure agents from random to strong search, on one game of each kind unless games are named
    #[arg(long = "agents", conflicts_with = "agents")]
    pub ladder: bool,
    /// Seconds for each game, at most 3600
    #[arg(long, default_value_t = 0.5)]
    pub seconds: f64,
    /// How to play
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Threads that play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: u16,
    #[command(flatten)]
    pub format: Format,
}
