//! `[ladder]` in an experiment: what growing budgets say about perfect play.

use std::fs;

use crate::support::{folder, refused, rows, succeeds};

const FILE: &str = r#"
name = "ladder"
seed = 3
games = 200
variants = ["city-8", "poleis"]
opening = 6
[ladder]
agent = "alphabeta:nodes={}"
first = 4
doublings = 5
"#;

#[test]
fn a_ladder_says_what_it_knows_of_perfect_play() {
    let folder = folder("ladder");
    let (file, out) = (folder.join("ladder.toml"), folder.join("out"));
    fs::write(&file, FILE).expect("the file can be written");
    succeeds(&["run", &file.to_string_lossy(), "--out", &out.to_string_lossy(), "--quiet"], "");
    let report = fs::read_to_string(out.join("report.md")).expect("there is a report");
    // A theorem about the start is no value of games that begin elsewhere.
    let best = report.lines().find(|line| line.contains("city-8: what draws approach")).expect(&report);
    assert!(best.contains("poleis: "), "{best}");
    assert!(report.contains("four times the budget"), "{report}");
    assert!(report.contains("was not tested for these agents or for ladders this short"), "{report}");
    assert!(report.contains("city-8 is a proven draw with best play from its start position."), "{report}");
    assert!(report.contains("Strongest player (alphabeta, 128 positions): draws "), "{report}");
    let rows = rows(&out.join("limits.csv"));
    assert_eq!(rows.len(), 4, "{rows:?}");
    let quantities = ["draws", "white_score"];
    for (row, (variant, quantity)) in
        rows.iter().zip(["city-8", "poleis"].iter().flat_map(|game| quantities.map(|of| (game, of))))
    {
        let expected = [*variant, "alphabeta: positions per decision", quantity];
        assert_eq!(["variant", "agent", "quantity"].map(|name| row[name].as_str()), expected);
    }
    assert!(rows.iter().all(|row| row["unequal_budgets"] == "4"), "{rows:?}");
    assert_ne!(rows[0]["evidence"], "proved");
    assert_eq!(rows[0]["proved"], "");
    // Games between unequal budgets are kept, but only limits show them.
    assert_eq!(self::rows(&out.join("summary.csv")).len(), 2 * (6 + 8));
    assert!(!report.contains("128 positions v "), "{report}");
    for name in ["limit-draws", "limit-score"] {
        assert!(out.join(format!("figures/{name}.svg")).is_file(), "{name}");
    }
}

#[test]
fn a_ladder_that_is_none_is_refused_with_its_line() {
    let folder = folder("ladder-refused");
    let told = |from: &str, to: &str| {
        let file = folder.join("ladder.toml");
        fs::write(&file, FILE.replace(from, to)).expect("the file can be written");
        refused(&["run", &file.to_string_lossy(), "--out", &folder.join("out").to_string_lossy()], "")
    };
    for (from, to, line, reason) in [
        ("nodes={}", "nodes=9", 8, "has no place for the budget"),
        ("nodes={}", "node={}", 7, "did you mean `nodes`"),
        ("first = 4", "first = 0", 9, "give 1 to "),
        ("doublings = 5", "doublings = 2", 10, "give 4 to "),
        ("doublings = 5", "doubling = 5", 10, "did you mean `doublings`"),
    ] {
        let message = told(from, to);
        assert!(message.contains(&format!("ladder.toml:{line}:")) && message.contains(reason), "{to}: {message}");
    }
    let message = told("[ladder]\nagent = \"alphabeta:nodes={}\"\nfirst = 4\ndoublings = 5\n", "");
    assert!(message.contains("add a `[ladder]`"), "{message}");
}
