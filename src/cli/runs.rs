//! Experiments and what is done with their runs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use petteia_simulator::experiment::MOST_GAMES;
use petteia_simulator::run::{SAMPLE, Shard};

use super::MOST_THREADS;

/// Plays all cells of an experiment on all cores. The tables are the same for any number of threads, shards and
/// interruptions: a run that was stopped, in whatever way, goes on where it was when it is run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia run experiments/quick.toml
  petteia run experiments/factorial.toml --games 200 --out runs/small
  petteia run experiments/factorial.toml --shard 2/8      the second of eight parts, on a machine of its own

Ctrl-C drops the games in play, says how to go on, and ends with status 130.")]
pub struct RunArgs {
    /// The experiment file
    pub file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play only the K-th of N fixed parts of the run; `petteia merge` makes the tables when all are played
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Delete what the folder has of an earlier run, after saying what that is, and start over
    #[arg(long, conflicts_with = "shard")]
    pub fresh: bool,
    /// How random games are played; the games are the same
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Shows for each cell its games, its present estimate with a 95 % interval and whether it is done, and for each shard that has
/// been at work what is left. Nothing is touched, so others may work on the run.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  petteia status runs/quick")]
pub struct StatusArgs {
    /// The folder of the run
    pub run: PathBuf,
}

/// Lists the runs and tournaments in a folder, sorted by name: for each run whether it is complete or how many units are
/// still to be played, its cells, the games played, and the name of the experiment where the folder has another name.
/// Other folders are left out. Nothing is touched.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia runs
  petteia runs /scratch/petteia")]
pub struct RunsArgs {
    /// The folder that the runs are in
    #[arg(default_value = "runs")]
    pub folder: PathBuf,
}

/// Compares every part of a run with the SHA-256 that was noted when it was written, removes games beyond the place where a
/// stopping rule ended their cell, and writes the tables and figures. A run that is not complete is refused.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  petteia run experiments/quick.toml --shard 1/2     here
  petteia run experiments/quick.toml --shard 2/2     and on another machine with the same folder
  petteia merge runs/quick")]
pub struct MergeArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
}

/// Reads the games that a run has, complete or not, and writes tables, figures and text for a paper into its folder, and a page
/// to explore it in a browser. `petteia run` does so at its end.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia report runs/quick
  petteia report runs/quick --sample 200             measure more games of each cell
  petteia report runs/strength --sample 0 --no-html  play no game again

The page, report.html, is one file that needs no network: a table to sort and filter, figures
that follow it, and for each cell the rules in plain words, maps of its squares and sample games
to be played through: the shortest, the median, the longest and the first draw of each kind.")]
pub struct ReportArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Games of each cell that are played again to measure drama, stability and such, at most a twentieth of
    /// all or five; 0 for none
    #[arg(long, value_name = "GAMES", default_value_t = SAMPLE, value_parser = clap::value_parser!(u64).range(..=100_000))]
    pub sample: u64,
    /// Write no report.html, and remove an older one
    #[arg(long)]
    pub no_html: bool,
    /// Draw the figures without titles, for journals that set their own
    #[arg(long)]
    pub no_titles: bool,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

/// Compares runs, or variants of them, with the first one named: share of draws, White's advantage and mean length, with
/// differences whose intervals are corrected for the number of comparisons. Cells belong together that have the same variant
/// and agents; of one variant each, those with the same agents. What was played with other limits, openings or agents is
/// refused.
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
    /// Compare also what was played with other limits, openings or agents
    #[arg(long)]
    pub anyway: bool,
    /// Write the comparisons into this folder, as comparison.parquet and comparison.csv
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Writes two scripts into the folder of the run and hands them to `sbatch`: a job array that plays a shard of the run in each
/// task, and a job that merges and reports when all tasks have ended. All machines must share the folder. Tasks that
/// were lost or requeued are simply run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia submit experiments/strength.toml --array 100
  petteia submit experiments/strength.toml --array 100 -- --time=4:00:00 --cpus-per-task=8 --partition=long
  petteia submit experiments/strength.toml --array 4 --dry-run")]
pub struct SubmitArgs {
    /// The experiment file
    pub file: PathBuf,
    /// Tasks of the array, each of which plays one shard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub array: u32,
    /// The output folder [default: runs/NAME]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Games of each cell, instead of the file's number or stopping rule
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed, instead of the file's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the scripts and print the commands, but submit nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Options for sbatch, of both jobs
    #[arg(last = true, value_name = "SBATCH OPTIONS")]
    pub options: Vec<String>,
}

/// Draws games at random from all of a run, plays them again from their seeds and compares every value of their rows, after
/// the part that has them was compared with its SHA-256. Ends with status 1 if anything differs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia verify runs/quick
  petteia verify runs/quick --games 1000 --seed 2")]
pub struct VerifyArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Prints the version and commit of the program, the seed, and the SHA-256 of plan and experiment file of a run, and a
/// paragraph for a paper that says how to reproduce it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia info runs/quick
  petteia info runs/quick --experiment > quick.toml")]
pub struct InfoArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// Print the experiment file of the run instead
    #[arg(long)]
    pub experiment: bool,
}

/// How random games are played. Games whose rules do not fit into lanes are played one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimdArg {
    /// The fastest way of this processor
    Auto,
    /// Side by side in AVX-512 registers
    Avx512,
    /// Side by side in AVX2 registers
    Avx2,
    /// Side by side in plain code
    Portable,
    /// One at a time
    Scalar,
}

/// Plays random games, or those of an agent against itself, and prints how they are played (`path`), plies a second on each
/// core, nanoseconds a ply, games a second, and the ratio to games played one at a time (`scalar`) in turns with them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia bench
  petteia bench city-8 city-8+vagi --seconds 5
  petteia bench city-8 --simd avx2 --threads 2
  petteia bench city-8 city-8+vagi --agent mcts:playouts=50 --agent alphabeta:nodes=100 --seconds 20
  petteia bench --agents --seconds 5         from random to strong search, on eight games")]
pub struct BenchArgs {
    /// Games with their switches [default: all games]
    pub games: Vec<String>,
    /// Who plays against itself; may be given several times [default: random]
    #[arg(long = "agent", value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Agents from random to strong search, on one game of each kind unless games are named
    #[arg(long = "agents", conflicts_with = "agents")]
    pub ladder: bool,
    /// Seconds for each game, at most an hour
    #[arg(long, default_value_t = 0.5)]
    pub seconds: f64,
    /// How to play
    #[arg(long, value_enum, default_value_t = SimdArg::Auto)]
    pub simd: SimdArg,
    /// Threads that play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: u16,
}
