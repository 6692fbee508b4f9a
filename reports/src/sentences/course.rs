//! The course of the games: what is odd about it, who has an advantage, and how long they last.

use petteia_engine::BySide;

use super::run::Run;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::{Pairing, distinct, within};
use crate::number_format::grouped;
use crate::phrases::{
    Caveat, after_random_moves, begins_to_choose, by_points, capitalised, clauses, listed, parted, plies, points,
    together, whole_percent,
};
use crate::summary::CellSummary;

/// Fewer wins than this may all go to one side by chance.
const MANY_WINS: u64 = 20;

/// Variants in which hardly any game has a capture, or one side wins every decided game, whoever plays.
pub(crate) fn oddities(run: &Run) -> Option<String> {
    let quiet = |cell: &CellSummary| cell.captures.count(0);
    let nothing_captured = |cell: &CellSummary| cell.games > 0 && quiet(cell) == cell.games;
    let one_winner = |cell: &CellSummary| {
        let (white, black) = (cell.outcomes.white(), cell.outcomes.black());
        white + black >= MANY_WINS && white.min(black) == 0 && cell.plays_itself()
    };
    let uncaptured =
        odd_games(run, nothing_captured).map(|games| format!("No piece was captured in any game of {games}."));
    let hardly = run.leading_cells().filter(|cell| hardly_captured(cell) && !nothing_captured(cell));
    let share = |cell: &CellSummary| whole_percent(quiet(cell) as f64 / cell.games as f64);
    let hardly = hardly.map(|cell| format!("{} of the games of {}", share(cell), run.full_name(cell.cell)));
    let hardly = clauses(hardly, "cells");
    let hardly = (!hardly.is_empty()).then(|| format!("No piece was captured in {hardly}."));
    let one_sided = odd_games(run, one_winner).map(|games| format!("One side won every decided game of {games}."));
    together([uncaptured, hardly, one_sided].into_iter().flatten())
}

/// Whether most games of a cell have no capture.
pub(super) fn hardly_captured(cell: &CellSummary) -> bool {
    5 * cell.captures.count(0) > 4 * cell.games
}

/// Whether too few games of a cell were won to show an advantage.
fn hardly_won(cell: &CellSummary) -> bool {
    let won = cell.outcomes.white() + cell.outcomes.black();
    won < MANY_WINS && 2 * won < cell.games
}

/// The names of the variants in all of whose cells something is the case, and of other cells with their agents.
fn odd_games(run: &Run, is_odd: impl Fn(&CellSummary) -> bool) -> Option<String> {
    let odd: Vec<&CellSummary> = run.cells.iter().filter(|cell| is_odd(cell)).collect();
    let always = |cell: &CellSummary| run.cells.iter().filter(|other| other.variant == cell.variant).all(&is_odd);
    let name = |cell: &&CellSummary| match always(cell) {
        true => run.name(cell.cell).to_owned(),
        false => run.full_name(cell.cell),
    };
    (!odd.is_empty()).then(|| listed(distinct(odd.iter().map(name)).into_iter()))
}

/// The quantities in which a side may be ahead.
const ADVANTAGES: [Quantity; 2] = [Quantity::FirstMove, Quantity::WhiteAdvantage];

/// Whether a side is shown to have an advantage between the leading agents.
pub(crate) fn is_favoured(run: &Run) -> bool {
    let is_ahead = |quantity| run.comparisons(quantity).iter().any(|comparison| comparison.is_significant());
    ADVANTAGES.into_iter().any(is_ahead)
}

/// Who has an advantage between the leading agents: the side that moves first where the sides are equal, and one of the sides where
/// they differ.
pub(super) fn advantages(run: &Run) -> Option<Caveat> {
    let told = together(ADVANTAGES.into_iter().filter_map(|quantity| advantages_in(run, quantity)).chain(shifts(run)))?;
    let of_opening = after_random_moves(run.opening).filter(|_| is_favoured(run) || !begins_to_choose(run.opening));
    Some(match random_offer(run).or(of_opening) {
        Some(Caveat { limit, remedy }) => Caveat { limit: format!("{told} {limit}"), remedy },
        None => Caveat::new(told, ""),
    })
}

/// That a swap answers a random move, where games begin with random moves.
pub(super) fn random_offer(run: &Run) -> Option<Caveat> {
    let swaps = run.leading_cells().any(|cell| cell.may_swap()) && run.opening != [0, 0];
    swaps.then(|| {
        Caveat::new(
            "With swap, the first move was random: no player chose it to be fair.".to_owned(),
            "`petteia match --first-moves` shows whether there is a fair one.",
        )
    })
}

/// The differences of White's lead between variants.
const SHIFTS: [Quantity; 2] = [Quantity::FirstMoveDifference, Quantity::WhiteAdvantageDifference];

fn advantages_in(run: &Run, quantity: Quantity) -> Option<String> {
    let [shown, unshown] = parted(run.comparisons(quantity));
    let is_few = |comparison: &&Comparison| run.cell(comparison.cell).is_some_and(hardly_won);
    let (few, unshown): (Vec<&Comparison>, Vec<&Comparison>) = unshown.into_iter().partition(is_few);
    let under = |all: &[&Comparison]| format!(" {}", run.under_all(all.iter().map(|of| of.cell), |_| String::new()));
    let is_first_move = quantity == Quantity::FirstMove;
    let which = if is_first_move { "" } else { ", because of its side or because of who begins" };
    let told = clauses(shown.iter().map(|comparison| advantage(run, comparison)), "comparisons");
    let shown = (!told.is_empty()).then(|| format!("{}{which}.", capitalised(&told)));
    let largest = unshown.iter().max_by(|a, b| a.corrected.reach().total_cmp(&b.corrected.reach()));
    let bound = largest.map(|largest| {
        let none = match &shown {
            Some(_) if few.is_empty() => "Elsewhere no advantage",
            Some(_) => "No advantage",
            None if is_first_move || run.of_quantity(Quantity::FirstMove).next().is_none() => {
                "No advantage of either side"
            }
            None => "Where the sides differ, no advantage of either side",
        };
        let may_swap = run.cell(largest.cell).is_some_and(|cell| cell.may_swap());
        let sides = if may_swap { ["the second player", "the first player"] } else { ["Black", "White"] };
        let side = sides[usize::from(largest.corrected.high >= -largest.corrected.low)];
        let games = run.cell(largest.cell).map_or(0, |cell| cell.games);
        let most = points(largest.corrected.reach());
        let games = if games == 1 { "1 game".to_owned() } else { format!("{} games", grouped(games as f64)) };
        let weaker =
            if shown.is_none() && !run.are_introduced { advantages_of_weaker(run, quantity) } else { String::new() };
        let under = if few.is_empty() { String::new() } else { under(&unshown) };
        let of_which = if unshown.len() > 1 { format!(" {}", run.under(largest.cell)) } else { String::new() };
        format!("{none} was shown{under}, but with {games} one of {most} for {side} could be missed{of_which}{weaker}.")
    });
    let of_few = if shown.is_none() && bound.is_none() { String::new() } else { under(&few) };
    let few = (!few.is_empty()).then(|| format!("Too few games were won to tell whether a side is favoured{of_few}."));
    together([shown, bound, few].into_iter().flatten())
}

/// The clearest advantage between searching agents that do not lead: `; between weaker players, Black scores …`.
fn advantages_of_weaker(run: &Run, quantity: Quantity) -> String {
    let searches = |cell: u32| run.cell(cell).is_some_and(|cell| cell.white.budget.is_some() && cell.plays_itself());
    let others = run.of_quantity(quantity).filter(|other| !run.leads(other) && searches(other.cell));
    let [shown, _] = parted(others);
    shown.first().map_or_else(String::new, |clearest| {
        let player = run.cell(clearest.cell).map_or("", |cell| run.player(&cell.white));
        format!("; between weaker players ({}), {}", within(player), advantage(run, clearest))
    })
}

/// The variants in which a side scores more or less than in the one that they modify.
fn shifts(run: &Run) -> Option<String> {
    let [shown, _] = parted(SHIFTS.into_iter().flat_map(|quantity| run.comparisons(quantity)));
    let all = shown.iter().filter_map(|comparison| Some(shift(run, comparison, comparison.base?)));
    let told = clauses(all, "comparisons");
    (!told.is_empty()).then(|| format!("{}.", capitalised(&told)))
}

/// `White scores 11 points [1, 20] more with edge than in city-8`.
fn shift(run: &Run, comparison: &Comparison, base: u32) -> String {
    let may_swap = [comparison.cell, base].iter().filter_map(|&cell| run.cell(cell)).any(|cell| cell.may_swap());
    let side = if may_swap { "the first player" } else { "White" };
    let change = if comparison.difference.value > 0.0 { "more" } else { "less" };
    let by = by_points(comparison.corrected);
    format!("{side} scores {by} {change} {} than {}", run.under(comparison.cell), run.under(base))
}

/// `White, who moves first, scores 11 points [1, 20] above 50 % with edge (120 wins to 76)`.
fn advantage(run: &Run, comparison: &Comparison) -> String {
    let may_swap = run.cell(comparison.cell).is_some_and(|cell| cell.may_swap());
    let is_of_order = comparison.quantity == Quantity::FirstMove;
    let side = match (may_swap, is_of_order, comparison.difference.value > 0.0) {
        (true, _, true) => "the first player",
        (true, _, false) => "the second player",
        (false, true, true) => "White, who moves first,",
        (false, true, false) => "Black, who moves second,",
        (false, false, true) => "White",
        (false, false, false) => "Black",
    };
    let BySide { white, black } = run.cell(comparison.cell).map_or_else(BySide::default, |cell| cell.credited);
    let wins = format!("{} wins to {}", grouped(white.max(black) as f64), grouped(white.min(black) as f64));
    format!("{side} scores {} above 50 % {} ({wins})", by_points(comparison.corrected), run.under(comparison.cell))
}

/// The shortest and the longest games of the leading agents.
pub(super) fn lengths(run: &Run) -> Option<String> {
    together(run.leaders().iter().filter_map(|agents| lengths_of(run, *agents)))
}

fn lengths_of(run: &Run, agents: Pairing) -> Option<String> {
    let with_median = |cell: &CellSummary| {
        Some((run.name(cell.cell), cell.plies_median?.value, plies(cell.plies_median?, cell.median_is_bound())))
    };
    let mut medians: Vec<(&str, f64, String)> = run.of_pairing(agents).filter_map(with_median).collect();
    medians.sort_by(|a, b| a.1.total_cmp(&b.1));
    let ((shortest, least, least_text), (longest, most, most_text)) = (medians.first()?, medians.last()?);
    let lead = run.lead(agents);
    Some(if medians.len() == 1 {
        format!("{lead}the median game lasts {least_text} plies.")
    } else if least == most {
        format!("{lead}the median game of every variant lasts {least_text} plies.")
    } else {
        format!("{lead}the median game lasts from {least_text} plies ({shortest}) to {most_text} plies ({longest}).")
    })
}
