//! A share of each cell that falls by ply, as curves: some variants with the same agents to a panel, each curve with its name at
//! the end of a line.

use petteia_statistics::Estimate;

use super::axis::Axis;
use super::chart::{heading, in_pages, text_lines};
use super::fields::Field;
use super::legend;
use super::picture::{Align, Area, Picture, Point, Words, wrap};
use super::study::Study;
use super::theme::{self, LABEL, LEADING, SMALL, Weight, mm};

/// More curves than this in one panel cannot be distinguished.
const MOST_CURVES: usize = 6;
/// Panels on one page.
const A_PAGE: usize = 4;

const HEIGHT: f64 = mm(37.0);
const ABOVE: f64 = mm(6.5);
const BELOW: f64 = mm(9.5);
const AXIS_WIDTH: f64 = mm(9.0);
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
        let field = Curves(Field { area, across: (kind.plies)(longest), up: kind.share.clone() });
        let agents = if study.several_pairings() { study.pairings[panel.pairing].as_str() } else { "" };
        field.draw(&mut picture, panel, agents, kind.mark);
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
    fn draw(&self, picture: &mut Picture, panel: &Panel, agents: &str, mark: Mark) {
        self.frame(picture, agents);
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
                let agents = if agents.is_empty() { String::new() } else { format!(", {agents}") };
                format!("{label}{agents}\n{}: {}", self.0.up.label, curve.text())
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
        for &(plies, after) in &curve.steps {
            // A step too small to be seen is drawn together with the next ones.
            let (x, y) = self.at(plies.into(), after);
            let last = points[points.len() - 1];
            if (x - last.0).max(y - last.1) >= 1.0 || after == 0.0 {
                points.extend([(x, last.1), (x, y)]);
            }
        }
        points.push(self.at(curve.end.into(), curve.last_share()));
        picture.line(&points, 1.5 * theme::THIN, legend::colour_of(index));
    }

    /// The intervals of a curve as an area, with edges that stay visible where areas overlap.
    fn band(&self, picture: &mut Picture, index: usize, curve: &Curve) {
        if curve.band.is_empty() {
            return;
        }
        let (mut low, mut high): (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
        for (&(plies, _), interval) in curve.steps.iter().zip(&curve.band) {
            let (x, bottom) = self.at(plies.into(), interval.low);
            if low.last().is_none_or(|last| x - last.0 >= 1.0) {
                low.push((x, bottom));
                high.push(self.at(plies.into(), interval.high));
            }
        }
        if let Some(last) = curve.band.last() {
            low.push(self.at(curve.end.into(), last.low));
            high.push(self.at(curve.end.into(), last.high));
        }
        let colour = legend::colour_of(index);
        picture.polygon(low.iter().chain(high.iter().rev()).copied().collect(), theme::tint(colour, 0.14));
        for edge in [&low, &high] {
            picture.line(edge, theme::HAIRLINE, theme::tint(colour, 0.6));
        }
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
