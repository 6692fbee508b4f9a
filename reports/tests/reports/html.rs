//! The page of made-up runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use petteia_engine::{Rules, explain};
use petteia_reports::RunContext;
use petteia_reports::html::{Background, PAGE, SampleGame};
use petteia_statistics::GameMetrics;
use serde_json::{Value, json};

use crate::support::{Folder, Game, report, report_with, synthetic, write_games, write_squares};

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
    assert_eq!(cells.len(), found.analysis.cells.len());
    let numbers: Vec<u64> = cells.iter().filter_map(|shown| shown["cell"].as_u64()).collect();
    assert_eq!(numbers, [0, 2, 4, 6, 1, 3, 5, 7], "the agent that plays itself comes first");
    for shown in cells {
        let cell = &found.analysis.cells[shown["cell"].as_u64().expect("a number") as usize];
        assert_eq!(shown["variant"], cell.variant.name.as_str());
        assert_eq!(shown["games"], cell.games);
        let (low, expected) = (shown["draw_rate"]["low"].as_f64(), cell.draw_rate.map(|rate| rate.low));
        assert!((low.unwrap_or(-1.0) - expected.unwrap_or(-1.0)).abs() < 1e-12, "{low:?}, expected {expected:?}");
        assert_eq!(shown["plies_median"].as_f64(), cell.plies.quantile(0.5));
    }
    assert_eq!(cells[5]["label"], "+vagi");
    assert_eq!(cells[5]["pairing"], "mcts (9 playouts) v random");
}

#[test]
fn the_page_has_the_figures_of_the_report() {
    let run = synthetic(4, &[("random", "random")], 200);
    let found = report(run.path()).expect("the run is whole");
    found.write_page(run.path(), &Background::default()).expect("the page can be written");
    let page = fs::read_to_string(run.path().join(PAGE)).expect("the page was written");
    for figure in &found.figures {
        let path = run.path().join(format!("figures/{}.svg", figure.name));
        let drawing = fs::read_to_string(path).expect("the figure was written");
        assert_eq!(page.matches(&drawing).count(), 1, "{}", figure.name);
        let document = roxmltree::Document::parse(&drawing).expect("it is XML");
        let cells: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("data-cell")).collect();
        assert!(cells.is_empty() || cells.len() == found.analysis.cells.len(), "{}: {cells:?}", figure.name);
    }
    let rate = found.analysis.cells[0].draw_rate.expect("there are games");
    let [value, low, high] = [rate.value, rate.low, rate.high].map(|share| 100.0 * share);
    let said = format!("200 games\nDraws (% of games): {value:.1} [{low:.1}, {high:.1}]</title>");
    assert!(page.contains(&said), "{said}");
}

#[test]
fn the_page_has_the_metrics_of_each_cell() {
    let run = synthetic(4, &[("random", "random")], 200);
    let game = GameMetrics { branching: Some(12.5), plies: 9, ..GameMetrics::default() };
    let samples = BTreeMap::from([(1, vec![game; 20])]);
    let found = report_with(run.path(), &RunContext { samples, ..RunContext::default() }).expect("the run is whole");
    found.write_page(run.path(), &Background::default()).expect("the page can be written");
    let data = data(&run);
    let names: Vec<&str> = list(&data["metrics"]).iter().filter_map(|about| about["name"].as_str()).collect();
    let branching = names.iter().position(|&name| name == "branching").expect("it is a metric");
    for (index, shown) in list(&data["cells"]).iter().enumerate() {
        assert_eq!(list(&shown["metrics"]).len(), names.len());
        assert_eq!(shown["metrics"][branching].is_null(), index != 1);
    }
    let measured = &data["cells"][1]["metrics"][branching];
    assert_eq!(*measured, json!({ "value": 12.5, "low": null, "high": null, "n": 20 }));
}

#[test]
fn the_page_has_the_differences_and_effects_of_the_report() {
    let agents = ["random", "mcts:playouts=9", "mcts:playouts=30", "mcts:playouts=99"].map(|agent| (agent, agent));
    let run = synthetic(4, &agents, 100);
    let found = report(run.path()).expect("the run is whole");
    found.write_page(run.path(), &Background::default()).expect("the page can be written");
    let data = data(&run);
    let between_cells: Vec<_> = found.analysis.comparisons.iter().filter(|found| found.base.is_some()).collect();
    assert!(!between_cells.is_empty());
    assert_eq!(list(&data["comparisons"]).len(), between_cells.len());
    for (shown, found) in list(&data["comparisons"]).iter().zip(between_cells) {
        assert_eq!(shown["is_significant"], found.is_significant());
        assert_eq!(
            (shown["cell"].as_u64(), shown["base"].as_u64()),
            (Some(found.cell.into()), found.base.map(u64::from))
        );
        near(&shown["corrected"]["low"], found.corrected.low);
    }
    assert_eq!(list(&data["effects"]).len(), found.analysis.effects.len());
    for (shown, found) in list(&data["effects"]).iter().zip(&found.analysis.effects) {
        assert_eq!(shown["label"], found.names().join(" × "));
        assert_eq!(shown["is_interaction"], found.is_interaction());
        assert_eq!(shown["is_significant"], found.is_significant());
        near(&shown["change"]["value"], found.marginal.value);
        near(&shown["corrected"]["high"], found.corrected.high);
    }
    assert_eq!(data["limits"], json!([]), "a ladder of three budgets has no limit");
}

/// A number of the page is that of the report with six digits.
fn near(shown: &Value, expected: f64) {
    let shown = shown.as_f64().expect("a number");
    assert!((shown - expected).abs() <= 1e-5 * expected.abs(), "{shown}, expected {expected}");
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
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
        special: Vec::new(),
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
    assert_eq!(data["rules"][hostile][0]["title"], "In short");
}

/// Sections without content are hidden together with their links; one that the page lacks would stop its script.
#[test]
fn every_section_that_can_be_hidden_has_a_link() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/html");
    let page = fs::read_to_string(folder.join("page.html")).expect("the page is there");
    let mut ids = BTreeSet::new();
    for file in fs::read_dir(folder.join("script")).expect("there are scripts") {
        let script = fs::read_to_string(file.expect("a file").path()).expect("a script");
        ids.extend(script.split("hideSection(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        let lists = script.split("for (const id of [").skip(1).filter_map(|rest| rest.split_once(']'));
        for (list, _) in lists.filter(|(_, rest)| rest.starts_with(") hideSection(id")) {
            ids.extend(list.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    for id in ["article", "compare", "effects"] {
        assert!(ids.contains(id), "{id} is not found in {ids:?}");
    }
    let (_, rest) = page.split_once("<nav").expect("the page has links");
    let (links, _) = rest.split_once("</nav>").expect("the links end");
    for id in ids {
        // The provenance is the footer.
        let has_place = ["section", "footer"].iter().any(|name| page.contains(&format!("<{name} id=\"{id}\"")));
        assert!(has_place, "no section {id}");
        assert!(links.contains(&format!("href=\"#{id}\"")), "no link to {id}");
    }
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
