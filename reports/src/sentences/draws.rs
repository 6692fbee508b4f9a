//! How often games are drawn under each variant, and how the draws came about.

use std::cmp::Reverse;

use petteia_engine::EndReason;
use petteia_statistics::Estimate;

use super::course::hardly_captured;
use super::run::Run;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::{Pairing, within};
use crate::number_format::grouped;
use crate::phrases::{
    and_unfinished, by_points_between, capitalised, clauses, listed, not_excluded, parted, percent, together,
    unfinished, verb, whole_percent, with_unfinished,
};
use crate::summary::CellSummary;

/// The share of draws between the leading agents, and which variants change it.
pub(super) fn answer(run: &Run) -> Option<String> {
    together(run.leaders().iter().flat_map(|agents| of_agents(run, *agents)))
}

/// If at most this share of the games of any variant is drawn, draws are not the question.
const HARDLY: f64 = 0.02;

/// Says that the leading agents draw hardly any game of several variants; `None` if they do draw some.
pub(super) fn hardly_any(run: &Run) -> Option<String> {
    let rates: Vec<Estimate> = run.leading_cells().filter_map(|cell| cell.draw_rate).collect();
    let most = rates.iter().max_by(|a, b| a.value.total_cmp(&b.value)).filter(|most| most.value <= HARDLY)?;
    let told = match most.value {
        0.0 => "No game is drawn.".to_owned(),
        _ => format!("At most {} of the games of a variant are drawn.", percent(*most)),
    };
    (rates.len() > 1).then_some(told)
}

/// The answer for one pairing: a sentence for each variant with which others are compared, or which is not compared.
fn of_agents(run: &Run, agents: Pairing) -> Vec<String> {
    let cells: Vec<&CellSummary> = run.of_pairing(agents).collect();
    let mut compared = run.comparisons(Quantity::Draws);
    compared.retain(|comparison| cells.iter().any(|cell| cell.cell == comparison.cell));
    let is_compared = |cell: &CellSummary| compared.iter().any(|comparison| comparison.cell == cell.cell);
    let is_base = |cell: &CellSummary| compared.iter().any(|comparison| comparison.base == Some(cell.cell));
    let bases: Vec<&CellSummary> = cells.into_iter().filter(|cell| is_base(cell) || !is_compared(cell)).collect();
    let of_base = |(place, base): (usize, &&CellSummary)| {
        let against: Vec<&Comparison> =
            compared.iter().copied().filter(|comparison| comparison.base == Some(base.cell)).collect();
        let lead = if place == 0 { run.lead(agents) } else { String::new() };
        let sentence = answer_of(run, base, &against)?;
        Some(if lead.is_empty() { capitalised(&sentence) } else { lead + &sentence })
    };
    bases.iter().enumerate().filter_map(of_base).collect()
}

/// What the variants compared with a base do to its share of draws.
fn answer_of(run: &Run, base: &CellSummary, against: &[&Comparison]) -> Option<String> {
    let [shown, unshown] = parted(against.iter().copied());
    let told = shown.iter().enumerate();
    let told = told.map(|(place, comparison)| clause(run, base, comparison, place == 0));
    let mut told: Vec<String> = told.collect::<Option<_>>()?;
    if told.is_empty() {
        told.push(format!("{} of {} are drawn{}", percent(base.draw_rate?), games_of(run, base), and_unfinished(base)));
    }
    let share = |cell: &CellSummary| {
        let told = [cell.draw_rate.map(|rate| whole_percent(rate.value)), unfinished(cell)];
        format!(" ({})", listed(told.into_iter().flatten()))
    };
    let others = run.under_all(unshown.iter().map(|comparison| comparison.cell), share);
    let others = not_excluded("difference", &others, unshown.iter().map(|comparison| comparison.corrected));
    // Corrected intervals that overlap suggest an order that nobody has tested.
    let overlap = |pair: &[&Comparison]| {
        let [a, b] = [pair[0].corrected, pair[1].corrected];
        a.low <= b.high && b.low <= a.high
    };
    let untested = if shown.windows(2).any(overlap) {
        " Whether these variants differ from each other was not tested."
    } else {
        ""
    };
    let elsewhere = if shown.is_empty() { between_others(run, &unshown).unwrap_or_default() } else { String::new() };
    Some(format!("{}.{untested}{others}{elsewhere}", clauses(told, "comparisons")))
}

/// ` Between other players (greedy), draws fall …`: the largest difference that the leading agents do not show.
fn between_others(run: &Run, unshown: &[&Comparison]) -> Option<String> {
    let variants = |of: &Comparison| Some((&run.cell(of.cell)?.variant, &run.cell(of.base?)?.variant));
    let is_unshown = |other: &&Comparison| unshown.iter().any(|comparison| variants(comparison) == variants(other));
    let [shown, _] = parted(run.of_quantity(Quantity::Draws).filter(|other| !run.leads(other)).filter(is_unshown));
    let clearest = shown.first()?;
    let (cell, base) = (run.cell(clearest.cell)?, run.cell(clearest.base?)?);
    let told = clause(run, base, clearest, true)?;
    Some(format!(" Between other players ({}), {told}.", within(&run.pairing(cell.agents()))))
}

/// `draws fall from 97 % to 1 % with vagi, by 96 points [82, 98]`.
fn clause(run: &Run, base: &CellSummary, comparison: &Comparison, is_first: bool) -> Option<String> {
    let cell = run.cell(comparison.cell)?;
    let under = run.under(comparison.cell);
    let shares = [base.draw_rate?.value, cell.draw_rate?.value];
    let from = format!("from {}{} {} ", whole_percent(shares[0]), with_unfinished(base), run.under(base.cell));
    let (subject, from) = if is_first { ("draws", from) } else { ("they", String::new()) };
    Some(format!(
        "{subject} {} {from}to {}{} {under}, by {}",
        verb(comparison.difference, true),
        whole_percent(shares[1]),
        with_unfinished(cell),
        by_points_between(shares, comparison.corrected)
    ))
}

fn games_of(run: &Run, cell: &CellSummary) -> String {
    let name = run.name(cell.cell);
    let of = if name.starts_with(['+', '-']) { run.under(cell.cell) } else { format!("of {name}") };
    match cell.games {
        1 => format!("the only game {of}"),
        games => format!("the {} games {of}", grouped(games as f64)),
    }
}

/// How the draws between the leading agents came about, over all variants.
pub(crate) fn causes(run: &Run) -> Option<String> {
    together(run.leaders().iter().filter_map(|agents| causes_of(run, *agents)))
}

/// `The 230 draws of greedy came about by repetition (55 %), without progress (28 %) and in a dead position (17 %).`
fn causes_of(run: &Run, agents: Pairing) -> Option<String> {
    let count = |reason| run.of_pairing(agents).map(|cell| cell.ended_with(reason, None)).sum::<u64>();
    // At the turn cap games are not drawn but unfinished.
    let reasons = EndReason::ALL.into_iter().filter(|reason| *reason != EndReason::TurnCap);
    let counted = reasons.map(|reason| (count(reason), reason));
    let mut counts: Vec<(u64, EndReason)> = counted.filter(|(count, _)| *count > 0).collect();
    counts.sort_by_key(|(count, _)| Reverse(*count));
    let all: u64 = counts.iter().map(|(count, _)| count).sum();
    let told = counts.iter().map(|&(count, reason)| format!("{} ({})", cause(reason), share_in_percent(count, all)));
    let draws = if all == 1 { "The only draw".to_owned() } else { format!("The {} draws", grouped(all as f64)) };
    let quiet: u64 = run.of_pairing(agents).map(|cell| cell.captures.count(0)).sum();
    let games: u64 = run.of_pairing(agents).map(|cell| cell.games).sum();
    // If most games of a variant have no capture, another sentence tells it of each variant.
    let is_told = quiet > 0 && !run.are_introduced && !run.of_pairing(agents).any(hardly_captured);
    let quiet = is_told.then(|| format!(" In {} of its games no piece was captured.", share_in_percent(quiet, games)));
    let told = format!("{draws} of {} came about {}.{}", run.pairing(agents), listed(told), quiet.unwrap_or_default());
    // An article tells it where most games are drawn.
    (if run.are_introduced { 2 * all > games } else { all > 0 }).then_some(told)
}

/// How a draw came about.
fn cause(reason: EndReason) -> String {
    match reason {
        EndReason::Repetition => "by repetition".to_owned(),
        EndReason::NoProgress => "without progress".to_owned(),
        EndReason::DeadPosition => "in a dead position".to_owned(),
        EndReason::NoMoves => "because a player could not move".to_owned(),
        EndReason::MoveCap => "at the limit of moves".to_owned(),
        EndReason::Fortress => "behind two fortresses".to_owned(),
        other => format!("by {}", other.name().replace('_', " ")),
    }
}

/// A share in whole percent; only none and all are written as 0 and 100.
fn share_in_percent(count: u64, all: u64) -> String {
    match 100.0 * count as f64 / all as f64 {
        100.0 => "100 %".to_owned(),
        ..1.0 => "less than 1 %".to_owned(),
        99.0.. => "more than 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}
