//! Links of the pages lead to files and headings that exist, and the book has every page of docs/.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// The folders with pages.
const FOLDERS: [&str; 13] = [
    "",
    ".github",
    "docs",
    "engine",
    "engine/players",
    "engine/proofs",
    "experiments/studies",
    "python",
    "reports",
    "reports/statistics",
    "reports/tables",
    "simulator",
    "web",
];

/// The pages in a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths
}

/// The text of a page without its blocks of code.
fn text(page: &Path) -> String {
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let mut is_code = false;
    let is_text = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code
    };
    text.lines().filter(is_text).flat_map(|line| [line, "\n"]).collect()
}

/// What the links of a text point to.
fn links(text: &str) -> Vec<String> {
    let prose: String = text.split('`').step_by(2).collect();
    prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

/// The anchors of the headings of a text; where a heading repeats, they are numbered.
fn anchors(text: &str) -> Vec<String> {
    let mut times = HashMap::new();
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let name: String = words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
        let before = times.entry(name.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { name } else { format!("{name}-{}", *before - 1) }
    };
    text.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

/// Returns whether a link of a page leads somewhere; addresses of other sites are not tested.
fn leads(page: &Path, link: &str) -> bool {
    if link.contains("://") {
        return true;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_path_buf() } else { page.with_file_name(file) };
    target.exists() && (anchor.is_empty() || anchors(&text(&target)).iter().any(|name| name == anchor))
}

#[test]
fn links_lead_to_files_and_headings() {
    for page in FOLDERS.into_iter().flat_map(pages) {
        let links = links(&text(&page));
        let broken: Vec<&String> = links.iter().filter(|link| !leads(&page, link)).collect();
        assert!(broken.is_empty(), "{}: {broken:?} lead nowhere", page.display());
    }
}

#[test]
fn the_book_has_every_page() {
    let summary = root().join("docs/SUMMARY.md");
    let listed = links(&text(&summary));
    for page in pages("docs").into_iter().filter(|page| *page != summary) {
        let name = page.file_name().expect("a page has a name").to_string_lossy();
        assert!(listed.iter().any(|link| *link == name), "docs/SUMMARY.md lacks {name}");
    }
}
