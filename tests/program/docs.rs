//! The page docs/fields.md is made from the fields, the switches and the catalogue, and so is the table of docs/games.md:
//! `PETTEIA_WRITE=1 cargo test --release --workspace --test program docs::` writes them.

use std::fs;
use std::path::PathBuf;

use petteia_engine::Rules;
use petteia_engine::rules::Leader;
use petteia_engine::rules::catalogue::{GAMES, Game};
use petteia_engine::rules::fields::{FIELDS, Field, Takes};
use petteia_engine::rules::switches::{SWITCHES, Switch};
use toml::{Table, Value};

use crate::support::root;

const INTRODUCTION: &str = "\
# Fields, switches and games

Everything that can be chosen in a game, and what each game of the catalogue has chosen. [The
rules](rules.md) define what it means. This page is generated from the table of rules in
`engine/src/rules`.

## Fields

Each field of `rules` in [a file](own-games.md), with its switch, what it takes, and its value in
`city-8`. A field that both sides share takes one value, `bare = 1`, or one per side,
`bare = { white = 1, black = \"off\" }`. `\"off\"` switches a rule off. `board` also takes a text,
ranks by files: `board = \"8x12\"`.

";

const SWITCHES_OF: &str = "
## Switches

`+name` or `+name=value` after a game turns a switch on, `-name` turns it off
([§9](rules.md#9-the-games)). The row of its field says what it needs and excludes.

";

const GAMES_OF: &str = "
## Games

What each game changes in the game of the second column. `city-8` has the values of the table of
fields; [the games](games.md) have the sources.

";

fn page(name: &str) -> PathBuf {
    root().join("docs").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(page(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares a page with what it should be, or writes it.
fn check(name: &str, found: &str, expected: &str) {
    if found != expected && std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(page(name), expected).expect("the page can be written");
        return;
    }
    assert!(
        found == expected,
        "docs/{name} is not up to date. Run `PETTEIA_WRITE=1 cargo test --release --workspace --test program docs::`, \
         and commit it"
    );
}

#[test]
fn the_page_has_every_field_switch_and_game() {
    let expected = [INTRODUCTION, &fields_table(), SWITCHES_OF, &switches_table(), GAMES_OF, &games_table()].concat();
    check("fields.md", &fs::read_to_string(page("fields.md")).unwrap_or_default(), &expected);
}

fn fields_table() -> String {
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
    table
}

fn switches_table() -> String {
    let mut table = String::from("| switch | field | values |\n| --- | --- | --- |\n");
    for Switch { name, path, values, .. } in SWITCHES.iter() {
        table += &format!("| `{name}` | `{path}` | {values} |\n");
    }
    table
}

/// A switch as it is added to a game.
fn example(switch: &Switch) -> String {
    if switch.example.is_empty() { format!("`+{}`", switch.name) } else { format!("`{}`", switch.example) }
}

/// The value that a field has in `city-8`, or in a leader of which nothing else is said.
fn default_text(field: &Field) -> String {
    let leader = Table::new().try_into::<Leader>().expect("all fields of a leader have defaults");
    let rules = Rules { leader: Some(leader), ..Rules::default() };
    match value_in(&as_table(&rules), field) {
        Some(Value::Table(sides)) => format!("`{}`", sides["white"]),
        Some(value) => format!("`{value}`"),
        None if field.path == "limits.fortress" => "`false`".to_owned(),
        None if field.can_be_off => "`\"off\"`".to_owned(),
        None => "-".to_owned(),
    }
}

fn as_table(rules: &Rules) -> Table {
    Table::try_from(rules).expect("rules are data")
}

fn value_in(rules: &Table, field: &Field) -> Option<Value> {
    let mut value = Some(Value::Table(rules.clone()));
    for key in field.path.split('.') {
        value = value.and_then(|table| table.get(key).cloned());
    }
    value
}

/// The anchor of a section of docs/rules.md.
fn anchor(section: u8) -> String {
    let rules = read("rules.md");
    let prefix = format!("## {section}. ");
    let title = rules.lines().find_map(|line| line.strip_prefix(&prefix)).expect("the section is there");
    format!("{section}-{}", title.to_lowercase().replace(' ', "-"))
}

/// The changes of each game: in `city-8`, or in the game of its source that is nearest among those with changes in `city-8`.
fn games_table() -> String {
    let mut table = String::from("| game | as | changes |\n| --- | --- | --- |\n");
    let mut bases = vec![&GAMES[0]];
    for game in &GAMES {
        let near = bases.iter().filter(|base| base.id == GAMES[0].id || base.source == game.source);
        let compared = near.map(|base| (base.id, changes(base, game)));
        let (base, changes) = compared.min_by_key(|(_, changes)| changes.len()).expect("city-8 is a base of all");
        if base == GAMES[0].id && game.id != base {
            bases.push(game);
        }
        table += &format!("| `{}` | `{base}` | {} |\n", game.id, changes.join("; "));
    }
    table
}

/// What a game changes in another one, as lines of a file.
fn changes(base: &Game, game: &Game) -> Vec<String> {
    let (base, rules) = (base.rules(), game.rules());
    // A leader has the defaults of its fields, but one that is new is named by its place.
    let is_new = base.leader.is_none() && rules.leader.is_some();
    let leader = base.leader.or_else(|| rules.leader.map(|_| Leader::default()));
    let loses_leader = base.leader.is_some() && rules.leader.is_none();
    let base = as_table(&Rules { leader, ..base });
    let rules = as_table(&rules);
    let mut changes = Vec::new();
    for field in FIELDS.iter() {
        let line = line_of(field, &rules);
        if line != line_of(field, &base) || is_new && field.path == "leader.start" {
            changes.extend(line);
        }
    }
    if loses_leader {
        changes.push("`leader = \"off\"`".to_owned());
    }
    changes
}

/// A field with its value, as a line of a file; `None` if it says nothing of this game.
fn line_of(field: &Field, rules: &Table) -> Option<String> {
    let value = match (field.path, value_in(rules, field)) {
        ("board.files", _) => {
            let board = &rules["board"];
            return Some(format!("`board = \"{}x{}\"`", board["ranks"], board["files"]));
        }
        ("board.ranks", _) => return None,
        (path, None) if path.starts_with("setup.") => return None,
        (path, _) if path.starts_with("leader.") && !rules.contains_key("leader") => return None,
        (_, Some(Value::Table(sides))) => {
            let side = |name| sides.get(name).map_or("\"off\"".to_owned(), Value::to_string);
            let (white, black) = (side("white"), side("black"));
            if white == black { white } else { format!("{{ white = {white}, black = {black} }}") }
        }
        (_, Some(value)) => value.to_string(),
        (_, None) => off_text(field),
    };
    Some(format!("`{} = {value}`", field.path))
}

/// The value of a field that rules leave out.
fn off_text(field: &Field) -> String {
    match field.takes {
        _ if field.can_be_off || field.by_side => "\"off\"".to_owned(),
        Takes::Flag => "false".to_owned(),
        Takes::Choice(words) => format!("{:?}", words[0]),
        _ => "0".to_owned(),
    }
}

#[test]
fn the_page_has_every_game() {
    let mut table = String::from("| game | source | board | description |\n| --- | --- | --- | --- |\n");
    for game in &GAMES {
        let board = game.rules().board;
        let (ranks, files) = (board.ranks, board.files);
        table += &format!("| `{}` | {} | {ranks}×{files} | {} |\n", game.id, game.source.name(), game.about);
    }
    let text = read("games.md");
    let (first, last) = ("<!-- games -->\n", "<!-- /games -->");
    let (before, rest) = text.split_once(first).expect("the page has the beginning of the table");
    let (_, after) = rest.split_once(last).expect("the page has the end of the table");
    check("games.md", &text, &[before, first, &table, last, after].concat());
}
