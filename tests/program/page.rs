//! `report.html` of real runs: its sample games are those of the run, and what cannot be shown is told.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{folder, played, refused, relabel, succeeds};

const EXPERIMENT: &str = r#"
name = "small"
seed = 5
games = 40
opening = 3
variants = ["city-8+die=4", "lemery-petteia-advanced", "poleis"]
pairings = ["random", { white = "mcts:playouts=3", black = "random", games = 2 }]

[limits]
turn_cap = 300
"#;

/// A small run with its page; gives the folder of the run.
fn small_run(test: &str) -> PathBuf {
    let folder = folder(test);
    let run = folder.join("run");
    played(EXPERIMENT, &[], &run);
    run
}

/// The data in the page of a run.
fn data(run: &Path) -> Value {
    let page = fs::read_to_string(run.join("report.html")).expect("the page was written");
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has data");
    let (json, _) = rest.split_once("</script>").expect("the data ends");
    serde_json::from_str(json).expect("the data is JSON")
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn sample_games_are_the_games_of_the_run() {
    let run = small_run("page-samples");
    let data = data(&run);
    assert_eq!(texts(&data["missing"]), Vec::<&str>::new());
    let games = data["games"].as_array().expect("there are games");
    for cell in 0..6 {
        let of_cell: Vec<&Value> = games.iter().filter(|game| game["cell"] == cell).collect();
        let reasons: String = of_cell.iter().flat_map(|game| texts(&game["why"])).collect();
        assert!(reasons.contains("shortest") && reasons.contains("median") && reasons.contains("longest"), "{reasons}");
        for game in of_cell {
            let record = run.join("game.txt").to_string_lossy().into_owned();
            let numbers = [cell.to_string(), game["game"].to_string()];
            let run = run.to_string_lossy();
            succeeds(&["replay", &run, "--cell", &numbers[0], "--game", &numbers[1], "--record", &record], "");
            let record = fs::read_to_string(record).expect("the record was written");
            let turns = record.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
            let recorded: Vec<&str> = turns.flat_map(|line| line.split(' ').skip(1)).collect();
            let steps = game["steps"].as_str().expect("a text").split(';');
            let shown: Vec<&str> = steps.filter_map(|step| step.split('|').next()).collect();
            assert_eq!(shown, recorded);
        }
    }
}

#[test]
fn the_page_tells_the_rules_and_the_origin_of_the_numbers() {
    let run = small_run("page-texts");
    let data = data(&run);
    assert_eq!(data["name"], "small");
    assert_eq!(data["rules"]["poleis"][0]["title"], "In short");
    let citation = data["citation"].as_str().expect("a text");
    assert!(citation.contains("petteia status RUN --verify"), "{citation}");
    assert!(data["provenance"].as_array().expect("a list").contains(&serde_json::json!(["seed", "5"])));
}

#[test]
fn a_report_can_carry_the_page_to_play_on() {
    let run = small_run("page-play");
    let (text, built) = (run.to_string_lossy().into_owned(), run.with_file_name("petteia.html"));
    fs::write(&built, r#"<script type="application/json" id="given">null</script>"#).expect("it can be written");
    let play = format!("--play={}", built.display());
    assert!(succeeds(&["report", &text, &play], "").contains("play    "));
    let page = fs::read_to_string(run.join("play.html")).expect("it was written");
    assert!(page.contains(r#""name":"small","report":"report.html""#), "{page}");
    let (_, given) = page.split_once("given\">").expect("it has games");
    let given: Value = serde_json::from_str(given.trim_end_matches("</script>")).expect("the games are JSON");
    let games: Vec<_> = given["variants"].as_array().expect("a list").iter().map(|game| game["game"].clone()).collect();
    assert_eq!(games, ["city-8+die=4", "lemery-petteia-advanced", "poleis"]);
    // The limits of the experiment make other rules than those of the names.
    assert_eq!(given["variants"][0]["rules"]["limits"]["turn_cap"], 300);
    assert_eq!(data(&run)["play"], "play.html");
    succeeds(&["report", &text], "");
    assert!(!run.join("play.html").exists() && data(&run)["play"].is_null());
    fs::write(&built, "<p>another page</p>").expect("it can be written");
    let message = refused(&["report", &text, &play], "");
    assert!(message.contains("petteia.html: it is not a page that `make web` built"), "{message}");
    let message = refused(&["report", &text, "--play=nowhere.html"], "");
    assert!(message.contains("nowhere.html"), "{message}");
}

#[test]
fn a_page_that_is_not_wanted_is_not_there() {
    let run = small_run("page-unwanted");
    let (page, text) = (run.join("report.html"), run.to_string_lossy().into_owned());
    let written = fs::read(&page).expect("the run wrote it");
    assert!(!succeeds(&["report", &text, "--no-html"], "").contains("report.html"));
    assert!(!page.exists());
    assert!(succeeds(&["report", &text], "").contains("report.html"));
    assert!(fs::read(&page).expect("it was written again") == written, "the page is a function of the run");
}

#[test]
fn what_cannot_be_played_again_is_left_out_and_told() {
    let run = small_run("page-missing");
    let text = run.to_string_lossy().into_owned();
    // Another version of the program played other games of the same plan.
    let other = run.with_file_name("other");
    played(EXPERIMENT, &["--seed", "6"], &other);
    relabel(&run, &other);
    succeeds(&["report", &text], "");
    let data = data(&run);
    let missing = data["missing"].to_string();
    assert!(missing.contains("it was played by another version"), "{missing}");
    assert_eq!(data["cells"].as_array().map(Vec::len), Some(6));
    // Without its plan, nobody knows whether the parts belong together.
    fs::remove_file(run.join("manifest.json")).expect("the manifest can be removed");
    let message = refused(&["report", &text], "");
    assert!(message.contains("is not a run folder: it has no manifest.json"), "{message}");
}
