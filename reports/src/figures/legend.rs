//! Legends: signs with their meaning, in lines across the figure.

use super::picture::{Align, Area, Fill, Picture, Point, wrap};
use super::theme::{self, Colour, LABEL, LEADING, SMALL, Weight, mm, text_width};

/// What stands before a legend's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    /// The marker of a pairing of agents.
    Marker(usize),
    Area(Fill),
}

/// A legend: a heading, and each sign with its meaning.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Legend {
    pub(crate) heading: String,
    pub(crate) entries: Vec<(Sign, String)>,
}

impl Legend {
    /// The markers of series, in their order.
    pub(crate) fn of_markers(heading: &str, names: impl Iterator<Item = String>) -> Self {
        let entries = names.enumerate().map(|(index, name)| (Sign::Marker(index), name));
        Legend { heading: heading.to_owned(), entries: entries.collect() }
    }
}

const SIGN_WIDTH: f64 = mm(4.2);
const GAP: f64 = mm(3.2);
const LINE: f64 = LABEL * 1.45;

/// Draws the legend from `top`, and returns where it ends.
pub(crate) fn draw(picture: &mut Picture, legend: &Legend, top: f64) -> f64 {
    let (left, right) = (theme::MARGIN, picture.width - theme::MARGIN);
    let mut baseline = top + LABEL;
    let heading = format!("{}:", legend.heading);
    picture.styled(&heading, (left, baseline), Align::Left, SMALL, Weight::Medium, theme::INK);
    let mut start = left + text_width(&heading, SMALL, Weight::Medium) + GAP;
    if start > f64::midpoint(left, right) {
        start = left;
        baseline += LINE;
    }
    let mut x = start;
    for (sign, meaning) in &legend.entries {
        let lines = wrap(meaning, right - start - SIGN_WIDTH, SMALL);
        let widths = lines.iter().map(|line| text_width(line, SMALL, Weight::Regular));
        let width = SIGN_WIDTH + widths.fold(0.0, f64::max);
        if x > start && x + width > right {
            x = start;
            baseline += LINE;
        }
        draw_sign(picture, *sign, (x, baseline - 0.36 * SMALL));
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                baseline += SMALL * LEADING;
            }
            picture.text(line, (x + SIGN_WIDTH, baseline), Align::Left, SMALL);
        }
        x += width + GAP;
    }
    baseline + 0.5 * LABEL
}

fn draw_sign(picture: &mut Picture, sign: Sign, middle_left: Point) {
    let (x, y) = middle_left;
    match sign {
        Sign::Marker(pairing) => marker(picture, pairing, (x + SIGN_WIDTH * 0.4, y)),
        Sign::Area(fill) => {
            let area = Area { left: x, top: y - mm(1.0), right: x + mm(3.2), bottom: y + mm(1.0) };
            picture.fill(area, fill);
            picture.frame(area, theme::HAIRLINE, theme::QUIET);
        }
    }
}

/// The length of the arrow of [`bounded`].
pub(crate) const ARROW: f64 = mm(3.4);

/// The mark of a pairing for a value of which only a bound is known, with an arrow towards where the value may be;
/// `towards` has length 1.
pub(crate) fn bounded(picture: &mut Picture, pairing: usize, centre: Point, towards: Point) {
    const HEAD: f64 = mm(1.1);
    let along = |length: f64| (centre.0 + length * towards.0, centre.1 + length * towards.1);
    let base = along(ARROW - HEAD);
    let side = |sign: f64| (base.0 - 0.6 * sign * HEAD * towards.1, base.1 + 0.6 * sign * HEAD * towards.0);
    picture.line(&[centre, base], theme::STRONG, colour_of(pairing));
    picture.polygon(vec![along(ARROW), side(1.0), side(-1.0)], colour_of(pairing));
    marker(picture, pairing, centre);
}

pub(crate) fn colour_of(pairing: usize) -> Colour {
    theme::OKABE_ITO[pairing % theme::OKABE_ITO.len()]
}

/// The mark of a pairing, distinguished by shape and colour. Six shapes and seven colours
/// have no common divisor, so that 42 pairings differ.
pub(crate) fn marker(picture: &mut Picture, pairing: usize, centre: Point) {
    const RADIUS: f64 = mm(0.95);
    let turned = |corners: usize, size: f64, turn: f64| -> Vec<Point> {
        (0..corners)
            .map(|corner| {
                let angle = std::f64::consts::TAU * (corner as f64 / corners as f64 + turn);
                (centre.0 + size * angle.cos(), centre.1 + size * angle.sin())
            })
            .collect()
    };
    let outline = match pairing % 6 {
        0 => turned(36, RADIUS, 0.0),
        1 => turned(4, 1.25 * RADIUS, 0.125),
        2 => turned(3, 1.35 * RADIUS, -0.25),
        3 => turned(4, 1.35 * RADIUS, 0.0),
        4 => turned(3, 1.35 * RADIUS, 0.25),
        _ => turned(6, 1.2 * RADIUS, 0.0),
    };
    picture.polygon(outline.clone(), colour_of(pairing));
    let closed: Vec<Point> = outline.iter().chain(outline.first()).copied().collect();
    picture.line(&closed, theme::THIN, theme::WHITE);
}
