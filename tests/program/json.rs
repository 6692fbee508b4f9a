//! `--json`: each command that has it prints the document that docs/json.md describes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use petteia::cli::Cli;
use petteia_tables::{About, TABLES};
use serde_json::Value;

use crate::help::words;
use crate::support::{folder, program, root};

const EXPERIMENTS: [(&str, &str); 4] = [
    (
        "claims.toml",
        "[[claims]]\nclaim = \"Random games are drawn\"\nquantity = \"draws\"\ntheirs = [96, 100]\n\
         holds = \"> 0.5\"\ngame = \"city-8\"\nalike = [\"random\"]\nothers = [\"random\"]\n",
    ),
    (
        "quick.toml",
        "name = \"quick\"\nseed = 1\ngames = 40\nvariants = [\"city-8\", \"city-8+vagi\"]\npairings = [\"random\"]\n",
    ),
    (
        "tournament.toml",
        "name = \"first\"\nseed = 1\ngames = [\"city-8+vagi\"]\nagents = [\"random\", \"greedy\"]\npairs = 4\n",
    ),
    (
        "endings.toml",
        "name = \"endings\"\nseed = 1\nplacements = 20\nendings = [\"city-8+edge 2v1\"]\nagents = [\"greedy\"]\n",
    ),
];

/// A folder with experiments and a run.
fn place() -> PathBuf {
    let folder = folder("json");
    fs::create_dir_all(folder.join("experiments/searches")).expect("the folder can be made");
    for (name, text) in EXPERIMENTS.into_iter().chain([("searches/small.toml", crate::search::SMALL)]) {
        fs::write(folder.join("experiments").join(name), text).expect("an experiment can be written");
    }
    run(&folder, &["run", "experiments/quick.toml", "--quiet"]);
    run(&folder, &["prove", "city-8", "--pieces", "2v1", "--quiet"]);
    run(&folder, &["prove", "city-8+die=4", "--pieces", "2v1", "--quiet"]);
    folder
}

/// What a command prints, which must succeed.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = program().args(arguments).current_dir(folder).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The paths of all keys of a document, such as `cells[].games`.
fn paths(value: &Value) -> BTreeSet<String> {
    let inside = |name: &str, value: &Value| {
        let deeper =
            |path: String| if path.starts_with('[') { name.to_owned() + &path } else { format!("{name}.{path}") };
        let paths = paths(value).into_iter().map(deeper).collect::<Vec<_>>();
        std::iter::once(name.to_owned()).chain(paths).collect::<Vec<_>>()
    };
    match value {
        Value::Object(entries) => entries.iter().flat_map(|(name, value)| inside(name, value)).collect(),
        Value::Array(values) => values.iter().flat_map(|value| inside("[]", value)).collect(),
        _ => BTreeSet::new(),
    }
}

/// The sections of the page by command.
fn sections(page: &str) -> Vec<(String, &str)> {
    let sections = page.split("\n## petteia ").skip(1);
    sections.map(|section| (section.lines().next().unwrap_or_default().to_owned(), section)).collect()
}

/// The examples of a section: each command and what it prints.
fn examples(section: &str) -> Vec<(&str, &str)> {
    let blocks: Vec<&str> = section.split("```").skip(1).step_by(2).collect();
    let commands = blocks.iter().filter_map(|block| block.strip_prefix("sh\n"));
    let documents = blocks.iter().filter_map(|block| block.strip_prefix("json\n"));
    commands.map(str::trim).zip(documents).collect()
}

/// A pretty document in which each list has only its first object.
fn shortened(document: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = document.lines().peekable();
    let mut text = String::new();
    while let Some(line) = lines.next() {
        text += line;
        text.push('\n');
        // A second object begins: skip to the end of the list.
        if line.trim() == "}," && lines.peek().is_some_and(|next| next.trim() == "{") {
            let end = |next: &&str| next.trim_start().starts_with(']') && indent(next) < indent(line);
            while lines.peek().is_some_and(|next| !end(next)) {
                lines.next();
            }
            text.truncate(text.len() - ",\n".len());
            text.push('\n');
        }
    }
    text
}

/// Whether the page has the key in its table, or says which table it is a column of.
fn is_documented(section: &str, path: &str) -> bool {
    let mut rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.any(|row| {
        let (key, rest) = row.split_once('`').unwrap_or_default();
        let column = path.strip_prefix(key).and_then(|below| below.strip_prefix('.'));
        let mut tables = rest.split(".md#").skip(1).filter_map(|link| link.split(')').next());
        let mut is_column = |column: &str| tables.any(|table| has_column(table, column));
        let is_rule = key == "rules" && column.is_some();
        key == path
            || key.starts_with(&format!("{path}[]"))
            || key.starts_with(&format!("{path}."))
            || is_rule
            || column.is_some_and(&mut is_column)
    })
}

/// What follows the name of a variant or of an agent in the columns after it.
const PARTS: [&str; 7] = ["label", "base", "switches", "kind", "budget_kind", "budget", "tables"];

fn has_column(table: &str, column: &str) -> bool {
    let table = TABLES.iter().find(|known| known.name == table).expect(table);
    let is_part_of = |name: &str| {
        let before = name.strip_suffix("variant").or(name.strip_suffix("agent")).unwrap_or(name);
        let part = column.strip_prefix(name).or(column.strip_prefix(before));
        part.is_some_and(|part| PARTS.contains(&part.trim_start_matches('_')))
    };
    let is_part = |known: &About| {
        let is_key = ["variant", "agent"].contains(&known.holds);
        is_key && ["first", "second"].iter().any(|item| is_part_of(&known.name.replace("{}", item)))
    };
    table.columns.iter().any(|known| {
        if is_part(known) {
            return true;
        }
        let (before, after) = known.name.split_once("{}").unwrap_or((known.name, ""));
        let stem = column.strip_suffix("_low").or_else(|| column.strip_suffix("_high")).unwrap_or(column);
        known.name == column
            || known.name == stem
            || known.name.contains("{}") && column.starts_with(before) && column.ends_with(after)
    })
}

#[test]
fn documents_are_as_the_page_says() {
    let path = root().join("docs/json.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let place = place();
    let mut current = page.clone();
    for (name, section) in sections(&page) {
        assert!(!examples(section).is_empty(), "{name} has no example");
        for (command, documented) in examples(section) {
            let words = words(command);
            let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            assert_eq!(arguments[0], name);
            let printed = run(&place, &arguments);
            let real: Value = serde_json::from_str(&printed).expect("standard output is one document");
            for path in paths(&real) {
                assert!(is_documented(section, &path), "docs/json.md, {name}: `{path}` is missing");
            }
            if std::env::var_os("PETTEIA_WRITE").is_some() {
                let old = format!("{command}\n```\n\n```json\n{documented}```");
                let new = format!("{command}\n```\n\n```json\n{}```", shortened(&printed));
                current = current.replace(&old, &new);
                continue;
            }
            let documented: Value = serde_json::from_str(documented).expect("the page has a document");
            let shortened: Value = serde_json::from_str(&shortened(&printed)).expect("still a document");
            assert_eq!(
                paths(&documented),
                paths(&shortened),
                "{command}: to write the page again, set PETTEIA_WRITE=1"
            );
        }
    }
    if current != page {
        fs::write(&path, current).expect("the page can be written");
    }
}

#[test]
fn every_command_with_json_has_a_section() {
    let page = fs::read_to_string(root().join("docs/json.md")).expect("the page is there");
    let documented: BTreeSet<String> = sections(&page).into_iter().map(|(name, _)| name).collect();
    let program = Cli::command();
    let commands = program.get_subcommands().filter(|command| command.get_arguments().any(|a| a.get_id() == "json"));
    let commands: BTreeSet<String> = commands.map(|command| command.get_name().to_owned()).collect();
    assert_eq!(documented, commands);
    assert_eq!(commands.len(), 10);
}

#[test]
fn errors_are_the_same_with_json() {
    for arguments in [&["status", "runs/nosuch", "--json"][..], &["games", "city-9", "--json"]] {
        let message = crate::support::refused(arguments, "");
        assert_eq!(message, crate::support::refused(&arguments[..2], ""));
    }
}
