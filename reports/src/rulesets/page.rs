//! `search.html`: the rule sets of a search in a browser, where the limits can be moved.

use petteia_statistics::Estimate;
use petteia_tables::RuleSearchResult;
use serde::Serialize;

use super::phrases::{quantity, status_name};
use crate::figures::escaped;
use crate::html::{STYLE, embedded, framed};

const FRAME: &str = concat!(include_str!("../html/head.html"), include_str!("../html/search.html"));
const SCRIPTS: [&str; 5] = [
    include_str!("../html/script/dom.js"),
    include_str!("../html/script/kept.js"),
    include_str!("../html/script/download.js"),
    include_str!("../html/script/tables.js"),
    include_str!("../html/script/search.js"),
];

/// What the page is given, as its script reads it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Given<'a> {
    name: &'a str,
    quantities: Vec<Quantity>,
    minimised: &'a [usize],
    is_near: bool,
    /// The smallest difference of distances, to choose their decimals.
    step: f64,
    sets: Vec<Set<'a>>,
}

/// A quantity with its limits; its numbers are shown multiplied by `factor`.
#[derive(Serialize)]
struct Quantity {
    title: String,
    unit: &'static str,
    factor: f64,
    least: Option<f64>,
    most: Option<f64>,
}

#[derive(Serialize)]
struct Set<'a> {
    name: &'a str,
    distance: f64,
    games: u64,
    status: &'static str,
    values: &'a [Estimate],
}

/// Returns the page of a search with its first sentence, a link to the games of its front, and its figure.
pub(super) fn page(found: &RuleSearchResult, answer: &str, games: Option<&str>, figure: &str) -> String {
    let quantity = |(place, &about)| {
        let limit = found.limits.iter().find(|limit| limit.quantity == place);
        let finite = |end: Option<f64>| end.filter(|end| end.is_finite());
        Quantity {
            title: quantity(about),
            unit: if about.is_share { "%" } else { "" },
            factor: if about.is_share { 100.0 } else { 1.0 },
            least: finite(limit.map(|limit| limit.least)),
            most: finite(limit.map(|limit| limit.most)),
        }
    };
    let sets = found.with(Option::is_some).map(|(_, set)| Set {
        name: &set.name,
        distance: set.distance,
        games: set.games,
        status: status_name(set.status),
        values: &set.values,
    });
    let given = Given {
        name: "search",
        quantities: found.quantities.iter().enumerate().map(quantity).collect(),
        minimised: &found.minimised,
        is_near: found.is_near,
        step: if found.rule_sets.iter().all(|set| set.distance.fract() == 0.0) { 1.0 } else { 0.1 },
        sets: sets.collect(),
    };
    let json = serde_json::to_string(&given).expect("a search is plain data");
    let contents = [
        ("{style}", STYLE),
        ("{base}", &escaped(&found.base)),
        ("{answer}", &escaped(answer)),
        ("{tolerance}", &format!("{:.2}", found.tolerance)),
        ("{figure}", figure),
        ("{hidden}", if games.is_none() { " hidden" } else { "" }),
        ("{games}", &escaped(games.unwrap_or_default())),
        ("{data}", &embedded(&json)),
        ("{script}", &SCRIPTS.join("\n")),
    ];
    framed(FRAME, &contents)
}
