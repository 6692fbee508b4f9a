//! Reads the data of the tests: counts in `perft/*.perft`, moves and outcomes in the files of traces, texts in
//! `position_texts`.
//!
//! The readers are strict: an unknown word fails the test, so that no typo makes it skip anything.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A position of a game with its counts.
#[derive(Debug)]
pub struct PerftCase {
    pub id: String,
    pub game: String,
    pub fen: String,
    /// The depths with their counts, from depth 1.
    pub counts: Vec<(u32, u64)>,
}

/// A position of a game with every possible continuation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    pub game: String,
    pub fen: String,
    /// Sorted by move; empty if the game is over.
    pub moves: Vec<TraceMove>,
}

/// The text of a move, the position after it (`None` if the game is over), and the outcome if there is one.
#[derive(Debug, Deserialize)]
pub struct TraceMove(pub String, pub Option<String>, pub Option<TraceOutcome>);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceOutcome {
    pub winner: Option<String>,
    pub by: String,
}

fn tests_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns all `.perft` files with their names and cases.
pub fn perft_files() -> Vec<(String, Vec<PerftCase>)> {
    let dir = tests_dir().join("perft");
    let entries = fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), perft_cases(&name(path), &read(path)))).collect()
}

/// Reads the cases of one file: blocks of `id`, `game`, `fen` and `perft` lines, separated by empty lines.
fn perft_cases(file: &str, text: &str) -> Vec<PerftCase> {
    let mut cases = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text.lines().chain([""]).enumerate() {
        if !line.is_empty() {
            block.push((number + 1, line));
        } else if !block.is_empty() {
            cases.push(perft_case(file, &block));
            block.clear();
        }
    }
    cases
}

fn perft_case(file: &str, block: &[(usize, &str)]) -> PerftCase {
    let mut lines = block.iter();
    let mut value = |word: &str| {
        let line = lines.next().unwrap_or_else(|| panic!("{file}:{}: no `{word}` in this block", block[0].0));
        let value = line.1.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{file}:{}: `{}` should be a line `{word} ...`", line.0, line.1)).to_owned()
    };
    let (id, game, fen) = (value("id"), value("game"), value("fen"));
    let counts: Vec<(u32, u64)> = block[3..].iter().map(|_| perft_line(file, &id, &value("perft"))).collect();
    let depths: Vec<u32> = counts.iter().map(|&(depth, _)| depth).collect();
    let in_order = depths.iter().copied().eq((1..).take(depths.len()));
    assert!(in_order && !depths.is_empty(), "{file}: {id}: the depths are 1, 2, ... without a gap, not {depths:?}");
    PerftCase { id, game, fen, counts }
}

fn perft_line(file: &str, id: &str, text: &str) -> (u32, u64) {
    let numbers = text.split_once(' ').and_then(|(depth, count)| Some((depth.parse().ok()?, count.parse().ok()?)));
    numbers.unwrap_or_else(|| panic!("{file}: {id}: `perft {text}` should be `perft depth count`"))
}

/// The files of traces.
const TRACES: [&str; 4] = ["traces.jsonl", "latrunculi-traces.jsonl", "replications-traces.jsonl", "tafl-traces.jsonl"];

/// Returns all traces with their places: file and line.
pub fn traces() -> Vec<(String, Trace)> {
    TRACES.iter().flat_map(|file| traces_of(file)).collect()
}

fn traces_of(file: &str) -> Vec<(String, Trace)> {
    let read_line = |(index, line): (usize, &str)| {
        let place = format!("{file}:{}", index + 1);
        let trace = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        (place, trace)
    };
    read(&tests_dir().join(file)).lines().enumerate().map(read_line).collect()
}

/// Returns the lines of a file in `position_texts` with their places and games.
pub fn position_texts(file: &str) -> Vec<(String, String, String)> {
    let content = read(&tests_dir().join("position_texts").join(file));
    let mut game = None;
    let mut texts = Vec::new();
    for (number, line) in content.lines().enumerate() {
        if let Some(name) = line.strip_prefix("game ") {
            game = Some(name.to_owned());
        } else if !line.is_empty() && !line.starts_with("# ") {
            let game = game.clone().unwrap_or_else(|| panic!("{file}: the first line names a game"));
            texts.push((format!("{file}:{}", number + 1), game, line.to_owned()));
        }
    }
    texts
}
