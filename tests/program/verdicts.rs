//! `petteia run` of an experiment with `[proofs]`: what is proved beside what was played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{self, folder, refused, succeeds, write};

const EXPERIMENT: &str = r#"
name = "small"
seed = 4
games = 30
variants = ["city-8-double", "city-8+vagi", "city-8+die=4", { name = "tiny", rules = { board = { files = 6, ranks = 6 } } }]
pairings = ["random"]

[proofs]
endings = ["2v1", "4v4"]
entries = 1_000_000
fortress = 4
camps = [{ ranks = 3, moves = 1 }]
last_positions = 6
"#;

fn verdicts(file: &str, out: &Path, more: &[&str]) -> String {
    let (tables, out) = (out.join("tables"), out.to_string_lossy());
    let tables = tables.to_string_lossy();
    succeeds(&[&["run", file, "--out", &out, "--tables", &tables, "--quiet"], more].concat(), "")
}

/// The rows of `verdicts.csv` by variant: the values by column.
fn rows(out: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let rows = support::rows(&out.join("verdicts.csv"));
    rows.into_iter().map(|row| (row["variant"].clone(), row)).collect()
}

#[test]
fn what_is_proved_stands_beside_what_was_played() {
    let folder = folder("verdicts");
    let (file, out) = (write(&folder, EXPERIMENT), folder.join("run"));
    let told = verdicts(&file, &out, &[]);
    assert!(told.contains("city-8-double") && told.contains("a draw"), "{told}");
    let rows = rows(&out);
    let cell = |variant: &str, column: &str| {
        rows[variant].get(column).unwrap_or_else(|| panic!("{column} of {:?}", rows[variant].keys())).as_str()
    };
    for side in ["white", "black"] {
        assert_eq!(cell("city-8-double", &format!("{side}_forces_within")), "1");
        assert_eq!(cell("city-8-double", &format!("{side}_cannot_lose")), "true");
        let certificate = out.join("proofs").join(cell("city-8-double", &format!("{side}_certificate")));
        let checked = succeeds(&["prove", "--check", &certificate.to_string_lossy()], "");
        assert!(checked.starts_with("verified: in city-8-double"), "{checked}");
    }
    assert_eq!(cell("city-8-double", "best_play"), "draw");
    assert_eq!(cell("city-8-double", "fortress_pieces"), "4");
    assert_eq!(cell("city-8-double", "games random"), "30");
    let looked_at: u32 = cell("city-8-double", "looked_at random").parse().expect("a count");
    let once_closed: u32 = cell("city-8-double", "once_closed random").parse().expect("a count");
    assert!(looked_at == 6 && once_closed >= 4, "{once_closed} of {looked_at}");
    // 2.06 % of two against one is won, the rest drawn; with vagi nothing is.
    assert!(cell("city-8-double", "ending_2v1_drawn").starts_with("0.979"));
    assert_eq!(cell("city-8+vagi", "ending_2v1_drawn"), "0.0");
    assert_eq!(cell("city-8+vagi", "best_play"), "no_fortress");
    assert!(cell("city-8+vagi", "white_not_covered").contains("vagi"));
    assert_eq!(cell("city-8+die=4", "ending_2v1_drawn"), "");
    assert_eq!(cell("tiny", "white_not_covered"), "", "a game of its own is covered like others");
    let page = fs::read_to_string(out.join("verdicts.md")).expect("it was written");
    for part in ["city-8-double (White within 1 move, Black within 1 move)", "not decided", "City", "petteia.commit"] {
        assert!(page.to_lowercase().contains(&part.to_lowercase()), "{part}: {page}");
    }
    let latex = fs::read_to_string(out.join("latex/verdicts.tex")).expect("it was written");
    assert!(latex.contains(r"\begin{longtable}") && latex.contains(r"city-8-double"), "{latex}");
    assert!(out.join("endings/figures/endgames.png").exists());
}

#[test]
fn answers_are_kept_and_damaged_ones_found_again() {
    let folder = folder("verdicts-again");
    let text = EXPERIMENT.replace(r#""city-8+vagi", "city-8+die=4", "#, "");
    let (file, out) = (write(&folder, &text), folder.join("run"));
    verdicts(&file, &out, &[]);
    let read = |name: &str| fs::read(out.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let first = [read("verdicts.csv"), read("verdicts.md"), read("proofs/city-8-double.white.json")];
    let kept = String::from_utf8(first[2].clone()).expect("it is text");
    let (question, answer) = kept.split_once("\"answer\"").expect("there is an answer");
    let marked = format!("{question}\"answer\"{}", answer.replace("\"moves\": 1", "\"moves\": 9"));
    fs::write(out.join("proofs/city-8-double.white.json"), &marked).expect("it can be written");
    verdicts(&file, &out, &[]);
    assert_eq!(rows(&out)["city-8-double"]["white_forces_within"], "9", "the kept answer is taken");
    fs::write(out.join("proofs/city-8-double.white.json"), &marked[..marked.len() / 2]).expect("it can be written");
    verdicts(&file, &out, &[]);
    let again = [read("verdicts.csv"), read("verdicts.md"), read("proofs/city-8-double.white.json")];
    assert!(first == again, "half a file answers nothing");
    let certificate = out.join("proofs/city-8-double.black.txt");
    fs::remove_file(&certificate).expect("it was there");
    verdicts(&file, &out, &[]);
    assert!(certificate.exists(), "a strategy without its certificate is found again");
}

#[test]
fn slips_are_told_where_they_are() {
    let folder = folder("verdicts-refused");
    let refused = |text: &str, more: &[&str]| {
        let file = write(&folder, text);
        let out = folder.join("run").to_string_lossy().into_owned();
        refused(&[&["run", &file, "--out", &out, "--quiet"], more].concat(), "")
    };
    let told = refused(&EXPERIMENT.replace("4v4", "4w4"), &[]);
    assert!(told.contains("experiment.toml:9") && told.contains("4w4"), "{told}");
    assert!(
        refused(&EXPERIMENT.replace("moves = 1", "move = 1"), &[])
            .contains("there is no key `move` here; did you mean `moves`?")
    );
}

#[test]
fn shards_prove_nothing_and_the_whole_run_proves_after_them() {
    let folder = folder("verdicts-shards");
    let (file, out) = (write(&folder, EXPERIMENT), folder.join("run"));
    verdicts(&file, &out, &["--shard", "1/2"]);
    verdicts(&file, &out, &["--shard", "2/2"]);
    verdicts(&file, &out, &["--no-proofs"]);
    assert!(out.join("report.md").exists() && !out.join("verdicts.csv").exists());
    let told = verdicts(&file, &out, &[]);
    assert!(told.contains("a draw") && out.join("verdicts.csv").exists(), "{told}");
}

#[test]
fn limits_of_growing_budgets_stand_beside_what_is_proved() {
    let folder = folder("verdicts-ladder");
    let text = r#"
name = "ladder"
seed = 4
games = 20
variants = ["city-8-double"]

[ladder]
agent = "alphabeta:nodes={}"
first = 4
doublings = 4

[proofs]
fortress = 4
camps = [{ ranks = 3, moves = 1 }]
last_positions = 6
"#;
    let (file, out) = (write(&folder, text), folder.join("run"));
    verdicts(&file, &out, &[]);
    let page = fs::read_to_string(out.join("verdicts.md")).expect("there is a page");
    let (_, budgets) = page.split_once("## What do growing budgets suggest?").expect("there is a section");
    assert!(budgets.trim_start().starts_with("- city-8-double is a proven draw with best play; "), "{budgets}");
}
