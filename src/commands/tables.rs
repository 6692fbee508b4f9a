//! What the commands about endgame tables share: folders, endings, options and errors.

use std::path::{Path, PathBuf};
use std::time::Duration;

use petteia_proofs::endgame::{Ending, Refusal, SolveError, SolveOptions};

use super::Failure;
use crate::cli::SolveArgs;

/// The folder of a game's tables.
pub fn folder(given: Option<&Path>, game: &str) -> PathBuf {
    given.map_or_else(|| Path::new("endgames").join(game), Path::to_owned)
}

/// Returns the bytes in a number of GiB.
pub fn bytes(gibibytes: f64) -> u64 {
    (gibibytes * (1_u64 << 30) as f64) as u64
}

/// Returns the options for computing the tables of a game.
pub fn options(args: &SolveArgs, game: &str) -> SolveOptions {
    SolveOptions {
        folder: folder(args.tables.as_deref(), game),
        memory: bytes(args.memory),
        save_every: Duration::from_secs(args.save_every),
    }
}

/// The requested endings and all that captures lead to, the smallest first. `below` returns those that a single one leads
/// to.
pub fn endings(
    pieces: &[Ending],
    below: impl Fn(Ending) -> Result<Vec<Ending>, Refusal>,
) -> Result<Vec<Ending>, Failure> {
    let mut endings = Vec::new();
    for &ending in pieces {
        endings.extend(below(ending).map_err(Failure::input)?);
    }
    endings.sort_unstable_by_key(|ending| (ending.pieces(), *ending));
    endings.dedup();
    Ok(endings)
}

/// What to say of tables that cannot be read.
pub fn unread(error: SolveError, game: &str, pieces: &str) -> Failure {
    match error {
        SolveError::Store(error) if error.is_missing() => {
            Failure::input(format!("{error}; make the tables with `petteia solve {game} --pieces {pieces}`"))
        }
        SolveError::Store(error) => Failure::failed(error),
        refused => Failure::input(refused),
    }
}
