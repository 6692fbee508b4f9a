//! Folders of runs whose manifest or ledger is forged: what they say has all its sums right and is not so.

use std::fs;
use std::path::Path;

use petteia_simulator::store::Manifest;
use petteia_tables::{OutcomeCounts, Sha256};

use crate::damage::{Damage, READ_ALL, READ_SQUARES, Ward, ends, rewrite, text};
use crate::support::{assert_same_tables, copy_folder, folder, manifest, sealed_line, write};

/// Manifests that say something impossible and have all their sums right: the text that is replaced, the one that
/// replaces it, and what is said.
const FORGED: [(&str, &str, &str); 8] = [
    ("\"kind\": \"experiment\"", "\"kind\": \"puzzle\"", "puzzle"),
    ("games = 40", "games = 0", "games"),
    ("seed = 3", "seed = 4", "its games are not those that this program would play"),
    ("name = \\\"hurt\\\"", "name = \\\"../hurt\\\"", "name"),
    ("mcts:playouts=6,policy=none", "mtcs", "mtcs"),
    ("turn_cap = 60", "turn_cap = -60", "turn_cap"),
    ("\"cells\": [", "\"cells\": [], \"nothing\": [", "its games are not those that this program would play"),
    ("\"cells\": [", "\"cells\": [\"0\",", "hexadecimal"),
];

#[test]
fn an_impossible_manifest_is_refused_whatever_its_sums_are() {
    let ward = Ward::new("damage-forged");
    for (from, to, word) in FORGED {
        let forge = |d: &Damage| {
            rewrite(d.run, from, to);
            sum_again(d.run);
        };
        for said in ward.each_fails(to, forge, &READ_ALL) {
            assert!(said.contains("manifest.json") && said.contains(word), "{to}: {said}");
        }
    }
}

/// What a forged ledger says of the games of a part, given what the right one says.
type Forgery = fn(&OutcomeCounts) -> OutcomeCounts;

/// Counts that have the right sum and are not those of the games.
const MISCOUNTED: [(&str, Forgery); 3] = [
    ("all games drawn", |right| OutcomeCounts { draw_on_board: right.games(), ..OutcomeCounts::default() }),
    ("winners exchanged", |right| OutcomeCounts {
        white_on_board: right.black_on_board,
        black_on_board: right.white_on_board,
        white_adjudicated: right.black_adjudicated,
        black_adjudicated: right.white_adjudicated,
        ..*right
    }),
    ("adjudicated, not won on the board", |right| OutcomeCounts {
        white_on_board: 0,
        white_adjudicated: right.white(),
        black_on_board: 0,
        black_adjudicated: right.black(),
        ..*right
    }),
];

/// Changes all lines of a ledger that are about parts, and gives them the sums of their new texts.
fn forge_ledger(run: &Path, change: impl Fn(&mut serde_json::Value)) {
    let path = run.join("units/whole.log");
    let lines = fs::read_to_string(&path).expect("there is a ledger");
    let forged = |line: &str| {
        let mut entry: serde_json::Value = serde_json::from_str(&line[17..]).expect("it is JSON");
        if entry["part"].is_object() {
            change(&mut entry["part"]);
        }
        sealed_line(&entry.to_string())
    };
    fs::write(&path, lines.lines().filter(|line| !line.is_empty()).map(forged).collect::<String>())
        .expect("it can be written");
}

fn forge_outcomes(part: &mut serde_json::Value, forge: Forgery) {
    let right: OutcomeCounts = serde_json::from_value(part["outcomes"].clone()).expect("they are counts");
    part["outcomes"] = serde_json::to_value(forge(&right)).expect("they are counts");
}

#[test]
fn counts_of_a_ledger_that_are_not_those_of_the_games_are_found_out() {
    let ward = Ward::new("damage-counts");
    for (what, forge) in MISCOUNTED {
        let damage = |d: &Damage| forge_ledger(d.run, |part| forge_outcomes(part, forge));
        for said in ward.each_fails(what, damage, &READ_SQUARES) {
            assert!(said.contains("of its games, but its ledger counts others"), "{what}: {said}");
        }
        let run = ward.damaged(damage);
        let output = ends(&["merge", &text(&run)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("will be played again"), "{what}: {said}");
        // Another folder does not take them.
        let (run, joined) = (ward.damaged(damage), ward.folder.join("joined"));
        let _ = fs::remove_dir_all(&joined);
        let output = ends(&["merge", &text(&joined), &text(&run)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("its 10 games are left out"), "{what}: {said}");
        let run = ward.damaged(damage);
        let output = ends(&["run", &ward.file, "--out", &text(&run), "--quiet"]);
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        assert_same_tables(&run, &ward.folder.join("whole"));
    }
}

#[test]
fn a_line_of_a_ledger_that_no_program_can_have_written_does_not_count() {
    let ward = Ward::new("damage-lines");
    type Change = fn(&mut serde_json::Value);
    let forgeries: [(&str, Change); 4] = [
        ("more games than numbers", |part| part["outcomes"]["unfinished"] = 70.into()),
        ("games without end", |part| part["outcomes"]["draw_on_board"] = u64::MAX.into()),
        ("a commit with commands", |part| part["commit"] = "unknown\n\\input{/etc/passwd}".into()),
        ("files without end", |part| part["seals"] = vec![part["seals"][0].clone(); 3].into()),
    ];
    for (what, forge) in forgeries {
        for said in ward.each_fails(what, |d| forge_ledger(d.run, forge), &READ_ALL) {
            assert!(said.contains("is not in the ledgers of this folder"), "{what}: {said}");
        }
        ward.mended(what, |d| forge_ledger(d.run, forge));
    }
}

/// A search believes its ledger while it plays, and not at the end.
#[test]
fn a_search_is_not_misled_by_its_ledger() {
    let folder = folder("damage-search");
    let file = write(&folder, crate::search::SMALL);
    let (whole, forged) = (folder.join("whole"), folder.join("forged"));
    let search = |out: &Path| {
        let output = ends(&["search", &file, "--out", &text(out), "--quiet"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    search(&whole);
    copy_folder(&whole, &forged);
    forge_ledger(&forged, |part| forge_outcomes(part, MISCOUNTED[0].1));
    let said = search(&forged);
    assert!(said.contains("will be played again"), "{said}");
    let rulesets = |run: &Path| fs::read(run.join("rulesets.csv")).expect("it is there");
    assert_eq!(rulesets(&forged), rulesets(&whole));
}

/// A manifest whose version or commit would be commands of LaTeX on a line of its own.
#[test]
fn a_version_and_a_commit_cannot_hold_commands() {
    let ward = Ward::new("damage-commit");
    for (key, problem) in [("version", "its `version` is no version"), ("commit", "its `commit` is neither")] {
        for value in ["1\\n\\\\input{/etc/passwd}", "\\u001b[2J", "", "1 % }"] {
            let forge = |d: &Damage| {
                let right = manifest(d.run)[key].as_str().expect("a text").to_owned();
                rewrite(d.run, &format!("\"{key}\": \"{right}\""), &format!("\"{key}\": \"{value}\""));
            };
            for said in ward.each_fails(value, forge, &READ_ALL) {
                assert!(said.contains(problem) && !said.contains("passwd"), "{value}: {said}");
            }
        }
    }
}

/// Gives a manifest the sum that its question has, if it has the form of one.
fn sum_again(run: &Path) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let Ok(manifest) = serde_json::from_str::<Manifest>(&text) else { return };
    let question = serde_json::to_vec(&(&manifest.request, &manifest.cells)).expect("plain data");
    let sum = Sha256::of(&question).to_string();
    fs::write(path, text.replace(&manifest.question_sha256, &sum)).expect("it can be written");
}
