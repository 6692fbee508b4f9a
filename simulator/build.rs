//! Tells the program which commit it was made from, so that every run can say so.

use std::path::Path;
use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let sources = ["../engine/src", "../reports/src", "../reports/fonts", "src", "build.rs", "../Cargo.lock"];
    let commit = git(&["rev-parse", "HEAD"]).map_or_else(
        || "unknown".to_owned(),
        |commit| {
            let changes = git(&[&["status", "--porcelain", "--"], &sources[..]].concat()).unwrap_or_default();
            if changes.is_empty() { commit } else { commit + "-modified" }
        },
    );
    println!("cargo::rustc-env=PETTEIA_COMMIT={commit}");
    // Not the commit itself: what is built from the same sources need not be built again.
    for path in sources.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}
