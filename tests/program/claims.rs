//! `petteia claims`: verdicts on published claims, and files that are refused.

use std::fs;
use std::path::Path;

use crate::support::{folder, petteia, refused, run, succeeds, write};

const EXPERIMENT: &str = "name = \"few\"\nseed = 5\ngames = 200\nvariants = [\"city-8\", \"city-8+vagi\"]\n\
                          pairings = [\"random\", \"greedy\"]\n";

/// Writes a file of claims, each the lines of its table.
fn claims(folder: &Path, tables: &[&str]) -> String {
    let path = folder.join("claims.toml");
    let text: String = tables.iter().map(|table| format!("[[claims]]\n{table}\n")).collect();
    fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn claims_are_judged_by_the_games_of_runs() {
    let folder = folder("claims");
    let out = folder.join("few");
    run(&write(&folder, EXPERIMENT), &out, &[]);
    let draws = |theirs: &str, holds: &str, agents: &str| {
        format!(
            "claim = \"drawish\"\nquantity = \"draws\"\ntheirs = {theirs}\nholds = \"{holds}\"\ngame = \"city-8\"\n{agents}"
        )
    };
    let file = claims(
        &folder,
        &[
            // Random games of city-8 are nearly always drawn, greedy ones hardly ever.
            &draws("[95, 100]", "> 0.5", "alike = [\"random\"]\nstronger = [\"greedy\"]"),
            &draws("[95, 100]", "< 0.5", "alike = [\"random\"]\nstronger = [\"random\"]"),
            &draws("[95, 100]", "> 0.5", "alike = [\"random\"]\nstronger = [\"random\"]"),
            &draws("[95, 100]", "> 0.5", "stronger = [\"random\", \"greedy\"]"),
            &draws("0.95", "> 0.5", "less = \"city-8+vagi\"\nalike = [\"random\"]\nstronger = [\"random\"]"),
        ],
    );
    let table = succeeds(&["claims", &file, &out.to_string_lossy()], "");
    let verdicts: Vec<&str> = table.lines().filter_map(|line| line.split("**").nth(1)).collect();
    assert_eq!(verdicts, ["belongs to the player", "refuted", "confirmed", "not decided", "confirmed"], "{table}");
    assert!(
        table.contains("the stronger players disagree") && table.contains("`city-8` less `city-8+vagi`"),
        "{table}"
    );
    let missing = claims(&folder, &[&draws("[1, 2]", "> 0.5", "alike = [\"alphabeta:nodes=10\"]")]);
    let output = petteia(&["claims", &missing, &out.to_string_lossy()], "");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("no games that tell of `city-8` by alphabeta:nodes=10"), "{told}");
}

#[test]
fn a_wrong_file_of_claims_is_refused_with_the_place() {
    let folder = folder("claims-wrong");
    let out = folder.join("few");
    run(&write(&folder, EXPERIMENT), &out, &["--games", "4"]);
    let plain = "claim = \"c\"\nholds = \"> 0.5\"\ngame = \"city-8\"\n";
    for (table, problem) in [
        (format!("{plain}quantity = \"blockades\""), "`blockades` is no quantity"),
        ("claim = \"c\"\nholds = \"0.5\"\ngame = \"g\"\nquantity = \"draws\"".to_owned(), "`0.5` says no values"),
        (format!("{plain}quantity = \"draws\"\ntheir = 1"), "their"),
        (format!("{plain}quantity = \"draws\"\ntheirs = [3, 2]"), "theirs"),
    ] {
        let message = refused(&["claims", &claims(&folder, &[&table]), &out.to_string_lossy()], "");
        assert!(message.contains("claims.toml") && message.contains(problem), "{table}: {message}");
    }
    let nowhere = refused(&["claims", &claims(&folder, &[&format!("{plain}quantity = \"draws\"")]), "runs/nosuch"], "");
    assert!(nowhere.contains("runs/nosuch does not exist"), "{nowhere}");
}
