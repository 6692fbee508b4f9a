//! `petteia run` with an endgame test: agents in endings whose value is known.

use std::fs;

use petteia_simulator::Source;
use petteia_simulator::experiment::{ExperimentConfig, Plan};

use crate::support::{folder, refused, root, rows, succeeds};

const FILE: &str = r#"
name = "small"
seed = 3
placements = 40
endings = ["city-8+edge 2v1", "city-8+vagi 2v1"]
agents = ["random", "alphabeta:nodes=30", "alphabeta:nodes=30,endgames=3"]
"#;

#[test]
fn tables_keep_every_value_and_chance_does_not() {
    let folder = folder("exam");
    let file = folder.join("exam.toml");
    fs::write(&file, FILE).expect("the file can be written");
    let run = |out: &str, threads: &str| {
        let (file, out) = (file.to_string_lossy().into_owned(), folder.join(out));
        let tables = folder.join("tables").to_string_lossy().into_owned();
        let told = succeeds(
            &["run", &file, "--out", &out.to_string_lossy(), "--tables", &tables, "--threads", threads, "--quiet"],
            "",
        );
        assert!(told.contains("city-8+edge 2v1") && told.contains("critical"), "{told}");
        for written in ["exams.parquet", "exams.csv-metadata.json", "figures/exams.svg", "figures/exams.pdf"] {
            assert!(out.join(written).is_file(), "{written}");
        }
        rows(&out.join("exams.csv"))
    };
    let rows = run("one", "1");
    assert_eq!(rows, run("two", "2"), "threads do not matter");
    let number = |name: &str| rows.iter().map(|row| row[name].parse().expect(name)).collect::<Vec<u64>>();
    assert_eq!(number("games"), [40; 6]);
    let (critical, kept, drawn, exact) =
        (number("contested"), number("best_moves"), number("drawn"), number("drawn_by_tables"));
    for ending in [0, 3] {
        let [random, tables] = [ending, ending + 2];
        assert!(kept[random] < critical[random], "{rows:?}");
        assert_eq!(kept[tables], critical[tables], "{rows:?}");
        assert_eq!(drawn[tables], exact[tables], "{rows:?}");
        assert_eq!(exact[random], exact[tables], "all agents get the same placements");
    }
}

#[test]
fn the_ready_made_endgame_test_is_right() {
    let path = root().join("experiments/endings.toml");
    let experiment = Source::read(&path).and_then(ExperimentConfig::read).expect("the file is right");
    let plan = Plan::new(&experiment, None, None).expect("the file is right");
    assert_eq!(plan.endings().count(), 6);
}

#[test]
fn what_cannot_be_examined_is_refused_with_the_place() {
    let folder = folder("exam-refused");
    let told = |from: &str, to: &str| {
        let file = folder.join("exam.toml");
        fs::write(&file, FILE.replace(from, to)).expect("the file can be written");
        refused(&["run", &file.to_string_lossy(), "--out", &folder.join("out").to_string_lossy()], "")
    };
    assert!(told("city-8+vagi 2v1", "city-8+vagi").contains("write a game and its pieces"));
    assert!(told("city-8+vagi 2v1", "city-8+die=4 2v1").contains("with a die"));
    assert!(told("city-8+vagi 2v1", "city-8 9v1").contains("starts with 8"));
    assert!(
        told("city-8+vagi 2v1", "callen-double-petteia 3v1").contains("with so few pieces the game is always over")
    );
    assert!(told("city-8+vagi 2v1", "own 2v1").contains("no game `own`"));
    assert!(told("placements = 40", "placements = 0").contains("give 1 to "));
    assert!(told("\"random\"", "\"randm\"").contains("did you mean `random`"));
    assert!(!folder.join("out").exists(), "nothing was begun");
}
