//! The limits of ladders of budgets: the observations at each budget, the sides between which the limit lies, and the
//! limit at the right edge.

use petteia_statistics::Estimate;
use petteia_statistics::limit::Quantity;
use plotters::element::Polygon;

use super::axis::Axis;
use super::fields::{Field, pages};
use super::picture::{Align, Area, Picture, Words};
use super::theme::{self, SMALL, mm};
use crate::number_format::{grouped, with_interval};
use crate::strong_play::StrongPlayEstimate;

/// The part of a field that the budgets take; the rest leads to the limit.
const BUDGETS: f64 = 0.74;
/// The place of the limit, in parts of the width of a field.
const LIMIT: f64 = 0.93;

/// Pages with a field for each variant and agent; none without limits of this quantity.
pub(crate) fn draw(limits: &[StrongPlayEstimate], quantity: Quantity) -> Vec<Picture> {
    let limits: Vec<&StrongPlayEstimate> = limits.iter().filter(|limit| limit.quantity == quantity).collect();
    let (title, unit, bars, sides) = match quantity {
        Quantity::Draws => (
            "Draws as the budget grows",
            "games that neither side wins on the board (%)",
            "Wilson",
            "the defender (above) or the attacker (below)",
        ),
        Quantity::WhiteScore => {
            ("White’s score as the budget grows", "White’s score (%)", "Tango score", "White (above) or Black (below)")
        }
    };
    let words = Words {
        title: title.to_owned(),
        note: format!(
            "Vertical: {unit}. Points: one agent against itself. Band: {sides} has four times the budget. Right: the limit \
             with its 95 % interval. Thick line: proven value."
        ),
        caption: format!(
            "{title}: {unit}. Each panel is a variant, played by one agent against itself with growing budgets on a logarithmic \
             axis. The band reaches from the observation where {sides} has four times the budget of the other side to that where \
             the other side has it. At the right the limit, if it is identified: its interval covers the band at the last two \
             budgets with the errors of both ends. A thick line is a proven value for best play from the start. Adjudicated games \
             count as draws. Bars of budgets: 95 % {bars} intervals."
        ),
    };
    pages(&words, None, &limits, |picture, area, limit| {
        picture.mark(None, Some(area), |picture| {
            one(picture, area, limit);
            text(limit)
        });
    })
}

fn percent(estimate: Estimate) -> Estimate {
    estimate.rescaled(100.0, 0.0)
}

/// What was observed with each budget, and the limit.
fn text(limit: &StrongPlayEstimate) -> String {
    let shown = |estimate: Estimate| with_interval(percent(estimate));
    let steps = limit.steps.iter().map(|step| format!("\n{}: {}", grouped(step.budget as f64), shown(step.observed)));
    let end = limit.limit.map_or_else(
        |reason| format!("\nno limit: {}", crate::strong_play::reason(reason)),
        |found| format!("\nlimit: {}", shown(found)),
    );
    format!("{}, {}{}{end}", limit.variant.display_name(), limit.agent.heading(), steps.collect::<String>())
}

fn one(picture: &mut Picture, area: Area, limit: &StrongPlayEstimate) {
    let field = field(limit, area);
    field.frame(picture);
    let x = area.left + LIMIT * area.width();
    picture.text("limit", (x, area.bottom + mm(3.2)), Align::Centre, SMALL);
    let at = |budget: u64, share: f64| (budget as f64, 100.0 * share);
    let upper = limit.sides.iter().map(|sides| at(sides.budget, sides.high.value));
    let lower = limit.sides.iter().rev().map(|sides| at(sides.budget, sides.low.value));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    if band.len() > 2 {
        field.plot(picture, |plot| plot.draw_series([Polygon::new(band, theme::GRID)]).map(|_| ()));
    }
    if let Some(proved) = limit.proved {
        field.level(picture, 100.0 * proved, theme::STRONG, theme::INK);
    }
    let observed = limit.steps.iter().map(|step| (step.budget as f64, percent(step.observed)));
    field.estimates(picture, 0, &observed.collect::<Vec<_>>());
    match limit.limit.map(percent) {
        Ok(found) => Field { across: Axis::plain(""), ..field }.estimates(picture, 1, &[(LIMIT, found)]),
        Err(_) => {
            for (line, text) in ["not", "identified"].into_iter().enumerate() {
                let y = f64::midpoint(area.top, area.bottom) + line as f64 * 1.2 * SMALL;
                picture.text(text, (x, y), Align::Centre, SMALL);
            }
        }
    }
}

fn field(limit: &StrongPlayEstimate, area: Area) -> Field {
    let budgets = limit.steps.first().zip(limit.steps.last());
    let (first, last) = budgets.map_or((1.0, 10.0), |(first, last)| (first.budget as f64, last.budget as f64));
    let beyond = first * (last / first).powf(1.0 / BUDGETS);
    let label = format!("{}, {}", limit.agent.unit(), limit.agent.name());
    let across = Axis::logarithmic(&label, first / 1.1, beyond);
    let across = across.with_ticks(limit.steps.iter().map(|step| step.budget as f64));
    Field { area, across, up: Axis::percent(limit.variant.display_name(), 100.0) }
}
