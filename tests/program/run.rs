//! `petteia run`: the tables, that they do not depend on threads or interruptions, and refused experiments.

use std::fs;
use std::path::PathBuf;

use petteia_engine::{BySide, Simd};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::{ExperimentConfig, Plan};
use petteia_simulator::{FileKind, Form, Source, file_kind};

use crate::support::{self, assert_same_tables, folder, refused, root, run, write};

const SMALL: &str = r#"
name = "small"
seed = 7
games = 60
variants = ["city-8", { name = "six", base = "city-8+edge", rules = { board = { files = 6, ranks = 6 }, stakes = 4 } }]
pairings = ["random", { white = "mcts:playouts=3", black = "random", games = 12 }]
opening = 2
[factors]
vagi = "+vagi"
die = ["", "+die=2", "+die=4"]

[limits]
turn_cap = 300
"#;

#[test]
fn games_with_endings_that_agents_look_up_are_repeated() {
    let folder = folder("endings-on-demand");
    let small = r#"
name = "looked-up"
seed = 3
games = 6
variants = [{ name = "small", base = "city-8", rules = { board = { files = 4, ranks = 5 } } }, "city-8+die=4"]
pairings = ["alphabeta:nodes=10,endgames=auto", "alphabeta:nodes=10"]
"#;
    let (file, out) = (write(&folder, small), folder.join("run"));
    run(&file, &out, &[]);
    let planned = support::succeeds(&["run", &file, "--out", &out.to_string_lossy(), "--dry-run", "--json"], "");
    let planned: serde_json::Value = serde_json::from_str(&planned).expect("it is JSON");
    let endings = |cell: usize| planned[cell]["tables"].as_array().map(Vec::len);
    assert!(endings(0) > Some(5), "{planned}");
    assert_eq!([1, 3].map(endings), [Some(0); 2], "no tables were asked for");
    assert_eq!(endings(2), Some(4), "of expectations: {planned}");
    let told = support::succeeds(&["status", &out.to_string_lossy(), "--verify"], "");
    assert!(told.contains("24"), "all games come out the same: {told}");
}

#[test]
fn the_tables_are_the_same_for_any_number_of_threads() {
    let folder = folder("threads");
    let file = write(&folder, SMALL);
    run(&file, &folder.join("one"), &["--threads", "1"]);
    run(&file, &folder.join("three"), &["--threads", "3"]);
    assert_same_tables(&folder.join("three"), &folder.join("one"));
}

#[test]
fn the_tables_are_the_same_on_every_path() {
    let folder = folder("paths");
    let text = r#"
name = "paths"
seed = 5
games = 300
variants = ["city-8", "poleis", "callen-double-capture-leader", "city-8+inciti+stakes=4", "lemery-petteia"]
pairings = ["random"]

[factors]
die = ["", "+die=3"]
"#;
    let file = write(&folder, text);
    let tables = |simd: &str| {
        let out = folder.join(simd);
        run(&file, &out, &["--simd", simd]);
        support::tables(&out)
    };
    let alone = tables("scalar");
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_supported() && *simd != Simd::Scalar) {
        assert!(tables(simd.name()) == alone, "{}", simd.name());
    }
}

#[test]
fn a_stopped_run_goes_on() {
    let folder = folder("resume");
    let file = write(&folder, SMALL);
    let (whole, broken) = (folder.join("whole"), folder.join("broken"));
    run(&file, &whole, &[]);
    run(&file, &broken, &[]);
    let mut parts: Vec<PathBuf> = fs::read_dir(broken.join("games"))
        .expect("the games are there")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    parts.sort();
    for part in parts.iter().step_by(3) {
        fs::rename(part, part.with_extension("parquet.whole.1-0.tmp")).expect("it can be renamed");
    }
    run(&file, &broken, &[]);
    assert_same_tables(&broken, &whole);
}

#[test]
fn an_experiment_of_another_name_is_not_mixed_in() {
    let folder = folder("mixed");
    let file = write(&folder, SMALL);
    let out = folder.join("out");
    run(&file, &out, &[]);
    let before = support::tables(&out);
    let other = write(&folder, &SMALL.replace("\"small\"", "\"smaller\""));
    let message = refused(&["run", &other, "--out", &out.to_string_lossy()], "");
    for part in ["holds the experiment `small`, but this is the experiment `smaller`", "--out"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(support::tables(&out) == before);
}

#[test]
fn another_seed_has_other_games_and_the_first_ones_are_kept() {
    let folder = folder("seeds");
    let file = write(&folder, SMALL);
    let (out, other) = (folder.join("out"), folder.join("other"));
    run(&file, &out, &[]);
    let before = support::tables(&out);
    run(&file, &out, &["--seed", "8"]);
    run(&file, &other, &["--seed", "8"]);
    for (name, bytes) in support::tables(&other) {
        assert!(fs::read(out.join(&name)).is_ok_and(|found| found == bytes), "{}", name.display());
    }
    run(&file, &out, &[]);
    for (name, bytes) in before {
        assert!(fs::read(out.join(&name)).is_ok_and(|found| found == bytes), "{}", name.display());
    }
}

#[test]
fn summary_and_figures_are_there() {
    let folder = folder("outputs");
    let file = write(&folder, SMALL);
    let out = folder.join("out");
    let table = run(&file, &out, &[]);
    assert!(table.contains("draw %") && table.contains("\n12 more cells and "), "{table}");
    let text = fs::read_to_string(out.join("report.md")).expect("the text is there");
    assert_eq!(text.matches("| mcts (3 playouts) v random | 12 |").count(), 12, "{text}");
    let csv = fs::read_to_string(out.join("summary.csv")).expect("the summary is there");
    assert_eq!(csv.lines().count(), 1 + 2 * 6 * 2);
    assert!(csv.lines().next().expect("a header").contains("factor_vagi,factor_die"), "{csv}");
    let last = ["variant", "base", "switches", "factor_vagi", "factor_die", "white", "black", "games"];
    let expected = ["six+vagi+die=4", "six", "vagi+die=4", "vagi", "die=4", "random", "random", "60"];
    assert_eq!(last.map(|name| support::rows(&out.join("summary.csv"))[22][name].clone()), expected);
    for figure in ["draw-rate", "outcomes", "lengths", "first-move-advantage", "squares-arrivals", "squares-losses"] {
        for extension in ["svg", "png"] {
            let path = out.join("figures").join(format!("{figure}.{extension}"));
            assert!(fs::metadata(&path).is_ok_and(|file| file.len() > 1000), "{}", path.display());
        }
    }
}

#[test]
fn wrong_experiments_are_refused_with_line_and_reason() {
    let stop = |rule: &str| format!("stop = {{ {rule} }}");
    let cases: [(&str, &str, &[&str]); 28] = [
        ("games = 60", "", &["neither `games` nor `stop`"]),
        (
            "games = 60",
            "games = 60\nstop = { metric = \"draw_rate\", half_width = 0.1, max_games = 9 }",
            &["toml:5", "both given"],
        ),
        ("games = 60", &stop("metric = \"draw\", half_width = 0.1, max_games = 9"), &["toml:4", "`draw_rate`"]),
        ("games = 60", &stop("metric = \"draw_rate\", half_width = 0.5, max_games = 9"), &["toml:4", "half_width"]),
        (
            "games = 60",
            &stop("metric = \"draw_rate\", against = \"city-9\", half_width = 0.1, max_games = 9"),
            &["toml:4", "no variant to compare with `city-9`"],
        ),
        ("games = 60", &stop("metric = \"draw_rate\", half_width = 0.1"), &["toml:4", "max_games"]),
        (
            "games = 60",
            &stop("metric = \"draw_rate\", half_width = 0.1, min_games = 10, max_games = 9"),
            &["toml:4", "more than `max_games`"],
        ),
        ("games = 60", "games = 60\nbudget = \"10\"", &["toml:5", "`budget` is \"10\"", "\"10m\""]),
        (
            "rules = { board = { files = 6, ranks = 6 },",
            "rules = { movement = \"slid\",",
            &["toml:5", "did you mean `slide`"],
        ),
        ("files = 6", "files = -6", &["experiment.toml:5", "`board.files` is -6; give a whole number from 1 to 24"]),
        ("name = \"six\"", "name = \"a/b\"", &["toml:5", "letters"]),
        ("vagi = \"+vagi\"", "vagi = \"+vagy\"", &["toml:9", "did you mean `vagi`"]),
        ("games = 60", "games = 4000000000000000000", &["toml:4", "at most"]),
        ("playouts=3", "playouts=3,playouts=4", &["toml:6", "twice"]),
        ("games = 60", "gamse = 60", &["experiment.toml:4", "gamse", "did you mean `games`"]),
        ("games = 60", "games = \"many\"", &["experiment.toml:4", "`games` is \"many\"; give a whole number"]),
        ("games = 60", "games = 0", &["experiment.toml:4", "at least 1"]),
        ("\"city-8\"", "\"city-8+vagy\"", &["experiment.toml:5", "did you mean `vagi`"]),
        ("\"city-8\"", "\"city-80\"", &["experiment.toml:5", "city-80"]),
        ("\"city-8\"", "\"city-8\", \"city-8\"", &["experiment.toml:5", "named twice"]),
        ("files = 6", "flies = 6", &["experiment.toml:5", "did you mean `files`"]),
        ("files = 6", "files = 60", &["experiment.toml:5", "give a whole number from 1 to 24"]),
        ("\"random\",", "\"rnadom\",", &["experiment.toml:6", "did you mean `random`"]),
        ("mcts:playouts=3", "mcts:playouts=0", &["experiment.toml:6", "at least 1"]),
        ("vagi = \"+vagi\"", "vagi = \"+hopeless=idle\"", &["experiment.toml:9", "`inciti`"]),
        ("vagi = \"+vagi\"", "vagi = [\"+vagi\"]", &["experiment.toml:9", "two levels"]),
        ("turn_cap = 300", "turn_cap = 0\nno_progress = 0\nrepetition = 0", &["might never end"]),
        ("name = \"small\"", "name = \"../small\"", &["experiment.toml:2", "letters"]),
    ];
    let folder = folder("refused");
    for (right, wrong, expected) in cases {
        let text = SMALL.replacen(right, wrong, 1);
        assert_ne!(text, SMALL, "{right}");
        let message = refused(&["run", &write(&folder, &text)], "");
        for part in expected {
            assert!(message.contains(part), "{wrong}: {message}");
        }
    }
}

#[test]
fn an_own_table_changes_only_what_it_names() {
    let folder = folder("merged");
    let own =
        r#"{ name = "wide", base = "lemery-petteia", rules = { board = { files = 16 }, leader = { jump = false } } }"#;
    let text = SMALL.replacen("\"city-8\"", own, 1).replacen("vagi = \"+vagi\"", "edge = \"+edge\"", 1);
    let text = text.replacen(", base = \"city-8+edge\"", "", 1);
    let file = write(&folder, &text);
    run(&file, &folder.join("out"), &["--games", "1"]);
    let told = support::succeeds(&["games", &format!("{file}:wide"), "--json"], "");
    let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
    let rules = &told["rules"];
    assert_eq!(rules["board"], serde_json::json!({ "files": 16, "ranks": 8 }));
    assert_eq!((&rules["leader"]["jump"], &rules["leader"]["lose"]), (&false.into(), &true.into()));
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_line() {
    let folder = folder("no-text");
    let path = folder.join("experiment.toml");
    fs::write(&path, b"name = \"x\"\nseed = \xFF\n").expect("the file can be written");
    let message = refused(&["run", &path.to_string_lossy()], "");
    assert!(message.contains("experiment.toml:2") && message.contains("UTF-8"), "{message}");
}

#[test]
fn the_experiments_of_the_project_can_be_planned() {
    let experiments = root().join("experiments");
    let mut count = 0;
    let folders = [experiments.clone(), experiments.join("replications")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("the experiments are there"));
    for path in entries.map(|entry| entry.expect("it can be listed").path()).filter(|path| path.is_file()) {
        if file_kind(&path) != FileKind::Experiment {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it can be read");
        let is_asked = text.starts_with("# ") && text.lines().next().is_some_and(|line| line.ends_with('?'));
        assert!(is_asked, "{}: a question on top", path.display());
        let experiment = Source::read(&path).and_then(ExperimentConfig::read).unwrap_or_else(|error| panic!("{error}"));
        let plan = Plan::new(&experiment, None, None).unwrap_or_else(|error| panic!("{error}"));
        count += 1;
        if plan.form == Form::Placements {
            continue;
        }
        // With random players, one game of each cell shows that its variant can be played.
        for planned in &plan.cells {
            let agents = BySide::from_fn(|_| AgentSpec::Random);
            Matchup { agents, ..planned.cell.matchup.clone() }.watch(1, &mut |_| ()).expect("no player is external");
        }
    }
    assert_eq!(count, 34, "all files but a fit");
}
