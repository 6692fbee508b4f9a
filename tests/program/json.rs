//! `--json`: each command that has it prints the document that docs/json.md describes. `PETTEIA_WRITE=1 cargo test
//! --release --workspace --test program json::` writes the examples of the page.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use petteia::cli::Cli;
use petteia_tables::{About, TABLES};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Deserializer, Serialize};
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

/// The examples of the page, in the order of the program's commands. Every kind of document is among them.
const EXAMPLES: [&str; 26] = [
    "games --json",
    "games city-8 --json",
    "agents --json",
    "search experiments/searches/small.toml --json",
    "status runs/quick --json",
    "status --json",
    "run experiments/quick.toml --dry-run --json",
    "run experiments/tournament.toml --json",
    "run experiments/endings.toml --json",
    "query runs/quick \"SELECT variant, count(*) AS games FROM games JOIN cells USING (cell_id) GROUP BY variant ORDER BY \
     variant\" --json",
    "query runs/quick --json",
    "compare runs/quick:city-8 runs/quick:city-8+vagi --json",
    "match greedy random --game city-8+vagi --sprt 0,100 --max-games 40 --json",
    "match greedy --game city-8+vagi --handicap 1 --games 20 --json",
    "match greedy --game city-8+vagi --first-moves --games 2 --json",
    "match alphabeta:nodes=10 --game city-8+vagi --doublings 2 --games 20 --json",
    "compare runs/quick --expect experiments/claims.toml --json",
    "prove city-8 --fen 'ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80' --json",
    "prove city-8 --smallest --json",
    "prove city-8 --force white --certificate white.txt --json",
    "prove --check white.txt --json",
    "prove city-8 --pieces 2v1 --json",
    "prove city-8+die=4 --pieces 2v1 --json",
    "prove city-8 --fen '8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0' --json",
    "prove city-8+die=4 --fen '8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0 d3' --json",
    "bench city-8 --seconds 0.05 --json",
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

/// A JSON document whose objects keep the order of their keys.
enum Document {
    Object(Vec<(String, Document)>),
    List(Vec<Document>),
    Leaf(Value),
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DocumentVisitor)
    }
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON document")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Document::Object(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Document, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Document::List(items))
    }

    fn visit_unit<E>(self) -> Result<Document, E> {
        Ok(Document::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Document, E> {
        Ok(Document::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Document, E> {
        Ok(Document::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Document, E> {
        Ok(Document::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Document, E> {
        Ok(Document::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Document, E> {
        Ok(Document::Leaf(value.into()))
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Document::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
                map.end()
            }
            Document::List(items) => items.serialize(serializer),
            Document::Leaf(value) => value.serialize(serializer),
        }
    }
}

/// How many columns of a row the page shows, and how many items of a list of texts or numbers; of a list of objects it shows
/// one.
const SHOWN: usize = 3;

/// How many letters of a long text the page shows.
const SHOWN_LETTERS: usize = 100;

impl Document {
    fn read(text: &str) -> Self {
        serde_json::from_str(text).expect("standard output is one document")
    }

    /// The document as the page shows it.
    fn shortened(self) -> Self {
        match self {
            Document::Object(entries) => {
                let hides = entries.len() > SHOWN + 1 && is_row(&entries);
                let shown = if hides { SHOWN } else { entries.len() };
                let entries = entries.into_iter().take(shown).map(|(key, value)| (key, value.shortened()));
                let rest = hides.then(|| ("…".to_owned(), Document::Leaf("…".into())));
                Document::Object(entries.chain(rest).collect())
            }
            Document::List(items) => {
                let shown = if matches!(items.first(), Some(Document::Object(_))) { 1 } else { SHOWN };
                Document::List(items.into_iter().take(shown).map(Document::shortened).collect())
            }
            Document::Leaf(Value::String(text)) if text.chars().count() > SHOWN_LETTERS => {
                Document::Leaf((text.chars().take(SHOWN_LETTERS).collect::<String>() + "…").into())
            }
            leaf @ Document::Leaf(_) => leaf,
        }
    }

    /// The paths of all keys, such as `cells.games`; those of the items of a list are those of the list.
    fn paths(&self) -> BTreeSet<String> {
        match self {
            Document::Object(entries) => {
                let inside = |(key, value): &(String, Document)| {
                    let below = value.paths().into_iter().map(|path| format!("{key}.{path}")).collect::<Vec<_>>();
                    std::iter::once(key.clone()).chain(below).collect::<Vec<_>>()
                };
                entries.iter().flat_map(inside).collect()
            }
            Document::List(items) => items.iter().flat_map(Document::paths).collect(),
            Document::Leaf(_) => BTreeSet::new(),
        }
    }
}

/// Whether an object is a row of a table.
fn is_row(entries: &[(String, Document)]) -> bool {
    TABLES.iter().any(|table| entries.iter().all(|(key, _)| has_column(table.columns, key)))
}

/// The names in the list of keys of the page.
fn listed_keys(page: &str) -> Vec<&str> {
    let (_, list) = page.split_once("\n## Other keys\n").expect("the page has a list of keys");
    let (list, _) = list.split_once("\n## ").expect("a section follows");
    let names = list.lines().filter(|line| line.starts_with("- `")).filter_map(|line| line.split_once("`: "));
    names.flat_map(|(names, _)| names.trim_start_matches("- `").split("`, `")).collect()
}

/// Whether a path is a key, or ends with it.
fn ends_with_key(path: &str, key: &str) -> bool {
    path.strip_suffix(key).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Whether the page lists a key, or it is the name of a table or of a column. Those of `rules` are in docs/fields.md.
fn is_documented(listed: &[&str], path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or(path);
    let is_of_rules = path.split('.').next() == Some("rules");
    is_of_rules
        || listed.iter().any(|key| ends_with_key(path, key))
        || TABLES.iter().any(|table| table.name == last || has_column(table.columns, last))
}

/// What follows the name of a variant or of an agent in the columns after it.
const PARTS: [&str; 7] = ["label", "base", "switches", "kind", "budget_kind", "budget", "tables"];

fn has_column(columns: &[About], column: &str) -> bool {
    let is_part_of = |name: &str| {
        let before = name.strip_suffix("variant").or(name.strip_suffix("agent")).unwrap_or(name);
        let part = column.strip_prefix(name).or(column.strip_prefix(before));
        part.is_some_and(|part| PARTS.contains(&part.trim_start_matches('_')))
    };
    let is_part = |known: &About| {
        let is_key = ["variant", "agent"].contains(&known.holds);
        is_key && ["first", "second"].iter().any(|item| is_part_of(&known.name.replace("{}", item)))
    };
    columns.iter().any(|known| {
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

const MARKS: [&str; 2] = ["<!-- examples -->\n", "<!-- /examples -->"];

/// An example as the page has it.
fn example(command: &str, document: &Document) -> String {
    let document = serde_json::to_string_pretty(document).expect("a document is plain data");
    format!("```sh\npetteia {command}\n```\n\n```json\n{document}\n```\n\n")
}

/// What the examples of a page say without their values, which differ from time to time: headings, commands and keys.
fn outline(examples: &str) -> Vec<String> {
    let mut outline = Vec::new();
    for (number, block) in examples.split("```").enumerate() {
        match (number % 2, block.strip_prefix("json\n")) {
            (0, _) => outline.extend(block.lines().filter(|line| !line.is_empty()).map(str::to_owned)),
            (_, Some(document)) => outline.extend(Document::read(document).paths()),
            (_, None) => outline.push(block.to_owned()),
        }
    }
    outline
}

#[test]
fn documents_are_as_the_page_says() {
    let path = root().join("docs/json.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(MARKS[0]).expect("the page has the beginning of the examples");
    let (found, after) = rest.split_once(MARKS[1]).expect("the page has the end of the examples");
    let listed = listed_keys(&page);
    let place = place();
    let (mut expected, mut current) = (String::new(), String::new());
    let mut all_paths = BTreeSet::new();
    for command in EXAMPLES {
        let document = Document::read(&run(&place, &words(command).iter().map(String::as_str).collect::<Vec<_>>()));
        let paths = document.paths();
        let has_keys = |path: &String| paths.iter().any(|other| other.starts_with(&format!("{path}.")));
        for path in paths.iter().filter(|path| !has_keys(path)) {
            assert!(is_documented(&listed, path), "docs/json.md lacks `{path}` of `petteia {command}`");
        }
        all_paths.extend(paths);
        let name = command.split(' ').next().unwrap_or_default();
        if current != name {
            let _ = write!(expected, "### petteia {name}\n\n");
            name.clone_into(&mut current);
        }
        expected += &example(command, &document.shortened());
    }
    for key in &listed {
        assert!(
            all_paths.iter().any(|path| ends_with_key(path, key)),
            "docs/json.md lists `{key}`, which no document has"
        );
    }
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        let page = [before, MARKS[0], &expected, MARKS[1], after].concat();
        return fs::write(&path, page).expect("the page can be written");
    }
    assert_eq!(outline(found), outline(&expected), "to write the examples again, set PETTEIA_WRITE=1");
}

#[test]
fn every_command_with_json_has_an_example() {
    let documented: BTreeSet<String> =
        EXAMPLES.iter().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
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
