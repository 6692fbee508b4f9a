//! Errors in files of games, as people read them.

use petteia_engine::rules::Setup;
use petteia_engine::{AnyGame, perft};

use crate::config::{OwnVariant, Source, VariantText, named, read_with_games};

/// Returns what is said about a game file.
fn refusal(text: &str) -> String {
    let source = Source { path: "mine.toml".into(), text: format!("name = \"mine\"\n{text}") };
    let own: OwnVariant = match source.parse() {
        Ok(own) => own,
        Err(error) => return error.to_string(),
    };
    source.wrong_words(0..0, own.checked().expect_err("it is wrong")).to_string()
}

#[test]
fn every_unknown_key_is_reported_in_the_order_of_the_file() {
    let told = refusal("switchs = \"+vagi\"\n[rules]\nedge = true\n[bases]\nx = 1");
    let expected = "mine.toml:2: there is no key `switchs` here; did you mean `switches`?\n\
                    mine.toml:5: there is no key `bases` here; did you mean `base`?";
    assert_eq!(told, expected);
    let told = refusal("[rules]\nleadr = true\nboards = 9\ndie = 0");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("mine.toml:3: `rules` has no field `leadr`"), "{told}");
    assert!(lines[1].starts_with("mine.toml:4: `rules` has no field `boards`"), "{told}");
    assert!(lines[2].starts_with("mine.toml:5: `die` is 0; give"), "{told}");
}

#[test]
fn a_number_that_is_too_large_is_told_the_largest() {
    #[derive(Debug, serde::Deserialize)]
    struct Seed {
        #[serde(rename = "seed")]
        _seed: u64,
    }
    let read =
        |text: &str| Source { path: "mine.toml".into(), text: text.into() }.parse::<Seed>().map_err(|e| e.to_string());
    assert!(read("seed = 9223372036854775807").is_ok());
    let told = read("seed = 18446744073709551616").expect_err("it is 2^64");
    let expected = "mine.toml:1: `seed` is 18446744073709551616; give a whole number up to 18446744073709551615";
    assert_eq!(told, expected);
    assert!(
        read("seed = -1").expect_err("it is negative").ends_with("give a whole number, at least 0, without quotes")
    );
}

#[test]
fn a_field_is_looked_for_where_its_value_is_right() {
    let told = refusal("[rules]\ncapture = \"four-sided\"");
    assert_eq!(told, "mine.toml:3: `rules` has no field `capture`; it belongs in `leader`: write `leader.capture = …`");
    let told = refusal("[rules]\ncapture = \"convert\"");
    let expected = "mine.toml:3: `rules` has no field `capture`; docs/fields.md lists all fields, and docs/own-games.md what cannot be expressed";
    assert_eq!(told, expected);
}

#[test]
fn a_list_and_its_entries_are_named_by_their_key() {
    let told = refusal("[rules]\nboard.files = [8, 9]");
    let expected = "mine.toml:3: `board.files` is a list; give a whole number from 1 to 24; a factor of an experiment takes \
                    several values";
    assert_eq!(told, expected);
    let source = Source { path: "mine.toml".into(), text: "games = [8,\n 9]".into() };
    let lists = source.parse::<std::collections::BTreeMap<String, Vec<String>>>();
    let told = lists.expect_err("texts are needed").to_string();
    assert_eq!(told, "mine.toml:1: an entry of `games` is 8; give a text in quotes");
}

#[test]
fn a_setup_says_what_it_can_hold() {
    let told = refusal("[rules]\nsetup.stone = 8");
    assert!(told.starts_with("mine.toml:3: `setup` has no field `stone`"), "{told}");
    let told = refusal("[rules]\nsetup.stones = 80");
    assert_eq!(told, "mine.toml:3: `setup.stones` is 80; give 1 to 32, so that both sides fit on the board");
    assert!(refusal("[rules]\nsetup = { stones = 8, rows = 1 }").contains("exactly one of"));
}

#[test]
fn stones_are_set_up_by_their_number() {
    let own: OwnVariant =
        toml::from_str("name = \"few\"\nrules.board = \"8x12\"\nrules.setup.stones = 11").expect("it is TOML");
    let Setup::Position(text) = &own.checked().expect("it is right").setup else { panic!("it is a position") };
    assert!(text.starts_with("1sssssssssss/12/") && text.contains("/SSSSSSSSSSS1 w"), "{text}");
}

#[test]
fn a_board_can_be_a_text() {
    let own: OwnVariant = toml::from_str("name = \"wide\"\nrules.board = \"8x12\"").expect("it is TOML");
    let board = own.checked().expect("it is right").board;
    assert_eq!((board.ranks, board.files), (8, 12));
    assert!(refusal("rules.board = \"8 by 12\"").contains("or a text such as \"8x12\", ranks by files"));
    assert!(refusal("rules.board = \"40x2\"").contains("1 to 24 ranks"));
}

/// Jul-gonu of Korea, on 4×4 points.
#[test]
fn a_game_file_on_a_small_board_has_its_known_counts() {
    let text = "name = \"jul-gonu\"\nbase = \"hasami-corner\"\n[rules]\nboard = { files = 4, ranks = 4 }\n\
                movement = \"step\"\nbare = 1\nlimits.repetition = \"forbidden\"\n";
    let own: OwnVariant = toml::from_str(text).expect("it is TOML");
    let game = AnyGame::of(own.checked().expect("it makes sense"));
    let counts = [1, 2, 3, 4, 5].map(|depth| perft(game.rules(), &game.start(), depth));
    assert_eq!(counts, [4, 16, 124, 922, 6352]);
}

#[derive(serde::Deserialize)]
struct Games {
    games: Vec<toml::Spanned<VariantText>>,
}

#[test]
fn a_game_with_a_label_is_replaced_inside_of_its_table() {
    let folder = std::env::temp_dir().join(format!("petteia-labelled-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("nine.toml"), "rules.board = \"9x9\"").expect("the file can be written");
    let text = "games = [{ game = \"nine.toml\", label = \"wide\" }, { name = \"own\", label = \"mine\" }, \"city-8\"]";
    let source = Source { path: folder.join("games.toml"), text: text.to_owned() };
    let read = read_with_games(source, |file: &Games| named(&file.games));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    let (source, read) = read.expect("it is right");
    let names: Vec<&str> = read.games.iter().map(|entry| entry.get_ref().name()).collect();
    assert_eq!(names, ["nine", "own", "city-8"], "{}", source.text);
    let labels = read.games.iter().map(|entry| entry.get_ref().label.as_ref().map(|label| label.get_ref().as_str()));
    assert_eq!(labels.collect::<Vec<_>>(), [Some("wide"), Some("mine"), None]);
}
