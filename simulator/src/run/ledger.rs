//! `units/*.log`: what is known about each part without opening it. One [line](crate::lines) per unit has its counts,
//! the seals of its parts, and the seconds played so far.
//!
//! A line is synced before its part is renamed, so a part without a line does not belong to this run, and a line
//! without a part is a unit that is still to be played. Every process of a run writes its own file.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use petteia_files::{make_folder, open_regular};
use petteia_tables::{Outcomes, Seal};
use serde::{Deserialize, Serialize};

use super::RunError;
use crate::lines::{self, Line};

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A unit was played.
    Unit(UnitEntry),
    /// The time budget was used up.
    BudgetUsed {
        /// Seconds of play.
        seconds: f64,
    },
}

/// What is known about a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitEntry {
    /// The number of the cell.
    pub cell: u32,
    /// The number of the unit in the cell.
    pub unit: u64,
    /// How its games ended.
    pub outcomes: Outcomes,
    /// Seconds played so far by this process and earlier ones with the same file.
    pub seconds: f64,
    /// The seals of its parts, in the order of [`PartTable::ALL`](super::part_table::PartTable::ALL).
    pub seals: [Seal; 2],
}

/// Returns the folder of the ledgers.
pub fn folder_in(run: &Path) -> PathBuf {
    run.join("units")
}

/// The ledger of a process.
pub struct Writer {
    path: PathBuf,
    plan_sha256: String,
    file: Mutex<Appending>,
}

struct Appending {
    file: File,
    /// Whether the last line may be incomplete.
    torn: bool,
}

impl Writer {
    /// Opens the ledger of a process, `label.log`, at its end.
    pub fn open(run: &Path, label: &str, plan_sha256: &str) -> Result<Self, RunError> {
        let path = folder_in(run).join(format!("{label}.log"));
        let file = open_regular(&path, OpenOptions::new().create(true).append(true))?;
        // An earlier process may have been interrupted within a line; then the next line begins on a new one.
        let torn = file.metadata().map_err(RunError::file(&path))?.len() > 0;
        Ok(Writer { path, plan_sha256: plan_sha256.to_owned(), file: Mutex::new(Appending { file, torn }) })
    }

    /// Appends a line and syncs it.
    pub fn add(&self, entry: &Entry) -> Result<(), RunError> {
        let text = serde_json::to_string(entry).expect("an entry is plain data");
        let line = lines::line(&self.plan_sha256, &text);
        let copy = {
            let mut appending = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let whole = if appending.torn { format!("\n{line}") } else { line };
            appending.torn = true;
            appending.file.write_all(whole.as_bytes()).map_err(RunError::file(&self.path))?;
            appending.torn = false;
            appending.file.try_clone().map_err(RunError::file(&self.path))?
        };
        // Other threads may write while this one waits for the disk.
        copy.sync_data().map_err(RunError::file(&self.path))
    }
}

/// Reads the ledgers of a run repeatedly, each time only what is new.
pub struct Reader {
    folder: PathBuf,
    plan_sha256: String,
    /// The ledgers of other plans that were found.
    pub foreign: BTreeSet<PathBuf>,
    /// Each file, by name, and how far it has been read.
    files: Vec<(PathBuf, u64)>,
}

impl Reader {
    pub fn new(run: &Path, plan_sha256: &str) -> Self {
        let plan_sha256 = plan_sha256.to_owned();
        Reader { folder: folder_in(run), plan_sha256, foreign: BTreeSet::new(), files: Vec::new() }
    }

    /// Passes on every new line with the label of its ledger. Broken lines and lines of other plans are skipped.
    pub fn read(&mut self, mut each: impl FnMut(&str, Entry)) -> Result<(), RunError> {
        self.find()?;
        for (path, from) in &mut self.files {
            let label = path.file_stem().unwrap_or_default().to_string_lossy();
            let file_error = || RunError::file(path);
            let mut file = open_regular(path, OpenOptions::new().read(true))?;
            file.seek(SeekFrom::Start(*from)).map_err(file_error())?;
            let mut reader = BufReader::with_capacity(1 << 16, file);
            let mut line = Vec::new();
            while reader.by_ref().read_until(b'\n', &mut line).map_err(file_error())? > 0 {
                if line.last() != Some(&b'\n') {
                    break;
                }
                *from += line.len() as u64;
                match lines::read(&self.plan_sha256, &line) {
                    Line::Whole(text) => parse(text).into_iter().for_each(|entry| each(&label, entry)),
                    Line::OtherPlan => drop(self.foreign.insert(path.clone())),
                    Line::Broken => {}
                }
                line.clear();
            }
        }
        Ok(())
    }

    /// Adds new ledgers, in the order of their names.
    fn find(&mut self) -> Result<(), RunError> {
        if fs::symlink_metadata(&self.folder).is_err() {
            return Ok(());
        }
        make_folder(&self.folder)?;
        for entry in fs::read_dir(&self.folder).map_err(RunError::file(&self.folder))? {
            let path = entry.map_err(RunError::file(&self.folder))?.path();
            let is_ledger = path.extension().is_some_and(|extension| extension == "log");
            if is_ledger && self.files.iter().all(|(known, _)| *known != path) {
                self.files.push((path, 0));
            }
        }
        self.files.sort();
        Ok(())
    }
}

/// Returns the entry of a line, if a run can have written it.
fn parse(text: &str) -> Option<Entry> {
    let entry = serde_json::from_str(text).ok()?;
    let (Entry::Unit(UnitEntry { seconds, .. }) | Entry::BudgetUsed { seconds }) = entry;
    (0.0..=MOST_SECONDS).contains(&seconds).then_some(entry)
}

/// No process plays for more than a thousand years.
const MOST_SECONDS: f64 = 3e10;
