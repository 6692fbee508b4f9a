//! How often games are drawn under each variant, and how the draws came about.

use std::cmp::Reverse;

use petteia_engine::EndReason;

use super::run::Run;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::{Pairing, pairing};
use crate::number_format::grouped;
use crate::phrases::{MOST_TOLD, and_unfinished, by_points, by_size, further, listed, not_shown, percent, together};
use crate::summary::CellSummary;

/// The share of draws between the leading agents, and which variants change it.
pub(super) fn answer(run: &Run) -> Option<String> {
    together(run.leaders().iter().flat_map(|agents| of_agents(run, *agents)))
}

/// The answer for one pairing: a sentence for each variant with which others are compared, or which is not compared.
fn of_agents(run: &Run, agents: Pairing) -> Vec<String> {
    let cells: Vec<&CellSummary> = run.of_pairing(agents).collect();
    let all = run.comparisons(Quantity::Draws);
    let compared = all.into_iter().filter(|compared| cells.iter().any(|cell| cell.cell == compared.cell));
    let compared: Vec<&Comparison> = compared.collect();
    let is_base = |cell: &CellSummary| {
        compared.iter().any(|comparison| comparison.base == Some(cell.cell))
            || compared.iter().all(|comparison| comparison.cell != cell.cell)
    };
    let bases = cells.iter().filter(|cell| is_base(cell)).enumerate();
    let of_base = |(place, base): (usize, &&CellSummary)| {
        let against = compared.iter().filter(|comparison| comparison.base == Some(base.cell));
        let players = if place == 0 { format!("When {}, ", run.players(agents)) } else { String::new() };
        answer_of(run, &players, base, &against.copied().collect::<Vec<_>>())
    };
    bases.filter_map(of_base).collect()
}

/// What the variants compared with a base do to its share of draws.
fn answer_of(run: &Run, players: &str, base: &CellSummary, against: &[&Comparison]) -> Option<String> {
    let (shown, unshown): (Vec<&Comparison>, Vec<&Comparison>) =
        against.iter().partition(|comparison| comparison.is_significant());
    let mut told = shown.clone();
    told.sort_by(|a, b| by_size(&a.difference, &b.difference));
    told.truncate(MOST_TOLD);
    let drawn = percent(base.draw_rate?);
    let clauses = told.iter().enumerate().map(|(place, comparison)| clause(run, base, comparison, place == 0));
    let mut clauses: Vec<String> = clauses.collect::<Option<_>>()?;
    if clauses.is_empty() {
        clauses.push(format!("{drawn} of {} are drawn{}", games_of(base), and_unfinished(base)));
    }
    if shown.len() > told.len() {
        clauses.push(further(shown.len() - told.len(), "comparisons"));
    }
    let unshown = unshown.iter().map(|found| (run.name(found.cell).to_owned(), found.corrected));
    let others = not_shown("difference for", "differences", unshown);
    Some(format!("{players}{}.{others}", clauses.join("; ")))
}

/// `+vagi lowers the share of draws by 93.3 percentage points [71.5, 97.6], from 98.3 % [91.1, 99.7] in city-8 to 5.0 % [1.7, 13.7]`.
fn clause(run: &Run, base: &CellSummary, comparison: &Comparison, is_first: bool) -> Option<String> {
    let cell = run.cell(comparison.cell)?;
    let name = run.name(comparison.cell);
    let drawn = percent(cell.draw_rate?) + &and_unfinished(cell);
    let base_drawn = percent(base.draw_rate?) + &and_unfinished(base);
    let from = match is_first {
        true => format!("from {base_drawn} in {} ", run.name(base.cell)),
        false => String::new(),
    };
    let rises = comparison.difference.value > 0.0;
    let by = by_points(comparison.corrected);
    Some(if cell.variant.changes(&base.variant) {
        let verb = if rises { "raises" } else { "lowers" };
        let object = if is_first { "the share of draws" } else { "it" };
        format!("{name} {verb} {object} by {by}, {from}to {drawn}")
    } else {
        let direction = if rises { "above" } else { "below" };
        format!(
            "the share of draws in {name}, {drawn}, is {by} {direction} the {base_drawn} in {}",
            run.name(base.cell)
        )
    })
}

fn games_of(cell: &CellSummary) -> String {
    let variant = cell.variant.display_name();
    match cell.games {
        1 => format!("the only game of {variant}"),
        games => format!("the {} games of {variant}", grouped(games as f64)),
    }
}

/// How the draws between the leading agents came about, over all variants.
pub(super) fn causes(run: &Run) -> Option<String> {
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
    let told = counts.iter().map(|&(count, reason)| format!("{} ({})", cause(reason), whole_percent(count, all)));
    let draws = if all == 1 { "The only draw".to_owned() } else { format!("The {} draws", grouped(all as f64)) };
    let agents = pairing(agents);
    (all > 0).then(|| format!("{draws} of {agents} came about {}.", listed(told)))
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
fn whole_percent(count: u64, all: u64) -> String {
    match 100.0 * count as f64 / all as f64 {
        100.0 => "100 %".to_owned(),
        ..1.0 => "less than 1 %".to_owned(),
        99.0.. => "more than 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}
