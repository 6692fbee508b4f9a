//! Options that several commands share.

use clap::{Args, ValueEnum};
use petteia_simulator::experiment::MOST_OPENING;

/// The most threads: more only take memory, and an operating system may refuse them.
pub(super) const MOST_THREADS: i64 = 1024;

/// How much of the machine to use, and whether to show progress.
#[derive(Clone, Copy, Debug, Args)]
pub struct Effort {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl Effort {
    /// The number of threads; 0 for all cores.
    pub fn threads(self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// How each of many games begins.
#[derive(Clone, Copy, Debug, Args)]
pub struct Start {
    /// Random moves at the start of each game, before the agents play
    #[arg(
        long,
        value_name = "MOVES",
        default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_OPENING))
    )]
    pub opening: u32,
    /// Seed of the openings, die rolls and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// How boards are drawn on the terminal.
#[derive(Clone, Copy, Debug, Args)]
pub struct Drawing {
    /// Draw with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Format {
    /// Print the result as one JSON document; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
}

/// Returns the name of a value as it is typed.
pub fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
