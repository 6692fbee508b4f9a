//! Matches, handicaps, depths, tournaments and endgame tests that are asked again: no game is played twice, and more games are
//! added to those that are there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{cache, folder, petteia, succeeds, tables};

const TOURNAMENT: &str =
    "name = \"cup\"\nseed = 1\ngames = [\"city-8+edge\"]\nagents = [\"random\", \"greedy\"]\npairs = 20\n";
const EXAM: &str = "name = \"endings\"\nseed = 3\nplacements = 30\nendings = [\"city-8+edge 2v1\"]\nagents = [\"random\", \"greedy\"]\n";

/// A question and a larger one with the same games and more.
struct Case {
    name: &'static str,
    small: Vec<String>,
    large: Vec<String>,
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

/// The commands that take no file, with a seed.
fn commands(seed: u32) -> Vec<Case> {
    let case = |name, start: &str, small: &str, large: &str| Case {
        name,
        small: words(&format!("{start} {small}")),
        large: words(&format!("{start} {large}")),
    };
    let duel = |seed: u32| format!("match mcts:playouts=3 random --game city-8+edge+turn_cap=60 --seed {seed}");
    let game = "city-8+vagi+turn_cap=60";
    let greedy = format!("match greedy --game {game} --seed {seed}");
    let searching = format!("match alphabeta:nodes=5 --game {game} --seed {seed}");
    vec![
        case("match", &duel(seed), "--games 40", "--games 100"),
        case("sprt", &duel(seed + 1), "--sprt 0,30 --max-games 20", "--sprt 0,30 --max-games 60"),
        case("handicap", &greedy, "--handicap 1 --games 20", "--handicap 2 --games 60"),
        case("first moves", &greedy, "--first-moves --games 2", "--first-moves --games 4"),
        case("doublings", &searching, "--doublings 2 --games 20", "--doublings 3 --games 60"),
    ]
}

/// The commands that take a file, which are written into a folder.
fn files(folder: &Path) -> Vec<Case> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("the file can be written");
        path.to_string_lossy().into_owned()
    };
    let tables = folder.join("tables").to_string_lossy().into_owned();
    let run = |file: String| ["run", &file, "--tables", &tables].map(str::to_owned).to_vec();
    let more =
        TOURNAMENT.replace("pairs = 20", "pairs = 30").replace("\"greedy\"]", "\"greedy\", \"mcts:playouts=2\"]");
    let longer = EXAM.replace("placements = 30", "placements = 70").replace("2v1\"", "2v1\", \"city-8+vagi 2v1\"");
    let case = |name: &'static str, small: &str, large: &str| Case {
        name,
        small: run(write(&format!("{name}.toml"), small)),
        large: run(write(&format!("{name}-more.toml"), large)),
    };
    vec![case("tournament", TOURNAMENT, &more), case("exam", EXAM, &longer)]
}

/// Standard output and standard error of a command that must succeed.
fn told(command: &[String], out: Option<&Path>) -> (String, String) {
    let out = out.map(|out| out.to_string_lossy().into_owned());
    let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    arguments.extend(out.iter().flat_map(|out| ["--out", out]));
    let output = petteia(&arguments, "");
    let [printed, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(output.status.success(), "{arguments:?}: {said}");
    // How long decisions took is measured, and folders have names.
    let is_same = |line: &&str| !line.starts_with("time ") && !line.contains('/');
    (printed.lines().filter(is_same).collect::<Vec<_>>().join("\n"), said)
}

fn ledger(folder: &Path) -> String {
    fs::read_to_string(folder.join("units/whole.log")).expect("there is a ledger")
}

/// All that a folder says, without its parts: they may be divided in another way.
fn answer(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let is_part = |name: &Path| name.parent() == Some(Path::new("games"));
    tables(folder).into_iter().filter(|(name, _)| !is_part(name)).collect()
}

#[test]
fn nothing_is_played_again_and_more_is_added() {
    let folder = folder("again-out");
    for Case { name, small, large } in commands(31).into_iter().chain(files(&folder)) {
        let (out, whole) = (folder.join(name), folder.join(format!("{name}-at-once")));
        let (first, _) = told(&small, Some(&out));
        let (written, before) = (ledger(&out), tables(&out));
        let (second, said) = told(&small, Some(&out));
        assert_eq!(second, first, "{name}");
        assert!(said.contains("played 0 games"), "{name}: {said}");
        assert_eq!(ledger(&out), written, "{name}: nothing is played");
        assert!(tables(&out) == before, "{name}");
        let (grown, said) = told(&large, Some(&out));
        let is_said = said.contains(" were there already") || name == "exam";
        assert!(is_said && !said.contains("played 0 games"), "{name}: {said}");
        assert!(ledger(&out).starts_with(&written), "{name}: nothing is forgotten");
        assert_eq!(grown, told(&large, Some(&whole)).0, "{name}");
        let (found, expected) = (answer(&out), answer(&whole));
        for ((name, found), (_, expected)) in found.iter().zip(&expected) {
            assert!(found == expected, "{} differs", name.display());
        }
        assert_eq!(found.len(), expected.len(), "{name}");
    }
}

#[test]
fn what_a_file_asks_is_shown_without_playing() {
    let folder = folder("again-dry");
    for Case { name, small, large } in files(&folder) {
        let out = folder.join(name);
        let place = out.to_string_lossy();
        let dry = |command: &[String]| {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            succeeds(&[&words, &["--out", &place, "--dry-run"][..]].concat(), "")
        };
        assert!(dry(&small).contains(" games, 0 of them in ") && !out.exists(), "{name}");
        told(&small, Some(&out));
        let before = (tables(&out), ledger(&out));
        let planned = dry(&large);
        assert!(planned.contains(" of them in ") && !planned.contains(" games, 0 of them in "), "{name}: {planned}");
        assert!((tables(&out), ledger(&out)) == before, "{name}");
    }
}

#[test]
fn the_cache_keeps_games_without_a_folder() {
    // No other test uses this seed.
    for Case { name, small, large } in commands(51) {
        let (first, said) = told(&small, None);
        assert!(said.contains("played ") && !said.contains("already"), "{name}: {said}");
        let (second, said) = told(&small, None);
        assert!(second == first && said.contains("played 0 games; "), "{name}: {said}");
        let (_, said) = told(&large, None);
        assert!(!said.contains("played 0 games"), "{name}: {said}");
    }
    assert!(fs::read_dir(cache().join("games")).expect("the games are there").count() >= 4);
}

#[test]
fn games_that_time_decides_are_not_kept() {
    let duel = ["match", "alphabeta:ms=1", "random", "--game", "city-8+turn_cap=20", "--games", "2"];
    for _ in 0..2 {
        let said = String::from_utf8(petteia(&duel, "").stderr).expect("text");
        assert!(said.contains("played 2 games") && !said.contains("already"), "{said}");
    }
}

#[test]
fn a_match_with_another_test_uses_the_same_games() {
    let folder = folder("again-sprt");
    let out = folder.join("out").to_string_lossy().into_owned();
    let duel =
        ["match", "mcts:playouts=3", "random", "--game", "city-8+edge+turn_cap=60", "--seed", "4", "--out", &out];
    succeeds(&[&duel[..], &["--games", "200"]].concat(), "");
    let ledger_before = ledger(Path::new(&out));
    let told = succeeds(&[&duel[..], &["--sprt", "0,200", "--max-games", "200"]].concat(), "");
    assert!(told.contains("SPRT"), "{told}");
    assert_eq!(ledger(Path::new(&out)), ledger_before, "the first games are the same");
}
