//! What a reader must hold in the head, counted: folders, crates, commands, kinds, tables and words have limits.
//! `cargo test --release --workspace --test program house:: -- --nocapture` prints the counts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use petteia::cli::command;
use toml::Table;

use crate::support::root;

/// A count and its limit.
struct Measure {
    name: &'static str,
    count: usize,
    limit: usize,
}

/// The most lines of a file of code.
const MOST_LINES: usize = 600;

/// Pages that tests write; what they say is counted where it is written.
const GENERATED: [&str; 3] = ["docs/commands.md", "docs/fields.md", "docs/tables.md"];

/// Returns the paths of all files of the repository; none outside of one.
fn files() -> Vec<String> {
    let output = Command::new("git").args(["ls-files"]).current_dir(root()).output().expect("git starts");
    let text = String::from_utf8(output.stdout).expect("paths are text");
    text.lines().filter(|path| root().join(path).is_file()).map(str::to_owned).collect()
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns what people see at the top: the folders and the files.
fn top(files: &[String]) -> (usize, usize) {
    let seen = files.iter().filter(|path| !path.starts_with('.'));
    let (mut folders, mut count) = (BTreeSet::new(), 0);
    for path in seen {
        match path.split_once('/') {
            Some((folder, _)) => _ = folders.insert(folder),
            None => count += 1,
        }
    }
    (folders.len(), count)
}

/// Returns the number of crates: the members of the workspace with the program, without the door `python`.
fn crates() -> usize {
    let manifest: Table = read("Cargo.toml").parse().expect("the manifest is TOML");
    manifest["workspace"]["members"].as_array().expect("a list").len()
}

/// Returns the number of variants of an enumeration in a file.
fn variants(path: &str, name: &str) -> usize {
    let text = read(path);
    let (_, body) = text.split_once(&format!("pub enum {name} {{\n")).unwrap_or_else(|| panic!("{path} has no {name}"));
    let (body, _) = body.split_once("\n}").expect("it ends");
    let is_variant = |line: &&str| line.trim_end().ends_with(',') && !line.trim_start().starts_with("//");
    body.lines().filter(is_variant).count()
}

/// Returns the words that people wrote in a page, without the parts between marks, which tests write.
fn words(page: &str) -> usize {
    let text = read(page);
    let mut is_written = true;
    let mut count = 0;
    for line in text.lines() {
        if line.starts_with("<!-- /") {
            is_written = true;
        } else if line.starts_with("<!-- ") {
            is_written = false;
        } else if is_written {
            count += line.split_whitespace().count();
        }
    }
    count
}

/// Returns the lines of code of a file, without comments, empty lines and unit tests at its end.
fn lines_of_code(path: &str) -> usize {
    let text = read(path);
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn no_more_to_hold_in_the_head() {
    let files = files();
    if files.is_empty() {
        return;
    }
    let (folders, at_top) = top(&files);
    let pages = files.iter().filter(|path| path.ends_with(".md") && !GENERATED.contains(&path.as_str()));
    let is_test =
        |path: &&String| path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs");
    let code = files.iter().filter(|path| path.ends_with(".rs")).filter(|path| !is_test(path));
    let measures = [
        Measure { name: "folders at the top", count: folders, limit: 10 },
        Measure { name: "files at the top", count: at_top, limit: 9 },
        Measure { name: "crates", count: crates(), limit: 8 },
        Measure { name: "commands", count: command().get_subcommands().count(), limit: 20 },
        Measure {
            name: "kinds of question",
            count: variants("simulator/src/store/manifest.rs", "QuestionKind"),
            limit: 5,
        },
        Measure {
            name: "kinds of TOML file",
            count: variants("engine/players/src/config/kind.rs", "FileKind"),
            limit: 4,
        },
        Measure { name: "words of documentation by hand", count: pages.map(|page| words(page)).sum(), limit: 45_000 },
        Measure { name: "lines of Rust", count: code.map(|path| lines_of_code(path)).sum(), limit: 59_829 },
    ];
    for Measure { name, count, limit } in &measures {
        println!("{name:32}{count:>8}  (at most {limit})");
    }
    let over: Vec<&str> =
        measures.iter().filter(|measure| measure.count > measure.limit).map(|measure| measure.name).collect();
    assert!(over.is_empty(), "too many: {}", over.join(", "));
}

#[test]
fn no_file_of_code_is_long() {
    let long: Vec<String> =
        files().into_iter().filter(|path| path.ends_with(".rs") && read(path).lines().count() > MOST_LINES).collect();
    assert!(long.is_empty(), "more than {MOST_LINES} lines: {}", long.join(", "));
}
