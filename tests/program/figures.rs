//! The figures of `docs/rules.md` are those that the program draws. `PETTEIA_WRITE=1 cargo test --test program
//! figures::` draws them anew.

use std::fs;
use std::path::{Path, PathBuf};

use petteia_engine::diagram::Diagram;
use petteia_engine::rules::Setup;
use petteia_engine::rules::fields;
use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::{AnyGame, BoardSize, BySide, Rules};
use petteia_reports::board::write_svg;
use serde::Deserialize;

use crate::support::root;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    figure: Vec<Figure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    name: String,
    game: String,
    board: BoardSize,
    position: String,
    r#move: String,
}

impl Figure {
    /// The position with the move, and the position after it.
    fn draw(&self) -> [Diagram; 2] {
        let mut rules = Rules::read(&self.game).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        rules.board = self.board;
        rules.setup = Setup::Rows(BySide::both(1));
        let rules = rules.check().unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let Figure { name, position, r#move: text, .. } = self;
        let game = AnyGame::of(rules);
        let position = game.parse(position).unwrap_or_else(|error| panic!("{name}: {error}"));
        let decision = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let before = Diagram::of_move(&game, &position, decision);
        let (after, _) = game.outcome_after(&position, decision);
        let named = |title: &str, diagram| Diagram { title: title.to_owned(), ..diagram };
        [named(text, before), named("afterwards", Diagram::of(&game, &after))]
    }
}

/// Every state of a piece, White's above Black's.
fn states() -> Diagram {
    let letters = "sval#SVAL#".chars().map(Some).collect();
    Diagram { letters, ..Diagram::empty(BoardSize { files: 5, ranks: 2 }) }
}

fn folder() -> PathBuf {
    root().join("docs/figures")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All figures, by name.
fn all() -> Vec<(String, Vec<Diagram>)> {
    let figures: Figures = toml::from_str(&read(&folder().join("figures.toml"))).expect("a list of figures");
    let drawn = figures.figure.into_iter().map(|figure| (figure.draw().to_vec(), figure.name));
    let mut all: Vec<_> = drawn.map(|(diagrams, name)| (name, diagrams)).collect();
    all.push(("states".into(), vec![states()]));
    all
}

#[test]
fn figures_are_those_that_the_program_draws() {
    let scratch = std::env::temp_dir().join(format!("petteia-figures-{}.svg", std::process::id()));
    for (name, diagrams) in all() {
        let kept = folder().join(format!("{name}.svg"));
        if std::env::var_os("PETTEIA_WRITE").is_some() {
            write_svg(&kept, &diagrams).unwrap_or_else(|error| panic!("{error}"));
        }
        write_svg(&scratch, &diagrams).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            read(&kept),
            read(&scratch),
            "{name}.svg is not what the program draws; draw it with PETTEIA_WRITE=1"
        );
    }
    fs::remove_file(&scratch).expect("it was written");
}

#[test]
fn the_page_shows_every_figure_and_no_other() {
    let page = read(&folder().join("../rules.md"));
    let mut shown: Vec<&str> = page.split("](figures/").skip(1).filter_map(|rest| rest.split(".svg)").next()).collect();
    let all = all();
    let mut drawn: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    shown.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(shown, drawn);
}

#[test]
fn the_page_has_the_law_of_every_switch() {
    let page = read(&folder().join("../rules.md"));
    for Switch { name, path, .. } in SWITCHES.iter() {
        let section = fields::find(path).expect("a switch has a field").section;
        let law = page.split("\n## ").find(|part| part.starts_with(&format!("{section}. "))).expect("a section");
        let law = law.to_lowercase();
        let goes_on = |next: char| next.is_ascii_alphabetic() || next == '_';
        let ends = |mark: &str| law.split(&format!("{mark}{name}")).skip(1).any(|rest| !rest.starts_with(goes_on));
        let is_named = ends("`") || ends("*");
        assert!(is_named, "section {section} does not name {name} in backticks or emphasis");
    }
}
