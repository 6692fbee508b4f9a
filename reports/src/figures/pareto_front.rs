//! The front of a search for rules among the rule sets that it rejected.

use petteia_statistics::Estimate;
use petteia_statistics::identification::Status;
use petteia_tables::{FoundRuleSet, RuleSearchResult};
use plotters::coord::ranged1d::Ranged;
use plotters::element::Circle;
use plotters::series::DashedLineSeries;
use plotters::style::Color;

use super::axis::Axis;
use super::backend::{parts, stroke};
use super::fields::{BELOW, Field, only};
use super::legend::{self, Legend, Sign};
use super::pages::heading;
use super::picture::{Align, Area, Fill, Picture, Words};
use super::theme::{self, Colour, SMALL, Weight, mm};
use crate::labels::player;
use crate::number_format::grouped;
use crate::phrases::capitalised;
use crate::rulesets::phrases;

const HEIGHT: f64 = mm(92.0);
/// The height of a line of the key, and its columns.
const LINE: f64 = mm(4.2);
const COLUMNS: usize = 2;
/// Members of the front that the key names.
const MOST_NAMED: usize = 20;
const RADIUS: f64 = mm(1.4);
/// The room for the members of one distance, in steps of the axis.
const WIDEST: f64 = 0.96;
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
    let legend = Legend { heading: "Rule sets".to_owned(), entries: entries(found) };
    let mut picture = Picture::figure(theme::WIDTH, told(found, quantity));
    let y = heading(&mut picture, "");
    let area = only(theme::WIDTH, legend::draw(&mut picture, &legend, y + mm(0.8)), HEIGHT);
    let key = key(found);
    let rows = key.len().div_ceil(COLUMNS).max(1);
    picture.height = area.bottom + BELOW + rows as f64 * LINE + mm(1.0);
    let field = field(found, quantity, area);
    field.frame(&mut picture);
    limits(&mut picture, found, quantity, &field);
    rejected(&mut picture, found, quantity, &field);
    members(&mut picture, found, quantity, &field);
    for (column, texts) in key.chunks(rows).enumerate() {
        let left = area.left + column as f64 * area.width() / COLUMNS as f64;
        for (row, text) in texts.iter().enumerate() {
            picture.text(text, (left, area.bottom + BELOW + (row as f64 + 0.5) * LINE), Align::Left, SMALL);
        }
    }
    vec![picture]
}

/// Draws the rule sets that do not belong to the front, spread sideways.
fn rejected(picture: &mut Picture, found: &RuleSearchResult, quantity: usize, field: &Field) {
    let discs = found.with(|status| !matches!(status, None | Some(Status::In))).filter_map(|(index, set)| {
        let Estimate { value, .. } = value(found, quantity, set)?;
        let is_open = matches!(set.status, Some(Status::Undecided(_)));
        let colour = if is_open { theme::OKABE_ITO[1] } else { theme::GRID };
        Some(Circle::new((set.distance + SPREAD * scattered(index), value), parts(0.5 * RADIUS), colour.filled()))
    });
    field.plot(picture, |plot| plot.draw_series(discs).map(|_| ()));
}

/// Draws the members of the front with their numbers, those of one distance beside each other.
fn members(picture: &mut Picture, found: &RuleSearchResult, quantity: usize, field: &Field) {
    let balance = place_of_balance(found);
    let members: Vec<&FoundRuleSet> = found.front().map(|(_, set)| set).collect();
    let step = field.at(1.0, 0.0).0 - field.at(0.0, 0.0).0;
    for (place, set) in members.iter().enumerate() {
        let Some(Estimate { value, low, high, .. }) = value(found, quantity, set) else { continue };
        let alike = || members.iter().enumerate().filter(|(_, other)| other.distance == set.distance);
        let (before, count) = (alike().filter(|(other, _)| *other < place).count() as f64, alike().count() as f64);
        let aside = (2.2 * RADIUS / step).min(WIDEST / count) * (before - (count - 1.0) / 2.0);
        let across = set.distance + aside;
        let share = balance.and_then(|balance| set.values.get(balance)).map_or(0.0, unevenness);
        let disc = |radius, colour: Colour| Circle::new((across, value), parts(radius), colour.filled());
        field.line(picture, vec![(across, low), (across, high)], theme::STRONG, theme::QUIET);
        field.plot(picture, |plot| {
            let inside = disc(0.9 * RADIUS, theme::sequential(0.2 + 0.8 * share));
            plot.draw_series([disc(RADIUS, theme::INK), inside]).map(|_| ())
        });
        let ink = if share < 0.5 { theme::INK } else { theme::WHITE };
        let (number, (x, y)) = ((place + 1).to_string(), field.at(across, value));
        picture.styled(&number, (x, y + 0.35 * SMALL), Align::Centre, SMALL, Weight::Medium, ink);
    }
}

/// The quantity of a rule set in the unit of the axis.
fn value(found: &RuleSearchResult, quantity: usize, set: &FoundRuleSet) -> Option<Estimate> {
    Some(scaled(found, quantity, *set.values.get(quantity)?))
}

/// The place of White's score among the quantities.
fn place_of_balance(found: &RuleSearchResult) -> Option<usize> {
    found.quantities.iter().position(|about| about.name == "white_score")
}

fn told(found: &RuleSearchResult, quantity: usize) -> Words {
    let about = found.quantities[quantity];
    let noun = phrases::quantity(about);
    let members = found.front().count();
    let played = found.with(Option::is_some).count();
    Words {
        title: format!(
            "{} of {} rule sets played from {} {} to the front{}",
            if members == 0 { "None".to_owned() } else { members.to_string() },
            grouped(played as f64),
            found.base,
            if members < 2 { "belongs" } else { "belong" },
            if members > 0 && members == found.fallen().len() { ", none is confirmed" } else { "" }
        ),
        note: format!(
            "{} against the distance from the source, in the games of the search. Points of one distance are spread sideways.{}",
            capitalised(&noun),
            if members == 0 { "" } else { " Bars: the front's intervals." }
        ),
        caption: format!(
            "A search for rules from {} by {}: {noun} against the number of changed rules, or their weights, for the {played} \
             rule sets that were played. Numbered: the front, in the order of its files, with confidence sequences that hold \
             for all rule sets, quantities and times together ({} %). Grey: rule sets that break a limit or are no better than another one. Dashed: limits. \
             These games chose the front; it is confirmed by others.",
            found.base,
            player(&found.agent),
            100.0 * found.confidence
        ),
    }
}

/// The signs that occur.
fn entries(found: &RuleSearchResult) -> Vec<(Sign, String)> {
    let (even, uneven) = (theme::sequential(0.2), theme::sequential(1.0));
    let front: &[_] = match place_of_balance(found) {
        _ if found.front().next().is_none() => &[],
        Some(_) => &[(even, "front, White's score 50 %"), (uneven, "front, White's score off by 10 points or more")],
        None => &[(even, "front")],
    };
    let occurs = |is: fn(&Status) -> bool| found.rule_sets.iter().filter_map(|set| set.status.as_ref()).any(is);
    let open = occurs(|status| matches!(status, Status::Undecided(_))).then_some((theme::OKABE_ITO[1], "undecided"));
    let out = occurs(|status| matches!(status, Status::Out(_))).then_some((theme::GRID, "out"));
    let all = front.iter().copied().chain(open).chain(out);
    all.map(|(colour, text)| (Sign::Area(Fill::solid(colour)), text.to_owned())).collect()
}

/// How uneven a game is, from 0 to 1.
fn unevenness(score: &Estimate) -> f64 {
    ((score.value - 0.5).abs() / UNEVEN).min(1.0)
}

/// An estimate in the unit of the axis.
fn scaled(found: &RuleSearchResult, quantity: usize, value: Estimate) -> Estimate {
    if found.quantities[quantity].is_share { value.rescaled(100.0, 0.0) } else { value }
}

fn field(found: &RuleSearchResult, quantity: usize, area: Area) -> Field {
    let about = found.quantities[quantity];
    let values = found.rule_sets.iter().filter_map(|set| set.values.get(quantity));
    let most = values.map(|value| scaled(found, quantity, *value).value).fold(0.0, f64::max);
    let name = phrases::heading(about);
    let up = if about.is_share { Axis::percent(&name, most) } else { Axis::lengths(&name, 0.0, most, false) };
    let furthest = found.rule_sets.iter().map(|set| set.distance).fold(0.0, f64::max);
    let across = Axis::lengths("Distance: changed rules, or their weights", 0.0, furthest, false).with_room();
    Field { area, across, up }
}

fn limits(picture: &mut Picture, found: &RuleSearchResult, quantity: usize, field: &Field) {
    let of_quantity = found.limits.iter().filter(|limit| limit.quantity == quantity);
    for end in of_quantity.flat_map(|limit| [limit.least, limit.most]).filter(|end| end.is_finite() && *end > 0.0) {
        let up = if found.quantities[quantity].is_share { 100.0 * end } else { end };
        let (dash, gap, ends) = (parts(mm(1.1)), parts(mm(0.9)), field.across.range());
        let line = [(ends.start, up), (ends.end, up)];
        field.plot(picture, |plot| {
            let dashes = DashedLineSeries::new(line, dash, gap, stroke(theme::INK, theme::THIN));
            plot.draw_series(dashes).map(|_| ())
        });
    }
}

/// A number from −1 to 1 that spreads indices evenly (the golden ratio).
fn scattered(index: usize) -> f64 {
    2.0 * ((index as f64 + 0.5) * 0.618_033_988_749_895).fract() - 1.0
}

/// The numbers of the members with what they change.
fn key(found: &RuleSearchResult) -> Vec<String> {
    let named = (1..=MOST_NAMED).zip(found.front());
    let mut key: Vec<String> = named.map(|(number, (_, set))| format!("{number}  {}", found.short_name(set))).collect();
    let more = found.front().count().saturating_sub(MOST_NAMED);
    key.extend((more > 0).then(|| format!("and {more} more: front/{}.toml, …", MOST_NAMED + 1)));
    key
}
