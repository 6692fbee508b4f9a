//! The tables of a report.

use std::collections::BTreeMap;

use petteia_engine::{EndReason, Side};
use petteia_tables::{Builder, CellSquares, Frame};
use serde::Serialize;

use crate::comparisons::Comparison;
use crate::effects::Effect;
use crate::importance::Division;
use crate::labels;
use crate::limits::Limit;
use crate::summary::CellSummary;

/// The name of a value in tables, which is that in JSON.
pub(crate) fn name_of(value: impl Serialize) -> String {
    let json = serde_json::to_value(value).expect("a name is plain data");
    json.as_str().expect("a name is a text").to_owned()
}

/// Returns the table `summary`.
#[must_use]
pub fn summary_frame(cells: &[CellSummary]) -> Frame {
    use petteia_tables::schema::summary::*;
    let mut table = Builder::of(cells);
    table.column(CELL, |c| c.cell);
    table.variant(VARIANT, |c| &c.variant);
    let factors = cells.first().map_or(&[][..], |first| &first.factors);
    for (index, (name, _)) in factors.iter().enumerate() {
        table.column(FACTOR.member(name), |c| c.factors[index].1.clone());
    }
    table.agent(WHITE, |c| &c.white);
    table.agent(BLACK, |c| &c.black);
    table.column(GAMES, |c| c.games);
    table.interval(WHITE_RATE, |c| c.white_rate);
    table.interval(BLACK_RATE, |c| c.black_rate);
    table.interval(DRAW_RATE, |c| c.draw_rate);
    table.interval(DRAW_RATE_ADJUDICATED_DRAWN, |c| c.draw_rate_adjudicated_drawn);
    table.interval(UNFINISHED_RATE, |c| c.unfinished_rate);
    table.interval(DECISIVE_RATE, |c| c.decisive_rate);
    table.column(SIDES_ARE_EQUAL, |c| c.sides_are_equal);
    table.interval(FIRST_MOVE_ADVANTAGE, |c| c.first_move_advantage);
    table.interval(DECISIVE_ADVANTAGE, |c| c.decisive_advantage);
    table.column(PLIES_MEAN, |c| c.plies.mean());
    table.column(PLIES_MEAN_LOW, |c| c.plies_mean.map(|mean| mean.low));
    table.column(PLIES_MEAN_HIGH, |c| c.plies_mean.map(|mean| mean.high));
    table.interval(PLIES_MEDIAN, |c| c.plies_median);
    table.column(PLIES_Q1, |c| c.plies.quantile(0.25));
    table.column(PLIES_Q3, |c| c.plies.quantile(0.75));
    table.column(PLIES_MIN, |c| c.plies.min());
    table.column(PLIES_MAX, |c| c.plies.max());
    table.column(FIRST_CAPTURE_MEAN, |c| c.first_capture_mean);
    table.column(MEAN_BRANCHING, |c| c.mean_branching);
    table.column(CAPTURES_WHITE_MEAN, |c| c.captures_white_mean);
    table.column(CAPTURES_BLACK_MEAN, |c| c.captures_black_mean);
    table.column(COINS_WHITE_MEAN, |c| c.coins_white_mean);
    table.column(COINS_BLACK_MEAN, |c| c.coins_black_mean);
    for side in Side::BOTH {
        table.column(DEPTH.member(side.name()), |c| c.searches[side].depth);
        table.column(ODD.member(side.name()), |c| c.searches[side].odd);
        table.column(BLIND.member(side.name()), |c| c.searches[side].blind);
    }
    table.column(DUPLICATES, |c| c.duplicates);
    for reason in EndReason::ALL {
        table.column(REASON.member(reason.name()), |c| c.ended(reason));
    }
    table.finish()
}

/// The square counts as a data frame, by cell, rank and file.
pub(crate) fn squares_frame(cells: &BTreeMap<u32, CellSquares>) -> Frame {
    use petteia_tables::schema::squares::*;
    let rows: Vec<_> = cells
        .iter()
        .flat_map(|(cell, known)| {
            let squares = known.squares.iter();
            squares.map(move |((rank, file), square)| (*cell, known, *file, *rank, square))
        })
        .collect();
    let mut table = Builder::of(&rows);
    table.column(CELL, |row| row.0);
    table.variant(VARIANT, |row| &row.1.key.variant);
    table.agent(WHITE, |row| &row.1.key.white);
    table.agent(BLACK, |row| &row.1.key.black);
    table.column(FILE, |row| row.2);
    table.column(RANK, |row| row.3);
    table.column(SQUARE, |row| row.4.name.clone());
    table.column(ARRIVALS, |row| row.4.arrivals);
    table.column(LOSSES, |row| row.4.losses);
    table.column(PLACED_EARLY, |row| row.4.placed_early);
    table.finish()
}

/// The comparisons as a data frame, by quantity.
pub(crate) fn comparisons_frame(comparisons: &[Comparison], cells: &[CellSummary]) -> Frame {
    use petteia_tables::schema::comparisons::*;
    let find = |number: u32| cells.iter().find(|cell| cell.cell == number);
    let (cell, base) = (|c: &Comparison| find(c.cell), |c: &Comparison| c.base.and_then(find));
    let agents = |cell: &CellSummary| labels::pairing_text(cell.agents());
    let mut table = Builder::of(comparisons);
    table.column(QUANTITY, |c| name_of(c.quantity));
    table.column(CELL, |c| c.cell);
    table.variant(VARIANT, |c| cell(c).map(|cell| &cell.variant));
    table.column(AGENTS, |c| cell(c).map(agents));
    table.agent(WHITE, |c| cell(c).map(|cell| &cell.white));
    table.agent(BLACK, |c| cell(c).map(|cell| &cell.black));
    table.column(BASE_CELL, |c| c.base);
    table.variant(BASE_VARIANT, |c| base(c).map(|cell| &cell.variant));
    table.column(BASE_AGENTS, |c| base(c).map(agents));
    table.agent(BASE_WHITE, |c| base(c).map(|cell| &cell.white));
    table.agent(BASE_BLACK, |c| base(c).map(|cell| &cell.black));
    comparison_columns(&mut table, |c| c);
    table.finish()
}

pub(crate) fn comparison_columns<Row>(table: &mut Builder<Row>, of: impl Fn(&Row) -> &Comparison) {
    use petteia_tables::schema::comparisons::*;
    table.interval(DIFFERENCE, |row| Some(of(row).difference));
    table.column(CORRECTED_LOW, |row| of(row).corrected.low);
    table.column(CORRECTED_HIGH, |row| of(row).corrected.high);
    table.column(P, |row| of(row).p);
    table.column(P_HOLM, |row| of(row).p_holm);
    table.column(IS_SIGNIFICANT, |row| of(row).is_significant());
}

/// The limits as a data frame, by variant and agent.
pub(crate) fn limits_frame(limits: &[Limit]) -> Frame {
    use petteia_tables::schema::limits::*;
    let mut table = Builder::of(limits);
    table.variant(VARIANT, |l| &l.variant);
    table.agent(AGENT, |l| l.agent.key());
    table.column(QUANTITY, |l| l.quantity.name());
    table.column(EVIDENCE, |l| name_of(l.evidence()));
    table.column(PROVED, |l| l.proved);
    table.interval(LIMIT, |l| l.limit.ok());
    table.column(NOT_IDENTIFIED, |l| l.limit.err().map(name_of));
    table.interval(LOWER_SIDE, |l| l.sides.last().map(|sides| sides.low.clamped(0.0, 1.0)));
    table.interval(UPPER_SIDE, |l| l.sides.last().map(|sides| sides.high.clamped(0.0, 1.0)));
    table.column(UNEQUAL_BUDGETS, |l| l.sides.len() as u32);
    table.column(PARITY, |l| l.parity);
    table.column(REVERSALS, Limit::reversals);
    table.column(REVERSALS_WITHOUT_PARITY, Limit::reversals_without_parity);
    table.column(BUDGETS, |l| l.steps.len() as u32);
    table.column(SMALLEST_BUDGET, |l| l.steps.first().map(|step| step.budget));
    table.column(LARGEST_BUDGET, |l| l.steps.last().map(|step| step.budget));
    table.column(GAMES, |l| l.steps.iter().map(|step| step.games).min());
    table.finish()
}

/// The effects of a factorial as a data frame, by agents.
pub(crate) fn effects_frame(effects: &[Effect]) -> Frame {
    use petteia_tables::schema::effects::*;
    let mut table = Builder::of(effects);
    table.column(AGENTS, |e| labels::pairing_text(e.agents()));
    table.agent(WHITE, |e| &e.white);
    table.agent(BLACK, |e| &e.black);
    table.column(OUTCOME, |_| "draw");
    table.column(TERM, |e| e.term.clone());
    table.interval(LOG_ODDS, |e| Some(e.log_odds));
    table.interval(ODDS_RATIO, |e| Some(e.odds_ratio));
    table.interval(MARGINAL, |e| Some(e.marginal));
    table.column(CORRECTED_LOW, |e| e.corrected.low);
    table.column(CORRECTED_HIGH, |e| e.corrected.high);
    table.column(P, |e| e.p);
    table.column(P_HOLM, |e| e.p_holm);
    table.column(IS_SIGNIFICANT, |e| e.is_significant());
    table.column(SMOOTHED, |e| e.smoothed);
    table.finish()
}

/// How the variation between the variants of a factorial is divided among its factors, by agents and quantity.
pub(crate) fn importance_frame(divisions: &[Division]) -> Frame {
    use petteia_tables::schema::importance::*;
    let rows = divisions.iter().flat_map(|division| (0..division.factors.len()).map(move |factor| (division, factor)));
    let rows: Vec<(&Division, usize)> = rows.collect();
    let share = |&(division, factor): &(&Division, usize)| division.found.shares.get(factor).copied();
    let mut table = Builder::of(&rows);
    table.column(AGENTS, |row| labels::pairing_text(row.0.agents()));
    table.agent(WHITE, |row| &row.0.white);
    table.agent(BLACK, |row| &row.0.black);
    table.column(QUANTITY, |row| name_of(row.0.of));
    table.column(FACTOR, |row| row.0.factors[row.1].clone());
    table.column(VARIANTS, |row| row.0.variants as u64);
    table.column(GAMES, |row| row.0.found.variance.n);
    table.interval(VARIANCE, |row| Some(row.0.found.variance));
    table.interval(SHAPLEY, |row| share(row).map(|share| share.shapley));
    table.interval(FIRST_ORDER, |row| share(row).and_then(|share| share.first));
    table.interval(TOTAL, |row| share(row).and_then(|share| share.total));
    table.finish()
}
