//! Loads all tables of a game from a folder and its subfolders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use petteia_engine::{Geometry, Position};

use super::census::Census;
use super::material::{Ending, Seat};
use super::setting::Setting;
use super::store::{StoreError, TableFile};
use super::table::EndgameTables;
use super::value::Value;

impl<G: Geometry> EndgameTables<G> {
    /// Adds all finished tables of this game in a folder and its subfolders. Tables of other games are ignored.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        for path in table_files(folder)? {
            let Some(file) = TableFile::of_game(&path, self.setting())? else { continue };
            if !self.holds(file.ending()) {
                let made = file.read(self.setting())?;
                self.add(made);
            }
        }
        Ok(())
    }

    /// Returns the largest number of pieces in a position that these tables contain.
    pub fn most_pieces(&self) -> u32 {
        self.tables().iter().map(|table| table.seat().own.pieces() + table.seat().other.pieces()).max().unwrap_or(0)
    }

    /// Returns the value of a position for the side to move. Returns `None` if these tables do not determine it: stones
    /// are in hand, the table is not loaded, or the game counts captured stones and the captured stones of the position
    /// are not those that it lacks. The game must not be over.
    pub fn exact_value(&self, position: &Position<G::Set>) -> Option<Value> {
        let is_told = !position.is_placing() && self.setting().is_counted(position);
        if is_told { self.value(position) } else { None }
    }
}

impl<G: Geometry> Setting<G> {
    /// Returns the contents of the finished tables of this game in a folder, smallest ending first, without reading the
    /// tables themselves. Tables of other games are ignored, and a missing folder has none.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn recorded(&self, folder: &Path) -> Result<Vec<(Seat, Census)>, StoreError> {
        let mut found: Vec<(Ending, Vec<(Seat, Census)>)> = Vec::new();
        let paths = match entries(folder) {
            Err(error) if error.is_missing() => Vec::new(),
            paths => paths?,
        };
        for path in paths.into_iter().filter(|path| is_table(path)) {
            if let Some(file) = TableFile::of_game(&path, self)? {
                found.push((file.ending(), file.censuses()?));
            }
        }
        found.sort_by_key(|(ending, _)| (ending.pieces(), *ending));
        Ok(found.into_iter().flat_map(|(_, seats)| seats).collect())
    }
}

/// Returns the files of tables in a folder and its subfolders.
pub(super) fn table_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut places = vec![folder.to_owned()];
    places.extend(entries(folder)?.into_iter().filter(|path| path.is_dir()));
    let files = places.iter().map(|place| Ok(entries(place)?.into_iter().filter(|path| is_table(path))));
    Ok(files.collect::<Result<Vec<_>, StoreError>>()?.into_iter().flatten().collect())
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "endgame")
}

/// Returns the contents of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort();
        Ok(paths)
    };
    list().map_err(|error| StoreError::of(folder, error))
}
