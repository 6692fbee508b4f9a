//! `search.html`: the rule sets of a search in a browser, where the limits can be moved.

use petteia_statistics::Estimate;
use petteia_statistics::identification::Status;
use petteia_tables::{FoundRuleSet, RuleSearchResult};
use serde::Serialize;

use super::details::ParetoFrontDetails;
use super::phrases::{quantity, status_name};
use super::verdict::{Confirmed, broken_names, confirmed, near_misses, next_step, verdict};
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
#[serde(rename_all = "camelCase")]
struct Set<'a> {
    name: &'a str,
    distance: f64,
    games: u64,
    status: String,
    is_confirmed: bool,
    values: &'a [Estimate],
}

/// Returns whether a rule set belongs to the front, and whether other players confirm it.
fn status(found: &RuleSearchResult, index: usize, set: &FoundRuleSet) -> String {
    if set.status != Some(Status::In) {
        return status_name(set.status).to_owned();
    }
    match confirmed(found, index) {
        Confirmed::Yes(_) => "in, confirmed".to_owned(),
        Confirmed::No(of) => format!("in, not confirmed: {}", broken_names(found, &of.values)),
        Confirmed::Open(_) => "in, not confirmed yet".to_owned(),
        Confirmed::Untested => "in, not confirmed".to_owned(),
    }
}

/// Returns the page of a search with its verdict, a link to the games of its front, and its figure.
pub(super) fn page(found: &RuleSearchResult, details: &ParetoFrontDetails, figure: &str) -> String {
    let games = details.page.as_deref();
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
    let sets = found.with(Option::is_some).map(|(index, set)| Set {
        name: &set.name,
        distance: set.distance,
        games: set.games,
        status: status(found, index, set),
        is_confirmed: set.status == Some(Status::In) && matches!(confirmed(found, index), Confirmed::Yes(_)),
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
        ("{verdict}", &with_code(&escaped(&verdict(found)))),
        ("{misses}", &misses(found, details)),
        ("{next}", &with_code(&escaped(&next_step(found, details)))),
        ("{tolerance}", &format!("{:.2}", found.tolerance)),
        ("{figure}", figure),
        ("{hidden}", if games.is_none() { " hidden" } else { "" }),
        ("{games}", &escaped(games.unwrap_or_default())),
        ("{data}", &embedded(&json)),
        ("{script}", &SCRIPTS.join("\n")),
    ];
    framed(FRAME, &contents)
}

/// Returns text with what stands between backticks as code.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

/// Returns what limits the verdict, and the near misses as a list.
fn misses(found: &RuleSearchResult, details: &ParetoFrontDetails) -> String {
    let limits: String = details.limits.iter().map(|of| format!("<p>{}</p>\n  ", with_code(&escaped(of)))).collect();
    let Some((heading, misses)) = near_misses(found) else { return limits };
    let items: String = misses.iter().map(|miss| format!("<li>{}</li>", escaped(miss))).collect();
    format!("{limits}<p>{heading}</p>\n  <ul>{items}</ul>")
}
