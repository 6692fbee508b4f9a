//! What can be asked of endgame tables, and why there may be no answer.

use std::path::PathBuf;
use std::time::Duration;

use petteia_engine::rules::Unsupported;

use super::material::Ending;
use super::store::StoreError;
use super::value::Value;

/// Options for computing tables.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The folder that contains the tables and to which new ones are written.
    pub folder: PathBuf,
    /// The largest amount of memory that entries may use, in bytes.
    pub memory: u64,
    /// How often unfinished work is saved.
    pub save_every: Duration,
}

/// Formats memory in GiB, or in MiB if it is less than one.
fn memory(gib: f64) -> String {
    if gib < 1.0 { format!("{:.0} MiB", (1024.0 * gib).ceil()) } else { format!("{gib:.1} GiB") }
}

/// Why an ending was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The ending is not one of the game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// It would take too much memory.
    #[error(
        "{ending} needs {} of memory, more than the {} allowed; allow more memory or choose fewer pieces",
        memory(*needed),
        memory(*allowed)
    )]
    TooLarge {
        /// The ending.
        ending: Ending,
        /// The memory needed, in GiB.
        needed: f64,
        /// The memory allowed, in GiB.
        allowed: f64,
    },
    /// A win takes more plies than a table can store.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A win takes more plies than a table can store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{ending} has wins of more than {} plies, which a table cannot store", Value::MOST_PLIES)]
pub struct TooLong {
    /// The ending.
    pub ending: Ending,
}

/// Which entries to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// All entries.
    All,
    /// This number of entries of each table, drawn with replacement; all entries of a table that has no more.
    Random {
        /// The number of entries per table.
        entries: u64,
        /// The seed of the sample.
        seed: u64,
    },
}

/// Why the tables do not contain a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// Stones are still in hand.
    #[error("stones are still being placed, but the tables cover only the movement phase")]
    Placing,
    /// The captured stones are not the missing ones, in a game that counts them.
    #[error(
        "the number of captured stones matters in this game, and the tables cover only positions in which all missing stones were captured: {expected}"
    )]
    OtherCaptures {
        /// The expected captured stones, as in a position text.
        expected: String,
    },
    /// The tables of the position's ending are not loaded.
    #[error("there is no table for {0}")]
    NoTable(Ending),
}
