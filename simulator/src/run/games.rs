//! The games of a folder, whatever its question.

use std::path::Path;

use petteia_tables::Chunk;

use super::status;
use crate::store::{Manifest, QuestionKind, RunError, StoreIndex, cover};

/// Returns the chunks of the games of a folder that count, by cell and first game.
///
/// # Errors
/// The folder is not that of a run, or has a chunk that is in no ledger.
pub fn counted_games(folder: &Path) -> Result<Vec<Chunk>, RunError> {
    let manifest = Manifest::read(folder)?;
    if manifest.request.kind == QuestionKind::Experiment {
        return Ok(status(folder)?.chunks.games);
    }
    let index = StoreIndex::read(folder)?;
    index.refuse_unexpected_files()?;
    let cells = (0..).zip(&manifest.cells);
    let chunks = cells.flat_map(|(cell, &id)| cover(&index.chunks_of(id)).into_iter().map(move |entry| (cell, entry)));
    // The numbers of pairs are not those of their games, all of which count.
    Ok(chunks.map(|(cell, entry)| Chunk { cell, ..entry.games_chunk(folder) }).collect())
}
