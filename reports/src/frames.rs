//! The tables of a report.

use std::collections::BTreeMap;

use petteia_engine::{EndReason, Side};
use petteia_statistics::Estimate;
use petteia_tables::{Builder, CellSquares, Column, Frame};
use serde::Serialize;

use crate::comparisons::Comparison;
use crate::effects::Effect;
use crate::importance::{Division, Varying};
use crate::labels::Pairing;
use crate::strong_play::StrongPlayEstimate;
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
    table.column(CELL_ID, |c| c.cell_id.as_str());
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
    // A single game has a mean, and no interval.
    let alone = |mean| Estimate { value: mean, low: f64::NEG_INFINITY, high: f64::INFINITY, n: 1 };
    table.interval(PLIES_MEAN, |c| c.plies_mean.or_else(|| c.plies.mean().map(alone)));
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
        table.column(SHARE_ODD_DEPTH.member(side.name()), |c| c.searches[side].odd);
        table.column(SHARE_NO_DEPTH.member(side.name()), |c| c.searches[side].blind);
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
        .values()
        .flat_map(|known| {
            let squares = known.squares.iter();
            squares.map(move |((rank, file), square)| (known.key.key.as_str(), *file, *rank, square))
        })
        .collect();
    let mut table = Builder::of(&rows);
    table.column(CELL_ID, |row| row.0);
    table.column(FILE, |row| row.1);
    table.column(RANK, |row| row.2);
    table.column(SQUARE, |row| row.3.name.as_str());
    table.column(ARRIVALS, |row| row.3.arrivals);
    table.column(LOSSES, |row| row.3.losses);
    table.column(PLACED_EARLY, |row| row.3.placed_early);
    table.finish()
}

/// The comparisons as a data frame, by quantity.
pub(crate) fn comparisons_frame(comparisons: &[Comparison], cells: &[CellSummary]) -> Frame {
    use petteia_tables::schema::comparisons::*;
    let find = |number: u32| cells.iter().find(|cell| cell.cell == number);
    let mut table = Builder::of(comparisons);
    table.column(QUANTITY, |c| name_of(c.quantity));
    cell_columns(&mut table, [CELL_ID, VARIANT, WHITE, BLACK], |c| find(c.cell));
    cell_columns(&mut table, [BASE_CELL_ID, BASE_VARIANT, BASE_WHITE, BASE_BLACK], |c| c.base.and_then(find));
    comparison_columns(&mut table, |c| c);
    table.finish()
}

/// The columns that name a cell: its id, its variant, White's and Black's agent.
pub(crate) fn cell_columns<'a, 'c, Row>(
    table: &mut Builder<'a, Row>,
    [id, variant, white, black]: [Column<str>; 4],
    of: impl Fn(&'a Row) -> Option<&'c CellSummary>,
) {
    table.column(id, |row| of(row).map(|cell| cell.cell_id.as_str()));
    table.column(variant, |row| of(row).map(|cell| cell.variant.name.as_str()));
    table.column(white, |row| of(row).map(|cell| cell.white.text.as_str()));
    table.column(black, |row| of(row).map(|cell| cell.black.text.as_str()));
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
pub(crate) fn limits_frame(limits: &[StrongPlayEstimate]) -> Frame {
    use petteia_tables::schema::limits::*;
    let mut table = Builder::of(limits);
    table.column(VARIANT, |l| l.variant.name.as_str());
    table.column(AGENT, |l| l.agent.key().text.as_str());
    table.column(QUANTITY, |l| l.quantity.name());
    table.column(EVIDENCE, |l| name_of(l.evidence()));
    table.column(PROVED, |l| l.proved);
    table.interval(LIMIT, |l| l.limit.ok());
    table.column(NOT_IDENTIFIED, |l| l.limit.err().map(name_of));
    table.interval(LOWER_SIDE, |l| l.sides.last().map(|sides| sides.low.clamped(0.0, 1.0)));
    table.interval(UPPER_SIDE, |l| l.sides.last().map(|sides| sides.high.clamped(0.0, 1.0)));
    table.column(UNEQUAL_BUDGETS, |l| l.sides.len() as u32);
    table.column(PARITY, |l| l.parity);
    table.column(REVERSALS, StrongPlayEstimate::reversals);
    table.column(REVERSALS_WITHOUT_PARITY, StrongPlayEstimate::reversals_without_parity);
    table.column(BUDGETS, |l| l.steps.len() as u32);
    table.column(SMALLEST_BUDGET, |l| l.steps.first().map(|step| step.budget));
    table.column(LARGEST_BUDGET, |l| l.steps.last().map(|step| step.budget));
    table.column(GAMES, |l| l.steps.iter().map(|step| step.games).min());
    table.finish()
}

/// What a factor does by the effects, and by the division of the variation.
struct FactorRow<'a> {
    agents: Pairing<'a>,
    quantity: String,
    term: &'a str,
    effect: Option<&'a Effect>,
    division: Option<(&'a Division, usize)>,
}

/// The effects of the factors and what they explain of the variation, the terms with an effect first.
fn factor_rows<'a>(effects: &'a [Effect], divisions: &'a [Division]) -> Vec<FactorRow<'a>> {
    let of_effect = |effect: &'a Effect| FactorRow {
        agents: effect.agents(),
        quantity: name_of(Varying::Draws),
        term: &effect.term,
        effect: Some(effect),
        division: None,
    };
    let mut rows: Vec<FactorRow> = effects.iter().map(of_effect).collect();
    for division in divisions {
        for (place, term) in division.factors.iter().enumerate() {
            let (agents, quantity, found) = (division.agents(), name_of(division.of), Some((division, place)));
            let key = (agents, quantity.as_str(), term.as_str());
            match rows.iter_mut().find(|row| (row.agents, row.quantity.as_str(), row.term) == key) {
                Some(row) => row.division = found,
                None => rows.push(FactorRow { agents, quantity, term, effect: None, division: found }),
            }
        }
    }
    rows
}

/// What each factor of a factorial does, as a data frame.
pub(crate) fn effects_frame(effects: &[Effect], divisions: &[Division]) -> Frame {
    use petteia_tables::schema::effects::*;
    let rows = factor_rows(effects, divisions);
    let mut table = Builder::of(&rows);
    table.column(WHITE, |row| row.agents.0.text.as_str());
    table.column(BLACK, |row| row.agents.1.text.as_str());
    table.column(QUANTITY, |row| row.quantity.as_str());
    table.column(TERM, |row| row.term);
    table.interval(LOG_ODDS, |row| row.effect.map(|e| e.log_odds));
    table.interval(ODDS_RATIO, |row| row.effect.map(|e| e.odds_ratio));
    table.interval(MARGINAL, |row| row.effect.map(|e| e.marginal));
    table.column(CORRECTED_LOW, |row| row.effect.map(|e| e.corrected.low));
    table.column(CORRECTED_HIGH, |row| row.effect.map(|e| e.corrected.high));
    table.column(P, |row| row.effect.map(|e| e.p));
    table.column(P_HOLM, |row| row.effect.map(|e| e.p_holm));
    table.column(IS_SIGNIFICANT, |row| row.effect.map(Effect::is_significant));
    table.column(SMOOTHED, |row| row.effect.map(|e| e.smoothed));
    if divisions.is_empty() {
        return table.finish();
    }
    let share = |row: &FactorRow| row.division.and_then(|(division, place)| division.found.shares.get(place).copied());
    table.column(VARIANTS, |row| row.division.map(|(division, _)| division.variants as u64));
    table.column(GAMES, |row| row.division.map(|(division, _)| division.found.variance.n));
    table.interval(VARIANCE, |row| row.division.map(|(division, _)| division.found.variance));
    table.interval(SHAPLEY, |row| share(row).map(|share| share.shapley));
    table.interval(FIRST_ORDER, |row| share(row).and_then(|share| share.first));
    table.interval(TOTAL, |row| share(row).and_then(|share| share.total));
    table.finish()
}
