//! What can go wrong with a store.

use std::path::PathBuf;

use petteia_engine::files::FileError;
use petteia_players::agents::AgentError;
use petteia_proofs::endgame::SolveError;
use petteia_tables::TableError;

use super::lock::LockError;
use crate::cell::PlayError;

/// What can go wrong with a store, or while its games are played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder belongs to another question.
    #[error(
        "{} holds {found}, but this is {asked}. Name another folder with --out; to extend a run, keep its name",
        folder.display()
    )]
    OtherQuestion {
        /// The folder.
        folder: PathBuf,
        /// What it holds, such as ``the experiment `quick```.
        found: String,
        /// What is asked now.
        asked: String,
    },
    /// The folder contains something that is not a store.
    #[error("{} is not a run folder: {differs}. Name another folder with --out", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// What it contains.
        differs: String,
    },
    /// The manifest cannot be used.
    #[error("{}: {problem}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// An agent lacks what it played with.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Games cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Endgame tables cannot be made or used.
    #[error(transparent)]
    Tables(#[from] SolveError),
    /// Another process is working in the folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder contains a chunk that is in no ledger.
    #[error(
        "{} is not in the ledgers of this folder; move it away, or give the command that made the folder again, which \
         sets it aside and plays what is missing",
        path.display()
    )]
    UnexpectedFile {
        /// The file.
        path: PathBuf,
    },
    /// Games of a complete question are missing.
    #[error(
        "{}: {games} games are missing, which its ledgers know; give the command that made the folder again, which plays \
         them",
        folder.display()
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The number of games.
        games: u64,
    },
    /// Games are still to be played.
    #[error("{} is not complete: {games} games are left; `petteia status` shows which", folder.display())]
    Incomplete {
        /// The folder.
        folder: PathBuf,
        /// The number of games.
        games: u64,
    },
    /// A file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table cannot be written or read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A job that another process was to play.
    #[error("another process could not play some games: {0}")]
    Remote(String),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
    /// A thread ended by a fault of the program, which it has described on standard error.
    #[error(
        "petteia has a fault, see above, for which the games could not be played to the end. Those that are finished are \
         saved; please report it"
    )]
    Fault,
}

impl RunError {
    /// Returns whether the input was invalid, as opposed to a failure during the work.
    #[must_use]
    pub fn is_input(&self) -> bool {
        use RunError::{Agent, Lock, Manifest, NoRun, OtherQuestion, Play, Tables};
        match self {
            OtherQuestion { .. } | NoRun { .. } | Manifest { .. } => true,
            Agent(error) => !error.is_shortage(),
            Play(error) => matches!(error, PlayError::OpeningTooLong { .. }),
            Lock(error) => matches!(error, LockError::Busy { .. }),
            Tables(error) => matches!(error, SolveError::Unsupported(_) | SolveError::TooLarge { .. }),
            _ => false,
        }
    }
}
