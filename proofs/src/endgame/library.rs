//! All tables of a game below a folder.

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
    /// Adds all finished tables of this game in a folder and in the folders in it. Those of other games are passed over.
    ///
    /// # Errors
    /// The folder cannot be read, or a table is not as it was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        let mut places = vec![folder.to_owned()];
        places.extend(entries(folder)?.into_iter().filter(|path| path.is_dir()));
        for place in places {
            for path in entries(&place)?.into_iter().filter(|path| is_table(path)) {
                let Some(file) = TableFile::of_game(&path, self.setting())? else { continue };
                if !self.holds(file.ending()) {
                    let made = file.read(self.setting())?;
                    self.add(made);
                }
            }
        }
        Ok(())
    }

    /// The most pieces of a position that these tables hold.
    pub fn most_pieces(&self) -> u32 {
        self.tables().iter().map(|table| table.seat().own.pieces() + table.seat().other.pieces()).max().unwrap_or(0)
    }

    /// The value of a position for the side to move; `None` where these tables do not tell, because stones are in hand, other
    /// stones were captured than are missing in a game that counts them, or the table is not here. The position must not
    /// be finished.
    pub fn exact_value(&self, position: &Position<G::Set>) -> Option<Value> {
        let is_told = !position.is_placing() && self.setting().is_counted(position);
        if is_told { self.value(position) } else { None }
    }
}

impl<G: Geometry> Setting<G> {
    /// What the finished tables of this game in a folder hold, the smallest ending first, without reading the tables. Those
    /// of other games are passed over, and a folder that is not there has none.
    ///
    /// # Errors
    /// The folder cannot be read, or a table is not as it was written.
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

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "endgame")
}

/// What lies in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort();
        Ok(paths)
    };
    list().map_err(|error| StoreError::of(folder, error))
}
