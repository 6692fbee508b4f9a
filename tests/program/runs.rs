//! `petteia status` of a folder of runs: which it lists, what it says of each, and what it refuses.

use std::fs;
use std::path::Path;

use crate::support::{folder, refused, run, succeeds, unwrapped, write};

const SMALL: &str = "name = \"small\"\nseed = 3\ngames = 40\nvariants = [\"city-8+vagi\"]\n\
                     pairings = [\"random\", \"mcts:playouts=6,policy=none\"]\n[limits]\nturn_cap = 60\n";

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// What is listed of a folder, line by line.
fn listed(folder: &Path) -> Vec<String> {
    succeeds(&["status", &folder.to_string_lossy()], "").lines().map(str::to_owned).collect()
}

#[test]
fn runs_are_listed_by_name_with_how_far_they_are() {
    let folder = folder("runs-list");
    let file = write(&folder, SMALL);
    let runs = folder.join("all");
    run(&file, &runs.join("small"), &[]);
    run(&file, &runs.join("half"), &["--shard", "1/2"]);
    fs::create_dir_all(runs.join("notes")).expect("a folder that is no run can be made");
    fs::write(runs.join("notes.txt"), "mine").expect("a file can be written");
    succeeds(
        &["match", "random", "greedy", "--game", "city-8", "--games", "2", "--out", &text(&runs.join("duel"))],
        "",
    );
    let lines = listed(&runs);
    let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words.len(), 4, "{lines:#?}");
    assert_eq!(words[0], ["run", "state", "cells", "games"]);
    assert!(lines[1].ends_with("  the match `random against greedy on city-8`"), "{lines:#?}");
    let status = succeeds(&["status", &runs.join("half").to_string_lossy()], "");
    let open = status.lines().find(|line| line.contains(" games left.")).expect("it says what is left");
    let open = open.strip_prefix("Not complete: ").and_then(|rest| rest.split(' ').next()).expect("the open games");
    let games = status.split(' ').nth(1).expect("it begins with the games");
    assert_ne!(open, "1", "{status}");
    assert_eq!(words[2], ["half", "open:", open, "games", "2", games, "experiment", "small"]);
    assert_eq!(words[3], ["small", "complete", "2", "80"], "the name of the experiment is the folder's");
    // Words begin, and numbers end, below the title of their column.
    for (title, texts) in [("state", ["other", "open:", "complete"])] {
        let column = lines[0].find(title);
        for (line, text) in lines[1..].iter().zip(texts) {
            assert_eq!(line.find(text), column, "{lines:#?}");
        }
    }
    let end = lines[0].find("games").expect("it is a title") + "games".len();
    assert!(lines[2][..end].ends_with(&format!(" {games}")) && lines[3][..end].ends_with(" 80"), "{lines:#?}");
}

#[test]
fn a_run_that_cannot_be_read_is_listed_with_the_reason() {
    let runs = folder("runs-damaged");
    for (name, manifest) in [("cut", "{ \"schema\": 2"), ("empty", "")] {
        fs::create_dir_all(runs.join(name)).expect("the folder can be made");
        fs::write(runs.join(name).join("manifest.json"), manifest).expect("it can be written");
    }
    let lines = listed(&runs);
    let all = unwrapped(&lines.join("\n"));
    for name in ["cut", "empty"] {
        let path = runs.join(name).join("manifest.json");
        let row = format!("{name} unreadable {}: it is damaged or was written by another version", path.display());
        assert!(all.contains(&row), "{row}: {all}");
    }
    assert_eq!(lines[0], "run    state       cells  games", "reasons make no column wider");
}

#[test]
fn a_folder_without_runs_says_how_to_make_one() {
    let runs = folder("runs-none").join("my runs");
    fs::create_dir_all(runs.join("notes")).expect("the folder can be made");
    let place = runs.display();
    assert_eq!(
        listed(&runs),
        [format!(
            "There are no runs in {place}. To make one: petteia new first.toml --game city-8, and then: petteia run \
             first.toml --out '{place}/first'"
        )]
    );
}

#[test]
fn a_folder_that_is_missing_is_refused() {
    let folder = folder("runs-missing");
    let missing = folder.join("rnus");
    let message = refused(&["status", &missing.to_string_lossy()], "");
    let problem = format!("the folder {} does not exist", missing.display());
    for part in [&problem, "the folder that contains your runs", "petteia run first.toml"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let file = write(&folder, SMALL);
    let message = refused(&["status", &file], "");
    assert!(message.contains(&format!("{file} is not a folder")), "{message}");
}
