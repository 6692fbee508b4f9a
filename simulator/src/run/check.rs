//! Whether the parts are, byte for byte, those that were written.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::RunError;
use super::ledger::digest;
use super::manifest::sha256;
use super::part_table::PartTable;
use super::schedule::Standing;
use crate::experiment::Unit;

/// Units of which a part is damaged or of another run: its SHA-256 is not that of the ledger.
///
/// # Errors
/// A part cannot be read.
pub fn damaged(run: &Path, standing: &Standing) -> Result<Vec<Unit>, RunError> {
    let done = |cell: &crate::experiment::Cell| {
        let units = standing.units.of_cell(cell.index).map(|(number, done)| (cell.unit(number), done.digest));
        units.collect::<Vec<_>>()
    };
    let units: Vec<(Unit, u64)> = standing.plan.cells.iter().flat_map(done).collect();
    let check = |(unit, expected): &(Unit, u64)| {
        let found = digest_of(run, unit)?;
        Ok((found != Some(*expected)).then(|| unit.clone()))
    };
    let results: Result<Vec<Option<Unit>>, RunError> = units.par_iter().map(check).collect();
    Ok(results?.into_iter().flatten().collect())
}

/// The short form of the sums of a unit's parts; `None` when one is not there.
fn digest_of(run: &Path, unit: &Unit) -> Result<Option<u64>, RunError> {
    let sum = |table: PartTable| {
        let path = table.part(run, unit);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(sha256(&bytes))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RunError::file(&path)(error)),
        }
    };
    let (games, squares) = (sum(PartTable::Games)?, sum(PartTable::Squares)?);
    Ok(games.zip(squares).map(|(games, squares)| digest(&games, &squares)))
}

/// Puts a part aside, so that it counts no more: `NAME.rejected`. Gives the new name; `None` when there was none.
///
/// # Errors
/// It cannot be renamed.
pub fn reject(part: &Path) -> Result<Option<PathBuf>, RunError> {
    let mut name = part.as_os_str().to_owned();
    name.push(".rejected");
    let aside = PathBuf::from(name);
    match fs::rename(part, &aside) {
        Ok(()) => Ok(Some(aside)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RunError::file(part)(error)),
    }
}
