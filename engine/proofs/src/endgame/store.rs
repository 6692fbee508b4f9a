//! Stores endgame tables on disk: compressed, with a checksum and a description. A file is written completely or not at
//! all.
//!
//! A file consists of a line that names the format, the SHA-256 checksum of the header (64 hexadecimal digits), the length
//! of the header (8 bytes, little-endian), the header (JSON), and the blocks of entries, each compressed with Zstandard.
//! The header states which program wrote the file and for which rules, the contents of each table, and the SHA-256
//! checksum of all blocks.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use petteia_engine::Rules;
use petteia_engine::files::{create_folder_of, fill_whole};
use rayon::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::compression::{compress, decompress};
use super::draft::Entries;
use super::material::Ending;
use super::value::Codes;

/// The first line. Its number increases whenever the form of a file or the meaning of an entry changes; up to format 3 the
/// line had none.
const FIRST_LINE: &[u8] = b"petteia endgame table, format 4\n";
/// How the first line begins in every format.
const NAME: &[u8] = b"petteia endgame table";
/// The length of a checksum.
const SUM: usize = 64;
/// The label of files that are being written.
pub(super) const LABEL: &str = "endgame";

/// The number of bytes in a block before compression.
const BLOCK: usize = 1 << 20;
/// The compression levels for finished tables and for work that is saved in between.
pub(super) const STRONG: i32 = 12;
pub(super) const QUICK: i32 = 1;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct StoreError {
    path: PathBuf,
    problem: String,
    missing: bool,
}

impl StoreError {
    pub(super) fn new(path: &Path, problem: impl ToString) -> Self {
        StoreError { path: path.to_owned(), problem: problem.to_string(), missing: false }
    }

    /// Creates an error from one of the operating system.
    pub(super) fn of(path: &Path, error: io::Error) -> Self {
        StoreError { missing: error.kind() == io::ErrorKind::NotFound, ..StoreError::new(path, error) }
    }

    /// Returns whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        self.missing
    }
}

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Header<Body> {
    program: String,
    rules: Rules,
    ending: Ending,
    body: Body,
    /// The compressed size of each block.
    blocks: Vec<u32>,
    checksum: String,
}

/// The file with the tables of one ending.
#[derive(Clone, Debug)]
pub struct TableFile {
    pub path: PathBuf,
    /// The ending whose tables it contains.
    pub ending: Ending,
}

impl TableFile {
    /// Returns the file for an ending in a folder.
    pub fn new(folder: &Path, ending: Ending) -> Self {
        TableFile { path: folder.join(format!("{ending}.endgame")), ending }
    }

    /// Opens an existing file, if it was written for this game.
    pub fn of_game(path: &Path, rules: &Rules) -> Result<Option<Self>, StoreError> {
        let mut file = File::open(path).map_err(|error| StoreError::of(path, error))?;
        let header: Header<IgnoredAny> = read_header(path, &mut file)?;
        Ok((header.rules == *rules).then(|| TableFile { path: path.to_owned(), ending: header.ending }))
    }

    /// Returns what its header says of the contents.
    pub fn contents<Body: DeserializeOwned>(&self) -> Result<Body, StoreError> {
        let mut file = File::open(&self.path).map_err(|error| StoreError::of(&self.path, error))?;
        Ok(read_header(&self.path, &mut file)?.body)
    }
}

/// Entries to be written.
pub(super) enum Part<'a> {
    Codes(&'a Codes),
    Entries(&'a Entries),
    Margins(&'a [f32]),
}

impl Part<'_> {
    /// Returns the length in bytes.
    fn len(&self) -> usize {
        match self {
            Part::Codes(Codes::Narrow(codes)) => codes.len(),
            Part::Codes(Codes::Wide(codes)) => 2 * codes.len(),
            Part::Entries(words) => 2 * words.len(),
            Part::Margins(margins) => size_of_val(*margins),
        }
    }

    /// Returns some of the bytes; the bounds of the range must be multiples of the size of an entry.
    fn bytes(&self, range: Range<usize>) -> Vec<u8> {
        let entries = range.start >> 1..range.end >> 1;
        match self {
            Part::Codes(Codes::Narrow(codes)) => codes[range].to_vec(),
            Part::Codes(Codes::Wide(codes)) => codes[entries].iter().flat_map(|code| code.to_le_bytes()).collect(),
            Part::Entries(words) => words.unmarked(entries).flat_map(u16::to_le_bytes).collect(),
            Part::Margins(margins) => {
                margins[range.start >> 2..range.end >> 2].iter().flat_map(|margin| margin.to_le_bytes()).collect()
            }
        }
    }
}

pub(super) fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]])).collect()
}

/// Writes a file with the entries of some tables, which `body` describes.
pub(super) fn write<Body: Serialize>(
    path: &Path,
    rules: &Rules,
    ending: Ending,
    body: Body,
    parts: &[Part],
    strength: i32,
) -> Result<(), StoreError> {
    let blocks = compressed(parts, strength).map_err(|error| StoreError::new(path, error))?;
    let header = Header {
        program: concat!("petteia ", env!("CARGO_PKG_VERSION")).to_owned(),
        rules: rules.clone(),
        ending,
        body,
        blocks: blocks.iter().map(|block| block.len() as u32).collect(),
        checksum: checksum(blocks.iter().map(Vec::as_slice)),
    };
    let header = serde_json::to_vec(&header).map_err(|error| StoreError::new(path, error))?;
    let write = |file: &mut dyn Write| {
        file.write_all(FIRST_LINE)?;
        file.write_all(checksum([header.as_slice()].into_iter()).as_bytes())?;
        file.write_all(&(header.len() as u64).to_le_bytes())?;
        file.write_all(&header)?;
        blocks.iter().try_for_each(|block| file.write_all(block))
    };
    let written = create_folder_of(path).and_then(|()| fill_whole(path, LABEL, |file| write(file)));
    written.map_err(|error| StoreError::of(&error.path, error.source))
}

/// Returns the entries of all parts in compressed blocks.
fn compressed(parts: &[Part], strength: i32) -> io::Result<Vec<Vec<u8>>> {
    let mut pieces = Vec::new();
    for part in parts {
        let starts = (0..part.len()).step_by(BLOCK);
        pieces.extend(starts.map(|start| (part, start..part.len().min(start + BLOCK))));
    }
    pieces.into_par_iter().map(|(part, range)| compress(&part.bytes(range), strength)).collect()
}

/// Returns the entries of compressed blocks.
fn decompressed(blocks: &[&[u8]]) -> io::Result<Vec<u8>> {
    let bytes: Vec<Vec<u8>> = blocks.par_iter().map(|block| decompress(block, BLOCK)).collect::<io::Result<_>>()?;
    Ok(bytes.concat())
}

/// Reads the header of a file; the entries follow it.
fn read_header<Body: DeserializeOwned>(path: &Path, file: &mut File) -> Result<Header<Body>, StoreError> {
    let wrong = |problem: &str| StoreError::new(path, problem);
    let mut start = [0; FIRST_LINE.len() + SUM + 8];
    let is_whole = file.read_exact(&mut start).is_ok();
    if !start.starts_with(FIRST_LINE) {
        let other = "another version of petteia wrote it; delete it and solve again";
        return Err(wrong(if start.starts_with(NAME) { other } else { "it is not an endgame table" }));
    }
    let length =
        start.last_chunk().filter(|_| is_whole).ok_or_else(|| wrong("it is cut short; delete it and solve again"))?;
    let mut header = Vec::new();
    file.take(u64::from_le_bytes(*length)).read_to_end(&mut header).map_err(|error| StoreError::of(path, error))?;
    if checksum([header.as_slice()].into_iter()).as_bytes() != &start[FIRST_LINE.len()..][..SUM] {
        return Err(wrong("its header is damaged or cut short; delete it and solve again"));
    }
    // Rules are read from text everywhere in this crate, so that the large code for that is compiled once.
    let unreadable = |error: &dyn fmt::Display| wrong(&format!("its header cannot be read: {error}"));
    let header = str::from_utf8(&header).map_err(|error| unreadable(&error))?;
    serde_json::from_str(header).map_err(|error| unreadable(&error))
}

/// Reads the body of the header and all bytes of the entries.
pub(super) fn read<Body: DeserializeOwned>(
    path: &Path,
    rules: &Rules,
    ending: Ending,
) -> Result<(Body, Vec<u8>), StoreError> {
    let wrong = |problem: &str| StoreError::new(path, problem);
    let cut_short = || wrong("it is cut short; delete it and solve again");
    let mut file = File::open(path).map_err(|error| StoreError::of(path, error))?;
    let header: Header<Body> = read_header(path, &mut file)?;
    let mut data = Vec::new();
    file.read_to_end(&mut data).map_err(|error| StoreError::of(path, error))?;
    if header.rules != *rules || header.ending != ending {
        return Err(wrong("it was made for other rules or pieces; use another folder"));
    }
    let mut blocks = Vec::new();
    let mut data = data.as_slice();
    for &size in &header.blocks {
        let (block, after) = data.split_at_checked(size as usize).ok_or_else(cut_short)?;
        blocks.push(block);
        data = after;
    }
    if checksum(blocks.iter().copied()) != header.checksum || !data.is_empty() {
        return Err(wrong("it is damaged (its checksum is wrong); delete it and solve again"));
    }
    let bytes = decompressed(&blocks).map_err(|error| StoreError::new(path, error))?;
    Ok((header.body, bytes))
}

fn checksum<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    blocks.for_each(|block| hasher.update(block));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the files of tables in a folder and its subfolders.
pub(super) fn table_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut found = table_files_in(folder)?;
    for place in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        found.extend(table_files_in(&place)?);
    }
    Ok(found)
}

/// Returns the files of tables in a folder, sorted by name.
pub(super) fn table_files_in(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    Ok(entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "endgame")).collect())
}

/// Returns the contents of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = listed.map_err(|error| StoreError::of(folder, error))?;
    paths.sort();
    Ok(paths)
}
