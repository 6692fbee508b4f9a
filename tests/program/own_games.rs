//! A game of one's own, from its file through every command.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{folder, program, refused, succeeds, unwrapped};

/// A game on nine files and nine ranks, with its leader on a chosen square.
const NINE: &str = "\
name = \"nine\"
base = \"city-8+edge\"

[rules]
board = { files = 9, ranks = 9 }
leader = { start = \"e1\", capture = \"four-sided\", lose = true }
limits.turn_cap = 60
";

/// A small board that starts from a position.
const SMALL: &str = "\
name = \"small\"

[rules]
board = { files = 5, ranks = 4 }
setup.position = \"sss1s/5/5/S1SSS\"
limits = { turn_cap = 60, repetition = 3 }
";

/// An experiment with two games of its own, one of them in another file.
const QUESTION: &str = "\
name = \"question\"
seed = 1
games = 20
variants = [
    \"games/nine.toml+vagi\",
    { name = \"ten\", base = \"city-8\", rules = { board = { files = 10, ranks = 10 } } },
]
pairings = [\"random\"]
limits.turn_cap = 50
";

/// A folder with the files.
fn files(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::create_dir(folder.join("games")).expect("the folder can be made");
    for (name, text) in [("games/nine.toml", NINE), ("games/small.toml", SMALL), ("question.toml", QUESTION)] {
        fs::write(folder.join(name), text).expect("the file can be written");
    }
    folder
}

/// Standard output of a call in a folder, which must succeed.
fn in_folder(folder: &Path, call: &str) -> String {
    let output = program().args(call.split(' ')).current_dir(folder).output().expect("the program starts");
    assert!(output.status.success(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

#[test]
fn a_game_in_a_file_is_shown_explained_and_counted() {
    let folder = files("own-show");
    let nine = path(&folder, "games/nine.toml");
    let shown = succeeds(&["show", &nine], "");
    assert!(shown.contains("9  ● ● ● ● ▲ ● ● ● ●") && shown.contains("1  ○ ○ ○ ○ △ ○ ○ ○ ○"), "{shown}");
    let rules = unwrapped(&succeeds(&["games", &nine], ""));
    assert!(rules.starts_with("nine ") && rules.contains("White's is on e1, Black's on e9"), "{rules}");
    assert!(rules.contains("White's 8 stones and its leader fill rank 1"), "{rules}");
    let switched = unwrapped(&succeeds(&["games", &format!("{nine}+vagi")], ""));
    assert!(switched.starts_with("nine+vagi ") && switched.contains(" Vagi "), "{switched}");
    let same = |depth: &str| {
        let template = folder.join("template.toml");
        fs::write(&template, succeeds(&["games", &nine, "--toml"], "")).expect("the template can be written");
        let count = |game: &str| succeeds(&["perft", game, "--depth", depth], "");
        assert_eq!(count(&nine), count(&template.to_string_lossy()));
    };
    same("2");
    let moves =
        succeeds(&["show", &nine, "--moves", "--fen", "-"], "sssslssss/9/9/9/9/9/9/9/SSSSLSSSS w 0,0 0,0 0 0\n");
    assert!(moves.contains("\"move\":\"e1-e8\""), "{moves}");
}

#[test]
fn a_variant_of_an_experiment_is_a_game_with_its_limits() {
    let folder = files("own-variant");
    let ten = path(&folder, "question.toml:ten");
    let rules = unwrapped(&succeeds(&["games", &format!("{ten}+edge")], ""));
    assert!(rules.starts_with("ten+edge ") && rules.contains("10 ranks and 10 files"), "{rules}");
    assert!(rules.contains("after 50 turns"), "{rules}");
    let wrong = refused(&["games", &path(&folder, "question.toml:eleven")], "");
    assert!(wrong.contains("question.toml:ten"), "{wrong}");
}

#[test]
fn games_in_files_are_played_and_can_be_lost_afterwards() {
    let folder = files("own-run");
    in_folder(&folder, "run question.toml --quiet");
    let summary = fs::read_to_string(folder.join("runs/question/summary.csv")).expect("there is a summary");
    assert!(summary.contains("\nnine+vagi,") || summary.contains(",nine+vagi,"), "{summary}");
    fs::remove_dir_all(folder.join("games")).expect("the files can be removed");
    fs::remove_file(folder.join("question.toml")).expect("the file can be removed");
    let verified = in_folder(&folder, "status runs/question --verify --games 10");
    assert!(verified.contains("10 games"), "{verified}");
    in_folder(&folder, "report runs/question --quiet --sample 2");
    let replayed = in_folder(&folder, "replay runs/question --cell 0 --game 3");
    assert!(replayed.contains("nine+vagi"), "{replayed}");
    in_folder(&folder, "status runs/question --experiment again.toml");
    let experiment = fs::read_to_string(folder.join("again.toml")).expect("it is written");
    assert!(experiment.contains("name = \"nine\"") && experiment.contains("switches = \"+vagi\""), "{experiment}");
    in_folder(&folder, "run again.toml --out runs/again --quiet");
    let again = fs::read_to_string(folder.join("runs/again/summary.csv")).expect("there is a summary");
    let rows = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&again), rows(&summary));
}

#[test]
fn contests_benchmarks_and_proofs_take_files() {
    let folder = files("own-contests");
    let told = in_folder(&folder, "match random greedy --game games/nine.toml --games 4 --quiet");
    assert!(told.contains("nine, openings of"), "{told}");
    let speeds = in_folder(&folder, "bench games/small.toml --seconds 0.02");
    assert!(speeds.contains("small"), "{speeds}");
    let tournament = "name = \"cup\"\nseed = 1\ngames = [\"games/small.toml\", \"city-8+turn_cap=20\"]\n\
                      agents = [\"random\", \"greedy\"]\npairs = 2\n";
    fs::write(folder.join("cup.toml"), tournament).expect("the file can be written");
    assert!(in_folder(&folder, "run cup.toml --quiet").contains("greedy"));
    let handicap = "match random --game games/small.toml --handicap 1 --games 4 --quiet";
    assert!(in_folder(&folder, handicap).contains("White's score"));
    let solved = in_folder(&folder, "prove games/small.toml --pieces 2v1 --quiet");
    assert!(solved.contains("3420") && folder.join("endgames/small").is_dir(), "{solved}");
    let probed = in_folder(&folder, "prove games/small.toml --smallest");
    assert!(probed.contains("White"), "{probed}");
}

#[test]
fn a_certificate_of_an_own_game_stands_alone() {
    let folder = files("own-force");
    let wide = "name = \"wide\"\n[rules]\nboard.ranks = 9\n";
    fs::write(folder.join("wide.toml"), wide).expect("the file can be written");
    let told = in_folder(&folder, "prove wide.toml --force white --certificate white.txt");
    assert!(told.contains("White forces a fortress"), "{told}");
    let head = fs::read_to_string(folder.join("white.txt")).expect("there is a certificate");
    let game = head.lines().nth(1).expect("a line");
    assert!(game.starts_with("game wide {\"board\":{\"files\":8,\"ranks\":9}"), "{game}");
    fs::remove_file(folder.join("wide.toml")).expect("the file can be removed");
    let checked = in_folder(&folder, "prove --check white.txt");
    assert!(checked.contains("verified") && checked.contains("wide"), "{checked}");
    let forged = head.replacen("\"ranks\":9", "\"ranks\":8", 1).replacen("\"edge\":false", "\"edge\":true", 1);
    fs::write(folder.join("white.txt"), forged).expect("the file can be written");
    let output =
        program().args(["prove", "--check", "white.txt"]).current_dir(&folder).output().expect("the program starts");
    assert!(!output.status.success(), "a strategy for another game proves nothing");
}
