//! `petteia query`: the questions of docs/runs.md and of its help have the answers that one counts from the rows, and mistakes are explained.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use petteia::cli::QUESTIONS;

use crate::support::{
    copy_folder, folder, petteia, played, query, refused, root, rows, run, succeeds, unwrapped, write,
};

type Row = BTreeMap<String, String>;

const SMALL: &str = "name = \"asked\"\nseed = 5\ngames = 60\nvariants = [\"city-8+vagi\", \"city-8+edge+vagi\"]\n\
                     pairings = [\"random\", { white = \"greedy\", black = \"random\" }]\n";

/// A run with two variants and two pairings.
fn small_run(name: &str) -> PathBuf {
    let out = folder(name).join("out");
    played(SMALL, &[], &out);
    out
}

/// The questions of the page, in order.
fn questions() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/runs.md")).expect("the page is there");
    let blocks = page.split("```sql\n").skip(1).filter_map(|block| block.split("```").next());
    blocks.map(unwrapped).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

/// The rows by some texts of each, in their order.
fn by(rows: &[Row], key: impl Fn(&Row) -> Vec<String>) -> BTreeMap<Vec<String>, Vec<&Row>> {
    let mut groups: BTreeMap<Vec<String>, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| groups.entry(key(row)).or_default().push(row));
    groups
}

fn texts(row: &Row, columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&column| row[column].clone()).collect()
}

fn mean(rows: &[&Row], of: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64
}

fn share(rows: &[&Row], is: impl Fn(&Row) -> bool) -> f64 {
    mean(rows, |row| f64::from(u8::from(is(row))))
}

/// Fails unless an answer has these rows: texts, which are compared as they are, and numbers.
#[track_caller]
fn assert_answer(answer: &[Row], texts_of: &[&str], numbers_of: &[&str], expected: &[(Vec<String>, Vec<f64>)]) {
    assert_eq!(answer.len(), expected.len(), "{answer:?}");
    for (row, (words, numbers)) in answer.iter().zip(expected) {
        assert_eq!(&texts(row, texts_of), words, "{answer:?}");
        for (column, value) in numbers_of.iter().zip(numbers) {
            assert!((number(row, column) - value).abs() < 1e-9, "{column} is not {value}: {answer:?}");
        }
    }
}

fn plies(row: &Row) -> f64 {
    number(row, "plies")
}

#[test]
fn the_questions_that_people_ask_are_answered() {
    let out = small_run("query-questions");
    let games = query(&out, "SELECT * FROM games JOIN cells USING (cell_id) ORDER BY cell, game");
    assert_eq!(games.len(), 4 * 60);
    let questions = questions();
    let [ends_question, captor_question, squares_question, openings_question] = &questions[..] else {
        panic!("the page has other questions: {questions:?}")
    };
    let [longest_question, lengths_question, fewer_question, wins_question, draws_question, shortest_question] =
        QUESTIONS.map(|(_, sql)| sql);
    let answer = |question: &str| query(&out, question);

    let mut longest: Vec<&Row> = games.iter().collect();
    longest.sort_by(|a, b| plies(b).total_cmp(&plies(a)));
    let columns = ["cell", "game", "plies"];
    let expected: Vec<_> = longest[..5].iter().map(|row| (texts(row, &columns), vec![])).collect();
    assert_answer(&answer(longest_question), &columns, &[], &expected);

    let of_variants = by(&games, |row| texts(row, &["variant"]));
    let lengths = of_variants.iter().map(|(key, rows)| (key.clone(), vec![rows.len() as f64, mean(rows, plies)]));
    assert_answer(&answer(lengths_question), &["variant"], &["games", "plies"], &lengths.collect::<Vec<_>>());

    let ends = by(&games, |row| texts(row, &["reason"]));
    let mut ends: Vec<_> =
        ends.iter().map(|(key, rows)| (key.clone(), vec![rows.len() as f64, mean(rows, plies)])).collect();
    ends.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
    assert_answer(&answer(ends_question), &["reason"], &["games", "plies"], &ends);

    let decided: Vec<Row> = games.iter().filter(|row| !row["winner"].is_empty()).cloned().collect();
    let captured: Vec<Row> = decided.iter().filter(|row| !row["first_capture_ply"].is_empty()).cloned().collect();
    let is_first = |row: &Row| (number(row, "first_capture_ply") % 2.0 == 1.0) == (row["winner"] == "white");
    let first = by(&captured, |row| texts(row, &["variant"]));
    let first: Vec<_> = first.iter().map(|(key, rows)| (key.clone(), vec![share(rows, is_first)])).collect();
    assert_answer(&answer(captor_question), &["variant"], &["first_captor_wins"], &first);

    let has_fewer = |row: &&Row| {
        let [white, black] = ["captures_white", "captures_black"].map(|column| number(row, column));
        if row["winner"] == "white" { white < black } else { black < white }
    };
    let columns = ["cell", "game", "winner", "captures_white", "captures_black"];
    let fewer: Vec<_> = decided.iter().filter(has_fewer).map(|row| (texts(row, &columns), vec![])).collect();
    assert!(!fewer.is_empty());
    assert_answer(&answer(fewer_question), &columns, &[], &fewer);

    let pairings = by(&games, |row| texts(row, &["white", "black"]));
    let white = |row: &Row| row["winner"] == "white";
    let wins: Vec<_> = pairings.iter().map(|(key, rows)| (key.clone(), vec![share(rows, white)])).collect();
    assert_answer(&answer(wins_question), &["white", "black"], &["white_wins"], &wins);

    let lengths = by(&games, |row| vec![format!("{:05}", (plies(row) / 50.0).floor() * 50.0)]);
    let is_drawn = |row: &Row| row["winner"].is_empty();
    let from = |key: &[String]| key[0].parse::<f64>().expect("a number");
    let drawn = lengths.iter().map(|(key, rows)| (vec![], vec![from(key), rows.len() as f64, share(rows, is_drawn)]));
    assert_answer(&answer(draws_question), &[], &["from_ply", "games", "without_winner"], &drawn.collect::<Vec<_>>());

    let winners = by(&decided, |row| texts(row, &["winner"]));
    let shortest = |rows: &[&Row]| rows.iter().map(|row| plies(row)).fold(f64::INFINITY, f64::min);
    let shortest: Vec<_> = winners.iter().map(|(key, rows)| (key.clone(), vec![shortest(rows)])).collect();
    assert_answer(&answer(shortest_question), &["winner"], &["plies"], &shortest);

    let counted = rows(&out.join("squares.csv"));
    let squares = by(&counted, |row| texts(row, &["square"]));
    let losses = |rows: &[&Row]| rows.iter().map(|row| number(row, "losses")).sum::<f64>();
    let mut squares: Vec<_> = squares.iter().map(|(key, rows)| (key.clone(), vec![losses(rows)])).collect();
    squares.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
    assert_answer(&answer(squares_question), &["square"], &["losses"], &squares[..5]);

    let openings = folder("query-openings").join("out");
    let place = openings.to_string_lossy().into_owned();
    let handicap = ["match", "random", "--game", "city-8+vagi", "--first-moves", "--games", "10", "--out", &place];
    succeeds(&[&handicap[..], &["--quiet"]].concat(), "");
    let mut moves = rows(&openings.join("matches.csv"));
    moves.sort_by(|a, b| number(b, "draws").total_cmp(&number(a, "draws")).then(a["decision"].cmp(&b["decision"])));
    let columns = ["decision", "games", "draws"];
    let moves: Vec<_> = moves.iter().map(|row| (texts(row, &columns), vec![])).collect();
    assert_answer(&query(&openings, openings_question), &columns, &[], &moves);
}

#[test]
fn answers_have_all_forms() {
    let out = small_run("query-forms");
    let place = out.to_string_lossy();
    let sql = "SELECT game, plies, winner FROM games ORDER BY cell_id, game";
    let printed = succeeds(&["query", &place, sql, "--rows", "3"], "");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["game", "plies", "winner"]);
    assert_eq!(lines.len(), 2 + 3 + 1, "{printed}");
    assert!(lines[5].starts_with("237 more rows are not shown"), "{printed}");
    let csv = query(&out, sql);
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&["query", &place, sql, "--json"], "")).expect("a document");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(csv.len()));
    assert_eq!(json["rows"][7]["plies"].to_string(), csv[7]["plies"]);
    let file = out.join("answer.parquet");
    succeeds(&["query", &place, sql, "--parquet", &file.to_string_lossy()], "");
    assert_eq!(query(&out, "SELECT * FROM answer"), csv);
    let listed = unwrapped(&succeeds(&["query", &place], ""));
    for expected in ["cells cell u32, cell_id str", "games cell_id str, game u64, seed u64", "summary cell u32"] {
        assert!(listed.contains(expected), "{expected}: {listed}");
    }
}

#[test]
fn tables_and_answers_do_not_depend_on_threads_or_parts() {
    let folder = folder("query-parts");
    let file = write(&folder, SMALL);
    let [one, two, four] = ["one", "two", "four"].map(|name| folder.join(name));
    run(&file, &one, &["--threads", "1"]);
    // Its parts end elsewhere.
    run(&file, &two, &["--threads", "2", "--games", "25"]);
    run(&file, &two, &["--threads", "2"]);
    run(&file, &four, &["--threads", "4"]);
    let all = "SELECT * FROM games ORDER BY cell_id, game";
    for other in [two, four] {
        assert_eq!(query(&other, all), query(&one, all));
        for name in ["cells", "summary", "squares", "metrics", "comparisons"] {
            for ending in ["csv", "parquet"] {
                let file = format!("{name}.{ending}");
                let [found, expected] = [&other, &one].map(|run| fs::read(run.join(&file)).expect(&file));
                assert!(found == expected, "{file} differs");
            }
        }
    }
}

#[test]
fn mistakes_are_explained() {
    let out = small_run("query-mistakes");
    let place = out.to_string_lossy();
    let said = |sql: &str| unwrapped(&refused(&["query", &place, sql], ""));
    assert!(
        said("SELECT plys FROM games").contains("there is no column `plys` in these tables; did you mean `plies`?")
    );
    assert!(said("SELECT plies FROM game").contains(
        "there is no table `game` among cells, comparisons, games, metrics, squares, summary; did you mean `games`?"
    ));
    assert!(said("SELEKT plies").contains("this question cannot be answered"));
    let nested = "SELECT reason, count(*) / sum(count(*)) OVER () FROM games GROUP BY reason";
    assert!(said(nested).contains("a window over an aggregate cannot be answered; group in a subquery"));
    assert!(said("delete FROM games").contains("`delete` changes tables, and a question only reads them"));
    assert!(refused(&["query", &place, "--csv"], "").contains("<SQL>"));
    let sql = "SELECT 0.5 AS half, 'a' AS name FROM games LIMIT 1";
    assert_eq!(succeeds(&["query", &place, sql, "--csv", "semicolon"], ""), "half;name\n0,5;a\n");
    assert_eq!(succeeds(&["query", &place, sql, "--csv"], ""), "half,name\n0.5,a\n");
    assert!(refused(&["query", "runs/nosuch"], "").contains("does not exist"));
}

/// Parts are checked as a whole, whatever column is asked for; other tables are not read.
#[test]
fn a_damaged_part_is_not_asked() {
    let out = small_run("query-damage");
    let copy = out.with_file_name("copy");
    copy_folder(&out, &copy);
    let part = fs::read_dir(copy.join("games")).expect("a folder").next().expect("a part").expect("an entry").path();
    let mut bytes = fs::read(&part).expect("it is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).expect("it can be written");
    let failed = petteia(&["query", &copy.to_string_lossy(), "SELECT plies FROM games"], "");
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert_eq!(failed.status.code(), Some(1), "{said}");
    assert!(said.contains("this is not the file that was written") && !said.contains("panicked"), "{said}");
    assert!(query(&copy, "SELECT variant FROM cells").len() == 4, "the cells are not damaged");
}
