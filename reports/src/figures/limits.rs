//! The limits of ladders of budgets: the observations at each budget, the fitted curve, and the limit at the right edge.

use petteia_statistics::Estimate;
use petteia_statistics::limit::Unknown;

use super::axis::Axis;
use super::fields::{Field, pages};
use super::legend;
use super::picture::{Align, Area, Picture, Point, Words};
use super::theme::{self, SMALL, mm};
use crate::limits::{Limit, LimitQuantity};
use crate::numbers::{grouped, with_interval};

/// The part of a field that the budgets take; the rest leads to the limit.
const BUDGETS: f64 = 0.74;
/// The place of the limit, in parts of the width of a field.
const LIMIT: f64 = 0.93;
/// Points of a drawn curve.
const POINTS: u32 = 60;

/// Pages with a field for each variant and agent; none without limits of this quantity.
pub(crate) fn draw(limits: &[Limit], quantity: LimitQuantity) -> Vec<Picture> {
    let limits: Vec<&Limit> = limits.iter().filter(|limit| limit.quantity == quantity).collect();
    let (title, unit, bars) = match quantity {
        LimitQuantity::Draws => {
            ("Draws with an unlimited budget", "games that neither side wins on the board (%)", "Wilson")
        }
        LimitQuantity::WhiteScore => ("White’s score with an unlimited budget", "White’s score (%)", "Tango score"),
        LimitQuantity::Length => ("Length with an unlimited budget", "mean plies", "Student’s t"),
    };
    // Only the intervals of draws were tested on games whose value is known.
    let calibrated = if quantity == LimitQuantity::Draws { "calibrated " } else { "" };
    let words = Words {
        title: title.to_owned(),
        note: format!(
            "Vertical: {unit}. One agent plays itself with growing budgets; at the right, the extrapolated limit with its \
             {calibrated}95 % interval. Thick line: proven value. Bars of budgets: 95 % {bars} intervals."
        ),
        caption: format!(
            "{title}: {unit}. Each panel is a variant, played by one agent against itself with growing budgets on a logarithmic \
             axis. The curve is an asymptote plus a power of the budget, fitted by maximum likelihood; at the right, its limit with \
             the interval of the profile likelihood, widened by half, if it is identified. A thick line is a proven value for best \
             play from the start. Adjudicated games count as draws. Bars of budgets: 95 % {bars} intervals."
        ),
    };
    pages(&words, None, &limits, |picture, area, limit| {
        picture.mark(None, Some(area), |picture| {
            one(picture, area, limit);
            text(limit)
        });
    })
}

/// What was observed with each budget, and the limit.
fn text(limit: &Limit) -> String {
    let factor = if limit.quantity == LimitQuantity::Length { 1.0 } else { 100.0 };
    let scaled = |estimate: Estimate| with_interval(estimate.rescaled(factor, 0.0));
    let steps = limit.steps.iter().map(|step| format!("\n{}: {}", grouped(step.budget as f64), scaled(step.observed)));
    let end = limit.ladder.limit.map_or_else(
        |reason| format!("\nno limit: {}", crate::limits::reason(reason)),
        |found| format!("\nlimit: {}", scaled(found)),
    );
    format!("{}, {}{}{end}", limit.variant.display_name(), limit.agent.heading(), steps.collect::<String>())
}

fn one(picture: &mut Picture, area: Area, limit: &Limit) {
    let factor = if limit.quantity == LimitQuantity::Length { 1.0 } else { 100.0 };
    let scaled = |estimate: Estimate| estimate.rescaled(factor, 0.0);
    let field = field(limit, area, factor);
    field.frame(picture, limit.variant.display_name());
    let x = area.left + LIMIT * area.width();
    picture.text("limit", (x, area.bottom + mm(3.2)), Align::Centre, SMALL);
    let end = |up: f64| (x, field.height(up));
    if let (Ok(found), Some(last)) = (limit.ladder.limit.map(scaled), limit.steps.last()) {
        let (budget, observed) = (last.budget as f64, scaled(last.observed));
        let wedge = [field.at(budget, observed.low), field.at(budget, observed.high), end(found.high), end(found.low)];
        picture.polygon(wedge.to_vec(), theme::GRID);
    }
    if let Some(proved) = limit.proved {
        let y = field.height(factor * proved);
        picture.line(&[(area.left, y), (area.right, y)], theme::STRONG, theme::INK);
    }
    // A curve without an identified limit would be mistaken for an answer.
    let fit = limit.ladder.fit.filter(|_| !matches!(limit.ladder.limit, Err(Unknown::Swings | Unknown::Misfit)));
    if let (Some(fit), Some(last)) = (fit, limit.steps.last()) {
        let (first, last) = (fit.first_budget(), last.budget as f64);
        let budget = |point: u32| first * (last / first).powf(f64::from(point) / f64::from(POINTS));
        let curve = (0..=POINTS).map(|point| field.at(budget(point), factor * fit.at(budget(point))));
        picture.line(&curve.collect::<Vec<Point>>(), theme::THIN, theme::QUIET);
    }
    for step in &limit.steps {
        field.estimate(picture, 0, step.budget as f64, scaled(step.observed));
    }
    match limit.ladder.limit.map(scaled) {
        Ok(found) => {
            picture.line(&[end(found.low), end(found.high)], theme::STRONG, legend::colour_of(1));
            legend::marker(picture, 1, end(found.value));
        }
        Err(_) => {
            for (line, text) in ["not", "identified"].into_iter().enumerate() {
                let y = f64::midpoint(area.top, area.bottom) + line as f64 * 1.2 * SMALL;
                picture.text(text, (x, y), Align::Centre, SMALL);
            }
        }
    }
}

fn field(limit: &Limit, area: Area, factor: f64) -> Field {
    let budgets = limit.steps.first().zip(limit.steps.last());
    let (first, last) = budgets.map_or((1.0, 10.0), |(first, last)| (first.budget as f64, last.budget as f64));
    let beyond = first * (last / first).powf(1.0 / BUDGETS);
    let label = format!("{}, {}", limit.agent.unit(), limit.agent.name());
    let mut across = Axis::logarithmic(&label, first / 1.1, beyond);
    across.ticks = limit.steps.iter().map(|step| (step.budget as f64, grouped(step.budget as f64))).collect();
    let up = match limit.quantity {
        LimitQuantity::Draws | LimitQuantity::WhiteScore => Axis::percent("", 100.0),
        LimitQuantity::Length => {
            let high = |estimate: Estimate| factor * estimate.high;
            let observed = limit.steps.iter().map(|step| high(step.observed));
            let most = observed.chain(limit.ladder.limit.map(high)).fold(1.0, f64::max);
            Axis::lengths("", 0.0, most, false)
        }
    };
    Field { area, across, up }
}
