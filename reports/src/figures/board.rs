//! Boards with pieces, for a figure in a text.

use std::path::{Path, PathBuf};

use petteia_engine::diagram::{Anchor, Diagram, LABEL_SIZE, Paint, Shape};
use petteia_engine::files::write_output;

use super::picture::{Align, Area, Mark, Picture, wrap};
use super::theme::{self, Colour, LABEL, LEADING, SMALL, Weight, mm};
use super::{drawn, pdf, raster, svg};
use crate::error::{self, ReportError};

/// Draws boards side by side into an SVG file, whole or not at all.
pub fn write_svg(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    write(path, || Ok(svg::svg(&picture(diagrams)).into_bytes()))
}

/// A board as an SVG document, which says its position to whoever points at it.
pub fn svg(diagram: &Diagram, position: &str) -> String {
    let mut picture = picture(std::slice::from_ref(diagram));
    let text = format!("{}: {position}", diagram.title);
    picture.marks.push(Mark { shapes: 0..picture.shapes.len(), cell: None, text, area: None });
    svg::svg(&picture)
}

/// Draws boards side by side into a PNG file of 300 dots an inch, whole or not at all.
pub fn write_png(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    write(path, || raster::png(&picture(diagrams)))
}

/// Draws boards side by side with notes on their origin as PDF, SVG and PNG, and returns the files.
pub(crate) fn write_figure(
    path: &Path,
    diagrams: &[Diagram],
    notes: Vec<(String, String)>,
) -> Result<Vec<PathBuf>, ReportError> {
    let mut picture = picture(diagrams);
    picture.notes = notes;
    let [pdf, svg, png] = ["pdf", "svg", "png"].map(|ending| path.with_extension(ending));
    write(&pdf, || pdf::pdf(&picture))?;
    write(&svg, || Ok(svg::svg(&picture).into_bytes()))?;
    write(&png, || raster::png(&picture))?;
    Ok(vec![pdf, svg, png])
}

/// Draws one board after the other into an animated GIF, whole or not at all. The boards have one size.
pub fn write_gif(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    let mut pictures: Vec<Picture> = diagrams.iter().map(|diagram| picture(std::slice::from_ref(diagram))).collect();
    // A longer note must not make a frame higher than the others.
    let tallest = pictures.iter().map(|picture| picture.height).fold(0.0, f64::max);
    pictures.iter_mut().for_each(|picture| picture.height = tallest);
    write(path, || raster::gif(&pictures))
}

/// Writes a picture to where a user wants it: a file, or a pipe or device that is there.
fn write(path: &Path, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<(), ReportError> {
    Ok(write_output(path, error::LABEL, &drawn(path, draw)?)?)
}

const SIDE: f64 = mm(9.0);
/// Room for the rank numbers at the left of a board, and for the file letters below it.
const EDGE: f64 = mm(4.5);
/// Between two boards.
const GAP: f64 = mm(6.0);

fn picture(diagrams: &[Diagram]) -> Picture {
    let width = |diagram: &Diagram| EDGE + f64::from(diagram.board.files) * SIDE;
    let title = |diagram: &Diagram| wrap(&diagram.title, width(diagram), LABEL);
    let note = |diagram: &Diagram| wrap(&diagram.note, width(diagram) - EDGE, SMALL);
    let room = |lines: &[String], size: f64| {
        if lines.iter().all(String::is_empty) { 0.0 } else { lines.len() as f64 * size * LEADING + mm(1.0) }
    };
    let top = theme::MARGIN + diagrams.iter().map(|diagram| room(&title(diagram), LABEL)).fold(0.0, f64::max);
    let below = |diagram: &Diagram| f64::from(diagram.board.ranks) * SIDE + EDGE + room(&note(diagram), SMALL);
    let height = top + diagrams.iter().map(below).fold(0.0, f64::max) + theme::MARGIN;
    let widths: f64 = diagrams.iter().map(|diagram| width(diagram) + GAP).sum();
    let mut picture = Picture::sized(widths - GAP + 2.0 * theme::MARGIN, height);
    let mut left = theme::MARGIN;
    for diagram in diagrams {
        let (start, bottom) = (left + EDGE, top + f64::from(diagram.board.ranks) * SIDE);
        let title = title(diagram);
        for (line, text) in title.iter().enumerate() {
            let above = (title.len() - 1 - line) as f64 * LABEL * LEADING + mm(1.6);
            picture.styled(text, (start, top - above), Align::Left, LABEL, Weight::Medium, theme::INK);
        }
        for (line, text) in note(diagram).iter().enumerate() {
            let y = bottom + EDGE + (line as f64 + 1.0) * SMALL * LEADING;
            picture.text(text, (start, y), Align::Left, SMALL);
        }
        diagram.shapes((start, top), mm(1.0)).into_iter().for_each(|shape| add(&mut picture, shape));
        left += width(diagram) + GAP;
    }
    picture
}

fn add(picture: &mut Picture, shape: Shape) {
    match shape {
        Shape::Rectangle((left, top), (right, bottom), paint) => {
            picture.rectangle(Area { left, top, right, bottom }, colour(paint));
        }
        Shape::Line(points, width, paint) => picture.line(&points, width, colour(paint)),
        Shape::Polygon(points, paint) => picture.polygon(points, colour(paint)),
        Shape::Disc(centre, radius, paint) => picture.disc(centre, radius, colour(paint)),
        Shape::Label(text, at, Anchor::Middle) => picture.text(&text, at, Align::Centre, mm(LABEL_SIZE)),
        Shape::Label(text, at, Anchor::End) => picture.text(&text, at, Align::Right, mm(LABEL_SIZE)),
    }
}

fn colour(paint: Paint) -> Colour {
    let [red, green, blue] = paint.rgb();
    Colour(red, green, blue)
}

#[cfg(test)]
mod tests {
    use petteia_engine::BoardSize;

    use super::*;

    #[test]
    fn a_board_says_its_position() {
        let board = Diagram::empty(BoardSize { files: 3, ranks: 2 });
        let svg = svg(&Diagram { title: "A & B".to_owned(), ..board }, "<1/1>");
        assert!(svg.starts_with("<svg ") && svg.contains("<title>A &amp; B: &lt;1/1&gt;</title>"), "{svg}");
        assert_eq!(svg.matches("</g>").count(), 1, "{svg}");
    }
}
