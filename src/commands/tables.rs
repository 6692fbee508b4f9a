//! What the commands about endgame tables share, whether they hold values or expectations.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use petteia_engine::AnyPosition;
use petteia_proofs::endgame::{AnyTables, Ending, SolveError, SolveOptions, TableKind};
use petteia_simulator::{SolveProgress, Variant};

use super::Failure;
use crate::cli::{ProbeArgs, SolveArgs};

/// The folder of a game's tables.
pub fn folder(given: Option<&Path>, game: &str) -> PathBuf {
    given.map_or_else(|| Path::new("endgames").join(game), Path::to_owned)
}

/// Returns the bytes in a number of GiB.
pub fn bytes(gibibytes: f64) -> u64 {
    (gibibytes * (1_u64 << 30) as f64) as u64
}

/// Returns the options for computing the tables of a game.
fn options(args: &SolveArgs, game: &str) -> SolveOptions {
    SolveOptions {
        folder: folder(args.tables.as_deref(), game),
        memory: bytes(args.memory),
        save_every: Duration::from_secs(args.save_every),
    }
}

/// The tables of the requested endings and of all that captures lead to, the smallest first.
pub struct Made<K: TableKind> {
    pub tables: AnyTables<K>,
    pub endings: Vec<Ending>,
    /// How many of their entries agree with their successors.
    pub checked: u64,
}

/// Makes and checks the tables that the arguments name.
pub fn make<K: TableKind<Fault: Display>>(args: &SolveArgs, variant: &Variant) -> Result<Made<K>, Failure> {
    let mut tables = AnyTables::<K>::new(&variant.rules).map_err(Failure::input)?;
    let context = tables.context();
    let mut endings = Vec::new();
    for &pieces in &args.pieces {
        endings.extend(context.endings_below(context.ending(pieces).map_err(Failure::input)?));
    }
    endings.sort_unstable_by_key(|ending| (ending.pieces(), *ending));
    endings.dedup();
    let progress = SolveProgress::new(args.effort.quiet);
    for &pieces in &args.pieces {
        tables.solve(pieces, &options(args, &variant.name), &progress)?;
    }
    let checks = endings.iter().map(|&ending| tables.verify(ending, args.check, &progress));
    let checked = checks.sum::<Result<u64, _>>().map_err(Failure::failed)?;
    progress.finish();
    Ok(Made { tables, endings, checked })
}

/// Reads the tables for the position that the arguments name; returns them with the position and what they say of it.
pub fn look_up<K: TableKind>(
    args: &ProbeArgs,
    variant: &Variant,
) -> Result<(AnyTables<K>, AnyPosition, K::Probed), Failure> {
    let mut tables = AnyTables::<K>::new(&variant.rules).map_err(Failure::input)?;
    let position = tables.game().parse(&args.fen).map_err(Failure::input)?;
    let ending = tables.context().ending_of(&position);
    let folder = folder(args.tables.as_deref(), &variant.name);
    if ending.white.pieces() > 0 && ending.black.pieces() > 0 {
        tables.read(ending, &folder).map_err(|error| unread(error, &args.game, ending))?;
    }
    let probed = tables.probe(&position).map_err(Failure::input)?;
    Ok((tables, position, probed))
}

/// What to say of tables that cannot be read.
fn unread(error: SolveError, game: &str, pieces: Ending) -> Failure {
    match error {
        SolveError::Store(error) if error.is_missing() => {
            Failure::input(format!("{error}; make the tables with `petteia solve {game} --pieces {pieces}`"))
        }
        SolveError::Store(error) => Failure::failed(error),
        refused => Failure::input(refused),
    }
}
