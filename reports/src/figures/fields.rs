//! Small panels beside and below each other, each with axes of its own: one quantity across, another upwards.

use petteia_statistics::Estimate;

use super::axis::Axis;
use super::chart::{Texts, heading, in_pages, ticks};
use super::legend::{self, Legend};
use super::picture::{Align, Area, Picture, Point, Words};
use super::theme::{self, LABEL, SMALL, Weight, mm, text_width};
use crate::terminal::cut;

/// Fields beside each other, and below each other on one page.
const COLUMNS: usize = 2;
const ROWS: usize = 4;

const HEIGHT: f64 = mm(36.0);
const ABOVE: f64 = mm(7.0);
const BELOW: f64 = mm(9.5);
const AXIS_WIDTH: f64 = mm(11.0);
const GAP: f64 = mm(5.0);

/// Pages with a field for each item, which `draw` draws into its area.
pub(crate) fn pages<Item>(
    words: &Words,
    legend: Option<&Legend>,
    items: &[Item],
    draw: impl Fn(&mut Picture, Area, &Item),
) -> Vec<Picture> {
    in_pages(words, items, COLUMNS * ROWS, |words, items| {
        let mut picture = Picture::figure(theme::WIDTH, words);
        let y = heading(&mut picture, "");
        let top = legend.map_or(y, |legend| legend::draw(&mut picture, legend, y + mm(0.8)));
        let each = ABOVE + HEIGHT + BELOW;
        picture.height = top + each * items.len().div_ceil(COLUMNS) as f64;
        let width = (picture.width - 2.0 * theme::MARGIN + GAP) / COLUMNS as f64;
        for (index, item) in items.iter().enumerate() {
            let left = theme::MARGIN + (index % COLUMNS) as f64 * width + AXIS_WIDTH;
            let top = top + each * index.div_euclid(COLUMNS) as f64 + ABOVE;
            let area = Area { left, top, right: left + width - AXIS_WIDTH - GAP, bottom: top + HEIGHT };
            draw(&mut picture, area, item);
        }
        picture
    })
}

/// A heading that fits, cut in its middle, since what tells variants apart is often at the end.
fn shortened(text: &str, room: f64) -> String {
    let fits = |text: &str| text_width(text, LABEL, Weight::Medium) <= room;
    let length = text.chars().count();
    let widths = (1..length).rev().map(|width| cut(text, width));
    if fits(text) { text.to_owned() } else { widths.into_iter().find(|text| fits(text)).unwrap_or_default() }
}

/// Lines across an area at the ticks of an axis upwards, with their values at the left.
pub(crate) fn levels(picture: &mut Picture, area: Area, up: &Axis) {
    for (value, text) in &up.ticks {
        let y = area.bottom - up.place(*value) * area.height();
        picture.line(&[(area.left, y), (area.right, y)], theme::HAIRLINE, theme::GRID);
        picture.text(text, (area.left - mm(1.2), y + 0.35 * SMALL), Align::Right, SMALL);
    }
}

pub(crate) struct Field {
    pub(crate) area: Area,
    pub(crate) across: Axis,
    pub(crate) up: Axis,
}

impl Field {
    pub(crate) fn at(&self, across: f64, up: f64) -> Point {
        (self.area.left + self.across.place(across) * self.area.width(), self.height(up))
    }

    pub(crate) fn height(&self, up: f64) -> f64 {
        self.area.bottom - self.up.place(up) * self.area.height()
    }

    /// Grids with the values of both axes.
    pub(crate) fn grid(&self, picture: &mut Picture) {
        let Area { left, right, top, bottom } = self.area;
        levels(picture, self.area, &self.up);
        let texts = Texts { baseline: bottom + mm(3.2), gap: mm(1.0) };
        ticks(
            picture,
            &self.across,
            |value| self.at(value, 0.0).0,
            texts,
            |picture, x| {
                picture.line(&[(x, top), (x, bottom)], theme::HAIRLINE, theme::GRID);
            },
        );
        picture.line(&[(left, bottom), (right, bottom)], theme::THIN, theme::INK);
    }

    /// The grid, what lies across, and a heading.
    pub(crate) fn frame(&self, picture: &mut Picture, title: &str) {
        self.grid(picture);
        let Area { left, right, top, bottom } = self.area;
        picture.text(&self.across.label, (f64::midpoint(left, right), bottom + mm(6.8)), Align::Centre, SMALL);
        let above = (left - AXIS_WIDTH, top - mm(2.4));
        let title = shortened(title, right - left + AXIS_WIDTH);
        picture.styled(&title, above, Align::Left, LABEL, Weight::Medium, theme::INK);
    }

    /// A value with its interval, in the colour and with the mark of a series.
    pub(crate) fn estimate(&self, picture: &mut Picture, series: usize, across: f64, of: Estimate) {
        let ends = [self.at(across, of.low), self.at(across, of.high)];
        picture.line(&ends, theme::STRONG, legend::colour_of(series));
        legend::marker(picture, series, self.at(across, of.value));
    }
}
