//! The tables in docs/fields.md, docs/rules.md and docs/games.md are made from the fields, the switches and the catalogue:
//! `PETTEIA_WRITE=1 cargo test --release --workspace --test program docs::` writes them.

use std::fs;
use std::path::PathBuf;

use petteia_engine::Rules;
use petteia_engine::rules::Leader;
use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::fields::{self, FIELDS, Field};
use petteia_engine::rules::switches::{SWITCHES, Switch};
use toml::{Table, Value};

use crate::support::root;

fn page(name: &str) -> PathBuf {
    root().join("docs").join(name)
}

/// Compares the part of a page between two marks with what it should be, or writes it.
fn check(name: &str, mark: &str, expected: &str) {
    let text = fs::read_to_string(page(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (first, last) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (before, rest) = text.split_once(&first).unwrap_or_else(|| panic!("{name} has no {first}"));
    let (found, after) = rest.split_once(&last).unwrap_or_else(|| panic!("{name} has no {last}"));
    if found != expected && std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(page(name), format!("{before}{first}{expected}{last}{after}")).expect("the page can be written");
        return;
    }
    assert!(
        found == expected,
        "docs/{name} is not up to date. Run `PETTEIA_WRITE=1 cargo test --release --workspace --test program docs::`, \
         and commit it"
    );
}

#[test]
fn the_page_has_every_field() {
    let mut table = String::from(
        "| field | switch | takes | in city-8 | meaning | constraints |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for field in FIELDS.iter() {
        let Field { path, about, section, .. } = field;
        let (takes, default, with) = (field.words(), default_text(field), field.with());
        let section = format!("[§{section}](rules.md#{})", anchor(*section));
        let switch = SWITCHES.iter().find(|switch| switch.path == *path).map_or_else(String::new, example);
        table += &format!("| `{path}` | {switch} | {takes} | {default} | {about} ({section}) | {with} |\n");
    }
    check("fields.md", "fields", &table);
}

#[test]
fn the_rules_have_every_switch() {
    let mut table = String::from("| switch | values | section | constraints |\n| --- | --- | --- | --- |\n");
    for Switch { name, path, values, .. } in SWITCHES.iter() {
        let field = fields::find(path).expect("a switch has a field");
        let section = field.section;
        table += &format!("| `{name}` | {values} | [§{section}](#{}) | {} |\n", anchor(section), field.with());
    }
    check("rules.md", "switches", &table);
}

/// A switch as it is added to a game.
fn example(switch: &Switch) -> String {
    if switch.example.is_empty() { format!("`+{}`", switch.name) } else { format!("`{}`", switch.example) }
}

/// The value that a field has in `city-8`, or in a leader of which nothing else is said.
fn default_text(field: &Field) -> String {
    let leader = Table::new().try_into::<Leader>().expect("all fields of a leader have defaults");
    let rules = Rules { leader: Some(leader), ..Rules::default() };
    let mut value = Some(Value::Table(Table::try_from(&rules).expect("rules are data")));
    for key in field.path.split('.') {
        value = value.and_then(|table| table.get(key).cloned());
    }
    match value {
        Some(Value::Table(sides)) => format!("`{}`", sides["white"]),
        Some(value) => format!("`{value}`"),
        None if field.path == "limits.fortress" => "`false`".to_owned(),
        None if field.can_be_off => "`\"off\"`".to_owned(),
        None => "-".to_owned(),
    }
}

/// The anchor of a section of docs/rules.md.
fn anchor(section: u8) -> String {
    let rules = fs::read_to_string(page("rules.md")).expect("the rules are there");
    let prefix = format!("## {section}. ");
    let title = rules.lines().find_map(|line| line.strip_prefix(&prefix)).expect("the section is there");
    format!("{section}-{}", title.to_lowercase().replace(' ', "-"))
}

#[test]
fn the_page_has_every_game() {
    let mut table = String::from("| game | source | board | description |\n| --- | --- | --- | --- |\n");
    for game in &GAMES {
        let board = game.rules().board;
        let (ranks, files) = (board.ranks, board.files);
        table += &format!("| `{}` | {} | {ranks}×{files} | {} |\n", game.id, game.source.name(), game.about);
    }
    check("games.md", "games", &table);
}
