//! Charts of plotters: a field with one quantity across and another upwards, alone or in small panels beside and below each
//! other.

use std::convert::Infallible;

use petteia_statistics::Estimate;
use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::ErrorBar;
use plotters::series::LineSeries;
use plotters::style::IntoFont;

use super::axis::Axis;
use super::backend::{Marker, dots, parts, stroke};
use super::legend::{self, Legend};
use super::pages::{heading, in_pages};
use super::picture::{Align, Area, Picture, Point, Words};
use super::theme::{self, Colour, LABEL, SMALL, Weight, mm, text_width};
use crate::terminal::cut;

/// Fields beside each other, and below each other on one page.
const COLUMNS: usize = 2;
const ROWS: usize = 4;

const HEIGHT: f64 = mm(36.0);
const GAP: f64 = mm(5.0);
/// Room for the heading of a field.
pub(crate) const ABOVE: f64 = mm(7.0);
/// Room for the texts of the axis below a field, and for the white space before the next one.
pub(crate) const BELOW: f64 = mm(9.5);
/// Room for the texts of the axis at the left of a field.
pub(crate) const AXIS_WIDTH: f64 = mm(11.0);
/// Room for the ticks, values and label below a field.
const AXIS_HEIGHT: f64 = mm(7.6);
const TICK: f64 = mm(0.7);

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

/// The area of the only field of a figure of some width, below `top`, where its heading begins.
pub(crate) fn only(width: f64, top: f64, height: f64) -> Area {
    let (left, top) = (theme::MARGIN + AXIS_WIDTH, top + ABOVE);
    Area { left, top, right: width - theme::MARGIN - mm(3.0), bottom: top + height }
}

/// A heading that fits, cut in its middle, since what tells variants apart is often at the end.
fn shortened(text: &str, room: f64) -> String {
    let fits = |text: &str| text_width(text, LABEL, Weight::Medium) <= room;
    let length = text.chars().count();
    let widths = (1..length).rev().map(|width| cut(text, width));
    if fits(text) { text.to_owned() } else { widths.into_iter().find(|text| fits(text)).unwrap_or_default() }
}

/// A chart that is being drawn.
pub(crate) type Plot<'a, 'p> = ChartContext<'a, &'p mut Picture, Cartesian2d<Axis, Axis>>;
pub(crate) type Plotted = Result<(), DrawingAreaErrorKind<Infallible>>;

/// An area with two axes. The label of the axis upwards is its heading.
pub(crate) struct Field {
    pub(crate) area: Area,
    pub(crate) across: Axis,
    pub(crate) up: Axis,
}

impl Field {
    /// The place of two values in the picture.
    pub(crate) fn at(&self, across: f64, up: f64) -> Point {
        let Area { left, top, right, bottom } = self.area;
        let x = self.across.map(&across, (parts(left), parts(right)));
        dots((x, self.up.map(&up, (parts(bottom), parts(top)))))
    }

    /// Room for the values of the axis upwards, at the left of the area.
    fn values(&self) -> f64 {
        if self.up.ticks.is_empty() { 0.0 } else { AXIS_WIDTH }
    }

    /// Draws on the chart, after what is already in the picture.
    pub(crate) fn plot(&self, picture: &mut Picture, draw: impl FnOnce(&mut Plot) -> Plotted) {
        let Area { left, top, .. } = self.area;
        let corner = (parts(left - self.values()), parts(top));
        let size = (parts(self.values() + self.area.width()), parts(self.area.height() + AXIS_HEIGHT));
        let place = picture.into_drawing_area().shrink(corner, size);
        let mut builder = ChartBuilder::on(&place);
        builder.set_label_area_size(LabelAreaPosition::Left, parts(self.values()));
        builder.set_label_area_size(LabelAreaPosition::Bottom, parts(AXIS_HEIGHT));
        let plot = builder.build_cartesian_2d(self.across.clone(), self.up.clone());
        plot.and_then(|mut plot| draw(&mut plot)).expect("a picture takes every shape");
    }

    /// Axes with their values and labels, and a mesh at the values.
    pub(crate) fn frame(&self, picture: &mut Picture) {
        let Area { left, right, top, .. } = self.area;
        let size = if text_width(&self.across.label, LABEL, Weight::Regular) > right - left { SMALL } else { LABEL };
        let text = |size: f64| (theme::FAMILY, f64::from(parts(size))).into_font().color(&theme::INK);
        let across = self.across.clone().legible(right - left);
        Field { area: self.area, across, up: self.up.clone() }.plot(picture, |plot| {
            plot.configure_mesh()
                .bold_line_style(stroke(theme::GRID, theme::HAIRLINE))
                .axis_style(stroke(theme::INK, theme::THIN))
                .set_all_tick_mark_size(parts(TICK))
                .label_style(text(SMALL))
                .axis_desc_style(text(size))
                .x_desc(&self.across.label)
                .draw()
        });
        let left = left - self.values();
        let title = shortened(&self.up.label, right - left);
        picture.styled(&title, (left, top - mm(2.0)), Align::Left, LABEL, Weight::Medium, theme::INK);
    }

    /// Joins values by a line.
    pub(crate) fn line(&self, picture: &mut Picture, values: Vec<(f64, f64)>, width: f64, colour: Colour) {
        self.plot(picture, |plot| plot.draw_series(LineSeries::new(values, stroke(colour, width))).map(|_| ()));
    }

    /// A line across the whole field.
    pub(crate) fn level(&self, picture: &mut Picture, up: f64, width: f64, colour: Colour) {
        let ends = self.across.range();
        self.line(picture, vec![(ends.start, up), (ends.end, up)], width, colour);
    }

    /// Values with their intervals, in the colour and with the mark of a series.
    pub(crate) fn estimates(&self, picture: &mut Picture, series: usize, values: &[(f64, Estimate)]) {
        let style = stroke(legend::colour_of(series), theme::STRONG);
        let width = parts(mm(1.0)).unsigned_abs();
        let bar = |&(x, of): &(f64, Estimate)| ErrorBar::new_vertical(x, of.low, of.value, of.high, style, width);
        let mark = |&(x, of): &(f64, Estimate)| Marker { at: (x, of.value), series };
        self.plot(picture, |plot| {
            plot.draw_series(values.iter().map(bar))?;
            plot.draw_series(values.iter().map(mark))?;
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::picture::Shape;

    fn field(across: Axis) -> Field {
        let area = Area { left: 200.0, top: 100.0, right: 1200.0, bottom: 600.0 };
        Field { area, across, up: Axis::percent("Draws (%)", 100.0) }
    }

    #[test]
    fn plotters_draws_values_where_the_axes_say() {
        let (field, mut picture) = (field(Axis::percent("", 100.0)), Picture::sized(1500.0, 800.0));
        assert_eq!((field.at(25.0, 50.0), field.at(120.0, -3.0)), ((450.0, 350.0), (1200.0, 600.0)));
        field.estimates(&mut picture, 1, &[(25.0, Estimate { value: 50.0, low: 40.0, high: 60.0, n: 10 })]);
        let is_at = |a: Point, b: Point| (a.0 - b.0).abs() <= 0.2 && (a.1 - b.1).abs() <= 0.2;
        let is_bar = |shape: &Shape| match shape {
            Shape::Line { points, width, colour } => {
                let ends = points.len() == 2 && is_at(points[0], (450.0, 400.0)) && is_at(points[1], (450.0, 300.0));
                ends && *width == theme::STRONG && *colour == legend::colour_of(1)
            }
            _ => false,
        };
        let is_mark = |shape: &Shape| match shape {
            Shape::Polygon { points, fill } => {
                let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
                let n = points.len() as f64;
                is_at((sum.0 / n, sum.1 / n), (450.0, 350.0)) && *fill == legend::colour_of(1)
            }
            _ => false,
        };
        let count = |is: &dyn Fn(&Shape) -> bool| picture.shapes.iter().filter(|shape| is(shape)).count();
        assert_eq!((count(&is_bar), count(&is_mark)), (1, 1), "{:?}", picture.shapes);
    }

    #[test]
    fn values_stand_at_their_ticks_unless_they_have_no_room() {
        let texts = |across: Axis| {
            let mut picture = Picture::sized(1500.0, 800.0);
            field(across).frame(&mut picture);
            let texts = picture.shapes.into_iter().filter_map(|shape| match shape {
                Shape::Text(text) => Some((text.text, text.at.0.round(), text.align)),
                _ => None,
            });
            texts.collect::<Vec<_>>()
        };
        let budgets = texts(Axis::logarithmic("", 1.0, 1000.0).with_ticks([1.0, 10.0, 11.0, 1000.0].into_iter()));
        assert!(budgets.contains(&("10".into(), 536.0, Align::Centre)), "{budgets:?}");
        assert!(budgets.iter().all(|text| text.0 != "11"), "{budgets:?}");
        let left = 200.0 - 2.0 * TICK;
        assert!(budgets.contains(&("40".into(), left.round(), Align::Right)), "{budgets:?}");
        assert!(budgets.contains(&("Draws (%)".into(), (200.0 - AXIS_WIDTH).round(), Align::Left)), "{budgets:?}");
    }
}
