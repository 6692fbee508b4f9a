//! The commands `perft`, `show --moves`, `games` and `bench`, and how wrong input is refused.

use serde_json::{Value, json};

use crate::support::{program, refused, succeeds};

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(succeeds(&["perft", "city-8", "--depth", "3"], ""), "112874\n");
    assert_eq!(succeeds(&["perft", "poleis", "--depth", "2"], ""), "4032\n");
    let divided = succeeds(&["perft", "city-8", "--depth", "2", "--divide"], "");
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 49);
    assert_eq!(lines[48], "2136");
    let sum: u64 =
        lines[..48].iter().map(|line| line.split(": ").nth(1).expect(line).parse::<u64>().expect(line)).sum();
    assert_eq!(sum, 2136);
}

#[test]
fn perft_starts_from_a_position() {
    let fen = "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66";
    assert_eq!(succeeds(&["perft", "city-8", "--fen", fen, "--depth", "2"], ""), "427\n");
}

fn moves(game: &str, input: &str) -> Vec<Value> {
    let output = succeeds(&["show", game, "--moves", "--fen", "-"], input);
    output.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn moves_gives_one_line_of_json_for_each_position() {
    let lines = moves("city-8", "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66\n4S3/3s4/8/8/8/8/8/8 b 0,0 7,7 0 60\n");
    assert_eq!(lines.len(), 2);
    let first = lines[0]["moves"].as_array().expect("a list");
    assert_eq!(first.len(), 36);
    assert!(first.is_sorted_by_key(|entry| entry["move"].as_str().expect("a text")));
    let capture = json!({
        "move": "e6-e8",
        "fen": "4S1S1/8/8/8/8/8/8/S7 b 0,0 8,5 0 67",
        "outcome": { "winner": "white", "by": "bare" },
    });
    assert!(first.contains(&capture), "{first:?}");
    assert_eq!(lines[1]["outcome"], json!({ "winner": null, "by": "dead_position" }));
    assert_eq!(lines[1]["moves"], json!([]));
}

#[test]
fn moves_asks_for_the_roll_first() {
    let lines = moves("city-8+die=2", "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66\n");
    let rolled = |roll: u8| format!("5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66 d{roll}");
    assert_eq!(lines[0]["rolls"], json!([rolled(1), rolled(2)]));
    assert_eq!(lines[0].get("moves"), None);
}

#[test]
fn moves_applies_the_limits_of_turns() {
    let lines = moves("city-8+no_progress=6", "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66\n");
    let quiet = lines[0]["moves"].as_array().expect("a list").iter().find(|entry| entry["move"] == "a1-a2");
    assert_eq!(quiet.expect("a1-a2 is legal")["outcome"], json!({ "winner": null, "by": "no_progress" }));
}

#[test]
fn wrong_input_is_refused_with_what_would_be_right() {
    let cases: [(&[&str], &str, &[&str]); 8] = [
        (&["perft", "city-9", "--depth", "1"], "", &["city-9", "did you mean `city-8`"]),
        (&["perft", "city-8+inctii", "--depth", "1"], "", &["did you mean `inciti`"]),
        (&["perft", "city-8+hopeless=idle", "--depth", "1"], "", &["`inciti`"]),
        (&["perft", "city-8", "--depth", "1", "--fen", "8/8 w 0,0 0,0 0 0"], "", &["board", "8 ranks"]),
        (
            &["show", "city-8", "--moves", "--fen", "-"],
            "ssssssss/8/8/8/8/8/8/SSSSSSSV w 0,0 0,0 0 0\n",
            &["line 1", "no `V`"],
        ),
        (&["bench", "city-8", "--seconds", "0"], "", &["above 0"]),
        (&["bench", "city-8", "--seconds", "1e30"], "", &["above 0"]),
        (&["run", "no-such-file.toml"], "", &["no-such-file.toml"]),
    ];
    for (arguments, input, expected) in cases {
        let message = refused(arguments, input);
        for part in expected {
            assert!(message.contains(part), "{arguments:?}: {message}");
        }
    }
}

#[test]
fn games_lists_all() {
    let list = succeeds(&["games"], "");
    for part in ["city-8 ", "poleis", "callen-proto-tafl", "8×12", "compulsory"] {
        assert!(list.contains(part), "{part}");
    }
}

#[test]
fn bench_prints_a_line_for_each_game() {
    let lines = succeeds(&["bench", "city-8", "poleis+die=3", "--seconds", "0.02"], "");
    assert_eq!(lines.lines().count(), 3);
    let ratio: f64 =
        lines.lines().nth(1).and_then(|line| line.split_whitespace().last()).expect("a row").parse().expect("a number");
    assert!(ratio.is_finite() && ratio > 0.0);
    let agents = ["--agent", "mcts:playouts=2", "--agent", "greedy"];
    let lines = succeeds(&[&["bench", "city-8+turn_cap=30", "--seconds", "0.02"][..], &agents].concat(), "");
    let rows: Vec<&str> = lines.lines().skip(1).collect();
    assert!(
        matches!(rows[..], ["city-8+turn_cap=30", mcts, greedy] if mcts.contains("mcts:playouts=2") && greedy.contains("scalar")),
        "{lines}"
    );
}

/// A reader that goes away early, as `head` does, is no failure.
#[test]
fn a_closed_pipe_is_quiet() {
    use std::process::Stdio;
    for arguments in [&["games"][..], &["perft", "city-8", "--depth", "3", "--divide"]] {
        let mut child = program()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn output_fits_a_terminal_and_is_plain_when_piped() {
    let calls: [&[&str]; 9] = [
        &["games"],
        &["agents"],
        &["games", "lemery-latrunculi"],
        &["games", "callen-double-petteia+inciti+die=4"],
        &["show", "poleis"],
        &["prove", "city-8", "--force", "both"],
        &["prove", "city-8+edge", "--smallest"],
        &["bench", "city-8", "callen-simple-passing-leader", "--seconds", "0.01"],
        &["match", "greedy", "--game", "city-8+turn_cap=6", "--handicap", "1", "--games", "2"],
    ];
    for arguments in calls {
        let output = succeeds(arguments, "");
        assert!(!output.contains('\x1b'), "{arguments:?}");
        for line in output.lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    }
}
