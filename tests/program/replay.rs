//! `petteia play` and `petteia replay` as programs: statuses, messages, records.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::{folder, petteia, played, refused, relabel};

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn assert_refused(arguments: &[&str], message: &str) {
    let errors = refused(arguments, "");
    assert!(errors.contains(message), "{arguments:?}: {errors}");
}

const EXPERIMENT: &str = r#"
name = "small"
seed = 5
games = 12
opening = 3
variants = ["city-8+die=4", "lemery-petteia-advanced", { name = "tiny", rules = { board = { files = 4, ranks = 4 } } }]
pairings = ["random", { white = "mcts:playouts=3", black = "random", games = 2 }]

[limits]
no_progress = 60
"#;

/// A small run; gives the folder and, as text, the folder of the run.
fn small_run(name: &str) -> (PathBuf, String) {
    let folder = folder(&format!("replay-{name}"));
    let run = folder.join("run");
    played(EXPERIMENT, &[], &run);
    (folder, run.display().to_string())
}

#[test]
fn games_of_a_run_are_played_again_and_recorded() {
    let (folder, run) = small_run("run");
    for (cell, game) in [("0", "11"), ("1", "1"), ("2", "0"), ("3", "0"), ("4", "5")] {
        let file = folder.join("game.txt").display().to_string();
        let saved = petteia(&["replay", &run, "--cell", cell, "--game", game, "--record", &file], "");
        assert!(saved.status.success(), "{}", String::from_utf8_lossy(&saved.stderr));
        let from_run = petteia(&["replay", &run, "--cell", cell, "--game", game], "");
        let from_record = petteia(&["replay", &file], "");
        assert!(from_record.status.success(), "{}", String::from_utf8_lossy(&from_record.stderr));
        assert_eq!(stdout(&from_run), stdout(&from_record));
        assert!(stdout(&from_run).contains("\nstart\n"));
    }
}

const RECORD: &str = r#"[Game "city-8+die=4+turn_cap=2"]
[White "human"]
[Black "random"]
[Result "unfinished by turn_cap"]

1. d3 a1-a4
2. d1 h8-h7
unfinished by turn_cap
"#;

#[test]
fn every_position_of_a_record_is_printed() {
    let file = folder("replay-record").join("game.txt");
    fs::write(&file, RECORD).expect("the record is written");
    let text = stdout(&petteia(&["replay", "--ascii", &file.display().to_string()], ""));
    assert!(text.starts_with("city-8+die=4+turn_cap=2: human against random\n\nstart\n 8  s "), "{text}");
    assert!(text.contains("\n1. White d3 a1-a4\n"), "{text}");
    assert!(text.contains(" 4 >S< .  .  ."), "{text}");
    assert!(text.ends_with("\nUnfinished: the limit of turns is reached\nunfinished by turn_cap\n"), "{text}");
    let text = stdout(&petteia(&["replay", &file.display().to_string()], ""));
    assert!(text.contains(" 8  ●  ●") && text.contains(" 4 >○< ·"), "{text}");
}

#[test]
fn a_game_that_ends_otherwise_than_in_the_table_is_refused() {
    let (folder, run) = small_run("differs");
    let other = folder.join("other");
    played(EXPERIMENT, &["--seed", "6"], &other);
    relabel(&folder.join("run"), &other);
    let output = petteia(&["replay", &run, "--game", "3"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("but the table of the run has"));
}

#[test]
fn a_game_is_drawn_position_by_position() {
    let folder = folder("replay-pictures");
    let file = folder.join("game.txt");
    let record = "[Game \"city-8+turn_cap=2\"]\n[White \"human\"]\n[Black \"human\"]\n\
                  [Result \"unfinished by turn_cap\"]\n\n1. a1-a5\n2. h8-h4\nunfinished by turn_cap\n";
    fs::write(&file, record).expect("the record is written");
    let [file, svg, gif] = [file, folder.join("svg"), folder.join("game.gif")].map(|path| path.display().to_string());
    let output = petteia(&["replay", &file, "--svg", &svg, "--gif", &gif], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (name, note) in [("000.svg", "start"), ("001.svg", "1. White a1-a5"), ("002.svg", "2. Black h8-h4")] {
        let picture = fs::read_to_string(Path::new(&svg).join(name)).expect(name);
        assert!(picture.contains(note), "{name}");
    }
    assert!(!Path::new(&svg).join("003.svg").exists());
    assert!(fs::read(&gif).expect("the GIF").starts_with(b"GIF89a"));
}

#[test]
fn a_record_of_another_system_is_read() {
    let folder = folder("replay-crlf");
    let record = "[Game \"city-8+turn_cap=2\"]\n[White \"human\"]\n[Black \"human\"]\n\
                  [Result \"unfinished by turn_cap\"]\n\n1. a1-a5\n2. h8-h4\nunfinished by turn_cap\n";
    let replayed = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).expect("the record is written");
        let output = petteia(&["replay", &file.display().to_string()], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        stdout(&output)
    };
    let expected = replayed("plain.txt", record);
    assert!(expected.contains("2. Black h8-h4"), "{expected}");
    let other = format!("\u{feff}{}", record.replace('\n', "\r\n"));
    assert_eq!(replayed("other.txt", &other), expected);
}

#[test]
fn wrong_choices_of_a_game_are_refused() {
    let (folder, run) = small_run("refused");
    assert_refused(&["replay", &run], "is a run; name a game of it with --game N");
    assert_refused(
        &["replay", &run, "--cell", "9", "--game", "0"],
        "there is no cell 9 in this run; its cells are 0 to 5",
    );
    assert_refused(&["replay", &run, "--game", "12"], "there is no game 12 in cell 0; its games are 0 to 11");
    assert_refused(
        &["replay", &folder.display().to_string(), "--game", "0"],
        "is not a run folder: it has no manifest.json",
    );
    assert_refused(&["replay", "no-such-file"], "no-such-file does not exist");
    let file = folder.join("game.txt").display().to_string();
    fs::write(&file, "[Game \"city-8\"]\n").expect("the file is written");
    assert_refused(&["replay", &file], "game.txt: line 2: the tag `White` is missing");
    assert_refused(&["replay", &file, "--game", "1"], "is a file, not a run folder");
}

#[test]
fn play_says_what_is_wrong() {
    assert_refused(&["play"], "name a game, such as city-8");
    assert_refused(&["play", "city-9"], "did you mean `city-8`?");
    assert_refused(&["play", "city-8", "--white", "humn"], "--white: there is no agent `humn`");
    assert_refused(&["play", "city-8", "--fen", "8/8 w"], "position text");
    assert_refused(&["play", "city-8", "--load", "x"], "cannot be used with");
    assert_refused(&["play", "--load", "no-such-file"], "no-such-file: ");
}

#[test]
fn what_is_not_a_run_is_named() {
    let folder = folder("not-a-run");
    let missing = folder.join("nosuch").display().to_string();
    let empty = folder.display().to_string();
    let file = folder.join("file").display().to_string();
    std::fs::write(&file, "text").expect("a file can be written");
    for command in [&["report"][..], &["merge"], &["status", "--verify"], &["replay"]] {
        let [on_missing, on_empty] = [&missing, &empty].map(|run| [command, &[run.as_str()]].concat());
        assert_refused(&on_missing, &format!("{missing} does not exist; `petteia status` lists the runs"));
        assert_refused(&on_empty, &format!("{empty} is not a run folder: it has no manifest.json"));
    }
    assert_refused(&["compare", &missing, &empty], &format!("{missing} does not exist"));
    assert_refused(&["compare", &format!("{empty}:city-8"), &empty], &format!("{empty} is not a run folder"));
    assert_refused(&["report", &file], &format!("{file} is a file, not a run folder"));
    assert_refused(&["status", &file], &format!("{file} is not a folder"));
    assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 1, "nothing is written into it");
}
