//! A board as an SVG picture, with the shapes and colours of the figures of a report.

use std::fmt::{Result, Write};

use petteia_engine::diagram::{Anchor, Diagram, LABEL_SIZE, Paint, Point, Shape};

/// Dots for a unit of the shapes, of which a square has nine.
const UNIT: f64 = 5.0;
/// The side of a square.
const SIDE: f64 = 9.0 * UNIT;
/// Room around the squares for names.
const EDGE: f64 = 22.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The width of a letter of the largest text, for lines that must fit below the board.
const LETTER: f64 = 6.2;

/// Returns the picture of a diagram; `position` says in words what it shows.
pub fn svg(diagram: &Diagram, position: &str) -> String {
    let mut svg = String::new();
    write(&mut svg, diagram, position).expect("a text takes all that is written to it");
    svg
}

fn write(svg: &mut String, diagram: &Diagram, position: &str) -> Result {
    let (left, top) = (EDGE, LINE + 4.0);
    let right = left + f64::from(diagram.board.files) * SIDE;
    let bottom = top + f64::from(diagram.board.ranks) * SIDE;
    let width = (right + EDGE / 2.0).max(EDGE + 220.0);
    let note = wrapped(&diagram.note, width - 1.5 * EDGE);
    let height = bottom + EDGE + note.len() as f64 * LINE;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" font-family=\"sans-serif\">\n<title>{}</title>\n<rect width=\"{width}\" \
         height=\"{height}\" fill=\"{}\"/>",
        escaped(&format!("{}: {position}", diagram.title)),
        hex(Paint::White)
    )?;
    text(svg, (left, LINE * 0.75), "start", 14.0, &diagram.title)?;
    for (line, words) in note.iter().enumerate() {
        text(svg, (left, bottom + EDGE + (line as f64 + 0.6) * LINE), "start", 12.0, words)?;
    }
    diagram.shapes((left, top), UNIT).iter().try_for_each(|shape| write_shape(svg, shape))?;
    writeln!(svg, "</svg>")
}

fn write_shape(svg: &mut String, shape: &Shape) -> Result {
    match shape {
        Shape::Rectangle((x, y), to, paint) => {
            let (width, height, fill) = (to.0 - x, to.1 - y, hex(*paint));
            writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
            )
        }
        Shape::Line(points, width, paint) => {
            let (points, stroke) = (listed(points), hex(*paint));
            writeln!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width:.1}\"/>"
            )
        }
        Shape::Polygon(points, paint) => {
            writeln!(svg, "<polygon points=\"{}\" fill=\"{}\"/>", listed(points), hex(*paint))
        }
        Shape::Disc((x, y), radius, paint) => {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"/>", hex(*paint))
        }
        Shape::Label(label, at, anchor) => {
            let anchor = match anchor {
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            text(svg, *at, anchor, LABEL_SIZE * UNIT, label)
        }
    }
}

fn text(svg: &mut String, (x, y): Point, anchor: &str, size: f64, text: &str) -> Result {
    let (fill, text) = (hex(Paint::Ink), escaped(text));
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size:.1}\" fill=\"{fill}\">{text}</text>"
    )
}

fn listed(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    points.join(" ")
}

fn hex(paint: Paint) -> String {
    let [red, green, blue] = paint.rgb();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Breaks a text into lines that fit a width.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let most = (width / LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
