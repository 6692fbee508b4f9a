//! What endgame tables have in common, whether they hold values or expectations.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use petteia_engine::AnyPosition;
use petteia_proofs::endgame::{AnyTables, Ending, SolveError, SolveOptions, TableKind};
use petteia_simulator::{SolveProgress, Variant};

use crate::cli::ProveArgs;
use crate::commands::{Failure, bytes};

/// The most memory for tables by default, in GiB.
const MEMORY: f64 = 12.0;

/// The most pieces of tables that most machines can make; on small boards there can be more.
const MOST_PIECES: u32 = 6;

/// The folder of a game's tables.
pub fn folder(args: &ProveArgs, game: &str) -> PathBuf {
    args.endgames.tables.clone().unwrap_or_else(|| PathBuf::from("endgames").join(game))
}

/// Returns the options for computing the tables of a game.
fn options(args: &ProveArgs, game: &str) -> SolveOptions {
    SolveOptions {
        folder: folder(args, game),
        memory: bytes(args.endgames.memory.unwrap_or(MEMORY)),
        save_every: Duration::from_secs(args.endgames.save_every),
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
pub fn make<K: TableKind<Fault: Display>>(args: &ProveArgs, variant: &Variant) -> Result<Made<K>, Failure> {
    let mut tables = AnyTables::<K>::new(&variant.rules).map_err(Failure::input)?;
    let context = tables.context();
    let mut endings = Vec::new();
    for &pieces in &args.endgames.pieces {
        endings.extend(context.endings_below(context.ending(pieces).map_err(Failure::input)?));
    }
    let endings = Ending::smallest_first(endings);
    let progress = SolveProgress::new(args.effort.quiet);
    for &pieces in &args.endgames.pieces {
        tables.solve(pieces, &options(args, &variant.name), &progress)?;
    }
    let checks = endings.iter().map(|&ending| tables.verify(ending, args.endgames.sample, &progress));
    let checked = checks.sum::<Result<u64, _>>().map_err(Failure::failed)?;
    progress.finish();
    Ok(Made { tables, endings, checked })
}

/// A position in tables, and what they say of it.
pub struct ProbedPosition<K: TableKind> {
    pub tables: AnyTables<K>,
    pub position: AnyPosition,
    pub probed: K::Probed,
}

/// Looks a position up in the tables that exist; returns why not if they do not. Tables in a folder that is named must exist.
pub fn look_up<K: TableKind>(
    args: &ProveArgs,
    variant: &Variant,
    fen: &str,
) -> Result<Result<ProbedPosition<K>, String>, Failure> {
    match read::<K>(args, variant, fen) {
        Err(Failure::Input(reason)) if args.endgames.tables.is_none() => Ok(Err(reason)),
        probed => probed.map(Ok),
    }
}

fn read<K: TableKind>(args: &ProveArgs, variant: &Variant, fen: &str) -> Result<ProbedPosition<K>, Failure> {
    let mut tables = AnyTables::<K>::new(&variant.rules).map_err(Failure::input)?;
    let position = tables.game().parse(fen).map_err(Failure::input)?;
    let ending = tables.context().ending_of(&position);
    if ending.white.pieces() > 0 && ending.black.pieces() > 0 {
        let folder = folder(args, &variant.name);
        tables.read(ending, &folder).map_err(|error| unread(error, args, &folder, ending))?;
    }
    let probed = tables.probe(&position).map_err(Failure::input)?;
    Ok(ProbedPosition { tables, position, probed })
}

/// What to say of tables that cannot be read.
fn unread(error: SolveError, args: &ProveArgs, folder: &Path, pieces: Ending) -> Failure {
    match error {
        SolveError::Store(error) if error.is_missing() => {
            let lacking = format!("{} lacks tables of {pieces}", folder.display());
            let game = args.game.as_ref().filter(|_| pieces.pieces() <= MOST_PIECES);
            let advice = game.map(|game| format!("; make them with `petteia prove {game} --pieces {pieces}`"));
            Failure::Input(lacking + &advice.unwrap_or_default())
        }
        SolveError::Store(error) => Failure::failed(error),
        refused => Failure::input(refused),
    }
}
