//! A picture as an SVG document: each shape is one element, a text keeps the width it was measured to have.

use std::fmt::{self, Write};

use plotters::style::RGBColor;

use super::picture::{Align, Picture, Point, Shape, Text};
use super::theme::{self, FAMILY, Weight, text_width};

/// The picture as an SVG document with its print size in millimetres, and its notes as metadata.
pub(crate) fn svg(picture: &Picture) -> String {
    let mut document = String::new();
    write_document(&mut document, picture).expect("a text takes all that is written to it");
    document
}

fn write_document(svg: &mut String, picture: &Picture) -> fmt::Result {
    let (width, height) = (picture.width.ceil(), picture.height.ceil());
    let millimetres = |dots: f64| dots / theme::mm(1.0);
    writeln!(
        svg,
        "<svg width=\"{:.2}mm\" height=\"{:.2}mm\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">",
        millimetres(width),
        millimetres(height)
    )?;
    if !picture.notes.is_empty() {
        writeln!(svg, "<metadata>")?;
        for (key, value) in &picture.notes {
            writeln!(svg, "{}: {}", escaped(key), escaped(value))?;
        }
        writeln!(svg, "</metadata>\n")?;
    }
    rectangle(svg, (0.0, 0.0), (width, height), theme::WHITE)?;
    picture.shapes.iter().try_for_each(|shape| write_shape(svg, shape))?;
    writeln!(svg, "</svg>")
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Rectangle { area, fill } => rectangle(svg, (area.left, area.top), (area.right, area.bottom), *fill),
        Shape::Line { points, width, colour } => writeln!(
            svg,
            "<polyline fill=\"none\" opacity=\"1\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>",
            hex(*colour),
            width.round(),
            listed(points)
        ),
        Shape::Polygon { points, fill } => {
            writeln!(svg, "<polygon opacity=\"1\" fill=\"{}\" points=\"{}\"/>", hex(*fill), listed(points))
        }
        Shape::Disc { centre, radius, fill } => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" opacity=\"1\" fill=\"{}\" stroke=\"none\" stroke-width=\"1\"/>",
            centre.0.round(),
            centre.1.round(),
            radius.round(),
            hex(*fill)
        ),
        Shape::Text(text) => write_text(svg, text),
    }
}

fn rectangle(svg: &mut String, from: Point, to: Point, fill: RGBColor) -> fmt::Result {
    let (left, top) = (from.0.round(), from.1.round());
    writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" opacity=\"1\" fill=\"{}\" stroke=\"none\"/>",
        to.0.round() - left,
        to.1.round() - top,
        hex(fill)
    )
}

/// A line of text. Its length is given, so that nothing overlaps if another font replaces one that is not installed.
fn write_text(svg: &mut String, text: &Text) -> fmt::Result {
    /// How far the baseline is below the place that is given, in em.
    const DROP: f64 = 0.76;
    let anchor = match text.align {
        Align::Left => "start",
        Align::Centre => "middle",
        Align::Right => "end",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Medium => " font-weight=\"bold\"",
    };
    writeln!(
        svg,
        "<text textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" x=\"{}\" y=\"{}\" dy=\"{DROP}em\" \
         text-anchor=\"{anchor}\" font-family=\"{FAMILY}\" font-size=\"{:.2}\" opacity=\"1\" fill=\"{}\"{weight}>\n{}\n</text>",
        text_width(&text.text, text.size, text.weight),
        text.at.0.round(),
        (text.at.1 - DROP * text.size).round(),
        text.size,
        hex(text.colour),
        escaped(&text.text)
    )
}

fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{},{} ", x.round(), y.round())).collect()
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&apos;")
}
