//! The version and commit of the program, which every run, match and proof records.

use std::sync::OnceLock;

use petteia_tables::Provenance;

/// The version of petteia.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The date of this version, as in CITATION.cff.
pub const RELEASED: &str = "2026-11-23";

/// The address of the repository, which Cargo.toml, CITATION.cff and README.md repeat; empty until it is public.
pub const REPOSITORY: &str = "";

/// The DOI of this version, which CITATION.cff repeats; empty until it has one.
pub const DOI: &str = "";

/// Returns how to cite the program, as an entry of BibTeX. `commits` are those of the programs that played, `run` is the
/// digest of their question.
#[must_use]
pub fn bibtex(version: &str, commits: &str, run: &str) -> String {
    let year = RELEASED.split('-').next().unwrap_or_default();
    let note = format!("Commit {commits}; run with the SHA-256 {run}");
    let fields = [
        ("author", "{The petteia authors}"),
        ("title", "{petteia}: a rules-balance laboratory for ancient board games"),
        ("year", year),
        ("version", version),
        ("url", REPOSITORY),
        ("doi", DOI),
        ("note", &format!("Version {version}. {note}")),
    ];
    let known = fields.iter().filter(|(_, value)| !value.is_empty());
    let lines: String = known.map(|(name, value)| format!("  {name:<7} = {{{value}}},\n")).collect();
    // Styles of BibTeX that are older than `@software` know `@misc`.
    // An article may cite several runs.
    format!("@misc{{petteia-{},\n{lines}}}", run.get(..8).unwrap_or(run))
}

static COMMIT: OnceLock<&str> = OnceLock::new();

/// Sets the commit that the program was built from; a text that is none counts as `unknown`. A program calls this once,
/// before anything else; it alone is rebuilt for every commit.
pub fn set_build_commit(commit: &'static str) {
    let _ = COMMIT.set(if is_commit(commit) { commit } else { UNKNOWN });
}

/// Returns the commit that the program was built from; `unknown` outside a repository.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or(UNKNOWN)
}

/// The commit of a program that was built outside a repository.
const UNKNOWN: &str = "unknown";

/// Returns whether a text is a commit as a program records it: hexadecimal digits, with a mark if the sources differed from
/// it; or `unknown`. Anything else could be read as commands where it is printed, as in LaTeX.
#[must_use]
pub fn is_commit(text: &str) -> bool {
    let digits = ["-modified", "-dirty"].iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
    let is_hash = (4..=64).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hash || text == UNKNOWN
}

/// Returns whether a text is a version of the program, such as `1.2.3` or `1.2.3-rc.1`.
#[must_use]
pub fn is_version(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-+".contains(&byte);
    text.len() <= 40 && text.starts_with(|first: char| first.is_ascii_digit()) && text.bytes().all(is_plain)
}

/// Returns the provenance of numbers that belong to no run: this program, and `more`.
pub fn origin<const N: usize>(more: [(&'static str, String); N]) -> Provenance {
    let program = [("version", VERSION.to_owned()), ("commit", commit().to_owned())];
    Provenance::of(program.into_iter().chain(more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_commit_and_version_are_accepted() {
        let hash = "c44d7d21f00dc44d7d21f00dc44d7d21f00dbeef";
        for right in [hash, &hash[..7], &format!("{hash}-modified"), &format!("{hash}-dirty"), "unknown"] {
            assert!(is_commit(right), "{right}");
        }
        let spoiled = [format!("{hash}\n"), format!("{hash}-dirty-dirty"), format!("{hash}{hash}"), format!("{hash} ")];
        for wrong in
            ["", "abc", "-dirty", "unknown-dirty", "HEAD"].into_iter().chain(spoiled.iter().map(String::as_str))
        {
            assert!(!is_commit(wrong), "{wrong:?}");
        }
        assert!(is_version(VERSION) && is_version("1.2.3-rc.1+build.5"));
        for wrong in ["", "v1", "1.0\n", "1.0 \\input{x}", &"1".repeat(41)] {
            assert!(!is_version(wrong), "{wrong:?}");
        }
    }
}
