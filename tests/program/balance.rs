//! `petteia match` of one agent: what makes a game even, and how deep it is.

use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::support::{assert_same_tables, folder, program, refused, succeeds, tables, unwrapped};

const GAME: &str = "city-8+vagi+turn_cap=80";

const HANDICAP: &[&str] = &["match", "greedy", "--game", GAME, "--handicap", "4", "--games", "80", "--quiet"];
const OPENINGS: &[&str] = &["match", "greedy", "--game", GAME, "--first-moves", "--games", "6", "--quiet"];
const DEPTH: &[&str] = &["match", "alphabeta:nodes=40", "--game", GAME, "--doublings", "3", "--games", "60", "--quiet"];

/// What a command prints and writes into a folder.
fn written(command: &[&str], out: &Path, threads: &str) -> String {
    let out = out.to_string_lossy();
    succeeds(&[command, &["--out", &out, "--threads", threads]].concat(), "")
}

#[test]
fn threads_do_not_matter_and_the_seed_does() {
    let folder = folder("balance");
    for (name, command) in [("handicap", HANDICAP), ("openings", OPENINGS), ("depth", DEPTH)] {
        let [one, two, other] = ["one", "two", "other"].map(|out| folder.join(format!("{name}-{out}")));
        written(command, &one, "1");
        written(command, &two, "2");
        assert_same_tables(&one, &two);
        written(&[command, &["--seed", "2"]].concat(), &other, "2");
        assert!(tables(&one) != tables(&other), "{name}");
        let figures = ["svg", "pdf"].map(|ending| format!("figures/{name}.{ending}"));
        let tables = ["matches.parquet", "matches.csv", "matches.csv-metadata.json", "cells.csv"].map(str::to_owned);
        for file in tables.into_iter().chain(figures) {
            assert!(one.join(&file).is_file(), "{name}: {file}");
        }
    }
}

/// White has four stones fewer, or Black has: that decides a game between players who take what they see.
#[test]
fn more_stones_win_and_a_larger_budget_wins() {
    let told = unwrapped(&succeeds(HANDICAP, ""));
    assert!(told.contains("White and Black are even at") && told.contains("stones fewer for"), "{told}");
    let told = succeeds(DEPTH, "");
    assert!(unwrapped(&told).contains("consecutive ones score 60 % or more"), "{told}");
    let elo = told.lines().nth(2).and_then(|line| line.split_whitespace().nth(6)).expect("a row");
    assert!(elo.starts_with('+'), "80 positions are more than 40: {told}");
    let told = unwrapped(&succeeds(OPENINGS, ""));
    assert!(told.contains("is closest to even") && told.contains("Of 24 first decisions"), "{told}");
}

#[test]
fn nothing_is_claimed_where_all_is_drawn() {
    let drawn = "city-8+turn_cap=6";
    let handicap = ["match", "greedy", "--game", drawn, "--handicap", "1", "--games", "8", "--quiet"];
    let told = unwrapped(&succeeds(&handicap, ""));
    assert!(told.contains("not identified: no score differs significantly from 50 %"), "{told}");
    assert!(told.contains("100.0 % of 24 games had no winner"), "{told}");
    let depth = ["match", "alphabeta:nodes=5", "--game", drawn, "--doublings", "2", "--games", "40", "--quiet"];
    let told = unwrapped(&succeeds(&depth, ""));
    assert!(told.contains("this method does not measure depth"), "{told}");
}

#[test]
fn what_cannot_be_measured_is_refused_with_what_would_be_right() {
    for (arguments, expected) in [
        (&["city-9", "--handicap"][..], "did you mean `city-8`"),
        (&["city-8", "--handicap", "9"], "White can give at most 7 stones"),
        (&["city-8", "--handicap", "few"], "--handicap is `few`: give a whole number"),
        (&["city-8", "--handicap", "--games", "0"], "--games"),
        (&["city-8+repetition=0+no_progress=0+turn_cap=0", "--handicap"], "turn_cap"),
        (&["city-8+die=4", "--first-moves"], "leave out the die"),
        (&["city-8", "--doublings"], "`nodes` or `playouts`"),
        (&["city-8", "--doublings", "0"], "--doublings"),
        (&["city-8", "--doublings", "2", "--games", "7"], "--games is `7`: games are played in pairs; give 6 or 8"),
        (&["city-8", "--handicap", "1", "--first-moves"], "--handicap and --first-moves are two questions; give one"),
        (&["city-8", "--doublings", "3", "--sprt", "0,10"], "--doublings and --sprt are two questions; give one"),
        (&["city-8", "--handicap", "--max-games", "10"], "--sprt"),
        (&["city-8"], "a match needs two agents; name B, or ask about A alone with --handicap"),
    ] {
        let message = refused(&[&["match", "greedy", "--game"], arguments].concat(), "");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    for question in ["--handicap", "--first-moves", "--doublings"] {
        let message = refused(&["match", "greedy", "random", "--game", "city-8", question], "");
        assert!(message.contains(&format!("{question} asks about one agent; leave out `random`")), "{message}");
    }
    let large = refused(&["match", "alphabeta:nodes=1000000", "--game", "city-8", "--doublings", "20"], "");
    assert!(large.contains("at most 1000000000"), "{large}");
    assert!(refused(&["match", "greedi", "--game", "city-8", "--handicap"], "").contains("did you mean `greedy`"));
    let game = "city-8+turn_cap=10";
    let long = ["match", "alphabeta:nodes=5", "--game", game, "--doublings", "--opening", "10", "--quiet"];
    assert!(refused(&long, "").contains("give a shorter one"));
}

/// A command that is killed leaves nothing, or files that are whole.
#[test]
fn a_killed_command_leaves_no_half_written_file() {
    let folder = folder("balance-killed");
    for (name, command) in [("handicap", HANDICAP), ("depth", DEPTH)] {
        let whole = folder.join(format!("{name}-whole"));
        written(command, &whole, "1");
        for milliseconds in [30, 120, 300, 700] {
            let out = folder.join(format!("{name}-{milliseconds}"));
            let mut child = program()
                .args(command)
                .args(["--threads", "1", "--out"])
                .arg(&out)
                .stdout(Stdio::null())
                .spawn()
                .expect("the program starts");
            sleep(Duration::from_millis(milliseconds));
            let _ = child.kill();
            child.wait().expect("the program ends");
            let expected = tables(&whole);
            let left = if out.is_dir() { tables(&out) } else { Vec::new() };
            for (path, bytes) in left {
                let is_temporary = path.extension().is_some_and(|extension| extension == "tmp");
                let is_whole = expected.iter().any(|(name, known)| *name == path && *known == bytes);
                assert!(is_whole || is_temporary, "{} after {milliseconds} ms", path.display());
            }
        }
    }
}
