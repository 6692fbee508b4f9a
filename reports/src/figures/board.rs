//! Boards with pieces, for a figure in a text.
//!
//! The states of a piece differ in shape, so that they can be distinguished in print without colour: a stone is a disc,
//! a vagus has a ring in it, an alligatus a square on its corner, a leader is a triangle, and an incitus is a dark
//! square, crossed out.

use std::collections::BTreeMap;
use std::path::Path;

use petteia_files::write_output;

use super::picture::{Align, Area, Picture, Point, wrap};
use super::render::{self, Drawing};
use super::theme::{self, Colour, LABEL, LEADING, SMALL, Weight, mm};
use super::{drawn, svg};
use crate::error::{self, ReportError};

/// File and rank of a square, both from 0.
pub type Place = (u8, u8);

/// A board to be drawn.
///
/// ```no_run
/// use petteia_reports::board::{Diagram, write_svg};
/// let mut diagram = Diagram::empty(8, 8);
/// diagram.pieces.extend([((0, 0), 'S'), ((0, 1), 's'), ((0, 4), 'S')]);
/// diagram.arrow = vec![(0, 4), (0, 2)];
/// diagram.crossed = vec![(0, 1)];
/// write_svg("custodial.svg".as_ref(), &[diagram])?;
/// # Ok::<(), petteia_reports::ReportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// A line above the board; may be empty.
    pub title: String,
    /// A line below it; may be empty.
    pub note: String,
    /// Number of files, at most 26.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// The pieces by square: `S` stone, `V` vagus, `A` alligatus, `L` leader, Black's in lower case; `#` incitus.
    pub pieces: BTreeMap<Place, char>,
    /// Squares that are shaded.
    pub shaded: Vec<Place>,
    /// Squares that are crossed out, as those of captured pieces.
    pub crossed: Vec<Place>,
    /// The squares from the start of an arrow to its head; none with fewer than two.
    pub arrow: Vec<Place>,
}

impl Diagram {
    /// A board without pieces.
    #[must_use]
    pub fn empty(files: u8, ranks: u8) -> Self {
        Self { files, ranks, ..Self::default() }
    }
}

/// Draws boards side by side into an SVG file, whole or not at all.
///
/// # Errors
///
/// If the file cannot be drawn or written; the error names it.
pub fn write_svg(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    write(path, || Ok(svg::svg(&picture(diagrams)).into_bytes()))
}

/// Draws boards side by side into a PNG file of 300 dots an inch, whole or not at all.
///
/// # Errors
///
/// If the file cannot be drawn or written; the error names it.
pub fn write_png(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    write(path, || Drawing::of(&picture(diagrams))?.png())
}

/// Draws one board after the other into an animated GIF, whole or not at all. The boards have one size.
///
/// # Errors
///
/// If the file cannot be drawn or written; the error names it.
pub fn write_gif(path: &Path, diagrams: &[Diagram]) -> Result<(), ReportError> {
    let mut pictures: Vec<Picture> = diagrams.iter().map(|diagram| picture(std::slice::from_ref(diagram))).collect();
    // A longer note must not make a frame higher than the others.
    let tallest = pictures.iter().map(|picture| picture.height).fold(0.0, f64::max);
    pictures.iter_mut().for_each(|picture| picture.height = tallest);
    write(path, || render::gif(&pictures))
}

/// Writes a picture to where a user wants it: a file, or a pipe or device that is there.
fn write(path: &Path, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<(), ReportError> {
    Ok(write_output(path, error::LABEL, &drawn(path, draw)?)?)
}

/// The side of a square.
const SIDE: f64 = mm(9.0);
/// Room for the rank numbers at the left of a board, and for the file letters below it.
const EDGE: f64 = mm(4.5);
/// Between two boards.
const GAP: f64 = mm(6.0);

const SQUARE: Colour = Colour(250, 248, 242);
const LINES: Colour = Colour(165, 165, 165);
const SHADE: Colour = Colour(232, 214, 160);
const DEAD: Colour = Colour(140, 140, 140);
/// Okabe and Ito's vermillion: between black and white pieces in grey, too.
const SIGN: Colour = Colour(213, 94, 0);

/// A board and its place in the picture.
struct Board<'a> {
    diagram: &'a Diagram,
    title: Vec<String>,
    note: Vec<String>,
    squares: Area,
}

fn picture(diagrams: &[Diagram]) -> Picture {
    let width = |diagram: &Diagram| EDGE + f64::from(diagram.files) * SIDE;
    let title = |diagram: &Diagram| wrap(&diagram.title, width(diagram), LABEL);
    let note = |diagram: &Diagram| wrap(&diagram.note, width(diagram) - EDGE, SMALL);
    let room = |lines: &[String], size: f64| {
        if lines.iter().all(String::is_empty) { 0.0 } else { lines.len() as f64 * size * LEADING + mm(1.0) }
    };
    let top = theme::MARGIN + diagrams.iter().map(|diagram| room(&title(diagram), LABEL)).fold(0.0, f64::max);
    let below = |diagram: &Diagram| f64::from(diagram.ranks) * SIDE + EDGE + room(&note(diagram), SMALL);
    let height = top + diagrams.iter().map(below).fold(0.0, f64::max) + theme::MARGIN;
    let widths: f64 = diagrams.iter().map(|diagram| width(diagram) + GAP).sum();
    let mut picture = Picture::sized(widths - GAP + 2.0 * theme::MARGIN, height);
    let mut left = theme::MARGIN;
    for diagram in diagrams {
        let squares = Area {
            left: left + EDGE,
            top,
            right: left + width(diagram),
            bottom: top + f64::from(diagram.ranks) * SIDE,
        };
        Board { diagram, title: title(diagram), note: note(diagram), squares }.draw(&mut picture);
        left += width(diagram) + GAP;
    }
    picture
}

impl Board<'_> {
    fn draw(&self, picture: &mut Picture) {
        self.words(picture);
        self.grid(picture);
        for (&place, &letter) in &self.diagram.pieces {
            if letter == '#' {
                self.incitus(picture, place);
            } else {
                self.piece(picture, place, letter);
            }
        }
        self.arrow(picture);
        for &place in &self.diagram.crossed {
            cross(picture, self.centre(place), 0.3 * SIDE, mm(1.3), theme::WHITE);
            cross(picture, self.centre(place), 0.28 * SIDE, mm(0.75), SIGN);
        }
    }

    fn area(&self, (file, rank): Place) -> Area {
        let left = self.squares.left + f64::from(file) * SIDE;
        let bottom = self.squares.bottom - f64::from(rank) * SIDE;
        Area { left, top: bottom - SIDE, right: left + SIDE, bottom }
    }

    fn centre(&self, place: Place) -> Point {
        let area = self.area(place);
        (area.left + 0.5 * SIDE, area.top + 0.5 * SIDE)
    }

    fn words(&self, picture: &mut Picture) {
        let left = self.squares.left;
        for (line, text) in self.title.iter().enumerate() {
            let above = (self.title.len() - 1 - line) as f64 * LABEL * LEADING + mm(1.6);
            picture.styled(text, (left, self.squares.top - above), Align::Left, LABEL, Weight::Medium, theme::INK);
        }
        for (line, text) in self.note.iter().enumerate() {
            let y = self.squares.bottom + EDGE + (line as f64 + 1.0) * SMALL * LEADING;
            picture.text(text, (left, y), Align::Left, SMALL);
        }
    }

    fn grid(&self, picture: &mut Picture) {
        let Area { left, top, right, bottom } = self.squares;
        let frame = theme::STRONG;
        let framed = Area { left: left - frame, top: top - frame, right: right + frame, bottom: bottom + frame };
        picture.rectangle(framed, theme::INK);
        picture.rectangle(self.squares, SQUARE);
        for &place in &self.diagram.shaded {
            picture.rectangle(self.area(place), SHADE);
        }
        for file in 0..self.diagram.files {
            let x = self.area((file, 0)).left;
            if file > 0 {
                picture.line(&[(x, top), (x, bottom)], theme::THIN, LINES);
            }
            let at = (x + 0.5 * SIDE, bottom + mm(1.0) + 0.75 * SMALL);
            picture.text(&char::from(b'a' + file).to_string(), at, Align::Centre, SMALL);
        }
        for rank in 0..self.diagram.ranks {
            let y = self.area((0, rank)).bottom;
            if rank > 0 {
                picture.line(&[(left, y), (right, y)], theme::THIN, LINES);
            }
            let at = (left - mm(1.5), y - 0.5 * SIDE + 0.36 * SMALL);
            picture.text(&(rank + 1).to_string(), at, Align::Right, SMALL);
        }
    }

    fn incitus(&self, picture: &mut Picture, place: Place) {
        let inset = theme::THIN;
        let Area { left, top, right, bottom } = self.area(place);
        let area = Area { left: left + inset, top: top + inset, right: right - inset, bottom: bottom - inset };
        picture.rectangle(area, DEAD);
        cross(picture, self.centre(place), 0.34 * SIDE, mm(0.45), theme::WHITE);
    }

    fn piece(&self, picture: &mut Picture, place: Place, letter: char) {
        let at = self.centre(place);
        let (fill, line) =
            if letter.is_ascii_uppercase() { (theme::WHITE, theme::INK) } else { (theme::INK, theme::WHITE) };
        let outline = mm(0.35);
        if letter.eq_ignore_ascii_case(&'L') {
            picture.polygon(triangle(at, 0.41 * SIDE + 1.6 * outline), theme::INK);
            picture.polygon(triangle(at, 0.41 * SIDE - 0.4 * outline), fill);
            return;
        }
        let radius = 0.37 * SIDE;
        picture.disc(at, radius, theme::INK);
        picture.disc(at, radius - outline, fill);
        match letter.to_ascii_uppercase() {
            'V' => {
                picture.disc(at, 0.56 * radius, line);
                picture.disc(at, 0.56 * radius - 1.4 * outline, fill);
            }
            'A' => picture.polygon(polygon(at, 4, 0.62 * radius, 0.0), line),
            _ => {}
        }
    }

    fn arrow(&self, picture: &mut Picture) {
        let points: Vec<Point> = self.diagram.arrow.iter().map(|&place| self.centre(place)).collect();
        let [.., before, end] = points[..] else { return };
        let length = (end.0 - before.0).hypot(end.1 - before.1);
        let along = ((end.0 - before.0) / length, (end.1 - before.1) / length);
        let across = (-along.1, along.0);
        let from_end =
            |back: f64, side: f64| (end.0 - back * along.0 + side * across.0, end.1 - back * along.1 + side * across.1);
        for (grown, width, colour) in [(mm(0.35), mm(1.5), theme::WHITE), (0.0, mm(0.8), SIGN)] {
            let mut shaft = points.clone();
            shaft.pop();
            shaft.push(from_end(mm(1.6), 0.0));
            picture.line(&shaft, width, colour);
            let tip = from_end(-0.8 * mm(1.0) - 1.6 * grown, 0.0);
            let barb = |side: f64| from_end(mm(1.9) + grown, side * (mm(1.3) + 1.4 * grown));
            picture.polygon(vec![tip, barb(1.0), barb(-1.0)], colour);
        }
    }
}

fn cross(picture: &mut Picture, (x, y): Point, reach: f64, width: f64, colour: Colour) {
    picture.line(&[(x - reach, y - reach), (x + reach, y + reach)], width, colour);
    picture.line(&[(x - reach, y + reach), (x + reach, y - reach)], width, colour);
}

/// A triangle that stands on its base, a little lowered so that it looks centred.
fn triangle((x, y): Point, radius: f64) -> Vec<Point> {
    polygon((x, y + 0.09 * SIDE), 3, radius, -0.25)
}

/// The corners of a regular polygon; `turn` is the direction of the first, in turns clockwise from the right.
fn polygon((x, y): Point, corners: usize, radius: f64, turn: f64) -> Vec<Point> {
    let angle = |corner: usize| std::f64::consts::TAU * (corner as f64 / corners as f64 + turn);
    (0..corners).map(|corner| (x + radius * angle(corner).cos(), y + radius * angle(corner).sin())).collect()
}
