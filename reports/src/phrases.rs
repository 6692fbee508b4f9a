//! Parts of sentences: lists, differences and bounds as all sentences of a report write them.

use std::cmp::Ordering;

use petteia_engine::EndReason;
use petteia_statistics::Estimate;
use petteia_tables::searches::Searches;

use crate::comparisons::Comparison;
use crate::number_format::{grouped, percent_with_interval, with_unit, written};
use crate::summary::CellSummary;

/// How many differences a sentence lists; the tables have all of them.
const MOST_TOLD: usize = 3;

/// How many names a list has.
const MOST_NAMED: usize = 6;

/// The first of the clauses of a sentence, and how many rows of a table it leaves out.
pub(crate) fn clauses(all: impl IntoIterator<Item = String>, table: &str) -> String {
    let mut told: Vec<String> = all.into_iter().collect();
    let more = told.len().saturating_sub(MOST_TOLD);
    // The last one takes no more room than its number.
    if more > 1 {
        told.truncate(MOST_TOLD);
        told.push(format!("{more} more are in the table of {table}"));
    }
    told.join("; ")
}

/// The significant comparisons, the largest difference first, and the others.
pub(crate) fn parted<'a>(all: impl IntoIterator<Item = &'a Comparison>) -> [Vec<&'a Comparison>; 2] {
    let (mut shown, unshown): (Vec<_>, Vec<_>) = all.into_iter().partition(|comparison| comparison.is_significant());
    shown.sort_by(|a, b| by_size(&a.difference, &b.difference));
    [shown, unshown]
}

/// `1.9 decisions on average, and in 12 % of its searches not even one`.
pub(crate) fn looked_ahead(searches: &Searches) -> String {
    let (depth, blind) = (searches.depth.unwrap_or(0.0), 100.0 * searches.blind.unwrap_or(0.0));
    let none = if blind < 0.5 { String::new() } else { format!(", and in {blind:.0} % of its searches not even one") };
    format!("{depth:.1} decisions on average{none}")
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

/// ` (and 77 % unfinished)`, after a share of draws without its interval.
pub(crate) fn with_unfinished(cell: &CellSummary) -> String {
    unfinished(cell).map_or_else(String::new, |unfinished| format!(" (and {unfinished})"))
}

/// `77 % unfinished`, if some games are.
pub(crate) fn unfinished(cell: &CellSummary) -> Option<String> {
    let rate = cell.unfinished_rate.filter(|_| cell.outcomes.unfinished > 0);
    rate.map(|rate| format!("{} unfinished", whole_percent(rate.value)))
}

/// `97 %`, with enough digits that only 0 looks like 0 and only 100 like 100.
pub(crate) fn whole_percent(share: f64) -> String {
    let percent = 100.0 * share;
    let is_honest = |digits: &usize| {
        let least = 0.5 * 0.1_f64.powi(*digits as i32);
        (percent == 0.0 || percent > least) && (percent == 100.0 || percent < 100.0 - least)
    };
    let digits = (0..6).find(is_honest).unwrap_or(6);
    format!("{:.digits$} %", rounded(percent, digits))
}

/// A number with so many digits; halves are rounded away from zero, as readers of the tables do.
fn rounded(number: f64, digits: usize) -> f64 {
    let unit = 10_f64.powi(digits as i32);
    (number * unit).round() / unit
}

/// `12 points [11, 14]`, without a sign.
pub(crate) fn by_points(difference: Estimate) -> String {
    points_at_least(difference, 0)
}

/// The same of the difference of two shares that stand beside it in whole percents, with a decimal if these seem to differ by
/// another number.
pub(crate) fn by_points_between(shares: [f64; 2], difference: Estimate) -> String {
    let [from, to] = shares.map(|share| rounded(100.0 * share, 0));
    points_at_least(difference, usize::from(to - from != rounded(100.0 * difference.value, 0)))
}

fn points_at_least(difference: Estimate, digits: usize) -> String {
    let difference = magnitude(difference);
    let ends = [difference.value, difference.low, difference.high];
    let digits = ends.into_iter().map(digits_of_points).fold(digits, usize::max);
    with_unit(&written(difference, |share| signless(100.0 * share, digits)), "points")
}

/// A number with a true minus sign, and without one for zero.
fn signless(points: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", rounded(points, digits));
    if text.trim_start_matches(['-', '0', '.']).is_empty() {
        text.trim_start_matches('-').to_owned()
    } else {
        text.replace('-', "−")
    }
}

/// Orders differences by their size, the largest first.
pub(crate) fn by_size(a: &Estimate, b: &Estimate) -> Ordering {
    b.value.abs().total_cmp(&a.value.abs())
}

/// `fall`, `rises`.
pub(crate) fn verb(difference: Estimate, is_plural: bool) -> &'static str {
    match (difference.value > 0.0, is_plural) {
        (true, true) => "rise",
        (true, false) => "rises",
        (false, true) => "fall",
        (false, false) => "falls",
    }
}

/// A difference without its sign.
pub(crate) fn magnitude(difference: Estimate) -> Estimate {
    let Estimate { value, low, high, n } = difference;
    if value < 0.0 { Estimate { value: -value, low: -high, high: -low, n } } else { difference }
}

/// A share in percentage points, with enough digits that only 0 looks like 0: `16 points`.
pub(crate) fn points(share: f64) -> String {
    let digits = digits_of_points(share);
    let points = format!("{:.digits$}", rounded(100.0 * share, digits));
    format!("{points} point{}", if points == "1" { "" } else { "s" })
}

fn digits_of_points(share: f64) -> usize {
    let points = 100.0 * share.abs();
    let is_seen = |digits: &usize| points == 0.0 || points > 0.5 * 0.1_f64.powi(*digits as i32);
    (0..5).find(is_seen).unwrap_or(5)
}

/// ` No significant difference with edge; a difference of up to 17 points cannot be excluded.`; empty without differences.
pub(crate) fn not_excluded(what: &str, of: &str, differences: impl Iterator<Item = Estimate>) -> String {
    let largest = differences.map(|difference| difference.reach()).reduce(f64::max);
    let article = if what.starts_with('e') { "an" } else { "a" };
    largest.map_or_else(String::new, |largest| {
        format!(" No significant {what} {of}; {article} {what} of up to {} cannot be excluded.", points(largest))
    })
}

/// What limits a statement, and what whoever plays the run can do about it.
pub(crate) struct Caveat {
    pub(crate) limit: String,
    pub(crate) remedy: Option<String>,
}

impl Caveat {
    pub(crate) fn new(limit: String, remedy: &str) -> Self {
        Caveat { limit, remedy: (!remedy.is_empty()).then(|| remedy.to_owned()) }
    }

    /// Both, for whoever plays the run; readers of an article need the limit only.
    pub(crate) fn advised(self) -> String {
        [self.limit].into_iter().chain(self.remedy).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn warned(self) -> String {
        format!("Warning: {}", self.advised())
    }
}

/// `after 4 or 5 random moves`; `None` if games begin at the start.
pub(crate) fn after_opening([least, most]: [u32; 2]) -> Option<String> {
    let number = if least == most { most.to_string() } else { format!("{least} or {most}") };
    (most > 0).then(|| format!("after {number} random move{}", if most == 1 { "" } else { "s" }))
}

/// Whether the side that begins is the first to choose after the random moves, too.
pub(crate) fn begins_to_choose([least, most]: [u32; 2]) -> bool {
    least == most && least % 2 == 0
}

/// What random moves at the start make of the score of the side that begins.
pub(crate) fn after_random_moves(opening: [u32; 2]) -> Option<Caveat> {
    let fewer = if opening[1] > 2 { "`opening = 2` leaves less to chance." } else { "" };
    let (limit, remedy) = match begins_to_choose(opening) {
        true => ("The side that begins may owe its score to captures that the random moves offered.", fewer),
        false => (
            "The side that begins was not always the first to choose, so the scores do not tell what the first move is worth.",
            "Set an even `opening`, such as 4.",
        ),
    };
    (opening[1] > 0).then(|| Caveat::new(limit.to_owned(), remedy))
}

/// A median length, with its interval if there are enough games for one; a bound if it lies among unfinished games.
pub(crate) fn plies(median: Estimate, is_bound: bool) -> String {
    if is_bound {
        return format!("at least {}", grouped(median.value));
    }
    if median.low.is_finite() && median.high.is_finite() { written(median, grouped) } else { grouped(median.value) }
}

/// How a game ended, in plain words, for legends.
pub(crate) fn ending(reason: EndReason) -> &'static str {
    match reason {
        EndReason::LeaderCaptured => "leader captured",
        EndReason::LeaderSurrounded => "leader surrounded",
        EndReason::Escape => "escape",
        EndReason::EdgeFort => "edge fort",
        EndReason::Encircled => "encircled",
        EndReason::Crossing => "leader crossed the board",
        EndReason::CaptureTarget => "enough pieces captured",
        EndReason::Bare => "one side captured",
        EndReason::NoMoves => "no legal move",
        EndReason::DeadPosition => "no capture possible any more",
        EndReason::Repetition => "position repeated",
        EndReason::NoProgress => "too long without a capture",
        EndReason::MoveCap => "limit of turns",
        EndReason::TurnCap => "unfinished (turn cap)",
        EndReason::Fortress => "both sides in fortresses",
        EndReason::IllegalMove => "forfeited: illegal move",
        EndReason::Timeout => "forfeited: out of time",
        EndReason::Crash => "forfeited: program failed",
    }
}

/// A text with a capital letter.
pub(crate) fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
        [first @ .., last] if names.len() <= MOST_NAMED => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..MOST_NAMED - 1].join(", "), names.len() - MOST_NAMED + 1),
    }
}
