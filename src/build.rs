//! Tells the program which commit it was made from, so that every run can say so.

#[path = "build/sources.rs"]
mod sources;

use std::fs;
use std::path::Path;
use std::process::Command;

use sources::sources;

fn main() {
    println!("cargo::rerun-if-env-changed=PETTEIA_COMMIT");
    // Not the commit itself: what is built from the same sources need not be built again.
    let sources = sources(&fs::read_to_string("Cargo.toml").expect("Cargo builds a package from its manifest"));
    for path in sources.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = std::env::var("PETTEIA_COMMIT").ok().or_else(|| commit(&sources));
    println!("cargo::rustc-env=PETTEIA_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// The commit that is checked out, and whether the sources differ from it; `None` outside of a repository.
fn commit(sources: &[String]) -> Option<String> {
    let commit = git(&["rev-parse", "HEAD"])?;
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let changes = git(&[&["status", "--porcelain", "--"], &sources[..]].concat()).unwrap_or_default();
    Some(if changes.is_empty() { commit } else { commit + "-modified" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
