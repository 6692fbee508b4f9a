//! Endgame tables of `petteia prove`, as it is typed.

use std::fs;

use serde_json::{Value, json};

use crate::support::{folder, petteia, program, refused, succeeds, unwrapped};

#[test]
fn solve_writes_tables_numbers_and_a_figure_and_reads_them_again() {
    let folder = folder("endgames");
    let tables = folder.to_str().expect("a plain path");
    let solve = || succeeds(&["prove", "city-8", "--pieces", "2v1", "--tables", tables, "--sample", "all"], "");
    let output = solve();
    // Checked against a plain solver on small boards; here two against one on the usual board: a draw but for 2 %.
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split_whitespace().take(8).collect()).collect();
    assert!(rows.contains(&vec!["1", "1", "4032", "0", "100", "0", "0"]), "{output}");
    assert!(rows.contains(&vec!["2", "1", "124992", "2.06", "97.94", "0", "1.54", "7"]), "{output}");
    assert!(rows.contains(&vec!["1", "2", "124992", "0", "99.97", "0.03", "0"]), "{output}");
    let files = ["1v1.endgame", "2v1.endgame", "endgames.parquet", "endgames.csv", "figures/endgames.svg"];
    for file in files.into_iter().chain(["figures/endgames.png"]) {
        assert!(folder.join(file).exists(), "{file}");
    }
    let written = |file: &str| fs::metadata(folder.join(file)).and_then(|file| file.modified()).expect(file);
    let before = written("2v1.endgame");
    assert_eq!(solve(), output);
    assert_eq!(written("2v1.endgame"), before, "a table that is there is not made again");
}

#[test]
fn probe_shows_the_only_winning_move() {
    let folder = folder("endgames-probe");
    let tables = folder.to_str().expect("a plain path");
    succeeds(&["prove", "city-8", "--pieces", "2v1", "--tables", tables, "--quiet"], "");
    let probe = |fen: &str| succeeds(&["prove", "city-8", "--fen", fen, "--tables", tables, "--ascii"], "");
    let output = probe("8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0");
    let (_, told) = output.split_once("white: ").expect("the value of the side to move");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "win in 7");
    assert!(lines[1].contains("win in 7") && lines[2..].iter().all(|line| line.contains("draw")), "{told}");
    assert!(probe("8/8/8/8/8/8/8/S1sS4 w 0,0 7,6 0 0").contains("a1-b1   win in 1  captures"));
    assert!(
        probe("8/8/8/8/8/8/8/S2s4 w 0,0 7,7 0 0").contains("the game is over: Draw: neither side can capture any more")
    );
}

/// What was asked together is one document, and nothing else is in it.
#[test]
fn tables_and_a_position_are_one_document() {
    let folder = folder("endgames-together");
    let tables = folder.to_str().expect("a plain path");
    let proved = |more: &[&str]| -> Value {
        let printed = succeeds(&[&["prove", "city-8", "--tables", tables, "--json"], more].concat(), "");
        serde_json::from_str(&printed).expect("one document")
    };
    let keys = |document: &Value| document.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let fen = "8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0";
    let both = proved(&["--pieces", "2v1", "--fen", fen]);
    assert_eq!(keys(&both), ["endgames", "fortresses", "game", "position", "value"]);
    assert_eq!((&both["position"], &both["value"]["result"]), (&json!(fen), &json!("win")));
    assert_eq!(keys(&proved(&["--pieces", "2v1"])), ["endgames", "game"]);
    assert_eq!(proved(&["--fen", fen])["value"], both["value"]);
}

#[test]
fn a_position_without_tables_has_no_value_and_the_reason_is_told() {
    let place = folder("endgames-unknown");
    let said = |arguments: &[&str]| {
        let output = program().args(arguments).current_dir(&place).output().expect("the program starts");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        unwrapped(&String::from_utf8(output.stdout).expect("a text"))
    };
    let few = said(&["prove", "city-8", "--fen", "8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0"]);
    assert!(
        few.contains("White has no fortress")
            && few.contains("The value is not known: endgames/city-8 lacks tables of 2v1;"),
        "{few}"
    );
    assert!(few.contains("make them with `petteia prove city-8 --pieces 2v1`"), "{few}");
    let start = said(&["prove", "city-8"]);
    assert!(start.ends_with("The value is not known: endgames/city-8 lacks tables of 8v8"), "{start}");
    let inciti = said(&["prove", "city-8+inciti"]);
    assert!(
        inciti.contains("The value is not known: endgame tables exist only for games without `inciti`"),
        "{inciti}"
    );
}

#[test]
fn a_game_with_a_die_has_expectations() {
    let folder = folder("endgames-die");
    let tables = folder.to_str().expect("a plain path");
    let solve = || succeeds(&["prove", "city-8+die=4", "--pieces", "2v1", "--tables", tables, "--quiet"], "");
    let output = solve();
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.iter().any(|row| row.starts_with(&["1", "1", "4032", "0.500000", "0.0000", "0.0000"])), "{output}");
    let two = rows.iter().find(|row| row.starts_with(&["2", "1", "124992"])).expect("two against one");
    // By a program without this engine: the mean over all placements with two stones to move is 0.515517.
    let mean: f64 = two[3].parse().expect("a number");
    assert!((mean - 0.515_517).abs() < 5e-6 && two[5] == "0.0000", "{output}");
    assert_eq!(solve(), output, "a table that is there is read again");
    let probe = |fen: &str| succeeds(&["prove", "city-8+die=4", "--fen", fen, "--tables", tables, "--ascii"], "");
    let before = probe("8/8/8/8/8/8/8/S1sS4 w 0,0 7,6 0 0");
    assert!(
        before.contains("white: expected score 1.000000") && before.contains("roll 1: a1-b1   1.000000"),
        "{before}"
    );
    let after = probe("8/8/8/8/8/8/8/S1sS4 w 0,0 7,6 0 0 d1");
    assert!(after.contains("  a1-b1   1.000000\n") && !after.contains("a1-a3"), "{after}");
    let over = probe("8/8/8/8/8/8/8/S2s4 w 0,0 7,7 0 0");
    assert!(over.contains("the game is over: Draw: neither side can capture any more"), "{over}");
    let missing =
        refused(&["prove", "city-8+die=4", "--fen", "8/8/8/8/8/8/SS6/ss6 w 0,0 6,6 0 0", "--tables", tables], "");
    assert!(missing.contains("petteia prove city-8+die=4 --pieces 2v2"), "{missing}");
}

#[test]
fn wrong_input_is_refused_and_says_what_would_be_right() {
    let folder = folder("endgames-refused");
    let tables = folder.join("none");
    let tables = tables.to_str().expect("a plain path");
    let missing = refused(&["prove", "city-8", "--fen", "8/8/8/8/8/8/SS6/s7 w 0,0 7,6 0 0", "--tables", tables], "");
    assert!(missing.contains("petteia prove city-8 --pieces 2v1"), "{missing}");
    let solve = |game: &str, pieces: &str| refused(&["prove", game, "--pieces", pieces, "--tables", tables], "");
    assert!(solve("city-8+die=4+inciti", "2v1").contains("without `inciti`"));
    assert!(solve("city-8+die=4", "9v1").contains("white starts with 8"));
    assert!(solve("city-8", "9v1").contains("white starts with 8"));
    assert!(solve("city-8", "5v5").contains("GiB"));
    assert!(solve("city-8", "2-1").contains("such as 3v2"));
    assert!(!std::path::Path::new(tables).exists(), "nothing is written of what is refused");
}

#[test]
fn a_damaged_table_fails_and_is_named() {
    let folder = folder("endgames-damaged");
    let tables = folder.to_str().expect("a plain path");
    succeeds(&["prove", "city-8", "--pieces", "1v1", "--tables", tables], "");
    let path = folder.join("1v1.endgame");
    let mut bytes = fs::read(&path).expect("the table was written");
    *bytes.last_mut().expect("it holds something") ^= 1;
    fs::write(&path, bytes).expect("can be written");
    let output = petteia(&["prove", "city-8", "--pieces", "1v1", "--tables", tables], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("1v1.endgame") && errors.contains("checksum"), "{errors}");
}
