//! The games of a folder, whatever its question.

use std::path::Path;

use petteia_tables::Part;

use super::status;
use crate::experiment::Form;
use crate::store::{Contents, Manifest, RunError, cover};

/// Returns the parts of the games of a folder that count, by cell and first game.
///
/// # Errors
/// The folder is not that of a run, or has a part that is in no ledger.
pub fn counted_games(folder: &Path) -> Result<Vec<Part>, RunError> {
    let manifest = Manifest::read(folder)?;
    if manifest.asked.form() == Some(Form::Games) {
        return Ok(status(folder)?.parts.games);
    }
    let contents = Contents::read(folder)?;
    contents.refuse_unexpected_files()?;
    let cells = (0..).zip(&manifest.cells);
    let parts = cells.flat_map(|(cell, &id)| cover(&contents.parts_of(id)).into_iter().map(move |entry| (cell, entry)));
    // The numbers of pairs are not those of their games, all of which count.
    Ok(parts.map(|(cell, entry)| Part { cell, ..entry.games_in(folder) }).collect())
}
