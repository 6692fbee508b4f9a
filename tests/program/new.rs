//! `petteia new`: the experiments that it writes, and what it refuses.

use std::fs;
use std::path::Path;

use crate::support::{folder, refused, rows, run, succeeds, unwrapped};

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn a_new_experiment_explains_itself_and_can_be_played() {
    let folder = folder("new");
    let file = folder.join("my first.toml");
    let agents = "random,alphabeta:nodes=100,endgames=3";
    let said =
        succeeds(&["new", &text(&file), "--game", "city-8", "--vary", "vagi,die=4,die=6", "--agents", agents], "");
    assert!(said.starts_with("city-8: 8 ranks × 8 files\n") && said.contains("a b c"), "{said}");
    assert!(unwrapped(&said).contains("6 × 2 cells") && unwrapped(&said).contains("a minute on two cores"), "{said}");
    assert!(said.lines().any(|line| line.starts_with("to play it: petteia run '") && line.ends_with("first.toml'")));
    let written = fs::read_to_string(&file).expect("it is written");
    for part in [
        "name = \"my-first\"\n",
        "variants = [\n    { game = \"city-8\", label = \"city-8\" },\n]\n",
        "    { agent = \"random\", games = ",
        "{ agent = \"alphabeta:nodes=100,endgames=3\", games = ",
        "opening = 4\n",
        "[factors]\nvagi = [\"\", \"+vagi\"]\ndie = [\"\", \"+die=4\", \"+die=6\"]\n",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    assert!(written.lines().all(|line| line.chars().count() <= 110), "{written}");
    let out = folder.join("run");
    run(&text(&file), &out, &["--games", "2"]);
    assert!(rows(&out.join("cells.csv")).iter().any(|row| row["variant"] == "city-8+vagi+die=6"));
}

#[test]
fn a_new_experiment_names_a_file_of_a_game_from_its_own_folder() {
    let folder = folder("new-own");
    let game = folder.join("nine.toml");
    fs::write(&game, "base = \"city-8+edge\"\n[rules]\nboard = { files = 9, ranks = 9 }\n").expect("it can be written");
    fs::create_dir(folder.join("inner")).expect("it can be made");
    for file in ["question.toml", "inner/question.toml"] {
        let file = folder.join(file);
        let arguments = ["new", &text(&file), "--game", &text(&game), "--vary", "edge", "--agents", "greedy"];
        succeeds(&arguments, "");
        let written = fs::read_to_string(&file).expect("it is written");
        assert!(written.contains("label = \"nine without edge\""), "the game has it, so it is left out: {written}");
        run(&text(&file), &file.with_extension("run"), &["--games", "2"]);
    }
}

#[test]
fn what_makes_no_experiment_is_refused_and_nothing_is_written() {
    let folder = folder("new-refused");
    let file = text(&folder.join("mine.toml"));
    let cases: [(&[&str], &str); 9] = [
        (&["--game", "city-9"], "did you mean `city-8`"),
        (&["--game", "city-8", "--vary", "vagi,egde"], "--vary egde: there is no switch `egde`; did you mean `edge`?"),
        (&["--game", "city-8", "--vary", "die"], "`+die` needs a value"),
        (&["--game", "city-8", "--vary", "vagi,vagi"], "named twice"),
        (&["--game", "poleis", "--vary", "+vagi"], "is the same game as `poleis`"),
        (&["--game", "city-8", "--agents", "random,greddy"], "did you mean `greedy`"),
        (&["--game", "city-8", "--agents", "random,random"], "named twice"),
        (&["--game", "city-8", "--agents", "{command=[\"x\"]}"], "in the file"),
        (&["--game", "city-8+turn_cap=4", "--agents", "greedy"], "give fewer"),
    ];
    for (more, reason) in cases {
        let answer = refused(&[&["new", &file], more].concat(), "");
        assert!(unwrapped(&answer).contains(reason), "{more:?}: {answer}");
    }
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0);
    let other = text(&folder.join("mine"));
    assert!(refused(&["new", &other, "--game", "city-8"], "").contains("does not end in `.toml`"));
    fs::write(&file, "mine").expect("it can be written");
    assert!(refused(&["new", &file, "--game", "city-8"], "").contains("exists already"));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
}
