//! `petteia compare --expect`: verdicts on published claims, and files that are refused.

use std::fs;
use std::path::Path;

use crate::support::{folder, petteia, refused, run, succeeds, write};

const EXPERIMENT: &str = "name = \"few\"\nseed = 5\ngames = 200\nvariants = [\"city-8\", \"city-8+vagi\"]\n\
                          pairings = [\"random\", \"greedy\"]\n";

/// The same players, and a match between them.
const MATCH: &str = "name = \"match\"\nseed = 5\ngames = 200\nvariants = [\"city-8+vagi\"]\n\
                     pairings = [\"random\", \"greedy\", { white = \"greedy\", black = \"random\" }, \
                     { white = \"random\", black = \"greedy\" }]\n";

/// Writes a file of claims, each the lines of its table.
fn claims(folder: &Path, tables: &[&str]) -> String {
    let path = folder.join("claims.toml");
    let text: String = tables.iter().map(|table| format!("[[claims]]\n{table}\n")).collect();
    fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn claims_are_judged_by_the_games_of_runs() {
    let folder = folder("claims");
    let out = folder.join("few");
    run(&write(&folder, EXPERIMENT), &out, &[]);
    let draws = |theirs: &str, holds: &str, agents: &str| {
        format!(
            "claim = \"drawish\"\nquantity = \"draws\"\ntheirs = {theirs}\nholds = \"{holds}\"\ngame = \"city-8\"\n{agents}"
        )
    };
    let file = claims(
        &folder,
        &[
            // Random games of city-8 are nearly always drawn, greedy ones hardly ever.
            &draws("[95, 100]", "> 0.5", "alike = [\"random\"]\nothers = [\"greedy\"]"),
            &draws("[5, 100]", "< 0.5", "alike = [\"random\"]\nothers = [\"random\"]"),
            &draws("[95, 100]", "< 0.5", "alike = [\"random\"]\nothers = [\"random\"]"),
            &draws("[95, 100]", "> 0.5", "alike = [\"random\"]\nothers = [\"random\"]"),
            &draws("[95, 100]", "> 0.5", "alike = [\"random\"]\nothers = [\"random\", \"greedy\"]"),
            &draws("0.95", "> 0.5", "less = \"city-8+vagi\"\nalike = [\"random\"]\nstronger = [\"random\"]"),
            &draws("[[95, 100], [0, 100]]", "> 0.5", "less = \"city-8+vagi\"\nalike = [\"random\"]"),
            &draws("[16, 16]", "always", "alike = [\"greedy\"]"),
        ],
    );
    let table = succeeds(&["compare", "--expect", &file, &out.to_string_lossy()], "");
    let verdicts: Vec<&str> = table.lines().filter_map(|line| line.split("**").nth(1)).collect();
    let expected = [
        "belongs to the player",
        "not reproduced",
        "not decided",
        "confirmed",
        "not decided",
        "confirmed",
        "confirmed",
        "counterexample",
    ];
    assert_eq!(verdicts, expected, "{table}");
    for words in [
        "not compatible with the published number; players of the same kind and other players of one kind do not show it",
        "the published number does not show it",
        "compatible with the published number; players of the same kind show it, other players of several kinds disagree",
        "`city-8` less `city-8+vagi`",
        "*always* does not hold, by ",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
    let missing = claims(&folder, &[&draws("[1, 2]", "> 0.5", "alike = [\"alphabeta:nodes=10\"]")]);
    let output = petteia(&["compare", "--expect", &missing, &out.to_string_lossy()], "");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("no games that tell of `city-8` by alphabeta:nodes=10"), "{told}");
}

#[test]
fn players_are_called_stronger_only_if_a_match_shows_it() {
    let folder = folder("claims-stronger");
    let (few, with_match) = (folder.join("few"), folder.join("match"));
    run(&write(&folder, EXPERIMENT), &few, &[]);
    run(&write(&folder, MATCH), &with_match, &[]);
    let claim = |alike: &str, others: &str| {
        format!(
            "claim = \"decisive\"\nquantity = \"decided\"\nholds = \"> 0.2\"\ngame = \"city-8+vagi\"\n\
             alike = [\"{alike}\"]\nothers = [\"{others}\"]"
        )
    };
    let file = claims(&folder, &[&claim("random", "greedy"), &claim("greedy", "random")]);
    let table = |run: &Path| succeeds(&["compare", "--expect", &file, &run.to_string_lossy()], "");
    let (without, with) = (table(&few), table(&with_match));
    assert!(!without.contains("stronger") && without.contains("other players of one kind"), "{without}");
    let rows: Vec<&str> = with.lines().skip(2).collect();
    assert!(rows[0].contains("`greedy` (stronger)") && rows[0].contains("stronger players of one kind"), "{with}");
    assert!(!rows[1].contains("stronger") && rows[1].contains("other players of one kind"), "{with}");
    assert!(!with.contains("published number"), "none is published: {with}");
}

#[test]
fn a_wrong_file_of_claims_is_refused_with_the_place() {
    let folder = folder("claims-wrong");
    let out = folder.join("few");
    run(&write(&folder, EXPERIMENT), &out, &["--games", "4"]);
    let plain = "claim = \"c\"\nholds = \"> 0.5\"\ngame = \"city-8\"\n";
    for (table, problem) in [
        (format!("{plain}quantity = \"blockades\""), "`blockades` is no quantity"),
        ("claim = \"c\"\nholds = \"0.5\"\ngame = \"g\"\nquantity = \"draws\"".to_owned(), "`0.5` says no values"),
        (format!("{plain}quantity = \"draws\"\ntheir = 1"), "their"),
        (format!("{plain}quantity = \"draws\"\ntheirs = [3, 2]"), "theirs"),
        (format!("{plain}quantity = \"score\"\ntheirs = [61, 98]"), "White's share of the decided games"),
        (format!("{plain}quantity = \"draws\"\ntheirs = [[1, 2], [1, 2]]"), "two for a difference"),
        (format!("{plain}quantity = \"draws\"\nless = \"city-8\"\ntheirs = [1, 2]"), "two for a difference"),
        (plain.replace("> 0.5", "never") + "quantity = \"score\"", "`never` and `always`"),
        (plain.replace("> 0.5", "never") + "quantity = \"draws\"\nless = \"city-8\"", "`never` and `always`"),
    ] {
        let message = refused(&["compare", "--expect", &claims(&folder, &[&table]), &out.to_string_lossy()], "");
        assert!(message.contains("claims.toml:") && message.contains(problem), "{table}: {message}");
    }
    let file = claims(&folder, &[&format!("{plain}quantity = \"draws\"")]);
    let nowhere = refused(&["compare", "--expect", &file, "runs/nosuch"], "");
    assert!(nowhere.contains("runs/nosuch does not exist"), "{nowhere}");
    let place = out.to_string_lossy();
    assert!(refused(&["compare", "--expect", &file, &place, "--anyway"], "").contains("--anyway"));
}
