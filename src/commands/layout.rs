//! What petteia writes to the folder of a question. In such a folder these names belong to petteia: what is made from the
//! games is deleted when the question changes, and everything by `--overwrite`.

use std::path::Path;

use petteia_reports::is_output;
use petteia_reports::rulesets::{FOLDER as FRONT, STUDY};
use petteia_simulator::cell::CellId;
use petteia_simulator::store::{FileRole, LOCKS, MANIFEST, is_record};

use super::submit::is_of_submit;

/// A folder, what its files are, and who recognises them by their paths.
type Row = (&'static str, FileRole, fn(&Path) -> bool);

const FOLDERS: [Row; 12] = [
    ("", FileRole::Output, is_output),
    ("figures", FileRole::Output, is_output),
    ("latex", FileRole::Output, is_output),
    ("endings", FileRole::Output, is_output),
    ("endings/figures", FileRole::Output, is_output),
    (FRONT, FileRole::Output, is_output),
    ("games", FileRole::Record, is_record),
    ("squares", FileRole::Record, is_record),
    ("units", FileRole::Record, is_record),
    ("proofs", FileRole::Record, is_record),
    ("slurm", FileRole::Record, is_of_submit),
    ("kubernetes", FileRole::Record, is_of_submit),
];

/// Returns what a file or folder is, by its path in the folder of a question; `None` if petteia does not write it.
pub fn written(path: &Path) -> Option<FileRole> {
    if let Some(inside) = in_front(path) {
        return match inside.to_str() {
            Some("") => Some(FileRole::Question),
            Some(MANIFEST) => Some(FileRole::Output),
            Some(name) if LOCKS.contains(&name) => Some(FileRole::Record),
            _ => of_question(inside),
        };
    }
    of_question(path)
}

fn of_question(path: &Path) -> Option<FileRole> {
    if FOLDERS.iter().any(|(folder, ..)| path == Path::new(folder)) {
        return Some(FileRole::Folder);
    }
    let folder = path.parent()?;
    let (_, written, is_known) = FOLDERS.iter().find(|(name, ..)| folder == Path::new(name))?;
    is_known(path).then_some(*written)
}

/// Returns the path within the folder of a question about the front of a search: its study, or the handicap or depth of a
/// member, which are named after a cell.
fn in_front(path: &Path) -> Option<&Path> {
    let inside = path.strip_prefix(FRONT).ok()?;
    let folder = inside.iter().next()?.to_str()?;
    let is_question = folder == STUDY || folder.parse::<CellId>().is_ok();
    is_question.then(|| inside.strip_prefix(folder).ok())?
}

/// Returns the folders of a question in which reports write.
pub fn output_folders() -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().filter(|(_, written, _)| *written == FileRole::Output).map(|(folder, ..)| *folder)
}
