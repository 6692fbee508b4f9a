//! The page of made-up runs.

use std::fs;

use petteia_engine::{Rules, explain};
use petteia_reports::html::{Background, PAGE, SampleGame};
use serde_json::Value;

use crate::support::{Folder, Game, report, synthetic, write_games, write_squares};

/// The data in the page of a run.
fn data(run: &Folder) -> Value {
    let page = fs::read_to_string(run.path().join(PAGE)).expect("the page was written");
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has data");
    let (json, _) = rest.split_once("</script>").expect("the data ends");
    serde_json::from_str(json).expect("the data is JSON")
}

#[test]
fn the_page_has_the_numbers_of_the_report() {
    let run = synthetic(4, &[("random", "random"), ("mcts:playouts=9", "random")], 200);
    let found = report(run.path()).expect("the run is whole");
    found.write_page(run.path(), &Background::default()).expect("the page can be written");
    let data = data(&run);
    assert_eq!(data["subtitle"], "Variants of city-8-double: 1,600 games in 8 cells");
    let cells = data["cells"].as_array().expect("there are cells");
    assert_eq!(cells.len(), found.cells.len());
    for (shown, cell) in cells.iter().zip(&found.cells) {
        assert_eq!(shown["variant"], cell.variant.as_str());
        assert_eq!(shown["games"], cell.games);
        let (low, expected) = (shown["draw_rate"]["low"].as_f64(), cell.draw_rate.map(|rate| rate.low));
        assert!((low.unwrap_or(-1.0) - expected.unwrap_or(-1.0)).abs() < 1e-12, "{low:?}, expected {expected:?}");
        assert_eq!(shown["lengths"]["median"].as_f64(), cell.plies.quantile(0.5));
        let counts = shown["lengths"]["counts"].as_array().expect("there are lengths");
        assert_eq!(counts.iter().filter_map(Value::as_u64).sum::<u64>(), cell.games);
        assert_eq!(shown["squares"]["files"], 8);
        assert_eq!(shown["squares"]["arrivals"].as_array().map(Vec::len), Some(64));
    }
    assert_eq!(cells[3]["label"], "+vagi");
    assert_eq!(cells[3]["pairing"], "mcts:playouts=9 v random");
}

#[test]
fn texts_of_a_run_are_data_and_never_markup() {
    let run = Folder::new();
    let hostile = "</script><img src=x onerror=alert(1)>";
    let game = Game { variant: hostile.into(), white: "<b>".into(), ..Game::default() };
    write_games(run.path(), "00000-0.parquet", std::slice::from_ref(&game));
    write_squares(run.path(), "00000-0.parquet", &[(game, 0, 0, 1, 0)]);
    let rules = Rules::parse("city-8").expect("a game of the catalogue");
    let sample = SampleGame {
        cell: 0,
        game: 0,
        why: vec!["shortest".into()],
        result: hostile.into(),
        start: String::new(),
        steps: String::new(),
    };
    let background = Background {
        name: hostile.into(),
        rules: [(hostile.to_owned(), explain(&rules))].into(),
        games: vec![sample],
        missing: vec![hostile.into()],
        ..Background::default()
    };
    let mut found = report(run.path()).expect("the run is whole");
    found.findings = vec![hostile.into()];
    found.write_page(run.path(), &background).expect("the page can be written");
    let page = fs::read_to_string(run.path().join(PAGE)).expect("the page was written");
    assert!(!page.contains("<img") && !page.contains("<b>\""));
    let data = data(&run);
    let (cell, game) = (&data["cells"][0], &data["games"][0]);
    for text in [&data["name"], &data["findings"][0], &cell["variant"], &game["result"], &data["missing"][0]] {
        assert_eq!(text, hostile);
    }
    assert_eq!(data["rules"][hostile][0]["title"], "Board and setup");
}

#[test]
fn the_page_asks_nobody_for_anything() {
    let run = synthetic(1, &[("random", "random")], 5);
    let found = report(run.path()).expect("the run is whole");
    found.write_page(run.path(), &Background::default()).expect("the page can be written");
    let page = fs::read_to_string(run.path().join(PAGE)).expect("the page was written");
    // The name of the SVG language is no address that anybody asks.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "@import", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'"));
}
