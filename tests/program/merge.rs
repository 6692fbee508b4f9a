//! `petteia merge`: what was played in several folders is one study.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{
    assert_same_tables, copy_folder, folder, parts, petteia, played, refused, run, succeeds, tables, write,
};

/// Two cells of six units.
const STUDY: &str = r#"
name = "study"
seed = 7
games = 60
variants = ["city-8+edge", "poleis"]
pairings = [{ white = "mcts:playouts=6,policy=none", black = "random" }]

[limits]
turn_cap = 60
"#;

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Merges folders; the status and standard error.
fn merge(out: &Path, sources: &[&Path]) -> (Option<i32>, String) {
    let folders: Vec<String> = [&[out], sources].concat().into_iter().map(text).collect();
    let arguments: Vec<&str> = folders.iter().map(String::as_str).collect();
    let output = petteia(&[&["merge"], &arguments[..]].concat(), "");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A study played at once, and its three shards in folders of their own.
fn shards(folder: &Path, study: &str) -> (PathBuf, [PathBuf; 3]) {
    let file = write(folder, study);
    let whole = folder.join("whole");
    played(study, &[], &whole);
    let shards = [1, 2, 3].map(|number| {
        let out = folder.join(format!("shard-{number}"));
        run(&file, &out, &["--shard", &format!("{number}/3")]);
        out
    });
    (whole, shards)
}

/// Deletes every second part of a run, as if it had been killed.
fn lose_parts(run: &Path) {
    for part in parts(run).iter().step_by(2) {
        ["games", "squares"].iter().for_each(|table| drop(fs::remove_file(run.join(table).join(part))));
    }
}

#[test]
fn shards_in_any_order_and_number_are_the_run_played_at_once() {
    let folder = folder("merge-shards");
    let (whole, [one, two, three]) = shards(&folder, STUDY);
    let out = folder.join("out");
    let (status, said) = merge(&out, &[&three, &one]);
    assert!(status == Some(1) && said.contains("is not complete: 40 games are left"), "{said}");
    let report = fs::read_to_string(out.join("report.md")).expect("what is there is reported");
    assert!(report.contains("80 of 120 planned games"), "{report}");
    let (status, said) = merge(&out, &[&two]);
    assert!(status == Some(0) && said.contains("40 games are new, 0 were there already"), "{said}");
    assert_same_tables(&out, &whole);
    let at_once = folder.join("at-once");
    assert_eq!(merge(&at_once, &[&one, &two, &three]).0, Some(0));
    assert_same_tables(&at_once, &whole);
}

#[test]
fn incomplete_and_overlapping_folders_are_joined() {
    let folder = folder("merge-overlap");
    let (whole, [one, two, three]) = shards(&folder, STUDY);
    // The first shard lost some parts, and the machine of the third one has played all of the first as well.
    lose_parts(&one);
    run(&write(&folder, STUDY), &three, &["--shard", "1/3"]);
    let out = folder.join("out");
    let (status, said) = merge(&out, &[&one, &two]);
    assert!(status == Some(1) && said.contains("games are left"), "{said}");
    let (status, said) = merge(&out, &[&three]);
    assert_eq!(status, Some(0), "{said}");
    assert_same_tables(&out, &whole);
    let ledger = fs::read(out.join("units/whole.log")).expect("there is a ledger");
    let (status, said) = merge(&out, &[&one, &two, &three]);
    assert!(status == Some(0) && said.matches(" 0 games are new").count() == 3, "{said}");
    assert_same_tables(&out, &whole);
    assert_eq!(fs::read(out.join("units/whole.log")).expect("it is there"), ledger);
}

#[test]
fn what_is_missing_after_a_merge_is_played_by_the_same_command() {
    let folder = folder("merge-rest");
    let (whole, [one, two, three]) = shards(&folder, STUDY);
    [&one, &two, &three].into_iter().for_each(|shard| lose_parts(shard));
    let out = folder.join("out");
    assert_eq!(merge(&out, &[&one, &two, &three]).0, Some(1));
    run(&write(&folder, STUDY), &out, &[]);
    assert_same_tables(&out, &whole);
}

#[test]
fn damaged_parts_are_left_out_and_set_aside() {
    let folder = folder("merge-damage");
    let (whole, [one, two, three]) = shards(&folder, STUDY);
    let damage = |run: &Path| {
        let part = run.join("games").join(&parts(run)[0]);
        let mut bytes = fs::read(&part).expect("it is there");
        bytes[300] ^= 1;
        fs::write(part, bytes).expect("it can be written");
    };
    let before = tables(&one);
    damage(&two);
    let out = folder.join("out");
    let (status, said) = merge(&out, &[&one, &two, &three]);
    assert!(status == Some(1) && said.contains("its SHA-256 differs") && said.contains("are left out"), "{said}");
    run(&write(&folder, STUDY), &out, &[]);
    assert_same_tables(&out, &whole);
    damage(&out);
    let (status, said) = merge(&out, &[]);
    assert!(status == Some(1) && said.contains("It is kept as "), "{said}");
    run(&write(&folder, STUDY), &out, &[]);
    assert_same_tables(&out, &whole);
    assert!(tables(&one) == before, "other folders are only read");
}

#[test]
fn a_run_with_more_games_or_variants_is_joined_and_asked_for() {
    let folder = folder("merge-more");
    let (few, many, out) = (folder.join("few"), folder.join("many"), folder.join("out"));
    let smaller = STUDY.replace("games = 60", "games = 30").replace(", \"poleis\"", "");
    run(&write(&folder, &smaller), &few, &[]);
    let file = write(&folder, STUDY);
    run(&file, &many, &[]);
    let (status, said) = merge(&out, &[&few, &many]);
    assert!(status == Some(0) && said.contains("asks another question than"), "{said}");
    let summary = |run: &Path| fs::read_to_string(run.join("summary.csv")).expect("there is a summary");
    assert_eq!(summary(&out), summary(&few), "the report is about the question of the first folder");
    let output = petteia(&["run", &file, "--out", &text(&out)], "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("played 0 games; 120 games were there already"), "{said}");
    assert_same_tables(&out, &many);
}

#[test]
fn rules_are_the_same_in_shards_of_their_own() {
    let folder = folder("merge-rules");
    let stop = "stop = { metric = \"draw_rate\", half_width = 0.15, min_games = 20, max_games = 120 }";
    let (whole, shards) = shards(&folder, &STUDY.replace("games = 60", stop));
    let out = folder.join("out");
    assert_eq!(merge(&out, &shards.each_ref().map(PathBuf::as_path)).0, Some(0));
    assert_same_tables(&out, &whole);
}

#[test]
fn shards_may_be_counted_from_0() {
    let folder = folder("merge-index");
    let file = write(&folder, STUDY);
    let outs = ["number", "index"].map(|name| folder.join(name));
    run(&file, &outs[0], &["--shard", "2/3"]);
    run(&file, &outs[1], &["--shard-index", "1/3"]);
    assert_same_tables(&outs[1], &outs[0]);
    assert!(outs[1].join("units/shard-2-of-3.log").exists());
    for wrong in ["3/3", "-1/3", "1", "x/3"] {
        assert!(refused(&["run", &file, &format!("--shard-index={wrong}")], "").contains("I from 0 to N-1"), "{wrong}");
    }
    assert!(refused(&["run", &file, "--shard-index", "0/3", "--shard", "1/3"], "").contains("cannot be used with"));
}

#[test]
fn tournaments_and_examinations_are_merged() {
    let folder = folder("merge-others");
    let tournament = "name = \"cup\"\nseed = 1\ngames = [\"city-8+edge\"]\nagents = [\"random\", \"greedy\", \"mcts:playouts=2\"]\npairs = 40\n";
    let exam = "name = \"endings\"\nseed = 3\nplacements = 60\nendings = [\"city-8+edge 2v1\"]\nagents = [\"random\", \"greedy\"]\n";
    for (name, asked) in [("tournament", tournament), ("exam", exam)] {
        let place = folder.join(name);
        let [one, two, whole, out] = ["one", "two", "whole", "out"].map(|out| place.join(out));
        fs::create_dir_all(&place).expect("it can be made");
        let file = write(&place, asked);
        let tables = text(&folder.join("tables"));
        let play = |out: &Path, more: &[&str]| run(&file, out, &[&["--tables", &tables], more].concat());
        play(&whole, &[]);
        play(&one, &["--shard", "1/2"]);
        play(&two, &["--shard", "2/2"]);
        assert!(parts(&one).iter().all(|part| !parts(&two).contains(part)), "{name}");
        let (status, said) = merge(&out, &[&two, &one]);
        assert_eq!(status, Some(0), "{name}: {said}");
        assert_same_tables(&out, &whole);
    }
}

#[test]
fn only_folders_of_one_question_are_joined() {
    let folder = folder("merge-refused");
    let (one, other, out) = (folder.join("one"), folder.join("other"), folder.join("out"));
    run(&write(&folder, STUDY), &one, &["--games", "1"]);
    run(&write(&folder, &STUDY.replace("\"study\"", "\"other\"")), &other, &["--games", "1"]);
    let message = refused(&["merge", &text(&out), &text(&one), &text(&other)], "");
    assert!(message.contains("holds the experiment `other`, but ") && message.contains("join folders of one question"));
    let message = refused(&["merge", &text(&out), &text(&one), &text(&folder)], "");
    assert!(message.contains("is not a run folder"), "{message}");
    assert!(!out.exists());
    let copy = folder.join("copy");
    copy_folder(&one, &copy);
    succeeds(&["merge", &text(&copy), &text(&copy)], "");
    assert_same_tables(&copy, &one);
}
