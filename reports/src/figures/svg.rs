//! A picture as an SVG document: each shape is one element, a text keeps the width it was measured to have, and marks that
//! say something have it as their title, which a browser shows when one points at them.

use std::fmt::{self, Write};

use super::picture::{Align, Area, Mark, Picture, Point, Shape, Text};
use super::theme::{self, Colour, FAMILY, Weight, text_width};

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
        "<svg width=\"{:.2}mm\" height=\"{:.2}mm\" viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\" \
         stroke-linejoin=\"round\" xmlns=\"http://www.w3.org/2000/svg\">",
        millimetres(width),
        millimetres(height)
    )?;
    if !picture.notes.is_empty() {
        writeln!(svg, "<metadata>")?;
        for (key, value) in &picture.notes {
            writeln!(svg, "{}: {}", escaped(key), escaped(value))?;
        }
        writeln!(svg, "</metadata>")?;
    }
    rectangle(svg, Area { left: 0.0, top: 0.0, right: width, bottom: height }, theme::WHITE)?;
    write_shapes(svg, picture)?;
    writeln!(svg, "</svg>")
}

/// The shapes, those of a mark in a group.
fn write_shapes(svg: &mut String, picture: &Picture) -> fmt::Result {
    let mut marks = picture.marks.iter().peekable();
    let mut ends = Vec::new();
    for (index, shape) in picture.shapes.iter().enumerate() {
        while ends.pop_if(|end| *end == index).is_some() {
            writeln!(svg, "</g>")?;
        }
        while let Some(mark) = marks.next_if(|mark| mark.shapes.start == index) {
            open(svg, mark)?;
            ends.push(mark.shapes.end);
        }
        write_shape(svg, shape)?;
    }
    ends.iter().try_for_each(|_| writeln!(svg, "</g>"))
}

/// The beginning of a group: its cell, what it says, and the area that belongs to it though nothing is drawn there.
fn open(svg: &mut String, mark: &Mark) -> fmt::Result {
    write!(svg, "<g")?;
    if let Some(cell) = mark.cell {
        write!(svg, " data-cell=\"{cell}\"")?;
    }
    write!(svg, ">")?;
    if !mark.text.is_empty() {
        write!(svg, "<title>{}</title>", escaped(&mark.text))?;
    }
    if let Some(area) = mark.area {
        write!(svg, "<rect {} fill=\"none\" pointer-events=\"all\"/>", corners(area))?;
    }
    writeln!(svg)
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Rectangle { area, fill } => rectangle(svg, *area, *fill),
        Shape::Line { points, width, colour } => writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>",
            hex(*colour),
            place(*width),
            listed(points)
        ),
        Shape::Polygon { points, fill } => {
            writeln!(svg, "<polygon fill=\"{}\" points=\"{}\"/>", hex(*fill), listed(points))
        }
        Shape::Disc { centre, radius, fill } => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
            place(centre.0),
            place(centre.1),
            place(*radius),
            hex(*fill)
        ),
        Shape::Text(text) => write_text(svg, text),
    }
}

fn rectangle(svg: &mut String, area: Area, fill: Colour) -> fmt::Result {
    writeln!(svg, "<rect {} fill=\"{}\"/>", corners(area), hex(fill))
}

fn corners(Area { left, top, right, bottom }: Area) -> String {
    // To whole dots, so that areas beside each other leave no seam.
    let [left, top, right, bottom] = [left, top, right, bottom].map(f64::round);
    format!("x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"", right - left, bottom - top)
}

/// A line of text. Its length is given, so that nothing overlaps if another font replaces one that is not installed.
fn write_text(svg: &mut String, text: &Text) -> fmt::Result {
    let anchor = match text.align {
        Align::Left => "",
        Align::Centre => " text-anchor=\"middle\"",
        Align::Right => " text-anchor=\"end\"",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Medium => " font-weight=\"bold\"",
    };
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" font-size=\"{:.2}\" \
         fill=\"{}\"{anchor}{weight}>{}</text>",
        place(text.at.0),
        place(text.at.1),
        text_width(&text.text, text.size, text.weight),
        text.size,
        hex(text.colour),
        escaped(&text.text)
    )
}

fn listed(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", place(*x), place(*y))).collect();
    points.join(" ")
}

/// To a tenth of a dot, which keeps the file small.
fn place(length: f64) -> f64 {
    (10.0 * length).round() / 10.0
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The text as it stands in XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&apos;")
}
