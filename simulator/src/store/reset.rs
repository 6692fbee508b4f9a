//! Starting over: deletes from a folder what petteia wrote to it, and nothing else, and begins a question there.
//!
//! The first step replaces the manifest by that of the new question, with a mark that the folder is being started over;
//! the last step removes the mark. In between, no other command reads the folder, and the next command with the same
//! question continues the deletion. So at every moment the folder is the complete old one, one that is being started
//! over, or the new one.
//!
//! The files that petteia wrote are recognised by name: in a run folder, these names belong to petteia.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use petteia_engine::files::{FileError, name_of_temporary, sync_folder};

use super::chunk_table::{ChunkTable, read_name};
use super::error::RunError;
use super::folder::{check_unused, lock, lock_report};
use super::lock::Lock;
use super::manifest::{MANIFEST, Manifest};
use super::shard::{label, shard_of};

/// What something in the folder of a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// A folder, in which there may be more.
    Folder,
    /// The folder of another question, which belongs to the answer of this one.
    Question,
    /// A file that is made from the chunks. It is deleted when the question changes.
    Output,
    /// A file with games or proofs, or about how they are made. Only starting over deletes it.
    Record,
}

/// Recognises what petteia writes by its path in the folder of a question.
pub type Layout<'a> = &'a dyn Fn(&Path) -> Option<FileRole>;

/// Deletes what is in a folder, after announcing what it is, and begins a question. All files that petteia did not
/// write stay.
///
/// # Errors
/// The folder contains something else, it is in use, or something cannot be deleted.
pub fn reset(path: &Path, now: &Manifest, layout: Layout, say: &dyn Fn(&str)) -> Result<(), RunError> {
    if fs::symlink_metadata(Manifest::path_in(path)).is_err() {
        return if path.exists() { check_unused(path) } else { Ok(()) };
    }
    // It must be certain that the folder is a run folder before anything in it is changed.
    Manifest::read_any(path)?;
    let _locks = lock(path, None)?;
    let _report = lock_report(path, |_| ())?;
    Manifest { is_resetting: true, ..now.clone() }.write(path, &label(None))?;
    clear(path, now, layout, say)
}

/// Finishes what [`reset`] began for the same question, if the folder is being started over.
///
/// # Errors
/// As [`reset`], or it was begun for another question.
pub fn resume_reset(path: &Path, now: &Manifest, layout: Layout, say: &dyn Fn(&str)) -> Result<(), RunError> {
    if fs::symlink_metadata(Manifest::path_in(path)).is_err() || !Manifest::read_any(path)?.is_resetting {
        return Ok(());
    }
    let _locks = lock(path, None)?;
    let _report = lock_report(path, |_| ())?;
    let found = Manifest::read_any(path)?;
    if found.is_resetting && found != (Manifest { is_resetting: true, ..now.clone() }) {
        let folder = path.to_owned();
        let (found, asked) = (format!("{}, which is being started over", found.title()), now.title());
        return Err(RunError::OtherQuestion { folder, found, asked });
    }
    if found.is_resetting { clear(path, now, layout, say) } else { Ok(()) }
}

/// Begins a question in a folder: deletes what was made from the chunks for an earlier one.
pub fn begin_question(path: &Path, now: &Manifest, layout: Layout) -> Result<(), RunError> {
    let OwnFiles { outputs, mut folders, _locks, .. } = OwnFiles::in_folder(path, layout)?;
    // Another shard may be about to use the others.
    folders.retain(|folder| outputs.iter().any(|output| output.parent() == Some(folder)));
    delete(path, &outputs, &folders)?;
    now.write(path, &label(None))
}

/// Deletes what was written and removes the mark.
fn clear(path: &Path, now: &Manifest, layout: Layout, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let OwnFiles { outputs, records, folders, _locks } = OwnFiles::in_folder(path, layout)?;
    let files: Vec<PathBuf> = outputs.into_iter().chain(records).collect();
    let chunks = files.iter().filter(|file| file.parent().is_some_and(|folder| folder.ends_with("games"))).count();
    if !files.is_empty() {
        let (files, names) = (files.len(), top_names(&files).join(", "));
        say(&format!(
            "--overwrite deletes {files} files from {}, {chunks} of them chunks of games: {names}",
            path.display()
        ));
    }
    delete(path, &files, &folders)?;
    sync_folder(path)?;
    now.write(path, &label(None))
}

/// Deletes files, and of some folders those in which nothing is left.
fn delete(path: &Path, files: &[PathBuf], folders: &[PathBuf]) -> Result<(), RunError> {
    for file in files.iter().map(|file| path.join(file)) {
        fs::remove_file(&file).map_err(FileError::at(&file))?;
    }
    for folder in folders.iter().map(|folder| path.join(folder)) {
        match fs::remove_dir(&folder) {
            Err(error) if error.kind() != ErrorKind::DirectoryNotEmpty => {
                return Err(FileError::at(&folder)(error).into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the first components of some paths, each once.
fn top_names(files: &[PathBuf]) -> Vec<String> {
    let first = |file: &PathBuf| file.iter().next().unwrap_or_default().to_string_lossy().into_owned();
    let mut names: Vec<String> = files.iter().map(first).collect();
    names.sort();
    names.dedup();
    names
}

/// What petteia wrote to a folder, incomplete files included, by paths in it.
#[derive(Default)]
struct OwnFiles {
    outputs: Vec<PathBuf>,
    records: Vec<PathBuf>,
    /// The folders in which they are, nested ones first.
    folders: Vec<PathBuf>,
    /// Nobody plays meanwhile for the other questions in the folder.
    _locks: Vec<Lock>,
}

impl OwnFiles {
    fn in_folder(folder: &Path, layout: Layout) -> Result<Self, RunError> {
        let mut found = OwnFiles::default();
        found.look(folder, Path::new(""), layout)?;
        Ok(found)
    }

    /// Looks into a folder in that of the question. Links are neither followed nor counted.
    fn look(&mut self, top: &Path, folder: &Path, layout: Layout) -> Result<(), RunError> {
        let place = top.join(folder);
        for entry in fs::read_dir(&place).map_err(FileError::at(&place))? {
            let entry = entry.map_err(FileError::at(&place))?;
            let (name, kind) = (entry.file_name(), entry.file_type().map_err(FileError::at(&place))?);
            let path = folder.join(&name);
            if kind.is_dir() {
                match layout(&path) {
                    Some(FileRole::Question) => {
                        self._locks.extend(lock(&top.join(&path), None)?);
                        self._locks.push(lock_report(&top.join(&path), |_| ())?);
                    }
                    Some(FileRole::Folder) => {}
                    _ => continue,
                }
                self.look(top, &path, layout)?;
                self.folders.push(path);
            } else if kind.is_file() {
                let to_be = name.to_str().and_then(name_of_temporary).map(|(name, _)| folder.join(name));
                let is_manifest = to_be.as_deref() == Some(Path::new(MANIFEST));
                match layout(to_be.as_deref().unwrap_or(&path)) {
                    Some(FileRole::Record) => self.records.push(path),
                    Some(FileRole::Output) => self.outputs.push(path),
                    _ if is_manifest => self.outputs.push(path),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a file, by its path in the folder, is one that playing or proving writes, except the manifest and the
/// locks.
#[must_use]
pub fn is_record(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let folder = path.parent().unwrap_or(Path::new(""));
    // Earlier versions called them so.
    let kept = [".quarantined", ".rejected"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if ChunkTable::ALL.into_iter().any(|table| folder == table.folder_in(Path::new(""))) {
        return read_name(kept).is_some();
    }
    match folder.to_str() {
        Some("units") => {
            let own = kept.strip_suffix(".log").or_else(|| name.strip_suffix(".lock"));
            let is_of_chunk = |own| read_name(&format!("{own}.parquet")).is_some();
            own.is_some_and(|own| own == label(None) || shard_of(own).is_some() || is_of_chunk(own))
        }
        Some("proofs") => {
            let end = name.rsplit_once('.').and_then(|(rest, ending)| Some((rest.rsplit_once('.')?.1, ending)));
            matches!(end, Some(("smallest" | "white" | "black", "json") | ("white" | "black", "txt")))
                || end.is_some_and(|(last, ending)| ending == "json" && last.starts_with("last-"))
        }
        _ => false,
    }
}
