//! Which program is at work: every run, match and proof notes it.

use std::sync::OnceLock;

use petteia_tables::Provenance;

/// The version of petteia.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static COMMIT: OnceLock<&str> = OnceLock::new();

/// Says which commit the program was made from. A program calls this once, before anything else; only it is built anew for
/// every commit.
pub fn identify(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// The commit that the program was made from; `unknown` outside of a repository.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("unknown")
}

/// Returns where numbers come from that belong to no run: this program, and `more`.
pub fn origin<const N: usize>(more: [(&'static str, String); N]) -> Provenance {
    let program = [("version", VERSION.to_owned()), ("commit", commit().to_owned())];
    Provenance::of(program.into_iter().chain(more))
}
