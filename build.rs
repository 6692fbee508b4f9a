//! Tells the program which commit it was made from, so that every run can say so.

use std::path::Path;
use std::process::Command;

/// All that decides what the program does.
const SOURCES: [&str; 12] = [
    "engine/src",
    "files/src",
    "players/src",
    "proofs/src",
    "reports/fonts",
    "reports/src",
    "simulator/src",
    "src",
    "statistics/src",
    "tables/src",
    "build.rs",
    "Cargo.lock",
];

fn main() {
    println!("cargo::rerun-if-env-changed=PETTEIA_COMMIT");
    // Not the commit itself: what is built from the same sources need not be built again.
    for path in SOURCES.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = std::env::var("PETTEIA_COMMIT").ok().or_else(commit);
    println!("cargo::rustc-env=PETTEIA_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// The commit that is checked out, and whether the sources differ from it; `None` outside of a repository.
fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat()).unwrap_or_default();
    Some(if changes.is_empty() { commit } else { commit + "-modified" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
