//! Checks that the parts are, byte for byte, those that were written.

use std::fs;
use std::path::{Path, PathBuf};

use petteia_tables::{Seal, TableError};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::RunError;
use super::part_table::PartTable;
use super::schedule::Standing;
use crate::experiment::{Cell, Unit};

/// Returns the units with a damaged or foreign part, one that does not match the seal in the ledger.
///
/// # Errors
/// A part cannot be read.
pub fn damaged(run: &Path, standing: &Standing) -> Result<Vec<Unit>, RunError> {
    let done = |cell: &Cell| {
        let units = standing.units.of_cell(cell.index).map(|(number, done)| (cell.unit(number), done.seals));
        units.collect::<Vec<_>>()
    };
    let units: Vec<_> = standing.plan.cells.iter().flat_map(done).collect();
    let check = |(unit, seals): &(Unit, [Seal; 2])| {
        let read = |(table, seal): (PartTable, &Seal)| seal.read(&table.part(run, unit)).map(drop);
        match PartTable::ALL.into_iter().zip(seals).try_for_each(read) {
            Ok(()) => Ok(None),
            Err(TableError::NotAsWritten { .. }) => Ok(Some(unit.clone())),
            Err(error) => Err(RunError::from(error)),
        }
    };
    let results: Result<Vec<Option<Unit>>, RunError> = units.par_iter().map(check).collect();
    Ok(results?.into_iter().flatten().collect())
}

/// Sets a part aside as `NAME.rejected`, so that it no longer counts. Returns the new name; `None` if there was no
/// part.
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
