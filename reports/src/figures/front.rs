//! The front of a search for rules among the rule sets that it rejected.

use petteia_statistics::Estimate;
use petteia_statistics::identification::Status;
use petteia_tables::{FoundRuleSet, RuleSearchResult};

use super::axis::Axis;
use super::chart::heading;
use super::fields::{Field, label};
use super::legend::{self, Legend, Sign};
use super::picture::{Area, Fill, Picture, Point, Words};
use super::theme::{self, Colour, LABEL, SMALL, Weight, mm, text_width};
use crate::numbers::grouped;
use crate::rulesets::words;

const HEIGHT: f64 = mm(92.0);
const AXIS_WIDTH: f64 = mm(12.0);
const RADIUS: f64 = mm(1.2);
/// How far apart rule sets of one distance are spread, as a share of a step of the axis.
const SPREAD: f64 = 0.36;
/// White's score less one half at which the colour of a member is darkest.
const UNEVEN: f64 = 0.1;

/// One page: the first quantity that is minimised, or limited, against the distance; none if nothing was played.
pub(crate) fn draw(found: &RuleSearchResult) -> Vec<Picture> {
    if found.games() == 0 {
        return Vec::new();
    }
    let quantity = found.minimised.first().copied().unwrap_or(0);
    let balance = found.quantities.iter().position(|about| about.name == "white_score");
    let text = told(found, quantity);
    let legend = Legend { heading: "Rule sets".to_owned(), entries: entries(balance.is_some()) };
    let head = |picture: &mut Picture| {
        let y = heading(picture, &text.title, &[&text.note]);
        legend::draw(picture, &legend, y + mm(0.8))
    };
    let top = head(&mut Picture::sized(theme::WIDTH, 0.0)) + mm(5.0);
    let mut picture = Picture::figure(theme::WIDTH, top + HEIGHT + mm(11.0), text.clone());
    head(&mut picture);
    let area = Area {
        left: theme::MARGIN + AXIS_WIDTH,
        top,
        right: picture.width - theme::MARGIN - mm(4.0),
        bottom: top + HEIGHT,
    };
    let field = field(found, quantity, area);
    field.frame(&mut picture, &words::heading(found.quantities[quantity]));
    limits(&mut picture, found, quantity, &field);
    let place = |index: usize, set: &FoundRuleSet| {
        let value = scaled(found, quantity, set.values.get(quantity).copied()?);
        Some((field.at(set.distance + SPREAD * scattered(index), value.value), value))
    };
    let around =
        |(x, y): Point, radius: f64| Area { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
    let mut taken: Vec<Area> = Vec::new();
    for (index, set) in found.with(|status| !matches!(status, None | Some(Status::In))) {
        let Some((at, _)) = place(index, set) else { continue };
        let is_open = matches!(set.status, Some(Status::Undecided(_)));
        picture.disc(at, 0.5 * RADIUS, if is_open { theme::OKABE_ITO[1] } else { theme::GRID });
        taken.push(around(at, 0.5 * RADIUS));
    }
    let members: Vec<(Point, Estimate, &FoundRuleSet)> =
        found.front().filter_map(|(index, set)| place(index, set).map(|(at, value)| (at, value, set))).collect();
    for &((x, _), value, set) in &members {
        let ends = [value.low, value.high].map(|end| (x, field.height(end)));
        picture.line(&ends, theme::STRONG, theme::QUIET);
        let at = (x, field.height(value.value));
        let colour = balance.and_then(|balance| set.values.get(balance)).map_or(theme::OKABE_ITO[0], evenness);
        picture.disc(at, RADIUS, theme::INK);
        picture.disc(at, 0.8 * RADIUS, colour);
        taken.push(around(at, 1.2 * RADIUS));
    }
    for ((x, y), _, set) in members {
        let name = name(found, set);
        let width = text_width(&name, SMALL, Weight::Regular);
        let lefts = [x + 1.6 * RADIUS, x - 1.6 * RADIUS - width, x - width / 2.0];
        let downs = (0..40).flat_map(|row| [row, -row]).map(|row| f64::from(row) * 0.5 * LABEL);
        label(&mut picture, &name, y, (&lefts, downs), area, &mut taken);
    }
    vec![picture]
}

fn told(found: &RuleSearchResult, quantity: usize) -> Words {
    let about = found.quantities[quantity];
    let noun = words::quantity(about);
    let members = found.front().count();
    let played = found.with(Option::is_some).count();
    Words {
        title: format!(
            "{members} of {} rule sets from {} belong to the front",
            grouped(found.rule_sets.len() as f64),
            found.base
        ),
        note: format!(
            "{} against the distance from the source, in the games of the search. Bars: intervals that hold together ({} %).",
            upper(&noun),
            100.0 * found.confidence
        ),
        caption: format!(
            "A search for rules from {} by {}: {noun} against the number of changed rules, or their weights, for the {played} \
             rule sets that were played. Coloured: the front, with confidence sequences that hold for all rule sets, quantities \
             and times together ({} %). Grey: rule sets that break a limit or are no better than another one. Dashed: limits. \
             Points of one distance are spread sideways. These games chose the front; it is confirmed by others.",
            found.base,
            found.agent.display_name(),
            100.0 * found.confidence
        ),
    }
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn entries(has_balance: bool) -> Vec<(Sign, String)> {
    let area = |colour: Colour, text: &str| (Sign::Area(Fill::solid(colour)), text.to_owned());
    let mut entries = match has_balance {
        true => vec![
            area(theme::sequential(0.2), "front, White's score 50 %"),
            area(theme::sequential(1.0), "front, White's score off by 10 points or more"),
        ],
        false => vec![area(theme::OKABE_ITO[0], "front")],
    };
    entries.extend([area(theme::OKABE_ITO[1], "undecided"), area(theme::GRID, "out")]);
    entries
}

/// Light for an even game, dark for an uneven one.
fn evenness(score: &Estimate) -> Colour {
    theme::sequential(0.2 + 0.8 * ((score.value - 0.5).abs() / UNEVEN).min(1.0))
}

/// An estimate in the unit of the axis.
fn scaled(found: &RuleSearchResult, quantity: usize, value: Estimate) -> Estimate {
    if found.quantities[quantity].is_share { value.rescaled(100.0, 0.0) } else { value }
}

fn field(found: &RuleSearchResult, quantity: usize, area: Area) -> Field {
    let about = found.quantities[quantity];
    let values = found.rule_sets.iter().filter_map(|set| set.values.get(quantity));
    let most = values.map(|value| scaled(found, quantity, *value).value).fold(0.0, f64::max);
    let up = if about.is_share { Axis::percent("", most) } else { Axis::lengths("", 0.0, most, false) };
    let furthest = found.rule_sets.iter().map(|set| set.distance).fold(0.0, f64::max);
    Field { area, across: Axis::distances("Distance: changed rules, or their weights", furthest), up }
}

/// Draws the limits of the quantity.
fn limits(picture: &mut Picture, found: &RuleSearchResult, quantity: usize, field: &Field) {
    const DASHES: usize = 80;
    let of_quantity = found.limits.iter().filter(|limit| limit.quantity == quantity);
    for end in of_quantity.flat_map(|limit| [limit.least, limit.most]).filter(|end| end.is_finite() && *end > 0.0) {
        let factor = if found.quantities[quantity].is_share { 100.0 } else { 1.0 };
        let y = field.height(factor * end);
        let step = field.area.width() / DASHES as f64;
        for dash in 0..DASHES {
            let left = field.area.left + dash as f64 * step;
            picture.line(&[(left, y), (left + 0.55 * step, y)], theme::THIN, theme::INK);
        }
    }
}

/// A number from −1 to 1 that spreads indices evenly (the golden ratio).
fn scattered(index: usize) -> f64 {
    2.0 * ((index as f64 + 0.5) * 0.618_033_988_749_895).fract() - 1.0
}

/// What a member changes, or the source itself.
fn name(found: &RuleSearchResult, set: &FoundRuleSet) -> String {
    if set.changes.is_empty() { found.base.clone() } else { set.changes.concat() }
}
