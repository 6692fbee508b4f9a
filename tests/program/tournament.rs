//! `petteia match` and `petteia run` with a tournament: that results do not depend on threads, when matches stop, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{
    assert_same_tables, copy_folder, folder, parts, petteia, played, program, query, refused, rows, succeeds, unwrapped,
};

/// What a match prints, without the measured time and the place of the table.
fn results(output: &str) -> String {
    let lines = output.lines().filter(|line| !line.starts_with("time") && !line.starts_with("table"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a match's line.
fn line<'a>(output: &'a str, name: &str) -> &'a str {
    let found = output.lines().rev().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')));
    found.unwrap_or_else(|| panic!("no line {name} in {output}")).trim()
}

#[test]
fn a_match_is_the_same_for_any_number_of_threads() {
    let folder = folder("match-threads");
    for (kind, end) in [("games", ["--games", "40"]), ("sprt", ["--sprt", "0,60"])] {
        let play = |threads: &str| {
            let out = folder.join(format!("{kind}-{threads}"));
            let place = out.to_string_lossy();
            let start = ["match", "mcts:playouts=6", "random", "--game", "city-8+vagi+die=4", "--seed", "3"];
            let more = ["--threads", threads, "--out", &place, "--quiet"];
            let printed = succeeds(&[&start[..], &end, &more].concat(), "");
            assert!(out.join("matches.parquet").exists());
            (results(&printed), query(&out, "SELECT * FROM games"))
        };
        let alone = play("1");
        assert_eq!(alone, play("2"), "{kind}");
        assert_eq!(alone, play("5"), "{kind}");
    }
}

/// Two agents that choose by chance only among moves of equal value, without an opening.
#[test]
fn repeated_games_are_told_and_do_not_count_twice() {
    let folder = folder("match-repeated");
    let agents = ["alphabeta:nodes=100", "alphabeta:nodes=200"];
    let start = ["match", agents[0], agents[1], "--game", "city-8+vagi", "--games", "40", "--opening", "0", "--quiet"];
    let printed = succeeds(&start, "");
    let warning = unwrapped(&printed);
    assert!(
        warning.contains("warning only 19 of 40 games are distinct; the others repeat an earlier one"),
        "{printed}"
    );
    assert!(warning.contains("The intervals are those of 19 games. A larger --opening"), "{printed}");
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&[&start[..], &["--json"]].concat(), "")).expect("it is JSON");
    assert_eq!((&json["pairing"]["games"], &json["pairing"]["distinct"]), (&40.into(), &19.into()));
    let opened = succeeds(&["match", agents[0], agents[1], "--game", "city-8+vagi", "--games", "40", "--quiet"], "");
    assert!(!opened.contains("distinct"), "{opened}");

    let [file, out] = ["repeated.toml", "out"].map(|name| folder.join(name).display().to_string());
    let text =
        format!("name = \"t\"\nseed = 1\ngames = [\"city-8+vagi\"]\nagents = {agents:?}\npairs = 20\nopening = 0\n");
    fs::write(&file, text).expect("it can be written");
    let printed = unwrapped(&succeeds(&["run", &file, "--out", &out, "--quiet"], ""));
    assert!(printed.contains("Warning: only some games are distinct"), "{printed}");
    assert!(printed.contains("19 of 40 games (100 positions v 200 positions in city-8+vagi)"), "{printed}");
    assert_eq!(rows(&Path::new(&out).join("matches.csv"))[0]["distinct"], "19");
}

#[test]
fn the_games_of_a_match_swap_colours_and_add_up() {
    let out = folder("match-table").join("out");
    let place = out.to_string_lossy();
    let start = ["match", "mcts:playouts=3", "random", "--game", "city-8+edge", "--games", "30", "--opening", "6"];
    let printed = succeeds(&[&start[..], &["--out", &place]].concat(), "");
    let (mut points, mut count) = (0.0, 0);
    let cells = rows(&out.join("cells.csv"));
    assert_eq!(cells.len(), 1);
    let found = ["variant", "white", "black", "games"].map(|name| cells[0][name].as_str());
    assert_eq!(found, ["city-8+edge", "mcts:playouts=3", "random", "30"]);
    for (number, row) in query(&out, "SELECT * FROM games ORDER BY game").into_iter().enumerate() {
        let is_swapped = number % 2 == 1;
        assert_eq!((&row["game"], &row["is_swapped"]), (&number.to_string(), &is_swapped.to_string()));
        assert_eq!(row["cell_id"], cells[0]["cell_id"]);
        points += match row["winner"].as_str() {
            "" => 0.5,
            winner if (winner == "white") != is_swapped => 1.0,
            _ => 0.0,
        };
        assert!(row["plies"].parse::<u32>().expect("plies") >= 6);
        count += 1;
    }
    assert_eq!(count, 30);
    assert_eq!(line(&printed, "games"), "30 in 15 pairs");
    assert!(line(&printed, "points").starts_with(&format!("{points:.1}: ")), "{points}: {printed}");
}

#[test]
fn a_sequential_test_stops_a_match() {
    let play = |a: &str, b: &str, more: &[&str]| {
        succeeds(&[&["match", a, b, "--game", "city-8+vagi", "--quiet"], more].concat(), "")
    };
    let stronger = play("mcts:playouts=20", "random", &["--sprt", "0,100"]);
    assert!(line(&stronger, "SPRT").starts_with("accepted: 100 Elo rather than 0; LLR +"), "{stronger}");
    let weaker = play("random", "mcts:playouts=20", &["--sprt=-100,0"]);
    assert!(line(&weaker, "SPRT").starts_with("rejected: −100 Elo rather than 0; LLR −"), "{weaker}");
    let short = play("random", "random", &["--sprt", "0,5", "--max-games", "20"]);
    assert!(line(&short, "SPRT").starts_with("undecided between 0 and 5 Elo"), "{short}");
    assert_eq!(line(&short, "games"), "20 in 10 pairs");
}

#[test]
fn a_wrong_match_is_refused() {
    let full = folder("match-refused");
    fs::write(full.join("notes.txt"), "mine").expect("it can be written");
    let place = full.to_string_lossy();
    let game = ["--game", "city-8"];
    let cases: [(&[&str], &[&str]); 11] = [
        (&["random", "randm", "--games", "2"], &["<B>", "did you mean `random`"]),
        (&["mcts:playouts=0", "random", "--games", "2"], &["<A>", "at least 1"]),
        (&["mcts", "random"], &["<A>", "`mcts` needs a budget", "mcts:playouts=200", "per decision"]),
        (&["random", "random", "--games", "7"], &["pairs; give 6 or 8"]),
        (&["random", "random", "--games", "0"], &["even number from 2"]),
        (&["random", "random", "--games", "2", "--sprt", "0,5"], &["cannot be used with"]),
        (&["random", "random", "--games", "2", "--max-games", "8"], &["cannot be used with"]),
        (&["random", "random", "--sprt", "5,0"], &["two Elo differences", "0,20"]),
        (&["random", "random", "--sprt", "nan,5"], &["two Elo differences"]),
        (&["random", "random", "--games", "2", "--opening", "1001"], &["1001"]),
        (&["random", "random", "--games", "2", "--out", &place], &["it has `notes.txt` but no manifest.json"]),
    ];
    for (arguments, expected) in cases {
        let message = refused(&[&["match"], arguments, &game].concat(), "");
        for part in expected {
            assert!(message.contains(part), "{arguments:?}: {message}");
        }
    }
    let refused_game = |game| refused(&["match", "random", "random", "--games", "2", "--game", game], "");
    assert!(refused_game("city-9").contains("did you mean `city-8`"));
    assert!(refused_game("city-8+turn_cap=4").contains("give a shorter one"));
    assert!(refused_game("city-8+turn_cap=0+repetition=0+no_progress=0").contains("no limit"));
}

const SMALL: &str = r#"
name = "small"
seed = 7
games = ["city-8+vagi", "city-8+edge"]
agents = ["random", "mcts:playouts=2", "mcts:playouts=8"]
pairs = 4
opening = 3
"#;

fn write(folder: &Path, text: &str) -> String {
    let path = folder.join("file.toml");
    fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

fn tournament(file: &str, out: &Path, threads: &str) -> String {
    let out = out.to_string_lossy();
    let printed = succeeds(&["run", file, "--out", &out, "--threads", threads, "--quiet"], "");
    printed.lines().filter(|line| !line.starts_with("matches: ")).map(|line| format!("{line}\n")).collect()
}

const FILES: [&str; 11] = [
    "cells.csv",
    "matches.csv-metadata.json",
    "ratings.csv-metadata.json",
    "cells.parquet",
    "ratings.csv",
    "ratings.parquet",
    "matches.csv",
    "matches.parquet",
    "manifest.json",
    "figures/ratings.svg",
    "figures/ratings.png",
];

#[test]
fn a_tournament_is_the_same_for_any_number_of_threads() {
    let folder = folder("tournament-threads");
    let file = write(&folder, SMALL);
    let outs = ["1", "2", "5"].map(|threads| (folder.join(threads), tournament(&file, &folder.join(threads), threads)));
    for (out, printed) in &outs[1..] {
        assert_eq!(*printed, outs[0].1);
        for name in FILES {
            let read = |folder: &Path| fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(read(out) == read(&outs[0].0), "{name}");
        }
    }
}

#[test]
fn a_tournament_rates_all_agents_on_all_games() {
    let folder = folder("tournament-tables");
    let file = write(&folder, SMALL);
    let out = folder.join("out");
    let printed = tournament(&file, &out, "2");
    let rows = |name: &str| rows(&out.join(name));
    assert_eq!(query(&out, "SELECT game FROM games JOIN cells USING (cell_id)").len(), 2 * 3 * 4 * 2);
    for file in ["cells.csv-metadata.json", "matches.csv-metadata.json", "figures/ratings.svg"] {
        let text = fs::read_to_string(out.join(file)).expect("it was written");
        assert!(text.contains("petteia.commit"), "{file} says where its numbers come from");
    }
    assert_eq!(rows("matches.csv").len(), 2 * 3);
    let ratings = rows("ratings.csv");
    assert_eq!(ratings.len(), 2 * 3);
    for variant in ["city-8+vagi", "city-8+edge"] {
        let own = || ratings.iter().filter(|row| row["variant"] == variant);
        let sum = |column: &str| own().map(|row| row[column].parse::<f64>().expect(column)).sum::<f64>();
        let finite = own().filter_map(|row| row["elo"].parse::<f64>().ok());
        assert!(finite.sum::<f64>().abs() < 1e-6, "finite ratings have the mean 0");
        assert_eq!((sum("games"), sum("points")), (48.0, 24.0), "two agents share each game's point");
        assert!(printed.lines().any(|line| line == variant), "{printed}");
    }
}

#[test]
fn an_agent_that_loses_everything_has_a_bound_and_scores_against_the_others() {
    let folder = folder("tournament-bounds");
    let agents = "\"random\", \"alphabeta:nodes=100\", \"alphabeta:nodes=200\"";
    let text = SMALL.replace("\"random\", \"mcts:playouts=2\", \"mcts:playouts=8\"", agents);
    let text = text.replace("pairs = 4", "pairs = 10").replace(", \"city-8+edge\"", "");
    let out = folder.join("out");
    let printed = tournament(&write(&folder, &text), &out, "2");
    let rows = rows(&out.join("ratings.csv"));
    let number = |row: usize, column: &str| rows[row][column].parse::<f64>().unwrap_or_else(|_| panic!("{column}"));
    assert!((number(0, "elo") + number(1, "elo")).abs() < 1e-6, "the loser is not in the mean");
    assert_eq!(rows[2]["agent"], "random");
    for column in ["elo", "elo_low", "elo_high", "elo_at_least"] {
        assert_eq!(rows[2][column], "", "{column}");
    }
    let bound = number(2, "elo_at_most");
    assert!((-600.0..-300.0).contains(&bound), "20 lost pairs: {bound}");
    assert_eq!((rows[0]["reference"].as_str(), rows[0]["neighbour"].as_str()), ("", ""));
    assert_eq!(rows[1]["reference"], rows[0]["agent"]);
    assert_eq!((&rows[2]["reference"], &rows[2]["neighbour"]), (&rows[0]["agent"], &rows[1]["agent"]));
    assert_eq!((number(2, "neighbour_score"), number(2, "neighbour_score_low")), (0.0, 0.0));
    assert!((0.2..0.4).contains(&number(2, "neighbour_score_high")), "ten lost pairs");
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [&format!("≤ −{:.0}", -bound), "on the scale of scores", "% v 1 [95 %]", "one-sided 95 % bounds"]
    {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
}

#[test]
fn the_plies_of_the_opening_count() {
    let folder = folder("tournament-openings");
    // One ply after the opening the cap ends every game.
    let text = SMALL.replace("city-8+edge", "city-8+turn_cap=4");
    let out = folder.join("out");
    tournament(&write(&folder, &text), &out, "2");
    let games =
        "SELECT winner, reason, plies FROM games JOIN cells USING (cell_id) WHERE variant = 'city-8+turn_cap=4'";
    let capped = query(&out, games);
    let is_capped =
        |row: &BTreeMap<String, String>| row["winner"].is_empty() && row["reason"] == "turn_cap" && row["plies"] == "4";
    assert!(capped.len() == 24 && capped.iter().all(is_capped), "{capped:?}");
}

#[test]
fn a_complete_tournament_is_reported_again_and_another_is_refused() {
    let folder = folder("tournament-again");
    let (out, whole) = (folder.join("out"), folder.join("whole"));
    let file = write(&folder, SMALL);
    let place = out.to_string_lossy().into_owned();
    played(SMALL, &[], &whole);
    let first = petteia(&["run", &file, "--out", &place], "");
    fs::remove_file(out.join("ratings.csv")).expect("it is there");
    let again = petteia(&["run", &file, "--out", &place], "");
    assert_eq!(again.stdout, first.stdout);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("played 0 games; 48 games were there already"), "{said}");
    assert_same_tables(&out, &whole);

    let other = write(&folder, &SMALL.replace("\"small\"", "\"other\""));
    let message = refused(&["run", &other, "--out", &place], "");
    assert!(message.contains("holds the tournament `small`") && message.contains("--out"), "{message}");
    let message = refused(&["run", &other, "--out", &folder.to_string_lossy()], "");
    assert!(message.contains("is not a run folder"), "{message}");
    let older = folder.join("older");
    fs::create_dir_all(&older).expect("it can be made");
    fs::write(older.join("tournament.toml"), SMALL).expect("it can be written");
    let message = refused(&["run", &file, "--out", &older.to_string_lossy()], "");
    assert!(message.contains("an older version of petteia played"), "{message}");
}

#[test]
fn a_tournament_that_was_stopped_goes_on() {
    let folder = folder("tournament-stopped");
    let file = write(&folder, SMALL);
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    let printed = tournament(&file, &whole, "2");
    // The program was killed before some parts had their names, and in the middle of a line.
    copy_folder(&whole, &out);
    fs::remove_file(out.join("matches.csv")).expect("it is there");
    for part in parts(&out).iter().step_by(2) {
        let path = out.join("games").join(part);
        fs::rename(&path, path.with_extension("parquet.whole.12-3.tmp")).expect("it can be renamed");
    }
    let ledger = out.join("units/whole.log");
    let lines = fs::read_to_string(&ledger).expect("the parts are listed");
    let ends: Vec<usize> = lines.match_indices('\n').map(|(at, _)| at).collect();
    fs::write(&ledger, &lines[..ends[3] + 30]).expect("it can be written");
    fs::create_dir(out.join("matches.csv")).expect("it can be made");
    let message = fails(&file, &out);
    assert!(message.contains("matches.csv: this is a folder"), "{message}");
    fs::remove_dir(out.join("matches.csv")).expect("it is empty");
    assert_eq!(tournament(&file, &out, "2"), printed);
    assert_same_tables(&out, &whole);
}

/// Standard error of a tournament that must fail with status 1.
fn fails(file: &str, out: &Path) -> String {
    let output = petteia(&["run", file, "--out", &out.to_string_lossy(), "--quiet"], "");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    message
}

#[test]
fn a_manifest_that_was_cut_off_before_it_had_its_name_is_written_again() {
    let folder = folder("tournament-cut");
    let file = write(&folder, SMALL);
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    let printed = tournament(&file, &whole, "2");
    let manifest = fs::read(whole.join("manifest.json")).expect("it is there");
    for cut in [0, 1, manifest.len() / 2, manifest.len() - 2] {
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out).expect("it can be made");
        fs::write(out.join("manifest.json.whole.12-3.tmp"), &manifest[..cut]).expect("it can be written");
        assert_eq!(tournament(&file, &out, "2"), printed);
        assert_same_tables(&out, &whole);
        fs::write(out.join("manifest.json"), &manifest[..cut]).expect("it can be written");
        let message = refused(&["run", &file, "--out", &out.to_string_lossy()], "");
        assert!(message.contains("manifest.json: it is damaged"), "{message}");
    }
}

#[test]
fn parts_that_are_not_what_was_written_are_played_again() {
    let folder = folder("tournament-damaged");
    let file = write(&folder, SMALL);
    let (whole, out, outside) = (folder.join("whole"), folder.join("out"), folder.join("outside"));
    played(SMALL, &[], &whole);
    fs::write(&outside, "not yours").expect("it can be written");
    let part = out.join("games").join(&parts(&whole)[0]);
    let removed = || fs::remove_file(&part).expect("it is there");
    let damages: [&dyn Fn(); 6] = [
        &|| {
            let mut bytes = fs::read(&part).expect("it is there");
            bytes[200] ^= 1;
            fs::write(&part, bytes).expect("it can be written");
        },
        &|| fs::write(&part, "short").expect("it can be written"),
        &removed,
        &|| {
            removed();
            fs::create_dir(&part).expect("it can be made");
        },
        &|| {
            removed();
            assert!(Command::new("mkfifo").arg(&part).status().expect("there is `mkfifo`").success());
        },
        &|| {
            removed();
            symlink(&outside, &part).expect("it can be linked");
        },
    ];
    for damage in damages {
        let _ = fs::remove_dir_all(&out);
        copy_folder(&whole, &out);
        damage();
        tournament(&file, &out, "2");
        assert_same_tables(&out, &whole);
        assert_eq!(fs::read_to_string(&outside).expect("it is there"), "not yours");
    }
}

#[test]
fn links_in_the_place_of_files_of_a_tournament_are_refused() {
    let folder = folder("tournament-links");
    let file = write(&folder, SMALL);
    let (whole, out, outside) = (folder.join("whole"), folder.join("out"), folder.join("outside"));
    played(SMALL, &[], &whole);
    fs::write(&outside, "not yours").expect("it can be written");
    for name in
        ["manifest.json", "units/whole.log", "lock", "report.lock", "matches.csv", "ratings.csv", "figures/ratings.svg"]
    {
        let _ = fs::remove_dir_all(&out);
        copy_folder(&whole, &out);
        let _ = fs::remove_file(out.join(name));
        symlink(&outside, out.join(name)).expect("it can be linked");
        let output = petteia(&["run", &file, "--out", &out.to_string_lossy(), "--quiet"], "");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            matches!(output.status.code(), Some(1 | 2)) && message.contains("a symbolic link"),
            "{name}: {message}"
        );
        assert_eq!(fs::read_to_string(&outside).expect("it is there"), "not yours", "{name}");
    }
}

#[test]
fn two_processes_do_not_play_one_tournament() {
    let folder = folder("tournament-lock");
    let file = write(&folder, &SMALL.replace("pairs = 4", "pairs = 4000"));
    let out = folder.join("out");
    let place = out.to_string_lossy();
    let mut child = program()
        .args(["run", &file, "--out", &place, "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while parts(&out).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let message = refused(&["run", &file, "--out", &place], "");
    assert!(message.contains("another petteia (process "), "{message}");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn wrong_tournaments_are_refused_with_line_and_reason() {
    let folder = folder("tournament-refused");
    let cases = [
        ("name = \"small\"", "name = \"a/b\"", 2, "letters"),
        ("seed = 7", "sead = 7", 3, "did you mean `seed`"),
        ("seed = 7", "seed = -7", 3, "-7"),
        ("\"city-8+edge\"", "\"city-9\"", 4, "did you mean `city-8`"),
        ("\"city-8+edge\"", "\"city-8+vagi\"", 4, "named twice"),
        ("[\"city-8+vagi\", \"city-8+edge\"]", "[]", 4, "`games` is empty"),
        ("mcts:playouts=8", "mcts:playout=8", 5, "did you mean `playouts`"),
        ("mcts:playouts=8", "mcts:playouts=2,exploration=1.4142135623730951", 5, "named twice"),
        (", \"mcts:playouts=2\", \"mcts:playouts=8\"", "", 5, "at least two"),
        ("pairs = 4", "pairs = 0", 6, "give 1 to "),
        ("opening = 3", "opening = 5000", 7, "at most 1000"),
        (
            "opening = 3",
            "opening = 3\nthreads = 2",
            8,
            "there is no key `threads` here; it is an option of the command: `--threads`",
        ),
    ];
    for (from, to, line, reason) in cases {
        let file = write(&folder, &SMALL.replace(from, to));
        let message = refused(&["run", &file, "--out", &folder.join("out").to_string_lossy()], "");
        assert!(message.contains(&format!("file.toml:{line}:")) && message.contains(reason), "{to}: {message}");
    }
    let short = write(&folder, &SMALL.replace("city-8+edge", "city-8+turn_cap=2"));
    let message = refused(&["run", &short, "--out", &folder.join("out").to_string_lossy()], "");
    assert!(message.contains("city-8+turn_cap=2") && message.contains("give fewer"), "{message}");
    assert!(refused(&["run", "no-such-file.toml"], "").contains("no-such-file.toml"));
}

#[test]
fn the_tournament_of_the_project_can_be_played() {
    let folder = folder("tournament-example");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/tournament.toml");
    let text = fs::read_to_string(example).expect("it is there");
    assert!(text.starts_with("# ") && text.lines().next().is_some_and(|line| line.ends_with('?')));
    let cheap = text.replace("playouts=50", "playouts=1").replace("playouts=200", "playouts=2");
    assert!(tournament(&write(&folder, &cheap), &folder.join("out"), "2").contains("2 playouts"));
}
