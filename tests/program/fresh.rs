//! `petteia run --fresh`: it deletes what petteia wrote into the folder of a run, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use crate::all_cases::all_cases;
use crate::support::{copy_folder, folder, petteia, refused, run, succeeds, tables, write};

/// Everything that a run can leave: effects, stopping rules, proofs, endings.
const ALL: &str = r#"
name = "all"
seed = 4
variants = [{ name = "tiny", rules = { board = { files = 6, ranks = 6 } } }]
pairings = ["greedy", { white = "random", black = "greedy", games = 20 }]
stop = { metric = "draw_rate", half_width = 0.3, min_games = 20, max_games = 40 }

[factors]
vagi = "+vagi"
edge = "+edge"

[limits]
turn_cap = 60

[proofs]
endings = ["2v1"]
fortress = 3
camps = [{ ranks = 2, moves = 1 }]
last_positions = 2
"#;

const ONE: &str = "name = \"one\"\nseed = 4\ngames = 20\nvariants = [\"city-8+vagi\"]\npairings = [\"greedy\"]\n\
                   [limits]\nturn_cap = 60\n";

/// Files of a user, some of them with names that are nearly those of petteia.
const OWN: [&str; 14] = [
    "notes.txt",
    "effects-mine.csv",
    "summary.txt",
    "games/notes.txt",
    "games/0123456789abcdef-000000000000-000000000010.parquet.old",
    "squares/mine.csv",
    "units/mine.log.txt",
    "figures/mine.svg",
    "figures/draw-rate.txt",
    "figures/old/draw-rate.svg",
    "latex/paper.tex",
    "proofs/mine.json",
    "slurm/array.sh.old",
    "old/summary.csv",
];

fn write_own(run: &Path) {
    for name in OWN {
        fs::create_dir_all(run.join(name).parent().expect("a folder")).expect("it can be made");
        fs::write(run.join(name), name).expect("it can be written");
    }
}

#[test]
fn all_that_was_written_goes_and_all_else_stays() {
    let folder = folder("fresh-all");
    let (out, new) = (folder.join("out"), folder.join("new"));
    let (place, file) = (out.to_string_lossy(), write(&folder, ALL));
    let proofs = folder.join("tables");
    succeeds(&["run", &file, "--out", &place, "--tables", &proofs.to_string_lossy(), "--quiet"], "");
    for scheduler in ["slurm", "kubernetes"] {
        let submit = ["submit", &file, "--out", &place, "--array", "2", "--dry-run", "--for", scheduler];
        let containers = if scheduler == "kubernetes" { &["--image", "i", "--claim", "c"][..] } else { &[] };
        succeeds(&[&submit[..], containers].concat(), "");
    }
    for name in ["effects.csv", "latex/effects.tex", "cells.csv", "verdicts.csv", "endings/endgames.csv", "proofs"] {
        assert!(out.join(name).exists(), "{name} is tried here");
    }
    for (name, from) in [
        ("summary.csv.table.1234-5.tmp", "summary.csv"),
        ("games/0123456789abcdef-000000000000-000000000010.parquet.whole.1234-5.tmp", "summary.csv"),
        ("games/0123456789abcdef-000000000000-000000000010.parquet.rejected", "summary.csv"),
        ("slurm/task-12_3.log", "summary.csv"),
    ] {
        fs::copy(out.join(from), out.join(name)).expect("it can be copied");
    }
    write_own(&out);
    let file = write(&folder, ONE);
    let said = petteia(&["run", &file, "--out", &place, "--quiet", "--fresh"], "");
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("--overwrite deletes") && said.contains("effects.csv") && said.contains("latex"), "{said}");
    run(&file, &new, &[]);
    write_own(&new);
    let names = |run: &Path| tables(run).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&out), names(&new));
    assert!(tables(&out) == tables(&new));
    // Folders that the new run has no use for go with what was in them.
    for gone in ["endings", "kubernetes"] {
        assert!(!out.join(gone).exists(), "{gone}");
    }
    let in_folder = |name: &str| fs::read_dir(out.join(name)).expect("it is there").count();
    assert_eq!((in_folder("slurm"), in_folder("units")), (1, 2), "the jobs and ledgers of the old plan are gone");
}

#[test]
fn the_folder_of_another_program_is_left_alone() {
    let folder = folder("fresh-other");
    let file = write(&folder, ONE);
    let older = r#"{ "schema": 2, "version": "0.1.0", "plan_sha256": "0123", "name": "old", "cells": [] }"#;
    for (number, manifest) in [r#"{ "name": "My app", "icons": [] }"#, "{}", "", older].into_iter().enumerate() {
        let (out, copy) = (folder.join(format!("out-{number}")), folder.join(format!("copy-{number}")));
        write_own(&out);
        fs::write(out.join("manifest.json"), manifest).expect("it can be written");
        for name in ["games/0123456789abcdef-000000000000-000000000010.parquet", "figures/draw-rate.svg", "report.html"]
        {
            fs::write(out.join(name), "mine").expect("it can be written");
        }
        copy_folder(&out, &copy);
        for more in [&[][..], &["--fresh"]] {
            let message = refused(&[&["run", &file, "--out", &out.to_string_lossy(), "--quiet"], more].concat(), "");
            assert!(message.contains("manifest.json: "), "{message}");
            assert!(!manifest.contains("schema") || message.contains("format"), "{message}");
            assert!(tables(&out) == tables(&copy), "{manifest}: nothing is changed");
            assert!(!out.join("lock").exists() && !out.join("report.lock").exists(), "{manifest}: nothing is added");
        }
    }
}

/// The names of all files in a folder, and of folders with nothing in them.
fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(place) = open.pop() {
        let entries: Vec<PathBuf> =
            fs::read_dir(&place).expect("it is there").map(|entry| entry.expect("it is listed").path()).collect();
        if entries.is_empty() {
            names.push(place.strip_prefix(folder).expect("it is inside").to_owned());
        }
        for path in entries {
            if path.is_dir() {
                open.push(path);
            } else {
                names.push(path.strip_prefix(folder).expect("it is inside").to_owned());
            }
        }
    }
    names.sort();
    names
}

const TOURNAMENT: &str = "name = \"all\"\nseed = 7\ngames = [\"city-8+vagi+turn_cap=60\"]\n\
                          agents = [\"random\", \"greedy\"]\npairs = 4\nopening = 3\n";

const EXAM: &str =
    "name = \"all\"\nseed = 7\nplacements = 10\nendings = [\"city-8+edge 2v1\"]\nagents = [\"random\"]\n";

/// What every kind of question writes is in the table of what may be in a folder: starting over deletes all of it.
#[test]
fn every_kind_of_question_goes_without_a_trace() {
    let folder = folder("fresh-kinds");
    let file = |name: &str, text: &str| {
        fs::create_dir_all(folder.join(name)).expect("it can be made");
        write(&folder.join(name), text)
    };
    let one = file("one", ONE);
    let new = folder.join("new");
    run(&one, &new, &[]);
    let ladder = format!("{}{}", crate::search::SMALL, crate::search::LADDER);
    let (all, tournament, exam, search) =
        (file("all", ALL), file("tournament", TOURNAMENT), file("exam", EXAM), file("search", &ladder));
    let tables = folder.join("tables").to_string_lossy().into_owned();
    let game = "city-8+vagi+turn_cap=60";
    let kinds: [&[&str]; 8] = [
        &["run", &all, "--tables", &tables],
        &["run", &tournament],
        &["run", &exam, "--tables", &tables],
        &["search", &search],
        &["match", "random", "greedy", "--game", game, "--games", "4"],
        &["match", "greedy", "--game", game, "--handicap", "1", "--games", "20"],
        &["match", "greedy", "--game", game, "--first-moves", "--games", "2"],
        &["match", "alphabeta:nodes=8", "--game", game, "--doublings", "1", "--games", "8"],
    ];
    for kind in kinds.into_iter().step_by(if all_cases() { 1 } else { 2 }) {
        let out = folder.join("out");
        let place = out.to_string_lossy();
        succeeds(&[kind, &["--out", &place, "--quiet"]].concat(), "");
        let before = names(&out).len();
        run(&one, &out, &["--fresh"]);
        assert_eq!(names(&out), names(&new), "{kind:?}");
        assert!(before > 5, "{kind:?}");
        fs::remove_dir_all(&out).expect("it is there");
    }
}

/// A goal that nothing meets leaves no member of an earlier front, and no report on them; their games stay, in case they are
/// members again.
#[test]
#[ignore = "long: make test-all"]
fn an_empty_front_shows_no_earlier_members() {
    let folder = folder("fresh-front");
    let out = folder.join("out");
    let place = out.to_string_lossy().into_owned();
    let text = format!("{}{}", crate::search::SMALL, crate::search::LADDER);
    let file = write(&folder, &text);
    let search = |file: &str| succeeds(&["search", file, "--out", &place, "--quiet"], "");
    let first = search(&file);
    let before = names(&out.join("front"));
    assert!(["1.toml", "study.toml", "study/report.html"].iter().all(|name| before.contains(&PathBuf::from(name))));
    fs::write(out.join("front/mine.toml"), "mine").expect("it can be written");
    search(&write(&folder, &text.replace("draws = \"<= 0.4\"", "draws = \">= 0.99\"")));
    let is_game = |name: &PathBuf| {
        let inside = name.iter().nth(1).and_then(|folder| folder.to_str());
        matches!(inside, Some("games" | "squares" | "units" | "lock" | "report.lock"))
    };
    let left: Vec<PathBuf> = names(&out.join("front")).into_iter().filter(|name| !is_game(name)).collect();
    assert_eq!(left, [Path::new("mine.toml")]);
    fs::remove_file(out.join("front/mine.toml")).expect("it is there");
    assert_eq!(search(&write(&folder, &text)), first);
    assert_eq!(names(&out.join("front")), before);
}
