//! A share of each cell that falls by ply, as curves: some variants with the same agents to a panel, each curve with its name at
//! the end of a line.

use petteia_statistics::Estimate;
use plotters::coord::ranged1d::Ranged;
use plotters::element::Polygon;

use super::axis::Axis;
use super::fields::{ABOVE, AXIS_WIDTH, BELOW, Field};
use super::legend;
use super::pages::{heading, in_pages, text_lines};
use super::picture::{Area, Picture, Point, Words, wrap};
use super::study::Study;
use super::theme::{self, LEADING, SMALL, mm};

/// More curves than this in one panel cannot be distinguished.
const MOST_CURVES: usize = 6;
/// Panels on one page.
const A_PAGE: usize = 4;

const HEIGHT: f64 = mm(37.0);
/// The room for the names of the curves, at the right of a panel.
const NAMES: f64 = mm(40.0);

/// What the curves show.
pub(crate) struct Kind<'a> {
    pub(crate) words: Words,
    /// Whether all games of the cells count.
    pub(crate) of_all_games: bool,
    /// The axis of plies for the curves of a panel, which end at this ply at the latest.
    pub(crate) plies: &'a dyn Fn(u32) -> Axis,
    /// In percent, from 0 to 100.
    pub(crate) share: Axis,
    /// The place of the mark of a curve.
    pub(crate) mark: Mark,
    /// The curve of a cell, by its index, if it has one.
    pub(crate) of: &'a dyn Fn(usize) -> Option<Curve>,
}

/// The place of a curve's mark, where the line to its name begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// At a height of its own, the longest curve highest, so that no mark hides another one.
    Spread,
    /// At the end of the curve.
    End,
}

/// A share that is 1 at first and falls in steps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Plies, ascending, and the share from there on.
    pub(crate) steps: Vec<(u32, f64)>,
    /// The intervals of the steps; empty without intervals.
    pub(crate) band: Vec<Estimate>,
    /// The ply where it ends.
    pub(crate) end: u32,
}

impl Curve {
    /// The first ply at which the share is at most `level`.
    fn reaches(&self, level: f64) -> Option<u32> {
        self.steps.iter().find(|step| step.1 <= level).map(|step| step.0)
    }

    /// When it reaches one half, and how it ends.
    fn text(&self) -> String {
        let half = self.reaches(0.5).map_or_else(String::new, |ply| format!("50 at ply {ply}, "));
        format!("{half}{:.1} at ply {}", 100.0 * self.last_share(), self.end)
    }

    fn last_share(&self) -> f64 {
        self.steps.last().map_or(1.0, |step| step.1)
    }
}

/// A panel: some variants with the same agents.
struct Panel {
    pairing: usize,
    /// Names and curves, and the numbers of their cells.
    curves: Vec<(String, Curve)>,
    cells: Vec<Option<u32>>,
}

/// Pages of panels, each with the curves of a few variants.
pub(crate) fn draw(study: &Study, kind: &Kind) -> Vec<Picture> {
    in_pages(&kind.words, &panels(study, kind), A_PAGE, |words, panels| page(study, kind, panels, words))
}

fn panels(study: &Study, kind: &Kind) -> Vec<Panel> {
    let of = |pairing: usize| {
        let groups = study.groups.iter();
        let cells = groups.flat_map(|group| group.cells.iter().map(move |&cell| (group.label.clone(), cell)));
        let of_pairing = cells.filter(|&(_, cell)| study.pairing_of[cell] == pairing);
        let known = of_pairing.filter_map(|(name, cell)| Some(((name, (kind.of)(cell)?), study.number(cell))));
        let (mut curves, mut cells): (Vec<(String, Curve)>, Vec<Option<u32>>) = known.unzip();
        let panels = curves.len().div_ceil(MOST_CURVES);
        let mut of_pairing = Vec::new();
        for left in (1..=panels).rev() {
            let size = curves.len().div_ceil(left);
            let rest = (curves.split_off(size), cells.split_off(size));
            of_pairing.push(Panel { pairing, curves, cells });
            (curves, cells) = rest;
        }
        of_pairing
    };
    (0..study.pairings.len()).flat_map(of).collect()
}

fn page(study: &Study, kind: &Kind, panels: &[Panel], words: Words) -> Picture {
    let mut picture = Picture::figure(theme::WIDTH, words);
    let top = heading(&mut picture, &study.note(kind.of_all_games));
    let each = ABOVE + HEIGHT + BELOW;
    picture.height = top + each * panels.len() as f64;
    let (left, right) = (theme::MARGIN + AXIS_WIDTH, picture.width - theme::MARGIN - NAMES);
    for (index, panel) in panels.iter().enumerate() {
        let top = top + each * index as f64 + ABOVE;
        let area = Area { left, top, right, bottom: top + HEIGHT };
        let longest = panel.curves.iter().map(|(_, curve)| curve.end).max().unwrap_or(1);
        let mut field = Field { area, across: (kind.plies)(longest), up: kind.share.clone() };
        if study.several_pairings() {
            field.up.label += &format!(" · {}", study.pairings[panel.pairing]);
        }
        Curves(field).draw(&mut picture, panel, kind.mark);
    }
    picture
}

/// The name of a curve: its lines, the height of its middle, and its mark.
struct Name {
    curve: usize,
    lines: Vec<String>,
    middle: f64,
    mark: Point,
}

impl Name {
    fn height(&self) -> f64 {
        (self.lines.len() as f64 + 0.25) * SMALL * LEADING
    }
}

/// Plies across, shares in percent upwards.
struct Curves(Field);

impl Curves {
    fn draw(&self, picture: &mut Picture, panel: &Panel, mark: Mark) {
        self.0.frame(picture);
        for (index, (_, curve)) in panel.curves.iter().enumerate() {
            picture.group(panel.cells[index], |picture| self.band(picture, index, curve));
        }
        let names = self.names(&panel.curves, mark);
        for name in &names {
            let (left, right, half) = (self.0.area.right, picture.width, name.height() / 2.0);
            let area = Area { left, top: name.middle - half, right, bottom: name.middle + half };
            picture.mark(panel.cells[name.curve], Some(area), |picture| {
                self.leader(picture, name);
                let (label, curve) = &panel.curves[name.curve];
                format!("{label}\n{}: {}", self.0.up.label, curve.text())
            });
        }
        for (index, (_, curve)) in panel.curves.iter().enumerate() {
            picture.group(panel.cells[index], |picture| self.curve(picture, index, curve));
        }
        for name in &names {
            picture.group(panel.cells[name.curve], |picture| legend::marker(picture, name.curve, name.mark));
        }
    }

    fn at(&self, plies: f64, share: f64) -> Point {
        self.0.at(plies, 100.0 * share)
    }

    fn curve(&self, picture: &mut Picture, index: usize, curve: &Curve) {
        let mut points = vec![(self.0.across.range().start, 100.0)];
        for &(plies, after) in &curve.steps {
            // A step too small to be seen is drawn together with the next ones.
            let (here, last) = ((f64::from(plies), 100.0 * after), points[points.len() - 1]);
            let ((x, y), (last_x, last_y)) = (self.0.at(here.0, here.1), self.0.at(last.0, last.1));
            if (x - last_x).max(y - last_y) >= 1.0 || after == 0.0 {
                points.extend([(here.0, last.1), here]);
            }
        }
        points.push((curve.end.into(), 100.0 * curve.last_share()));
        self.0.line(picture, points, 1.5 * theme::THIN, legend::colour_of(index));
    }

    /// The intervals of a curve as an area, with edges that stay visible where areas overlap.
    fn band(&self, picture: &mut Picture, index: usize, curve: &Curve) {
        let mut shown: Vec<(f64, Estimate)> = Vec::new();
        let intervals = curve.band.iter().map(|interval| interval.rescaled(100.0, 0.0));
        for (&(plies, _), interval) in curve.steps.iter().zip(intervals) {
            let x = |plies: f64| self.0.at(plies, 0.0).0;
            if shown.last().is_none_or(|last| x(plies.into()) - x(last.0) >= 1.0) {
                shown.push((plies.into(), interval));
            }
        }
        let Some(last) = curve.band.last() else { return };
        shown.push((curve.end.into(), last.rescaled(100.0, 0.0)));
        let low = shown.iter().map(|&(plies, interval)| (plies, interval.low));
        let high = shown.iter().map(|&(plies, interval)| (plies, interval.high));
        let colour = legend::colour_of(index);
        let outline: Vec<(f64, f64)> = low.clone().chain(high.clone().rev()).collect();
        self.0.plot(picture, |plot| plot.draw_series([Polygon::new(outline, theme::tint(colour, 0.14))]).map(|_| ()));
        self.0.line(picture, low.collect(), theme::HAIRLINE, theme::tint(colour, 0.6));
        self.0.line(picture, high.collect(), theme::HAIRLINE, theme::tint(colour, 0.6));
    }

    /// The names beside the panel, in the order of their marks and without overlaps.
    fn names(&self, curves: &[(String, Curve)], mark: Mark) -> Vec<Name> {
        let room = NAMES - mm(9.0);
        let most_lines = (HEIGHT / (SMALL * LEADING * 1.25)).floor() as usize;
        let most_lines = most_lines.div_euclid(curves.len().max(1)).max(1);
        let marks = self.marks(curves, mark);
        let name = |(curve, ((name, _), mark)): (usize, (&(String, Curve), Point))| {
            let mut lines = wrap(name, room, SMALL);
            if lines.len() > most_lines {
                lines.truncate(most_lines);
                lines[most_lines - 1].push('…');
            }
            Name { curve, lines, middle: mark.1, mark }
        };
        let mut names: Vec<Name> = curves.iter().zip(marks).enumerate().map(name).collect();
        names.sort_by(|a, b| a.mark.1.total_cmp(&b.mark.1));
        self.separate(&mut names);
        names
    }

    fn marks(&self, curves: &[(String, Curve)], mark: Mark) -> Vec<Point> {
        let end = |curve: &Curve| self.at(curve.end.into(), curve.last_share());
        if mark == Mark::End {
            return curves.iter().map(|(_, curve)| end(curve)).collect();
        }
        let half = |curve: &Curve| curve.reaches(0.5).unwrap_or(u32::MAX);
        let rank = |curve: usize| {
            let key = |index: usize| (std::cmp::Reverse(half(&curves[index].1)), index);
            (0..curves.len()).filter(|&other| key(other) < key(curve)).count()
        };
        let place = |(index, (_, curve)): (usize, &(String, Curve))| {
            let level = 1.0 - (rank(index) as f64 + 0.5) / curves.len() as f64;
            curve.reaches(level).map_or(end(curve), |ply| self.at(ply.into(), level))
        };
        curves.iter().enumerate().map(place).collect()
    }

    /// Moves names, which are sorted by height, apart and into the height of the panel.
    fn separate(&self, names: &mut [Name]) {
        let mut free_from = self.0.area.top - 0.3 * SMALL;
        for name in names.iter_mut() {
            name.middle = name.middle.max(free_from + name.height() / 2.0);
            free_from = name.middle + name.height() / 2.0;
        }
        let mut free_to = self.0.area.bottom + 0.3 * SMALL;
        for name in names.iter_mut().rev() {
            name.middle = name.middle.min(free_to - name.height() / 2.0);
            free_to = name.middle - name.height() / 2.0;
        }
    }

    /// A name, with a line to it from its mark.
    fn leader(&self, picture: &mut Picture, name: &Name) {
        let right = self.0.area.right;
        let line = [name.mark, (right + mm(0.5), name.middle), (right + mm(2.2), name.middle)];
        picture.line(&line, theme::HAIRLINE, theme::QUIET);
        legend::marker(picture, name.curve, (right + mm(3.6), name.middle));
        text_lines(picture, &name.lines, (right + mm(5.6), name.middle), SMALL);
    }
}
