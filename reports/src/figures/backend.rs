//! A picture as a backend of plotters, which counts in whole numbers: here in tenths of a dot, as an SVG file does.

use std::convert::Infallible;

use plotters::element::{Drawable, PointCollection};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, ShapeStyle};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::legend;
use super::picture::{Align, Area, Picture, Point};
use super::theme::{Colour, Weight};

/// Parts of a dot.
const PARTS: f64 = 10.0;

/// A length or width in parts of a dot.
pub(crate) fn parts(dots: f64) -> i32 {
    (PARTS * dots).round() as i32
}

/// A place in dots.
pub(crate) fn dots((x, y): BackendCoord) -> Point {
    (f64::from(x) / PARTS, f64::from(y) / PARTS)
}

impl Color for Colour {
    fn to_backend_color(&self) -> BackendColor {
        BackendColor { alpha: 1.0, rgb: (self.0, self.1, self.2) }
    }
}

/// Lines of a width in dots.
pub(crate) fn stroke(colour: Colour, width: f64) -> ShapeStyle {
    colour.stroke_width(parts(width).unsigned_abs())
}

fn colour(style: &impl BackendStyle) -> Colour {
    let (red, green, blue) = style.color().rgb;
    Colour(red, green, blue)
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for &mut Picture {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (parts(self.width).unsigned_abs(), parts(self.height).unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    /// Draws nothing: no shape is made of pixels.
    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Done {
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let points: Vec<Point> = path.into_iter().map(dots).collect();
        if points.len() > 1 {
            self.line(&points, f64::from(style.stroke_width()) / PARTS, colour(style));
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done {
        let ((left, top), (right, bottom)) = (dots(from), dots(to));
        let area = Area { left, top, right, bottom };
        match fill {
            true => self.rectangle(area, colour(style)),
            false => self.frame(area, f64::from(style.stroke_width()) / PARTS, colour(style)),
        }
        Ok(())
    }

    /// Draws a disc. A circle is left out: it is the centre of an error bar, where the mark of the series stands.
    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        if fill {
            self.disc(dots(centre), f64::from(radius) / PARTS, colour(style));
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        self.polygon(corners.into_iter().map(dots).collect(), colour(style));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let (size, anchor) = (style.size() / PARTS, style.anchor());
        let align = match anchor.h_pos {
            HPos::Left => Align::Left,
            HPos::Center => Align::Centre,
            HPos::Right => Align::Right,
        };
        let down = match anchor.v_pos {
            VPos::Top => 0.75,
            VPos::Center => 0.35,
            VPos::Bottom => -0.22,
        };
        let (red, green, blue) = style.color().rgb;
        let (x, y) = dots(at);
        self.styled(text, (x, y + down * size), align, size, Weight::Regular, Colour(red, green, blue));
        Ok(())
    }
}

/// The mark of a series.
pub(crate) struct Marker {
    pub(crate) at: (f64, f64),
    pub(crate) series: usize,
}

impl<'a> PointCollection<'a, (f64, f64)> for &'a Marker {
    type Point = &'a (f64, f64);
    type IntoIter = std::iter::Once<&'a (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.at)
    }
}

impl Drawable<&mut Picture> for Marker {
    fn draw<I: Iterator<Item = BackendCoord>>(&self, at: I, picture: &mut &mut Picture, _: (u32, u32)) -> Done {
        at.for_each(|at| legend::marker(picture, self.series, dots(at)));
        Ok(())
    }
}
