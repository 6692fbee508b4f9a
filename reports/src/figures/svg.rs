//! A picture as an SVG document: each shape is one element, a text keeps the width it was measured to have, and marks that
//! say something have it as their title, which a browser shows when one points at them.

use super::picture::{Align, Area, Mark, Picture, Point, Shape, Text};
use super::theme::{self, Colour, FAMILY, Weight, text_width};

/// The picture as an SVG document with its print size in millimetres, and its notes as metadata.
pub(crate) fn svg(picture: &Picture) -> String {
    let (width, height) = (picture.width.ceil(), picture.height.ceil());
    let [print_width, print_height] = [width, height].map(|dots| dots / theme::mm(1.0));
    let note = |(key, value): &(String, String)| format!("{}: {}\n", escaped(key), escaped(value));
    let metadata = match picture.notes.iter().map(note).collect::<String>() {
        notes if notes.is_empty() => notes,
        notes => format!("<metadata>\n{notes}</metadata>\n"),
    };
    format!(
        "<svg width=\"{print_width:.2}mm\" height=\"{print_height:.2}mm\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FAMILY}\" stroke-linejoin=\"round\" xmlns=\"http://www.w3.org/2000/svg\">\n{metadata}{}{}</svg>\n",
        rectangle(Area { left: 0.0, top: 0.0, right: width, bottom: height }, theme::WHITE),
        shapes(picture)
    )
}

/// The shapes, those of a mark in a group.
fn shapes(picture: &Picture) -> String {
    let mut marks = picture.marks.iter().peekable();
    let (mut svg, mut ends) = (String::new(), Vec::new());
    for (index, shape) in picture.shapes.iter().enumerate() {
        while ends.pop_if(|end| *end == index).is_some() {
            svg += "</g>\n";
        }
        while let Some(mark) = marks.next_if(|mark| mark.shapes.start == index) {
            svg += &open(mark);
            ends.push(mark.shapes.end);
        }
        svg += &drawn(shape);
    }
    svg + &"</g>\n".repeat(ends.len())
}

/// The beginning of a group: its cell, what it says, and the area that belongs to it though nothing is drawn there.
fn open(mark: &Mark) -> String {
    let cell = mark.cell.map_or_else(String::new, |cell| format!(" data-cell=\"{cell}\""));
    let title = if mark.text.is_empty() { String::new() } else { format!("<title>{}</title>", escaped(&mark.text)) };
    let area = mark.area.map(|area| format!("<rect {} fill=\"none\" pointer-events=\"all\"/>", corners(area)));
    format!("<g{cell}>{title}{}\n", area.unwrap_or_default())
}

fn drawn(shape: &Shape) -> String {
    match shape {
        Shape::Rectangle { area, fill } => rectangle(*area, *fill),
        Shape::Line { points, width, colour } => format!(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>\n",
            hex(*colour),
            place(*width),
            listed(points)
        ),
        Shape::Polygon { points, fill } => {
            format!("<polygon fill=\"{}\" points=\"{}\"/>\n", hex(*fill), listed(points))
        }
        Shape::Disc { centre, radius, fill } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n",
            place(centre.0),
            place(centre.1),
            place(*radius),
            hex(*fill)
        ),
        Shape::Text(text) => written(text),
    }
}

fn rectangle(area: Area, fill: Colour) -> String {
    format!("<rect {} fill=\"{}\"/>\n", corners(area), hex(fill))
}

fn corners(area: Area) -> String {
    let [left, top, right, bottom] = area.to_whole_dots();
    format!("x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"", right - left, bottom - top)
}

/// A line of text. Its length is given, so that nothing overlaps if another font replaces one that is not installed.
fn written(text: &Text) -> String {
    let anchor = match text.align {
        Align::Left => "",
        Align::Centre => " text-anchor=\"middle\"",
        Align::Right => " text-anchor=\"end\"",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Medium => " font-weight=\"bold\"",
    };
    format!(
        "<text x=\"{}\" y=\"{}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" font-size=\"{:.2}\" \
         fill=\"{}\"{anchor}{weight}>{}</text>\n",
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
