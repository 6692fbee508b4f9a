//! A board as shapes on a plane.
//!
//! The states of a piece differ in shape, so that they can be distinguished in print without colour: a stone is a disc,
//! a vagus has a ring in it, an alligatus a square on its corner, a leader is a triangle, and an incitus is a dark
//! square, crossed out. The throne and the corner squares have thin diagonals under what stands on them.

use super::Diagram;
use crate::vocab::{Square, SquareSet, file_letter};

/// A place; x to the right and y downwards.
pub type Point = (f64, f64);

/// What a part of a board is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Text, outlines, and black pieces.
    Ink,
    /// White pieces.
    White,
    /// The squares.
    Ground,
    /// The lines between them.
    Line,
    /// The squares of a move.
    Shade,
    /// A dead square.
    Dead,
    /// The arrow of a move, and the crosses of its captures.
    Sign,
}

impl Paint {
    /// Returns its red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Paint::Ink => [25, 25, 25],
            Paint::White => [255, 255, 255],
            Paint::Ground => [250, 248, 242],
            Paint::Line => [165, 165, 165],
            Paint::Shade => [232, 214, 160],
            Paint::Dead => [140, 140, 140],
            // Okabe and Ito's vermillion: between black and white pieces in grey, too.
            Paint::Sign => [213, 94, 0],
        }
    }
}

/// Which point of a label its place gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle between two corners.
    Rectangle(Point, Point, Paint),
    /// A line through points, with its width.
    Line(Vec<Point>, f64, Paint),
    /// A filled polygon.
    Polygon(Vec<Point>, Paint),
    /// A disc with its centre and radius.
    Disc(Point, f64, Paint),
    /// The name of a file or rank on a baseline, of size [`LABEL_SIZE`].
    Label(String, Point, Anchor),
}

/// The size of the names of files and ranks, in units of which a square has nine.
pub const LABEL_SIZE: f64 = 6.5 * 25.4 / 72.0;
/// The side of a square, in these units.
const SIDE: f64 = 9.0;
/// The widths of lines and of the frame.
const THIN: f64 = 25.4 / 150.0;
const FRAME: f64 = 25.4 / 75.0;
const OUTLINE: f64 = 0.35;

impl Diagram {
    /// Returns the shapes of the board in the order in which they are painted, for squares whose side is nine times
    /// `unit`; the upper left corner of the squares is at `corner`.
    ///
    /// ```
    /// use petteia_engine::BoardSize;
    /// use petteia_engine::diagram::{Diagram, Shape};
    /// let shapes = Diagram::empty(BoardSize { files: 3, ranks: 3 }).shapes((0.0, 0.0), 1.0);
    /// assert_eq!(shapes.iter().filter(|shape| matches!(shape, Shape::Label(..))).count(), 6);
    /// ```
    pub fn shapes(&self, corner: Point, unit: f64) -> Vec<Shape> {
        let mut painter = Painter { diagram: self, corner, unit, shapes: Vec::new() };
        painter.grid();
        // File by file.
        let board = self.board;
        let squares =
            (0..board.files).flat_map(|file| (0..board.ranks).filter_map(move |rank| board.square(file, rank)));
        for square in squares {
            match self.letter(square) {
                None => {}
                Some('#') => painter.incitus(square),
                Some(letter) => painter.piece(square, letter),
            }
        }
        painter.arrow();
        for square in self.lost.squares() {
            painter.cross(square, 0.3, 1.3, Paint::White);
            painter.cross(square, 0.28, 0.75, Paint::Sign);
        }
        painter.shapes
    }
}

struct Painter<'a> {
    diagram: &'a Diagram,
    corner: Point,
    unit: f64,
    shapes: Vec<Shape>,
}

impl Painter<'_> {
    fn side(&self) -> f64 {
        SIDE * self.unit
    }

    /// The upper left and the lower right corner of a square.
    fn corners(&self, square: Square) -> (Point, Point) {
        let board = self.diagram.board;
        let left = self.corner.0 + f64::from(board.file(square)) * self.side();
        let bottom = self.bottom() - f64::from(board.rank(square)) * self.side();
        ((left, bottom - self.side()), (left + self.side(), bottom))
    }

    fn centre(&self, square: Square) -> Point {
        let ((left, top), _) = self.corners(square);
        (left + 0.5 * self.side(), top + 0.5 * self.side())
    }

    fn right(&self) -> f64 {
        self.corner.0 + f64::from(self.diagram.board.files) * self.side()
    }

    fn bottom(&self) -> f64 {
        self.corner.1 + f64::from(self.diagram.board.ranks) * self.side()
    }

    fn rectangle(&mut self, (from, to): (Point, Point), grown: f64, paint: Paint) {
        let grown = grown * self.unit;
        let (from, to) = ((from.0 - grown, from.1 - grown), (to.0 + grown, to.1 + grown));
        self.shapes.push(Shape::Rectangle(from, to, paint));
    }

    fn line(&mut self, points: Vec<Point>, width: f64, paint: Paint) {
        self.shapes.push(Shape::Line(points, width * self.unit, paint));
    }

    fn disc(&mut self, at: Point, radius: f64, paint: Paint) {
        self.shapes.push(Shape::Disc(at, radius * self.unit, paint));
    }

    /// The corners of a regular polygon; `turn` is the direction of the first, in turns clockwise from the right.
    fn polygon(&mut self, (x, y): Point, corners: u8, radius: f64, turn: f64, paint: Paint) {
        let radius = radius * self.unit;
        let corner = |corner: u8| {
            let angle = std::f64::consts::TAU * (f64::from(corner) / f64::from(corners) + turn);
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        self.shapes.push(Shape::Polygon((0..corners).map(corner).collect(), paint));
    }

    /// A cross that reaches this part of a side from the centre.
    fn cross(&mut self, square: Square, reach: f64, width: f64, paint: Paint) {
        let ((x, y), reach) = (self.centre(square), reach * self.side());
        self.line(vec![(x - reach, y - reach), (x + reach, y + reach)], width, paint);
        self.line(vec![(x - reach, y + reach), (x + reach, y - reach)], width, paint);
    }

    fn grid(&mut self) {
        let (diagram, (left, top)) = (self.diagram, self.corner);
        let (right, bottom, unit) = (self.right(), self.bottom(), self.unit);
        let squares = ((left, top), (right, bottom));
        self.rectangle(squares, FRAME, Paint::Ink);
        self.rectangle(squares, 0.0, Paint::Ground);
        for &square in &diagram.way {
            self.rectangle(self.corners(square), 0.0, Paint::Shade);
        }
        for square in diagram.special.squares() {
            self.cross(square, 0.5, THIN, Paint::Line);
        }
        for file in 0..diagram.board.files {
            let x = left + f64::from(file) * self.side();
            if file > 0 {
                self.line(vec![(x, top), (x, bottom)], THIN, Paint::Line);
            }
            let at = (x + 0.5 * self.side(), bottom + unit + 0.75 * LABEL_SIZE * unit);
            self.shapes.push(Shape::Label(file_letter(file).to_string(), at, Anchor::Middle));
        }
        for rank in 0..diagram.board.ranks {
            let y = bottom - f64::from(rank) * self.side();
            if rank > 0 {
                self.line(vec![(left, y), (right, y)], THIN, Paint::Line);
            }
            let at = (left - 1.5 * unit, y - 0.5 * self.side() + 0.36 * LABEL_SIZE * unit);
            self.shapes.push(Shape::Label((rank + 1).to_string(), at, Anchor::End));
        }
    }

    fn incitus(&mut self, square: Square) {
        self.rectangle(self.corners(square), -THIN, Paint::Dead);
        self.cross(square, 0.34, 0.45, Paint::White);
    }

    fn piece(&mut self, square: Square, letter: char) {
        let at = self.centre(square);
        let (fill, sign) =
            if letter.is_ascii_uppercase() { (Paint::White, Paint::Ink) } else { (Paint::Ink, Paint::White) };
        if letter.eq_ignore_ascii_case(&'L') {
            // A little lowered, so that it looks centred.
            let at = (at.0, at.1 + 0.09 * self.side());
            self.polygon(at, 3, 0.41 * SIDE + 1.6 * OUTLINE, -0.25, Paint::Ink);
            self.polygon(at, 3, 0.41 * SIDE - 0.4 * OUTLINE, -0.25, fill);
            return;
        }
        let radius = 0.37 * SIDE;
        self.disc(at, radius, Paint::Ink);
        self.disc(at, radius - OUTLINE, fill);
        match letter.to_ascii_uppercase() {
            'V' => {
                self.disc(at, 0.56 * radius, sign);
                self.disc(at, 0.56 * radius - 1.4 * OUTLINE, fill);
            }
            'A' => self.polygon(at, 4, 0.62 * radius, 0.0, sign),
            _ => {}
        }
    }

    fn arrow(&mut self) {
        let points: Vec<Point> = self.diagram.way.iter().map(|&square| self.centre(square)).collect();
        let [.., before, end] = points[..] else { return };
        let length = (end.0 - before.0).hypot(end.1 - before.1);
        let unit = self.unit;
        let along = (unit * (end.0 - before.0) / length, unit * (end.1 - before.1) / length);
        let across = (-along.1, along.0);
        let from_end =
            |back: f64, side: f64| (end.0 - back * along.0 + side * across.0, end.1 - back * along.1 + side * across.1);
        for (grown, width, paint) in [(0.35, 1.5, Paint::White), (0.0, 0.8, Paint::Sign)] {
            let mut shaft = points.clone();
            shaft.pop();
            shaft.push(from_end(1.6, 0.0));
            self.line(shaft, width, paint);
            let tip = from_end(-0.8 - 1.6 * grown, 0.0);
            let barb = |side: f64| from_end(1.9 + grown, side * (1.3 + 1.4 * grown));
            self.shapes.push(Shape::Polygon(vec![tip, barb(1.0), barb(-1.0)], paint));
        }
    }
}
