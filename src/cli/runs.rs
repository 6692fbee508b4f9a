//! Experiments and what is done with their runs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::MOST_GAMES;
use petteia_simulator::run::{SAMPLE, Shard};

use super::common::MOST_THREADS;
use super::{Effort, Format};

/// Play an experiment and write its tables and figures
///
/// Plays all cells of the experiment. The tables are the same for any number of threads, shards and interruptions: to
/// resume a run that was stopped, run the same command again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run experiments/quick.toml
  petteia run experiments/factorial.toml --games 200 --out runs/small
  petteia run experiments/factorial.toml --shard 2/8  # part 2 of 8

Ctrl-C drops the games in progress, prints the command that resumes the run,
and exits with status 130.")]
pub struct RunArgs {
    /// The experiment file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play only the K-th of N fixed parts of the run; when all are played, `petteia merge` writes the tables
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// List the files of an earlier run in the folder, delete them and start over
    #[arg(long, conflicts_with = "shard")]
    pub fresh: bool,
    /// How random games are played; the games are the same
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    #[command(flatten)]
    pub effort: Effort,
}

/// Show the progress of a run
///
/// Shows the games of each cell, its current estimate with a 95 % interval and whether it is done, and the work left in
/// each shard that has been started. Changes nothing, so it is safe while the run is in progress.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia status runs/quick
  petteia status runs/quick --json")]
pub struct StatusArgs {
    /// The folder of the run
    pub run: PathBuf,
    #[command(flatten)]
    pub format: Format,
}

/// List the runs in a folder and their progress
///
/// Lists the runs and tournaments in a folder, sorted by name. For each run it shows whether it is complete or how many
/// units are left, its cells, the games played, and the name of the experiment if the folder has another name. Other
/// folders are skipped. Changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia runs
  petteia runs /scratch/petteia")]
pub struct RunsArgs {
    /// The folder that contains the runs
    #[arg(default_value = "runs")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub format: Format,
}

/// Check a run that was played in shards, and write its tables and figures
///
/// Compares every part of the run with the SHA-256 recorded when it was written, removes games beyond the point where a
/// stopping rule ended their cell, and writes the tables and figures. The run must be complete.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run experiments/quick.toml --shard 1/2  # on this machine
  petteia run experiments/quick.toml --shard 2/2  # on another
  petteia merge runs/quick")]
pub struct MergeArgs {
    /// The folder of the run
    pub run: PathBuf,
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
  petteia report runs/quick
  petteia report runs/quick --sample 200  # measure more games of each cell
  petteia report runs/strength --sample 0 --no-html  # replay no games
  petteia report runs/quick --play  # readers can play the variants

The page, report.html, is one file that needs no network. It has a table to sort
and filter, figures that follow it, and for each cell the rules in plain words,
maps of its squares, and sample games to step through: the shortest, the median,
the longest and the first draw of each kind.")]
pub struct ReportArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Games of each cell to replay to measure drama, stability and the like: at most a twentieth of its games, or five; 0
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
    #[command(flatten)]
    pub effort: Effort,
}

/// Compare variants or runs: do they differ?
///
/// Compares runs, or variants of runs, with the first one named: draw rate, White's advantage and mean length, with
/// differences whose intervals are corrected for the number of comparisons. Cells with the same variant and agents are
/// compared; if each run has one variant, cells with the same agents. Cells that were played with different limits,
/// openings or agents are rejected.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia compare runs/quick:city-8 runs/quick:city-8+vagi
  petteia compare runs/before runs/after --out runs/before-after
  petteia compare runs/weak:poleis runs/strong:poleis --anyway")]
pub struct CompareArgs {
    /// Two runs or more, each FOLDER or FOLDER:VARIANT
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    pub runs: Vec<String>,
    /// Compare cells even if their limits, openings or agents differ
    #[arg(long)]
    pub anyway: bool,
    /// Write the comparisons to this folder, as comparison.parquet and comparison.csv
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub format: Format,
}

/// Play an experiment as a job array on a Slurm cluster
///
/// Writes two scripts to the folder of the run and submits them with `sbatch`: a job array in which each task plays a shard
/// of the run, and a job that merges and reports when all tasks have ended. All machines must share the folder. Tasks that
/// were lost or requeued can simply be run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia submit experiments/strength.toml --array 100
  petteia submit experiments/strength.toml --array 100 -- --time=4:00:00 \\
    --cpus-per-task=8 --partition=long
  petteia submit experiments/strength.toml --array 4 --dry-run")]
pub struct SubmitArgs {
    /// The experiment file
    pub file: PathBuf,
    /// Tasks of the array, each of which plays one shard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub array: u32,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the scripts and print the commands, but submit nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Options for sbatch, passed to both jobs
    #[arg(last = true, value_name = "SBATCH OPTIONS")]
    pub options: Vec<String>,
}

/// Play a random sample of a run's games again and compare
///
/// Draws games at random from the whole run, plays them again from their seeds and compares every value of their rows. The
/// parts that hold them are first compared with their SHA-256. Exits with status 1 if anything differs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia verify runs/quick
  petteia verify runs/quick --games 1000 --seed 2")]
pub struct VerifyArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Show where the numbers of a run come from, and how to cite and reproduce them
///
/// Prints the version and commit of the program, the seed, the SHA-256 of the plan and of the experiment file, and a
/// paragraph for a paper that explains how to reproduce the run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia info runs/quick
  petteia info runs/quick --experiment > quick.toml")]
pub struct InfoArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Print the experiment file of the run instead
    #[arg(long, conflicts_with = "json")]
    pub experiment: bool,
    #[command(flatten)]
    pub format: Format,
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
