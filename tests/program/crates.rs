//! The crates depend on each other as `docs/contributing.md` says, and most of them know no shape of the board.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::root;

#[path = "../../src/build/sources.rs"]
mod sources;

/// Each crate with the crates that it may depend on. The program may depend on all of them.
const CRATES: [(&str, &[&str]); 7] = [
    ("engine", &[]),
    ("reports/statistics", &[]),
    ("engine/proofs", &["engine"]),
    ("engine/players", &["engine", "proofs"]),
    ("reports/tables", &["engine", "statistics"]),
    ("simulator", &["engine", "proofs", "players", "statistics", "tables"]),
    ("reports", &["engine", "statistics", "tables"]),
];

/// The crates in which the shape of the board is a parameter.
const OF_SHAPES: [&str; 3] = ["engine", "engine/proofs", "engine/players"];

/// What makes code depend on the shape of the board.
const SHAPES: [&str; 4] = ["Geometry", "OnBoard", "with_geometry", "with_width"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest(folder: &str) -> toml::Table {
    let path = root().join(folder).join("Cargo.toml");
    read(&path).parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_crate_is_listed() {
    let members = manifest("")["workspace"]["members"].clone();
    let members: BTreeSet<String> = members.try_into().expect("a list of folders");
    // The Python package is made from the program.
    let known = CRATES.map(|(name, _)| name).into_iter().chain(["python"]);
    assert_eq!(members, known.map(str::to_owned).collect());
}

#[test]
fn changes_of_every_crate_count_for_the_commit() {
    let sources = sources::sources(&read(&root().join("Cargo.toml")));
    for (name, _) in CRATES {
        assert!(sources.contains(&format!("{name}/src")), "{name}: {sources:?}");
    }
    for path in &sources {
        assert!(root().join(path).exists(), "there is no {path}");
    }
}

#[test]
fn no_dependency_runs_against_the_arrows() {
    let mut found = 0;
    for (name, allowed) in CRATES {
        let manifest = manifest(name);
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
        for other in dependencies.filter_map(|(dependency, _)| dependency.strip_prefix("petteia-")) {
            found += 1;
            assert!(
                allowed.contains(&other),
                "{name}/Cargo.toml: it must not depend on petteia-{other}, only on {allowed:?}. Move \
                 what it needs to a crate that both may use"
            );
        }
    }
    assert!(found >= 13, "{found} dependencies");
}

/// Returns the packages of a selection with their features.
fn packages(selection: &[&str]) -> BTreeSet<String> {
    let form = ["--prefix", "none", "--format", "{p} {f}"];
    let mut tree = Command::new(env!("CARGO"));
    let output = tree
        .arg("tree")
        .arg("--offline")
        .args(form)
        .args(selection)
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// A dependency with other features is another dependency, and all that uses it is compiled again.
#[test]
fn program_package_and_tests_are_built_from_the_same_dependencies() {
    let tests = packages(&["--workspace"]);
    for selection in [&["-p", "petteia"][..], &["-p", "petteia-python"], &["--workspace", "--edges", "normal,build"]] {
        let more: Vec<String> = packages(selection).difference(&tests).cloned().collect();
        assert!(more.is_empty(), "with {selection:?}, features differ from those of the workspace: {more:?}");
    }
}

/// What speaks to networks. polars can, with features that stay off.
const OF_NETWORKS: [&str; 8] = ["hyper", "native-tls", "object_store", "openssl", "quinn", "reqwest", "ring", "rustls"];

#[test]
fn no_dependency_speaks_to_networks() {
    let all = packages(&["--workspace"]);
    let found = all.iter().filter(|package| package.split(' ').next().is_some_and(|name| OF_NETWORKS.contains(&name)));
    assert_eq!(found.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn only_engine_proofs_and_players_name_the_shape_of_the_board() {
    let crates = CRATES.into_iter().map(|(name, _)| name).filter(|name| !OF_SHAPES.contains(name));
    let folders: Vec<PathBuf> = crates.chain([""]).map(|name| root().join(name).join("src")).collect();
    let mut faults = Vec::new();
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        for (number, line) in (1..).zip(read(&path).lines()) {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(word) = words.find(|word| SHAPES.contains(word)) {
                faults.push(format!("{}:{number}: `{word}`", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "use `AnyGame` and `AnyPosition` instead:\n{}", faults.join("\n"));
}

#[test]
fn the_citation_and_the_changelog_are_of_this_version() {
    use petteia_simulator::program::{RELEASED, VERSION};
    let citation = read(&root().join("CITATION.cff"));
    assert!(
        citation.contains(&format!("version: {VERSION}\n"))
            && citation.contains(&format!("date-released: {RELEASED}\n"))
    );
    let first = read(&root().join("CHANGELOG.md")).lines().find_map(|line| line.strip_prefix("## ").map(str::to_owned));
    assert_eq!(first, Some(format!("{VERSION} ({RELEASED})")));
}

/// Everything that names the repository or a DOI repeats the constants.
#[test]
fn one_address_is_cited() {
    use petteia_simulator::program::{DOI, REPOSITORY};
    let value = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key).map(str::trim));
        line.map(|value| value.trim_matches('"').to_owned()).unwrap_or_default()
    };
    let [citation, manifest, readme] = ["CITATION.cff", "Cargo.toml", "README.md"].map(|name| read(&root().join(name)));
    assert_eq!(value(&citation, "repository-code:"), REPOSITORY);
    assert_eq!(value(&citation, "doi:"), DOI);
    assert_eq!(value(&manifest, "repository ="), REPOSITORY);
    assert!(readme.contains(REPOSITORY) && readme.contains(DOI));
}
