//! `petteia compare` and `petteia report`: what is compared with what, what is refused, and what a report writes.

use std::fs;
use std::path::Path;

use crate::support::{folder, refused, succeeds, unwrapped};

/// Plays an experiment of random games into a folder.
fn play(folder: &Path, name: &str, variants: &str, more: &str) -> String {
    let file = folder.join(format!("{name}.toml"));
    let text =
        format!("name = \"{name}\"\nseed = 5\ngames = 400\nvariants = {variants}\npairings = [\"random\"]\n{more}");
    fs::write(&file, text).expect("it can be written");
    let out = folder.join(name).to_string_lossy().into_owned();
    succeeds(&["run", &file.to_string_lossy(), "--out", &out, "--quiet"], "");
    out
}

#[test]
fn variants_of_a_run_are_put_side_by_side() {
    let folder = folder("compare-variants");
    let run = play(&folder, "both", r#"["city-8", "city-8+vagi"]"#, "");
    let out = folder.join("out");
    let printed = succeeds(
        &["compare", &format!("{run}:city-8"), &format!("{run}:city-8+vagi"), "--out", &out.to_string_lossy()],
        "",
    );
    let line = |name: &str| printed.lines().find(|line| line.trim().starts_with(name)).expect("it is told").to_owned();
    let columns: Vec<String> = line("B − A").split(']').map(str::to_owned).collect();
    let is_starred: Vec<bool> = columns[1..].iter().map(|after| after.starts_with('*')).collect();
    assert_eq!(is_starred, [true, false, true], "draws, first move, length: {printed}");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert!(line("draws %").ends_with("mean plies"), "{printed}");
    let table = fs::read_to_string(out.join("comparisons.csv")).expect("it is written");
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(
        table.contains("draws,") && table.contains("first_move_difference,") && table.contains("length,"),
        "{table}"
    );
}

/// A run alone compares all its variants with the first; variants go by their names or labels.
#[test]
fn variants_are_named_by_labels() {
    let folder = folder("compare-labels");
    let variants = r#"[{ game = "city-8", label = "plain: old" }, "city-8+vagi", "city-8+edge"]"#;
    let run = play(&folder, "all", variants, "");
    let named =
        |name: &str| unwrapped(&succeeds(&["compare", &format!("{run}:{name}"), &format!("{run}:city-8+vagi")], ""));
    let both = named("plain: old");
    assert!(both.starts_with("A: plain: old, random"), "{both}");
    assert_eq!(named("city-8"), both.replace(":plain: old", ":city-8"));
    let all = unwrapped(&succeeds(&["compare", &run], ""));
    assert!(all.contains("B: city-8+vagi") && all.contains("C: city-8+edge") && all.contains("C − A"), "{all}");
    assert_eq!(all.matches("draws %").count(), 1, "one table: {all}");
    assert!(refused(&["compare", &format!("{run}:zebra")], "").contains("it has plain: old, city-8+vagi"));
}

#[test]
fn the_same_games_do_not_differ() {
    let folder = folder("compare-same");
    let [a, b] = ["a", "b"].map(|name| play(&folder, name, r#"["city-8+edge", "city-8+vagi"]"#, ""));
    let printed = succeeds(&["compare", &a, &b], "");
    assert_eq!(unwrapped(&printed).matches("the same games").count(), 2, "{printed}");
    assert!(!printed.contains("draws %") && !printed.contains("significant"), "{printed}");
    let printed = succeeds(&["compare", &a, &again(&folder, "fewer", &["--games", "100"])], "");
    assert_eq!(unwrapped(&printed).matches("the 100 are among the 400").count(), 2, "{printed}");
}

#[test]
fn what_only_one_run_has_is_named() {
    let folder = folder("compare-only");
    let a = play(&folder, "a", r#"["city-8", "city-8+vagi"]"#, "");
    let b = play(&folder, "b", r#"["city-8+edge", "city-8"]"#, "");
    let printed = unwrapped(&succeeds(&["compare", &a, &b], ""));
    assert!(printed.contains(&format!("Only in {a}, not in {b}: city-8+vagi.")), "{printed}");
    assert!(printed.contains(&format!("Only in {b}, not in {a}: city-8+edge.")), "{printed}");
}

#[test]
fn a_report_shows_the_chosen_cells_in_their_order() {
    let folder = folder("report-only");
    let run = play(&folder, "a", r#"["city-8", "city-8+vagi", "city-8+edge"]"#, "");
    let report = ["report", &run, "--quiet", "--no-html", "--sample", "0"];
    let printed = succeeds(&[&report[..], &["--only", "city-8+edge", "city-8", "--order", "city-8+edge"]].concat(), "");
    let place = |name: &str| printed.lines().position(|line| line.starts_with(name));
    assert!(place("+edge ") < place("city-8 ") && place("city-8 ").is_some(), "{printed}");
    assert!(place("+vagi ").is_none(), "{printed}");
    let summary = fs::read_to_string(Path::new(&run).join("summary.csv")).expect("it is written");
    assert_eq!(summary.lines().count(), 4, "{summary}");
    let problem = refused(&[&report[..], &["--only", "city-9"]].concat(), "");
    assert!(problem.contains("no variant and no agent `city-9`"), "{problem}");
}

/// The experiment `a`, played otherwise.
fn again(folder: &Path, name: &str, more: &[&str]) -> String {
    let (file, out) = (folder.join("a.toml"), folder.join(name));
    let (file, out) = (file.to_string_lossy(), out.to_string_lossy().into_owned());
    succeeds(&[&["run", &file, "--out", &out, "--quiet"], more].concat(), "");
    out
}

#[test]
fn runs_of_another_seed_are_compared() {
    let folder = folder("compare-seeds");
    let a = play(&folder, "a", r#"["city-8+edge", "city-8+vagi"]"#, "");
    let printed = succeeds(&["compare", &a, &again(&folder, "b", &["--seed", "6"])], "");
    let differences: Vec<&str> = printed.lines().filter(|line| line.starts_with("B − A")).collect();
    assert!(differences.len() == 2 && !differences.concat().contains('*'), "{printed}");
    assert!(unwrapped(&printed).contains("over 2 pairs of runs (Holm)"), "{printed}");
}

#[test]
fn a_run_that_is_not_complete_is_told_as_such() {
    let folder = folder("report-open");
    let file = folder.join("open.toml");
    let pairings = r#"pairings = ["mcts:playouts=6,policy=none"]"#;
    fs::write(&file, format!("name = \"open\"\nseed = 5\ngames = 40\nvariants = [\"city-8\", \"poleis\"]\n{pairings}"))
        .expect("it can be written");
    let out = folder.join("open").to_string_lossy().into_owned();
    succeeds(&["run", &file.to_string_lossy(), "--out", &out, "--quiet", "--shard", "1/2"], "");
    let expected = "This run is not complete: 40 of 80 planned games have been played.";
    let printed = succeeds(&["report", &out, "--quiet", "--sample", "1"], "");
    assert!(printed.starts_with(expected), "{printed}");
    for name in ["report.md", "report.html", "figures/captions.md", "figures/draw-rate.svg", "latex/methods.tex"] {
        let text = fs::read_to_string(Path::new(&out).join(name)).unwrap_or_else(|_| panic!("{name} is missing"));
        assert!(text.contains(expected), "{name}");
        assert!(!text.contains("fixed beforehand"), "{name}");
    }
    let printed = unwrapped(&succeeds(&["compare", &format!("{out}:city-8"), &format!("{out}:poleis")], ""));
    assert_eq!(printed.matches("not complete: 40 of 80 planned games have been played").count(), 2, "{printed}");
}

#[test]
fn what_was_played_otherwise_is_refused_unless_told_to() {
    let folder = folder("compare-refused");
    let usual = play(&folder, "usual", r#"["city-8+vagi"]"#, "");
    let short = play(&folder, "short", r#"["city-8+vagi"]"#, "[limits]\nno_progress = 50\n");
    let other = play(&folder, "other", r#"["poleis", "city-12"]"#, "");
    let message = refused(&["compare", &usual, &short], "");
    assert!(message.contains("no_progress is 200 and 50") && message.contains("--anyway"), "{message}");
    assert!(succeeds(&["compare", &usual, &short, "--anyway"], "").contains("draws %"));
    let message = refused(&["compare", &usual, &other], "");
    assert!(message.contains("no variant and agents in common"), "{message}");
    let message = refused(&["compare", &usual, &format!("{other}:city-8")], "");
    assert!(message.contains("no games of `city-8`") && message.contains("poleis, city-12"), "{message}");
    assert!(refused(&["compare", &usual], "").contains("name another run"));
    assert!(refused(&["compare", &usual, &folder.join("none").to_string_lossy()], "").contains("none"));
}

#[test]
fn a_report_says_what_it_found_and_writes_it_for_a_paper() {
    let folder = folder("report-text");
    let run = play(&folder, "text", r#"["city-8"]"#, "[factors]\nvagi = \"+vagi\"\nedge = \"+edge\"\n");
    let printed = unwrapped(&succeeds(&["report", &run, "--sample", "20", "--quiet"], ""));
    assert!(printed.contains("draws fall from ") && printed.contains(" with vagi, by 96 points ["), "{printed}");
    let read =
        |name: &str| fs::read_to_string(Path::new(&run).join(name)).unwrap_or_else(|_| panic!("{name} is missing"));
    let markdown = read("report.md");
    assert!(
        markdown.contains("1,600 games were played: 4 variants of the rules, all by the same agents."),
        "{markdown}"
    );
    assert!(markdown.contains("`petteia run FILE`"), "{markdown}");
    assert!(!markdown.contains(&*folder.to_string_lossy()), "a path of this machine: {markdown}");
    let effects = read("effects.csv");
    let of = |quantity: &str| effects.lines().filter(|line| line.contains(&format!(",{quantity},"))).count();
    assert_eq!(["draws", "score", "length"].map(of), [3, 2, 2], "two rules, and what they do together: {effects}");
    assert!(markdown.contains("Of the variation in the share of draws between the 4 variants"), "{markdown}");
    let metrics = read("metrics.csv");
    let drama = metrics.lines().filter(|line| line.contains(",drama,")).count();
    // Only with vagi are all twenty games decided.
    assert_eq!(drama, 2, "{metrics}");
    assert!(metrics.lines().any(|line| line.contains(",stability,") && line.ends_with(",20,true")), "{metrics}");
    for name in ["report", "findings", "cells", "effects", "figures", "methods"] {
        read(&format!("latex/{name}.tex"));
    }
    for figure in ["draw-rate", "survival", "effects", "importance"] {
        assert!(Path::new(&run).join(format!("figures/{figure}.pdf")).exists(), "{figure}");
    }
}
