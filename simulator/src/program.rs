//! The version and commit of the program, which every run, match and proof records.

use std::sync::OnceLock;

use petteia_tables::Provenance;

/// The version of petteia.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The date of this version, as in CITATION.cff.
pub const RELEASED: &str = "2026-11-23";

/// Returns how to cite the program, as an entry of BibTeX. `commits` are those of the programs that played.
#[must_use]
pub fn bibtex(commits: &str) -> String {
    let year = RELEASED.split('-').next().unwrap_or_default();
    format!(
        "@software{{petteia,\n  author  = {{{{The petteia authors}}}},\n  title   = {{petteia: a rules-balance laboratory for \
         ancient board games}},\n  version = {{{VERSION}}},\n  year    = {{{year}}},\n  note    = {{Commit \
         {commits}}}\n}}"
    )
}

static COMMIT: OnceLock<&str> = OnceLock::new();

/// Sets the commit that the program was built from. A program calls this once, before anything else; it alone is
/// rebuilt for every commit.
pub fn identify(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// Returns the commit that the program was built from; `unknown` outside a repository.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("unknown")
}

/// Returns the provenance of numbers that belong to no run: this program, and `more`.
pub fn origin<const N: usize>(more: [(&'static str, String); N]) -> Provenance {
    let program = [("version", VERSION.to_owned()), ("commit", commit().to_owned())];
    Provenance::of(program.into_iter().chain(more))
}
