//! Studies that grow, shrink and change: games are played once, and the tables are those of the study played at once.

use std::fs;
use std::path::Path;

use crate::support::{
    assert_same_tables, cells, folder, manifest, parts, petteia, refused, rows, run, succeeds, tables, unwrapped, write,
};

/// A study that tests change in one place or another.
const STUDY: &str = r#"
name = "study"
seed = 7
games = 30
variants = ["city-8+edge"]
pairings = [{ white = "mcts:playouts=6,policy=none", black = "random" }]

[limits]
turn_cap = 60
"#;

const MORE_GAMES: (&str, &str) = ("games = 30", "games = 45");
const VARIANT_IN_FRONT: (&str, &str) = ("[\"city-8+edge\"]", "[\"poleis\", \"city-8+edge\"]");
const AGENT: (&str, &str) = ("black = \"random\" }]", "black = \"random\" }, \"greedy\"]");
const PAIRING_IN_FRONT: (&str, &str) = ("pairings = [", "pairings = [{ white = \"random\", black = \"greedy\" }, ");
const FACTOR: (&str, &str) = ("[limits]", "[factors]\nvagi = [\"\", \"+vagi\"]\n\n[limits]");
const LEVEL: (&str, &str) = ("[\"\", \"+vagi\"]", "[\"\", \"+vagi\", \"+inciti\"]");

fn changed(study: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(study.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}: {text}");
        text.replace(from, to)
    })
}

/// The games that a command played, and those that were there already, as it says.
fn said(arguments: &[&str]) -> (u64, u64) {
    let output = petteia(arguments, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    let line = said.lines().find(|line| line.starts_with("played ")).unwrap_or_else(|| panic!("{arguments:?}: {said}"));
    let before = |end: &str| line.split(end).next().and_then(|text| text.split(' ').next_back()?.parse().ok());
    let reused = if line.contains("already") { before(" games were there already") } else { Some(0) };
    (before(" games").expect(line), reused.expect(line))
}

/// Asks a question in a folder; the games that were played, and those that were there already.
fn ask(study: &str, out: &Path, more: &[&str]) -> (u64, u64) {
    let file = write(out.parent().expect("a folder"), study);
    said(&[&["run", &file, "--out", &out.to_string_lossy()], more].concat())
}

/// Fails unless a folder answers a study as one in which it was played at once: all tables, figures and texts are the same,
/// and every value of every game is the one that it has when it is played again.
#[track_caller]
fn assert_same_answer(out: &Path, study: &str) {
    let whole = out.with_file_name("at once");
    let _ = fs::remove_dir_all(&whole);
    ask(study, &whole, &[]);
    let answer = |run: &Path| {
        let is_part = |name: &Path| name.starts_with("games") || name.starts_with("squares");
        tables(run).into_iter().filter(|(name, _)| !is_part(name)).collect::<Vec<_>>()
    };
    let (found, expected) = (answer(out), answer(&whole));
    let names = |files: &[(std::path::PathBuf, Vec<u8>)]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.1 == expected.1, "{} differs", found.0.display());
    }
    let status = succeeds(&["status", &whole.to_string_lossy(), "--json"], "");
    let status: serde_json::Value = serde_json::from_str(&status).expect("it is JSON");
    let told = succeeds(&["status", &out.to_string_lossy(), "--verify", "--games", "1000000"], "");
    assert!(told.starts_with(&format!("{} games are the same; ", status["games"])), "{told}");
}

#[test]
fn more_games_are_added_to_those_that_are_there() {
    let out = folder("grow-games").join("out");
    assert_eq!(ask(STUDY, &out, &[]), (30, 0));
    let before = parts(&out);
    let study = changed(STUDY, &[MORE_GAMES]);
    assert_eq!(ask(&study, &out, &[]), (15, 30));
    assert!(before.iter().all(|part| parts(&out).contains(part)));
    assert_same_answer(&out, &study);
    assert_eq!(ask(&study, &out, &[]), (0, 45));
    assert_eq!(ask(&study, &out, &["--games", "50"]), (5, 45));
}

#[test]
#[ignore = "long: make test-all"]
fn what_is_added_anywhere_moves_no_game() {
    let folder = folder("grow-cells");
    let more = [("variant", VARIANT_IN_FRONT), ("agent", AGENT), ("pairing", PAIRING_IN_FRONT), ("factor", FACTOR)];
    for (name, change) in more {
        let out = folder.join(name).join("out");
        fs::create_dir_all(folder.join(name)).expect("it can be made");
        ask(STUDY, &out, &[]);
        let old = cells(&out);
        let study = changed(STUDY, &[change]);
        assert_eq!(ask(&study, &out, &[]), (30, 30), "{name}");
        let new = cells(&out);
        assert!(new.len() == 2 && old.iter().all(|cell| new.contains(cell)), "{name}");
        assert_same_answer(&out, &study);
    }
}

#[test]
fn a_study_that_was_extended_four_times_is_the_study_played_at_once() {
    let out = folder("grow-four").join("out");
    let steps = [FACTOR, VARIANT_IN_FRONT, MORE_GAMES, AGENT, LEVEL];
    let mut known = 0;
    for count in 1..=steps.len() {
        let (played, reused) = ask(&changed(STUDY, &steps[..count]), &out, &[]);
        assert!(played > 0 && reused == known, "{count}: {played}, {reused}");
        known += played;
    }
    assert_same_answer(&out, &changed(STUDY, &steps));
}

#[test]
#[ignore = "long: make test-all"]
fn rules_and_ladders_grow_too() {
    let folder = folder("grow-rules");
    let rule = |width: &str, most: u64| {
        let stop =
            format!("stop = {{ metric = \"white_rate\", half_width = {width}, min_games = 20, max_games = {most} }}");
        changed(STUDY, &[("games = 30", &stop), ("turn_cap = 60", "turn_cap = 150"), AGENT])
    };
    let ladder = |doublings: &str| {
        let ladder = format!("[ladder]\nagent = \"alphabeta:nodes={{}}\"\nfirst = 4\ndoublings = {doublings}\n");
        changed(
            STUDY,
            &[("pairings = [{ white = \"mcts:playouts=6,policy=none\", black = \"random\" }]", "opening = 4")],
        ) + &ladder
    };
    for (name, steps) in [
        ("precision", [rule("0.25", 2000), rule("0.07", 2000)]),
        ("ceiling", [rule("0.02", 60), rule("0.02", 130)]),
        ("ladder", [ladder("4"), ladder("5")]),
    ] {
        let out = folder.join(name).join("out");
        fs::create_dir_all(folder.join(name)).expect("it can be made");
        let (first, _) = ask(&steps[0], &out, &[]);
        let (played, reused) = ask(&steps[1], &out, &[]);
        assert!(played > 0 && reused == first, "{name}: {first}, then {played} and {reused}");
        assert_same_answer(&out, &steps[1]);
    }
}

#[test]
fn a_study_that_shrinks_keeps_its_games() {
    let out = folder("grow-shrink").join("out");
    let place = out.to_string_lossy();
    let whole = changed(STUDY, &[VARIANT_IN_FRONT, MORE_GAMES]);
    ask(&whole, &out, &[]);
    let before = tables(&out);
    assert_eq!(ask(STUDY, &out, &[]), (0, 30));
    let csv = fs::read_to_string(out.join("summary.csv")).expect("there is a summary");
    assert_eq!(csv.lines().count(), 2, "{csv}");
    let told = succeeds(&["status", &place], "");
    assert!(told.contains("30 of 30 games") && told.contains("60 games in the folder are not part of"), "{told}");
    assert!(told.contains("Complete. Page: "), "{told}");
    assert_same_answer(&out, STUDY);
    assert_eq!(ask(&whole, &out, &[]), (0, 90));
    assert!(tables(&out) == before);
}

#[test]
fn fewer_games_than_a_part_has_are_counted_exactly() {
    let out = folder("grow-fewer").join("out");
    let (many, few) =
        (changed(STUDY, &[("games = 30", "games = 38")]), changed(STUDY, &[("games = 30", "games = 13")]));
    assert_eq!(ask(&many, &out, &[]), (38, 0));
    let (played, reused) = ask(&few, &out, &[]);
    assert!(played <= 10 && reused <= 13, "only games of the last part may be played again: {played}, {reused}");
    assert_same_answer(&out, &few);
    assert_eq!(ask(&many, &out, &[]), (0, 38));
    assert_same_answer(&out, &many);
}

#[test]
fn a_game_whose_rules_changed_under_its_name_is_another_one() {
    let folder = folder("grow-own");
    let (out, own) = (folder.join("out"), folder.join("own.toml"));
    let study = changed(STUDY, &[("\"city-8+edge\"", "\"own.toml\", \"city-8+edge\"")]);
    let rules = |files: u8| {
        let text = format!("name = \"own\"\n[rules]\nboard = {{ files = {files}, ranks = 6 }}\n");
        fs::write(&own, text).expect("it can be written");
    };
    rules(6);
    assert_eq!(ask(&study, &out, &[]), (60, 0));
    let (first, before) = (cells(&out), tables(&out));
    rules(7);
    assert_eq!(ask(&study, &out, &[]), (30, 30));
    assert!(cells(&out)[0] != first[0] && cells(&out)[1] == first[1]);
    assert_same_answer(&out, &study);
    rules(6);
    assert_eq!(ask(&study, &out, &[]), (0, 60));
    let found = tables(&out);
    assert!(before.iter().all(|file| found.contains(file)), "the first answer is back");
}

#[test]
fn files_of_an_old_question_do_not_outlive_it() {
    let out = folder("grow-stale").join("out");
    let stop = "stop = { metric = \"draw_rate\", half_width = 0.2, max_games = 40 }";
    ask(&changed(STUDY, &[("games = 30", stop), FACTOR]), &out, &[]);
    fs::write(out.join("notes.txt"), "mine").expect("it can be written");
    for name in ["effects.csv", "effects.parquet", "latex/effects.tex"] {
        assert!(out.join(name).exists(), "{name}");
    }
    ask(STUDY, &out, &[]);
    assert_eq!(fs::read_to_string(out.join("notes.txt")).expect("it is kept"), "mine");
    fs::remove_file(out.join("notes.txt")).expect("it is there");
    assert_same_answer(&out, STUDY);
}

#[test]
fn a_folder_belongs_to_one_kind_and_name() {
    let folder = folder("grow-kinds");
    let out = folder.join("out").to_string_lossy().into_owned();
    run(&write(&folder, STUDY), Path::new(&out), &[]);
    let tournament = "name = \"study\"\nseed = 1\ngames = [\"city-8\"]\nagents = [\"random\", \"greedy\"]\npairs = 2\n";
    let file = write(&folder, tournament);
    let duel = ["match", "random", "greedy", "--game", "city-8", "--games", "2"];
    for command in [&["run", &file][..], &duel] {
        let message = refused(&[command, &["--out", &out]].concat(), "");
        assert!(message.contains("holds the experiment `study`, but this is the "), "{message}");
    }
    assert_eq!(manifest(Path::new(&out))["kind"], "experiment");
}

#[test]
fn a_plan_is_shown_without_playing() {
    let folder = folder("grow-dry");
    let out = folder.join("out");
    let place = out.to_string_lossy().into_owned();
    let dry = |study: &str, more: &[&str]| {
        let file = write(&folder, study);
        succeeds(&[&["run", &file, "--out", &place, "--dry-run"], more].concat(), "")
    };
    assert!(dry(STUDY, &[]).starts_with("study: 1 cells, 30 games, 0 of them in "));
    assert!(!out.exists(), "nothing is written");
    run(&write(&folder, STUDY), &out, &[]);
    let (before, ledger) = (tables(&out), fs::read(out.join("units/whole.log")).expect("there is a ledger"));
    let grown = changed(STUDY, &[VARIANT_IN_FRONT, MORE_GAMES]);
    let told = dry(&grown, &[]);
    assert!(told.starts_with("study: 2 cells, 90 games, 30 of them in "), "{told}");
    let planned: serde_json::Value = serde_json::from_str(&dry(&grown, &["--json"])).expect("it is JSON");
    let numbers = |name: &str| [0, 1].map(|cell| planned[cell][name].as_u64().expect(name));
    assert_eq!((numbers("games"), numbers("existing")), ([45, 45], [0, 30]));
    assert!(tables(&out) == before && fs::read(out.join("units/whole.log")).is_ok_and(|now| now == ledger));
    assert!(
        refused(&["run", &write(&folder, STUDY), "--dry-run", "--shard", "1/2"], "").contains("cannot be used with")
    );
}

#[test]
fn cells_that_a_budget_left_without_games_are_named_everywhere() {
    let folder = folder("grow-budget");
    let out = folder.join("out");
    let place = out.to_string_lossy().into_owned();
    // Slow enough that one thread begins few of the cells, on a fast machine too.
    let slow = "pairings = [\"mcts:playouts=9000\"]";
    let variants: Vec<String> = (60..66).map(|cap| format!("\"city-8+turn_cap={cap}\"")).collect();
    let study = |budget: &str, pairings: &str| {
        format!(
            "name = \"late\"\nseed = 7\ngames = 40\nbudget = \"{budget}\"\nvariants = [{}]\n{pairings}\n",
            variants.join(", ")
        )
    };
    let output = petteia(&["run", &write(&folder, &study("1s", slow)), "--out", &place, "--threads", "1"], "");
    let said = unwrapped(&String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("the time budget is used up"), "{said}");
    let printed = unwrapped(&String::from_utf8_lossy(&output.stdout));
    let read = |name: &str| unwrapped(&fs::read_to_string(out.join(name)).expect(name)).replace('\\', "");
    let status = unwrapped(&succeeds(&["status", &place], ""));
    let cited = unwrapped(&succeeds(&["status", &place, "--cite"], ""));
    for (what, text) in [
        ("status", &status),
        ("stdout", &printed),
        ("report.md", &read("report.md")),
        ("report.html", &read("report.html")),
    ] {
        assert!(text.contains("city-8+turn_cap=65"), "{what}: {text:.900}");
        assert!(text.to_lowercase().contains("not complete") && !text.contains("Complete"), "{what}: {text:.900}");
    }
    assert!(cited.contains("not complete: the time budget was used up"), "{cited}");
    assert!(succeeds(&["status", &folder.to_string_lossy()], "").contains("out of time: "));
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&["status", &place, "--json"], "")).expect("it is JSON");
    assert_eq!((&json["is_complete"], &json["is_out_of_time"]), (&false.into(), &true.into()));
    // A larger budget goes on where the smaller one ended.
    let before = json["games"].as_u64().expect("a number");
    let (_, reused) = ask(&study("2s", slow), &out, &["--threads", "1"]);
    assert_eq!(reused, before);
}

/// A rule for differences ends each variant when its difference from the base is settled; the base plays for the last.
#[test]
fn variants_end_when_their_difference_is_settled() {
    let folder = folder("grow-difference");
    let text = "name = \"differ\"\nseed = 4\nvariants = [{ game = \"city-8\", label = \"old\" }, \"city-8+vagi\", \"city-8+edge\", \
                \"city-8+turn_cap=9\"]\npairings = [\"random\"]\nstop = { metric = \"unfinished_rate\", against = \"old\", \
                half_width = 0.1, max_games = 4000 }\n";
    let file = write(&folder, text);
    let outs = [("one", "1"), ("two", "2")].map(|(name, threads)| {
        let out = folder.join(name);
        run(&file, &out, &["--threads", threads]);
        out
    });
    assert_same_tables(&outs[0], &outs[1]);
    let cells = rows(&outs[0].join("cells.csv"));
    let games: Vec<u64> = cells.iter().map(|row| row["games"].parse().expect("a number")).collect();
    assert_eq!(games[0], games[1..].iter().copied().max().expect("three"), "{cells:?}");
    let row = cells.iter().find(|row| row["variant"] == "city-8+turn_cap=9").expect("it was played");
    assert_eq!((row["ended_by"].as_str(), row["stop_metric"].as_str()), ("decided", "unfinished_rate_difference"));
    assert!(row["stop_low"].parse::<f64>().expect("a number") > 0.5 && row["games"] == "250", "{row:?}");
    assert_eq!((cells[0]["ended_by"].as_str(), cells[0]["stop_metric"].as_str()), ("comparisons", "unfinished_rate"));
    // Shards in one folder play the same games.
    let shared = folder.join("shared");
    for shard in ["1/2", "2/2"] {
        run(&file, &shared, &["--shard", shard]);
    }
    run(&file, &shared, &[]);
    assert_same_tables(&shared, &outs[0]);
}
