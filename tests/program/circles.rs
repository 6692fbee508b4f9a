//! No circle of files inside a crate: what a file takes from another, directly or by way of others, never leads back to it.
//! Only the modules around a file may know it while it knows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// The folders of crates.
const CRATES: [&str; 10] = [
    "",
    "engine",
    "engine/proofs",
    "engine/players",
    "reports/statistics",
    "reports/tables",
    "simulator",
    "reports",
    "python",
    "web",
];

/// A module by its path in the crate.
type Module = Vec<String>;

/// The text of each module, without comments and tests.
struct Crate(BTreeMap<Module, String>);

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        list(folder, &mut files);
        let module = |path: &PathBuf| -> Module {
            let inside = path.strip_prefix(folder).expect("it is inside").with_extension("");
            let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
            names.filter(|name| !["lib", "main", "mod"].contains(&name.as_str())).collect()
        };
        Crate(files.iter().map(|path| (module(path), code(path))).collect())
    }

    /// Returns the modules from which a module takes something.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let own = self.0[module].split_inclusive(';').filter(|part| !passes_on(part)).collect::<String>();
        let paths = paths(&own);
        let found = paths.iter().filter_map(|path| self.definer(module, path, 0));
        // A module belongs to those around it, and may use what they define.
        found.filter(|found| !module.starts_with(found)).collect()
    }

    /// Returns the module that defines what a path names in a module, following what modules pass on.
    fn definer(&self, from: &Module, path: &[String], depth: u8) -> Option<Module> {
        let mut place = from.clone();
        let mut rest = path;
        let starts_anywhere = matches!(path.first()?.as_str(), "crate" | "super" | "self");
        while let Some(first @ ("crate" | "super" | "self")) = rest.first().map(String::as_str) {
            match first {
                "crate" => place.clear(),
                "super" => drop(place.pop()),
                _ => {}
            }
            rest = &rest[1..];
        }
        let inner = |place: &Module, name: &String| place.iter().chain([name]).cloned().collect::<Module>();
        if !starts_anywhere && !self.0.contains_key(&inner(&place, rest.first()?)) {
            return None;
        }
        while let Some(name) = rest.first().filter(|name| self.0.contains_key(&inner(&place, name))) {
            place = inner(&place, name);
            rest = &rest[1..];
        }
        let Some(name) = rest.first() else { return Some(place) };
        let passed_on = self
            .0
            .get(&place)?
            .split(';')
            .filter(|part| part.trim_start().starts_with("pub") && part.contains(" use "));
        let names: Vec<Vec<String>> =
            passed_on.flat_map(|part| expand(part.split_once(" use ").map_or("", |(_, path)| path))).collect();
        let passed = names.iter().find(|path| path.last() == Some(name) && depth < 8);
        passed.and_then(|path| self.definer(&place, path, depth + 1)).or(Some(place))
    }

    /// Returns the modules to which a module leads back.
    fn circles(&self) -> Vec<Module> {
        let used: BTreeMap<&Module, BTreeSet<Module>> =
            self.0.keys().map(|module| (module, self.used_by(module))).collect();
        let leads_back = |module: &&Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![*module]);
            while let Some(at) = open.pop() {
                for next in &used[at] {
                    if seen.insert(next.clone()) {
                        open.extend(used.get_key_value(next).map(|(next, _)| *next));
                    }
                }
            }
            seen.contains(*module)
        };
        self.0.keys().filter(leads_back).cloned().collect()
    }
}

fn list(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            list(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_stem().is_some_and(|stem| stem != "tests")
        {
            into.push(path);
        }
    }
}

/// Returns the text of a file without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Returns whether a statement passes on what other modules define.
fn passes_on(statement: &str) -> bool {
    statement.trim_start().starts_with("pub") && statement.contains(" use ")
}

/// Returns all paths of at least two names in a text.
fn paths(text: &str) -> Vec<Vec<String>> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    for (at, _) in text.match_indices("::") {
        let start = text[..at].trim_end_matches(is_name).len();
        if start < at && !text[..start].ends_with("::") {
            paths.extend(expand(&text[start..]));
        }
    }
    paths
}

/// Returns the paths at the beginning of a text, such as the two of `a::{b, c::d}`.
fn expand(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    let length = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    if let Some(group) = text.strip_prefix('{') {
        return entries(group).into_iter().flat_map(expand).collect();
    }
    match rest.strip_prefix("::") {
        Some(rest) => expand(rest).into_iter().map(|path| [vec![name.to_owned()], path].concat()).collect(),
        None if name.is_empty() => vec![Vec::new()],
        None => vec![vec![name.to_owned()]],
    }
}

/// Splits the entries of a group up to its end.
fn entries(group: &str) -> Vec<&str> {
    let (mut entries, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                entries.push(&group[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                entries.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    entries
}

#[test]
fn no_file_leads_back_to_itself() {
    let mut circles = Vec::new();
    for folder in CRATES {
        let source = root().join(folder).join("src");
        circles
            .extend(Crate::read(&source).circles().iter().map(|module| format!("{folder}/src/{}", module.join("/"))));
    }
    assert!(circles.is_empty(), "these files are in circles: {circles:#?}");
}

#[test]
fn a_path_is_followed_to_where_its_name_is_defined() {
    let text = |code: &str| code.to_owned();
    let module = |path: &str| path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect::<Module>();
    let made = Crate(BTreeMap::from([
        (module(""), text("mod a; mod b; pub use a::inner::{One, Two};")),
        (module("a"), text("mod inner;\npub use inner::One;")),
        (module("a/inner"), text("use super::super::b::Three;\npub struct One;")),
        (module("b"), text("use crate::{One, a::inner};\nfn f() { crate::a::inner::g() }")),
    ]));
    assert_eq!(made.used_by(&module("b")), BTreeSet::from([module("a/inner")]));
    assert_eq!(made.circles(), [module("a/inner"), module("b")]);
}
