//! Files of tables of expectations, in the form of all endgame tables, and tables that are read or else computed.

use std::path::Path;

use petteia_engine::Geometry;
use petteia_files::create_writable_folder;
use serde::{Deserialize, Serialize};

use super::super::library::table_files;
use super::super::material::{Ending, Seat};
use super::super::setting::Setting;
use super::super::solve::{SolveError, SolveOptions};
use super::super::store::{Part, STRONG, StoreError, TableFile, read, write};
use super::super::watch::Watch;
use super::MEAN_PLIES;
use super::census::ChanceCensus;
use super::making::make;
use super::table::{ChanceTable, ChanceTables};

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Expectations {
    mean_plies: u32,
    seats: Vec<Contents>,
}

/// The header of a table, whose entries are numbers of four bytes.
#[derive(Serialize, Deserialize)]
struct Contents {
    seat: Seat,
    entries: u64,
    census: ChanceCensus,
}

/// The most bytes that an entry needs during the computation besides its replies: margins before and after a sweep, their
/// change, and the sizes of the replies to each face.
const WORK_BYTES: u64 = 32;
const FACE_BYTES: u64 = 6;
const REPLY_BYTES: u64 = 4;

impl<G: Geometry> ChanceTables<G> {
    /// Computes and writes the tables of an ending and of all endings that captures lead to. Tables in the folder are read
    /// instead. Interrupted work is lost but for the endings that are finished.
    ///
    /// # Errors
    /// The ending is refused or too large, or a file cannot be read or written.
    pub fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError> {
        let ending = self.setting().ending(ending)?;
        self.refuse_too_large(ending, options.memory)?;
        for ending in self.missing(ending) {
            let file = TableFile::new(&options.folder, ending);
            let made = if file.exists() {
                read_tables(&file, self.setting())?
            } else {
                let writable = create_writable_folder(&options.folder, "endgame");
                writable.map_err(|error| StoreError::of(&error.path, error.source))?;
                let made = make(self, ending, watch);
                write_tables(&file, self.setting(), &made)?;
                made
            };
            self.add(made);
        }
        Ok(())
    }

    /// Computes the tables of an ending and of all endings that captures lead to, unless they are in a cache. A table that
    /// cannot be read from there is computed again, and it is no fault if one cannot be written.
    ///
    /// # Errors
    /// The ending is refused.
    pub(super) fn make_cached(
        &mut self,
        ending: Ending,
        cache: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<(), SolveError> {
        let ending = self.setting().ending(ending)?;
        for ending in self.missing(ending) {
            let file = cache.map(|folder| TableFile::new(folder, ending));
            let read = file.as_ref().and_then(|file| read_tables(file, self.setting()).ok());
            let made = read.unwrap_or_else(|| {
                let made = make(self, ending, watch);
                let written = file.map(|file| write_tables(&file, self.setting(), &made));
                drop(written);
                made
            });
            self.add(made);
        }
        Ok(())
    }

    /// Reads the tables of an ending, and of all endings that captures lead to, from a folder.
    ///
    /// # Errors
    /// The ending is refused, or a file is missing or differs from the one that was written.
    pub fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        let ending = self.setting().ending(ending)?;
        for ending in self.missing(ending) {
            let made = read_tables(&TableFile::new(folder, ending), self.setting())?;
            self.add(made);
        }
        Ok(())
    }

    /// Adds all tables of this game in a folder and its subfolders. Tables of other games are ignored.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        for path in table_files(folder)? {
            let Some(file) = TableFile::of_game(&path, self.setting())? else { continue };
            if !self.holds(file.ending()) {
                let made = read_tables(&file, self.setting())?;
                self.add(made);
            }
        }
        Ok(())
    }

    /// Returns the endings that an ending needs and that are not loaded, smallest first.
    fn missing(&self, ending: Ending) -> Vec<Ending> {
        let below = self.setting().endings_below(ending);
        below.into_iter().filter(|&ending| !self.holds(ending)).collect()
    }

    fn refuse_too_large(&self, ending: Ending, memory: u64) -> Result<(), SolveError> {
        let rules = self.setting().game().rules();
        let faces = u64::from(rules.die.unwrap_or(1));
        let lines = u64::from(rules.board.files) + u64::from(rules.board.ranks) - 2;
        let moves = lines.min(4 * faces);
        let pieces = u64::from(ending.white.pieces().max(ending.black.pieces()));
        let each = WORK_BYTES + FACE_BYTES * faces + REPLY_BYTES * pieces * moves;
        let needed = self.setting().entries(ending).saturating_mul(each);
        let gibibytes = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
        if needed > memory {
            return Err(SolveError::TooLarge { ending, needed: gibibytes(needed), allowed: gibibytes(memory) });
        }
        Ok(())
    }
}

fn write_tables<G: Geometry>(
    file: &TableFile,
    setting: &Setting<G>,
    tables: &[ChanceTable<G::Set>],
) -> Result<(), StoreError> {
    let contents = tables.iter().map(|table| Contents {
        seat: table.seat,
        entries: table.entries(),
        census: table.census.clone(),
    });
    let body = Expectations { mean_plies: MEAN_PLIES, seats: contents.collect() };
    let parts: Vec<Part<G::Set>> = tables.iter().map(|table| Part::Margins(&table.margins)).collect();
    write(file.path(), setting, file.ending(), body, &parts, STRONG)
}

fn read_tables<G: Geometry>(file: &TableFile, setting: &Setting<G>) -> Result<Vec<ChanceTable<G::Set>>, StoreError> {
    let (Expectations { mean_plies, seats }, bytes) = read::<Expectations, G>(file.path(), setting, file.ending())?;
    let wrong = |problem| StoreError::new(file.path(), problem);
    if mean_plies != MEAN_PLIES {
        return Err(wrong("another version of petteia wrote it; delete it and solve again"));
    }
    let mut margins = bytes.chunks_exact(4).map(|entry| f32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
    let mut tables = Vec::new();
    for Contents { seat, entries, census } in seats {
        let numbering = setting.numbering(seat);
        let margins: Vec<f32> = margins.by_ref().take(usize::try_from(entries).unwrap_or(usize::MAX)).collect();
        if numbering.len() != entries || margins.len() as u64 != entries {
            return Err(wrong("it has the wrong number of entries for its pieces"));
        }
        tables.push(ChanceTable { seat, numbering, margins, census });
    }
    Ok(tables)
}
