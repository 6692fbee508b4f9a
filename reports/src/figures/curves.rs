//! A share of each cell that falls by ply, as curves: some variants with the same agents to a field.

use super::axis::Axis;
use super::chart::{heading, titled};
use super::fields::Field;
use super::legend;
use super::picture::{Align, Area, Picture, Point, Words, wrap};
use super::study::Study;
use super::theme::{self, LABEL, LEADING, SMALL, Weight, mm};

/// More curves than this in one field cannot be told apart.
const MOST_CURVES: usize = 6;
/// Fields on one page.
const A_PAGE: usize = 4;

const HEIGHT: f64 = mm(37.0);
const ABOVE: f64 = mm(6.5);
const BELOW: f64 = mm(9.5);
const AXIS_WIDTH: f64 = mm(9.0);
/// Room for the names of the curves, at the right of a field.
const NAMES: f64 = mm(46.0);

/// What the curves show.
pub(crate) struct Kind<'a> {
    pub(crate) title: &'static str,
    pub(crate) note: &'static str,
    pub(crate) caption: String,
    pub(crate) plies: Axis,
    /// In percent, from 0 to 100.
    pub(crate) share: Axis,
    /// The curve of a cell, by its index, if it has one.
    pub(crate) of: &'a dyn Fn(usize) -> Option<Curve>,
}

/// A share that is 1 at first and falls in steps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Plies, ascending, and the share from there on.
    pub(crate) steps: Vec<(u32, f64)>,
    /// The ply where it ends.
    pub(crate) end: u32,
}

/// A field of curves: some variants with the same agents.
struct Panel {
    pairing: usize,
    /// Names and indices of the cells.
    curves: Vec<(String, usize)>,
}

/// Pages of fields, each with the curves of a few variants, on the same axes.
pub(crate) fn draw(study: &Study, kind: &Kind) -> Vec<Picture> {
    let panels = panels(study, kind);
    let count = panels.len().div_ceil(A_PAGE);
    let pages = panels.chunks(A_PAGE).enumerate();
    pages.map(|(index, panels)| page(study, kind, panels, titled(kind.title, index, count))).collect()
}

fn panels(study: &Study, kind: &Kind) -> Vec<Panel> {
    let of = |pairing: usize| {
        let groups = study.groups.iter();
        let curves: Vec<(String, usize)> = groups
            .flat_map(|group| group.cells.iter().map(move |&cell| (group.label.clone(), cell)))
            .filter(|&(_, cell)| study.pairing_of[cell] == pairing && (kind.of)(cell).is_some())
            .collect();
        let fields = curves.len().div_ceil(MOST_CURVES).max(1);
        let even = curves.len().div_ceil(fields).max(1);
        curves.chunks(even).map(|curves| Panel { pairing, curves: curves.to_vec() }).collect::<Vec<_>>()
    };
    (0..study.pairings.len()).flat_map(of).collect()
}

fn page(study: &Study, kind: &Kind, panels: &[Panel], title: String) -> Picture {
    let words = Words { title, note: kind.note.to_owned(), caption: kind.caption.clone() };
    let head = |picture: &mut Picture| heading(picture, &words.title, &[&words.note, &study.note()]);
    let top = head(&mut Picture::sized(theme::WIDTH, 0.0));
    let each = ABOVE + HEIGHT + BELOW;
    let mut picture = Picture::figure(theme::WIDTH, top + each * panels.len() as f64, words.clone());
    head(&mut picture);
    let (left, right) = (theme::MARGIN + AXIS_WIDTH, picture.width - theme::MARGIN - NAMES);
    for (index, panel) in panels.iter().enumerate() {
        let top = top + each * index as f64 + ABOVE;
        let area = Area { left, top, right, bottom: top + HEIGHT };
        let field = Curves(Field { area, across: kind.plies.clone(), up: kind.share.clone() });
        let agents = if study.several_pairings() { study.pairings[panel.pairing].as_str() } else { "" };
        field.frame(&mut picture, agents);
        for (index, (_, cell)) in panel.curves.iter().enumerate() {
            if let Some(curve) = (kind.of)(*cell) {
                field.curve(&mut picture, index, &curve);
            }
        }
        names(&mut picture, panel, (right + mm(4.0), top));
    }
    picture
}

/// The names of the curves, beside their field.
fn names(picture: &mut Picture, panel: &Panel, (left, top): Point) {
    let room = picture.width - theme::MARGIN - left - mm(6.0);
    let most_lines = ((HEIGHT / (SMALL * LEADING)) as usize).div_euclid(panel.curves.len().max(1)).max(1);
    let mut y = top + SMALL;
    for (index, (name, _)) in panel.curves.iter().enumerate() {
        legend::marker(picture, index, (left + mm(1.2), y - 0.36 * SMALL));
        let mut lines = wrap(name, room, SMALL);
        if lines.len() > most_lines {
            lines.truncate(most_lines);
            lines[most_lines - 1].push('…');
        }
        for line in lines {
            picture.text(&line, (left + mm(4.0), y), Align::Left, SMALL);
            y += SMALL * LEADING;
        }
        y += 0.3 * SMALL;
    }
}

/// Plies across, shares in percent upwards.
struct Curves(Field);

impl Curves {
    fn at(&self, plies: f64, share: f64) -> Point {
        self.0.at(plies, 100.0 * share)
    }

    fn frame(&self, picture: &mut Picture, agents: &str) {
        self.0.grid(picture);
        let Area { left, right, top, bottom } = self.0.area;
        let below = (f64::midpoint(left, right), bottom + mm(6.8));
        picture.text(&self.0.across.label, below, Align::Centre, LABEL);
        let agents = if agents.is_empty() { String::new() } else { format!(" · {agents}") };
        let above = (theme::MARGIN, top - mm(1.8));
        let heading = format!("{}{agents}", self.0.up.label);
        picture.styled(&heading, above, Align::Left, LABEL, Weight::Medium, theme::INK);
    }

    fn curve(&self, picture: &mut Picture, index: usize, curve: &Curve) {
        let mut points = vec![(self.0.area.left, self.at(0.0, 1.0).1)];
        let mut share = 1.0;
        for &(plies, after) in &curve.steps {
            // A step that would not be seen is drawn together with those after it.
            let (x, y) = self.at(plies.into(), after);
            let last = points[points.len() - 1];
            if (x - last.0).max(y - last.1) >= 1.0 || after == 0.0 {
                points.extend([(x, last.1), (x, y)]);
            }
            share = after;
        }
        let end = self.at(curve.end.into(), share);
        points.push(end);
        picture.line(&points, 1.5 * theme::THIN, legend::colour_of(index));
        let half = curve.steps.iter().find(|step| step.1 <= 0.5);
        legend::marker(picture, index, half.map_or(end, |step| self.at(step.0.into(), 0.5)));
    }
}
