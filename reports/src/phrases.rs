//! Parts of sentences: lists, differences and bounds as all sentences of a report write them.

use std::cmp::Ordering;

use petteia_statistics::Estimate;
use petteia_tables::searches::Searches;

use crate::labels::Pairing;
use crate::number_format::{grouped, percent_with_interval, with_unit, written};
use crate::summary::CellSummary;

/// How many differences a sentence lists; the tables have all of them.
pub(crate) const MOST_TOLD: usize = 6;

/// How many rows of a table a sentence leaves out.
pub(crate) fn further(more: usize, table: &str) -> String {
    let are = if more == 1 { "is" } else { "are" };
    format!("{more} more {are} in the table of {table}")
}

/// `random plays both sides`.
pub(crate) fn players((white, black): Pairing) -> String {
    let [white_name, black_name] = [white, black].map(|agent| agent.display_name());
    if white == black {
        format!("{white_name} plays both sides")
    } else {
        format!("{white_name} plays White against {black_name}")
    }
}

/// `1.9 decisions on average, and in 12 % of its searches not even one`.
pub(crate) fn looked_ahead(searches: &Searches) -> String {
    let (depth, blind) = (searches.depth.unwrap_or(0.0), searches.blind.unwrap_or(0.0));
    format!("{depth:.1} decisions on average, and in {:.0} % of its searches not even one", 100.0 * blind)
}

/// `12.3 % [11.0, 13.6]`.
pub(crate) fn percent(share: Estimate) -> String {
    with_unit(&percent_with_interval(Some(share)), "%")
}

/// ` and 77.0 % [67.9, 84.2] unfinished`, after the share of draws of a cell: unfinished games are no draws.
pub(crate) fn and_unfinished(cell: &CellSummary) -> String {
    let rate = cell.unfinished_rate.filter(|_| cell.outcomes.unfinished > 0);
    rate.map_or_else(String::new, |rate| format!(" and {} unfinished", percent(rate)))
}

/// `12.3 percentage points [11.0, 13.6]`, without a sign.
pub(crate) fn by_points(difference: Estimate) -> String {
    with_unit(&written(magnitude(difference), points), "percentage points")
}

/// Orders differences by their size, the largest first.
pub(crate) fn by_size(a: &Estimate, b: &Estimate) -> Ordering {
    b.value.abs().total_cmp(&a.value.abs())
}

/// `12.3 percentage points lower [11.0, 13.6]`.
pub(crate) fn change(difference: Estimate) -> String {
    let direction = if difference.value > 0.0 { "higher" } else { "lower" };
    with_unit(&written(magnitude(difference), points), &format!("percentage points {direction}"))
}

/// A difference without its sign.
pub(crate) fn magnitude(difference: Estimate) -> Estimate {
    let Estimate { value, low, high, n } = difference;
    if value < 0.0 { Estimate { value: -value, low: -high, high: -low, n } } else { difference }
}

/// A share in percentage points, with enough digits that only 0 looks like 0.
pub(crate) fn points(share: f64) -> String {
    let points = 100.0 * share;
    let is_seen = |digits: &usize| points == 0.0 || points.abs() >= 0.5 * 0.1_f64.powi(*digits as i32);
    let digits = (1..5).find(is_seen).unwrap_or(5);
    format!("{points:.digits$}")
}

/// The largest size that a 95 % interval around zero allows.
pub(crate) fn compatible(what: &str, most: f64) -> String {
    format!("{what} of up to {} percentage points are compatible with the data (95 %)", points(most))
}

/// What is said of differences that are not significant, by their names; empty without any.
pub(crate) fn not_shown(what: &str, all: &str, differences: impl Iterator<Item = (String, Estimate)>) -> String {
    let (names, reaches): (Vec<String>, Vec<f64>) = differences.map(|(name, found)| (name, found.reach())).unzip();
    let largest = reaches.into_iter().reduce(f64::max);
    largest.map_or_else(String::new, |largest| {
        format!(" No significant {what} {}; {}.", listed(names.into_iter()), compatible(all, largest))
    })
}

/// A median length, with its interval if there are enough games for one; a bound if it lies among unfinished games.
pub(crate) fn plies(median: Estimate, is_bound: bool) -> String {
    if is_bound {
        return format!("at least {}", grouped(median.value));
    }
    if median.low.is_finite() && median.high.is_finite() { written(median, grouped) } else { grouped(median.value) }
}

/// Sentences after each other; none without a sentence.
pub(crate) fn together(sentences: impl IntoIterator<Item = String>) -> Option<String> {
    let sentences: Vec<String> = sentences.into_iter().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// `a, b and c`, or `a, b and 7 more`.
pub(crate) fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if names.len() <= MOST_TOLD => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..MOST_TOLD - 1].join(", "), names.len() - MOST_TOLD + 1),
    }
}
