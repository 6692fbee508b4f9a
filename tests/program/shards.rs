//! Stopping rules, budgets and shards: the tables are the same however a run is spread, and say where they stopped.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::all_cases::all_cases;
use crate::support::{
    self, assert_same_tables, folder, parts, petteia, program, refused, relabel, rows, run, succeeds, unwrapped, write,
};

const RULES: &str = r#"
name = "rules"
seed = 7
variants = ["city-8+vagi", "city-8+edge"]
pairings = ["random", { white = "mcts:playouts=5", black = "random" }, { white = "random", black = "greedy", games = 50 }]
stop = { metric = "first_move_advantage", half_width = 0.12, min_games = 30, max_games = 400 }

[limits]
turn_cap = 60
"#;

/// Plays a run in shards, in the order given, and merges it.
fn in_shards(file: &str, out: &Path, of: u32, order: &[u32]) {
    for (place, number) in order.iter().enumerate() {
        let output = petteia(&["merge", &out.to_string_lossy()], "");
        assert_eq!(output.status.code(), Some(if place == 0 { 2 } else { 1 }), "it is not complete");
        let printed = run(file, out, &["--shard", &format!("{number}/{of}")]);
        assert!(printed.contains("petteia merge"), "{printed}");
    }
    succeeds(&["merge", &out.to_string_lossy()], "");
}

#[test]
fn rules_stop_at_the_same_game_however_the_work_is_spread() {
    let folder = folder("shards-rules");
    let file = write(&folder, RULES);
    let outs = ["one", "three", "shards"].map(|name| folder.join(name));
    run(&file, &outs[0], &["--threads", "1"]);
    run(&file, &outs[1], &["--threads", "3"]);
    for shard in ["2/2", "1/2"] {
        run(&file, &outs[2], &["--shard", shard]);
    }
    succeeds(&["merge", &outs[2].to_string_lossy()], "");
    assert_same_tables(&outs[1], &outs[0]);
    assert_same_tables(&outs[2], &outs[0]);
    let (ruled, fixed): (Vec<_>, Vec<_>) =
        rows(&outs[0].join("cells.csv")).into_iter().partition(|row| !row["stop_metric"].is_empty());
    assert_eq!((ruled.len(), fixed.len()), (4, 2), "the cells with a fixed number have no rule");
    for row in ruled {
        let number = |column: &str| row[column].parse::<f64>().expect(column);
        let (value, low, high, games) =
            (number("stop_value"), number("stop_low"), number("stop_high"), number("games"));
        assert!(row["stop_metric"] == "first_move_advantage" && row["ended_by"] == "half_width", "{row:?}");
        assert!(low <= value && value <= high && high - low <= 0.24, "{row:?}");
        assert!((30.0..=400.0).contains(&games), "{row:?}");
    }
    let summary = support::rows(&outs[0].join("summary.csv"));
    let greedy = summary.iter().filter(|row| row["black"] == "greedy").map(|row| row["games"].as_str());
    assert_eq!(greedy.collect::<Vec<_>>(), ["50", "50"]);
    let fixed = folder.join("fixed");
    run(&file, &fixed, &["--games", "20"]);
    assert!(!rows(&fixed.join("cells.csv"))[0].contains_key("stop_metric"));
}

/// Random games are cheap, but a rule that needs some 2,000 of them does not play 50,000.
#[test]
fn rules_look_early_at_random_games() {
    let folder = folder("shards-early");
    let text = "name = \"early\"\nseed = 7\nvariants = [\"city-8+vagi\", \"city-8+edge+vagi\"]\npairings = [\"random\"]\n\
                stop = { metric = \"white_rate\", half_width = 0.03, max_games = 200_000 }\n";
    let file = write(&folder, text);
    let outs = ["one", "three", "shards", "mixed"].map(|name| folder.join(name));
    run(&file, &outs[0], &["--threads", "1"]);
    run(&file, &outs[1], &["--threads", "3"]);
    in_shards(&file, &outs[2], 2, &[2, 1]);
    run(&file, &outs[3], &["--shard", "2/3"]);
    run(&file, &outs[3], &[]);
    for out in &outs[1..] {
        assert_same_tables(out, &outs[0]);
    }
    for row in rows(&outs[0].join("cells.csv")) {
        let number = |column: &str| row[column].parse::<f64>().expect(column);
        let (low, high, games) = (number("stop_low"), number("stop_high"), number("games"));
        assert!((1_500.0..=3_000.0).contains(&games), "{row:?}");
        assert!(high - low <= 0.06 && high - low > 0.048, "{row:?}");
    }
    let printed = succeeds(&["status", &outs[0].to_string_lossy(), "--verify", "--games", "100"], "");
    assert!(printed.contains("are the same"), "{printed}");
    let record = folder.join("record.txt").to_string_lossy().into_owned();
    let place = outs[0].to_string_lossy();
    succeeds(&["replay", &place, "--cell", "1", "--game", "1300", "--record", &record], "");
    assert!(Path::new(&record).exists());
}

#[test]
fn shards_in_any_order_make_the_same_tables() {
    let folder = folder("shards-order");
    let text = "name = \"plain\"\nseed = 3\ngames = 45\nvariants = [\"city-8+vagi\", \"poleis-vagi\"]\n\
                pairings = [\"random\", \"mcts:playouts=6,policy=none\"]\nlimits.turn_cap = 100\n";
    let file = write(&folder, text);
    let whole = folder.join("whole");
    run(&file, &whole, &[]);
    let orders = [("five", 5, &[4, 1, 5, 3, 2][..]), ("two", 2, &[2, 1]), ("one", 1, &[1])];
    for (name, of, order) in orders.into_iter().take(if all_cases() { 3 } else { 1 }) {
        let out = folder.join(name);
        in_shards(&file, &out, of, order);
        assert_same_tables(&out, &whole);
    }
    let mixed = folder.join("mixed");
    run(&file, &mixed, &["--shard", "3/7"]);
    run(&file, &mixed, &["--shard", "2/3"]);
    run(&file, &mixed, &[]);
    assert_same_tables(&mixed, &whole);
    for wrong in ["3/2", "2", "a/b"] {
        assert!(refused(&["run", &file, "--shard", wrong], "").contains("K/N"), "{wrong}");
    }
    assert!(refused(&["run", &file, "--shard", "0/2"], "").contains("shards are counted from 1"));
}

#[test]
fn status_says_at_most_only_of_cells_that_a_rule_may_stop() {
    let folder = folder("shards-at-most");
    let rules = folder.join("rules");
    run(&write(&folder, RULES), &rules, &["--shard", "1/50"]);
    let first = |out: &Path| succeeds(&["status", &out.to_string_lossy()], "").lines().next().map(str::to_owned);
    assert!(first(&rules).is_some_and(|line| line.contains("of at most")), "{:?}", first(&rules));
    run(&write(&folder, RULES), &rules, &[]);
    assert!(first(&rules).is_some_and(|line| !line.contains("at most")), "{:?}", first(&rules));
}

#[test]
fn status_knows_that_somebody_is_at_work() {
    let folder = folder("shards-at-work");
    let text = "name = \"slow\"\nseed = 3\ngames = 100_000\nvariants = [\"city-8\"]\npairings = [\"mcts:playouts=6,policy=none\"]\n";
    let (file, out) = (write(&folder, text), folder.join("out"));
    let place = out.to_string_lossy();
    let mut playing = program()
        .args(["run", &file, "--out", &place, "--threads", "1", "--quiet"])
        .spawn()
        .expect("it can be started");
    let is_told = |words: &str| {
        let printed = petteia(&["status", &place], "");
        String::from_utf8_lossy(&printed.stdout).contains(words)
    };
    let in_time = (0..600).any(|_| {
        thread::sleep(Duration::from_millis(100));
        is_told("This run is in progress, with about ")
    });
    let told_to_begin = is_told("To resume");
    playing.kill().and_then(|()| playing.wait()).expect("it can be ended");
    assert!(in_time && !told_to_begin);
    assert!(is_told("To resume, give the same command again"), "nobody is at work any more");
}

#[test]
fn a_budget_ends_a_run_once_and_for_all() {
    let folder = folder("shards-budget");
    let text = "name = \"budget\"\nseed = 3\ngames = 1_000_000\nbudget = \"1s\"\n\
                variants = [\"city-8+vagi\", \"poleis-vagi\"]\npairings = [\"mcts:playouts=6,policy=none\"]\n";
    let file = write(&folder, text);
    let (whole, shards) = (folder.join("whole"), folder.join("shards"));
    run(&file, &whole, &[]);
    let before = support::tables(&whole);
    let csv = fs::read_to_string(whole.join("summary.csv")).expect("the summary is there");
    assert_eq!(csv.lines().count(), 3, "every cell has games: {csv}");
    run(&file, &whole, &[]);
    assert!(support::tables(&whole) == before);
    for shard in ["1/2", "2/2"] {
        run(&file, &shards, &["--shard", shard]);
    }
    succeeds(&["merge", &shards.to_string_lossy()], "");
    let status = succeeds(&["status", &shards.to_string_lossy()], "");
    assert!(status.contains("The time budget is used up") && status.contains("shard 2/2 has worked here"), "{status}");
    assert!(!status.contains("Complete") && unwrapped(&status).contains("Not complete: "), "{status}");
}

#[test]
fn games_of_a_run_are_verified() {
    let folder = folder("shards-verify");
    // An older file, whose opening is a table.
    let text = "name = \"checked\"\nseed = 3\ngames = 40\nvariants = [\"city-8+die=4\", \"lemery-petteia-advanced\"]\n\
                pairings = [\"random\", { white = \"mcts:playouts=6,policy=none\", black = \"greedy\" }]\n[opening]\nrandom_plies = 2\n";
    let file = write(&folder, text);
    let (out, other) = (folder.join("out"), folder.join("other"));
    run(&file, &out, &[]);
    run(&file, &other, &["--seed", "4"]);
    let place = out.to_string_lossy();
    let verify = |games: &str| petteia(&["status", &place, "--verify", "--games", games], "");
    let printed = String::from_utf8(verify("1000").stdout).expect("text");
    assert_eq!(printed, "160 games are the same; 10 chunks are as they were written\n");
    let some = String::from_utf8(verify("7").stdout).expect("text");
    assert_eq!(some, "7 games are the same; 10 chunks are as they were written\n");
    // One bit of a part.
    let part = out.join("games").join(&parts(&out)[0]);
    let right = fs::read(&part).expect("it can be read");
    let mut wrong = right.clone();
    wrong[200] ^= 1;
    fs::write(&part, &wrong).expect("it can be written");
    let output = verify("1000");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("its SHA-256 differs"));
    fs::write(&part, right).expect("it can be written");
    // What another version of the program played for these cells, whole in itself.
    relabel(&other, &out);
    let output = petteia(&["status", &other.to_string_lossy(), "--verify", "--games", "1000"], "");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("cell 1, game 20: ") && printed.contains(" in the table but "), "{printed}");
}

#[test]
fn a_run_says_where_its_numbers_come_from() {
    let folder = folder("shards-info");
    let text = "name = \"cited\"\nseed = 3\ngames = 40\nvariants = [\"city-8+vagi\"]\npairings = [\"random\"]\n";
    let file = write(&folder, text);
    let (out, again) = (folder.join("out"), folder.join("again"));
    run(&file, &out, &["--seed", "9", "--games", "30"]);
    let place = out.to_string_lossy();
    let cited = succeeds(&["status", &place, "--cite"], "");
    for part in ["seed        9", "30 (complete)", "How to cite"] {
        assert!(cited.contains(part), "{part}: {cited}");
    }
    let (_, entry) = cited.split_once("@misc{petteia-").expect("an entry of BibTeX");
    for name in ["report.md", "latex/petteia.bib"] {
        let text = fs::read_to_string(out.join(name)).expect("it is written");
        assert!(text.contains(entry.trim_end()), "the same entry everywhere: {name}: {text}");
    }
    assert!(unwrapped(&cited).contains("`petteia run FILE --seed 9 --games 30`"), "{cited}");
    let copy = folder.join("copy.toml").to_string_lossy().into_owned();
    succeeds(&["status", &place, "--experiment", &copy], "");
    assert_eq!(fs::read_to_string(&copy).expect("it is written"), text);
    assert!(refused(&["status", &place, "--experiment", &copy], "").contains("exists already"));
    run(&copy, &again, &["--seed", "9", "--games", "30"]);
    assert_same_tables(&again, &out);
}

#[test]
fn every_output_says_where_it_comes_from() {
    let folder = folder("shards-provenance");
    let text = "name = \"origin\"\nseed = 77001\nvariants = [\"city-8+vagi\"]\npairings = [\"random\"]\n\
                stop = { metric = \"draw_rate\", half_width = 0.2, max_games = 100 }\n";
    let out = folder.join("out");
    run(&write(&folder, text), &out, &[]);
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("the manifest is there");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("it is JSON");
    let question = manifest["question_sha256"].as_str().expect("a sum").to_owned();
    let mut stamped = 0;
    for (name, bytes) in support::tables(&out) {
        let ending = name.extension().expect("an ending").to_string_lossy().into_owned();
        let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        if ending == "csv" {
            assert!(out.join(&name).with_extension("csv-metadata.json").exists(), "{}", name.display());
        } else if name.starts_with("games") || name.starts_with("squares") {
            // Parts may answer other questions later.
            let cell = name.file_name().expect("a name").to_string_lossy()[..16].to_owned();
            assert!(has("petteia.cell") && has(&cell) && has("petteia.format"), "{}", name.display());
        } else if name != Path::new("manifest.json") {
            let key = if ending == "json" { "\"petteia.question_sha256\": " } else { "petteia.question_sha256" };
            assert!(has(key) && has(&question) && has("petteia.commit"), "{}", name.display());
            stamped += 1;
        }
    }
    assert!(stamped >= 3 + 2 + 3 + 12, "{stamped}");
}
