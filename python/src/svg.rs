//! A board as an SVG picture, in the colours and shapes of the figures of a report: a stone is a disc, a vagus has a ring
//! in it, an alligatus a square on its corner, a leader is a triangle, and an incitus is a dark square, crossed out.

use std::fmt::Write;

use petteia_engine::{AnyGame, AnyPosition, Square};

/// The side of a square.
const SIDE: f64 = 40.0;
/// Room around the squares for names.
const EDGE: f64 = 22.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The width of a letter of the largest text, for lines that must fit below the board.
const LETTER: f64 = 6.2;

const INK: &str = "#191919";
const WHITE: &str = "#ffffff";
const SQUARE: &str = "#faf8f2";
const LINES: &str = "#a5a5a5";
const SHADE: &str = "#e8d6a0";
const DEAD: &str = "#8c8c8c";
const SIGN: &str = "#d55e00";

/// A board to be drawn.
pub struct Board<'a> {
    game: &'a AnyGame,
    position: &'a AnyPosition,
    /// A line above it.
    pub title: String,
    /// Lines below it.
    pub note: String,
    /// The way of the last move, from square to square.
    pub way: Vec<Square>,
    /// The squares whose pieces were lost.
    pub lost: Vec<Square>,
}

impl<'a> Board<'a> {
    pub fn of(game: &'a AnyGame, position: &'a AnyPosition, title: &str) -> Self {
        Board { game, position, title: title.to_owned(), note: String::new(), way: Vec::new(), lost: Vec::new() }
    }

    /// Returns the picture.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.write(&mut svg).expect("a text takes all that is written to it");
        svg
    }

    fn write(&self, svg: &mut String) -> std::fmt::Result {
        let board = self.game.rules().board;
        let (right, bottom) = (self.left() + f64::from(board.files) * SIDE, self.top() + f64::from(board.ranks) * SIDE);
        let width = (right + EDGE / 2.0).max(EDGE + 220.0);
        let note = wrapped(&self.note, width - 1.5 * EDGE);
        let height = bottom + EDGE + note.len() as f64 * LINE;
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" role=\"img\" font-family=\"sans-serif\">\n<title>{}</title>\n<rect width=\"{width}\" \
             height=\"{height}\" fill=\"{WHITE}\"/>",
            escaped(&format!("{}: {}", self.title, self.game.text(self.position)))
        )?;
        self.text(svg, (self.left(), LINE * 0.75), "start", 14.0, &self.title)?;
        for (line, text) in note.iter().enumerate() {
            self.text(svg, (self.left(), bottom + EDGE + (line as f64 + 0.6) * LINE), "start", 12.0, text)?;
        }
        writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{SQUARE}\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            self.left(),
            self.top(),
            right - self.left(),
            bottom - self.top()
        )?;
        for &square in &self.way {
            self.square(svg, square, SHADE)?;
        }
        self.grid(svg, right, bottom)?;
        for square in (0..board.squares()).map(|index| Square(index as u16)) {
            if let Some(letter) = self.game.letter(self.position, square) {
                self.piece(svg, square, letter)?;
            }
        }
        self.arrow(svg)?;
        for &square in &self.lost {
            self.cross(svg, square, 0.28, SIGN)?;
        }
        writeln!(svg, "</svg>")
    }

    fn left(&self) -> f64 {
        EDGE
    }

    fn top(&self) -> f64 {
        LINE + 4.0
    }

    /// Returns the centre of a square.
    fn centre(&self, square: Square) -> (f64, f64) {
        let board = self.game.rules().board;
        let (file, rank) = (f64::from(board.file(square)), f64::from(board.ranks - 1 - board.rank(square)));
        (self.left() + (file + 0.5) * SIDE, self.top() + (rank + 0.5) * SIDE)
    }

    fn grid(&self, svg: &mut String, right: f64, bottom: f64) -> std::fmt::Result {
        let board = self.game.rules().board;
        for file in 0..board.files {
            let x = self.left() + f64::from(file) * SIDE;
            if file > 0 {
                line(svg, (x, self.top()), (x, bottom), LINES, 1.0)?;
            }
            let name = char::from(b'a' + file).to_string();
            self.text(svg, (x + SIDE / 2.0, bottom + 15.0), "middle", 12.0, &name)?;
        }
        for rank in 0..board.ranks {
            let y = bottom - f64::from(rank) * SIDE;
            if rank > 0 {
                line(svg, (self.left(), y), (right, y), LINES, 1.0)?;
            }
            self.text(svg, (self.left() - 6.0, y - SIDE / 2.0 + 4.0), "end", 12.0, &(rank + 1).to_string())?;
        }
        Ok(())
    }

    fn piece(&self, svg: &mut String, square: Square, letter: char) -> std::fmt::Result {
        let at = self.centre(square);
        let (fill, mark) = if letter.is_ascii_uppercase() { (WHITE, INK) } else { (INK, WHITE) };
        match letter.to_ascii_uppercase() {
            '#' => {
                self.square(svg, square, DEAD)?;
                return self.cross(svg, square, 0.34, WHITE);
            }
            'L' => return polygon(svg, (at.0, at.1 + 0.09 * SIDE), 3, 0.43 * SIDE, -0.25, fill),
            _ => disc(svg, at, 0.37 * SIDE, fill, INK, 1.6)?,
        }
        match letter.to_ascii_uppercase() {
            'V' => disc(svg, at, 0.19 * SIDE, "none", mark, 2.2),
            'A' => polygon(svg, at, 4, 0.23 * SIDE, 0.0, mark),
            _ => Ok(()),
        }
    }

    fn square(&self, svg: &mut String, square: Square, fill: &str) -> std::fmt::Result {
        let (x, y) = self.centre(square);
        let (x, y) = (x - SIDE / 2.0, y - SIDE / 2.0);
        writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>")
    }

    fn cross(&self, svg: &mut String, square: Square, reach: f64, colour: &str) -> std::fmt::Result {
        let ((x, y), reach) = (self.centre(square), reach * SIDE);
        line(svg, (x - reach, y - reach), (x + reach, y + reach), colour, 3.0)?;
        line(svg, (x - reach, y + reach), (x + reach, y - reach), colour, 3.0)
    }

    /// The arrow ends short of the piece that has arrived.
    fn arrow(&self, svg: &mut String) -> std::fmt::Result {
        let mut points: Vec<(f64, f64)> = self.way.iter().map(|&square| self.centre(square)).collect();
        let [.., before, end] = points[..] else { return Ok(()) };
        let length = (end.0 - before.0).hypot(end.1 - before.1);
        let along = ((end.0 - before.0) / length, (end.1 - before.1) / length);
        let back =
            |far: f64, side: f64| (end.0 - far * along.0 - side * along.1, end.1 - far * along.1 + side * along.0);
        let tip = 0.40 * SIDE;
        *points.last_mut().expect("it has two points") = back(tip + 8.0, 0.0);
        let listed: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let listed = listed.join(" ");
        writeln!(svg, "<polyline points=\"{listed}\" fill=\"none\" stroke=\"{SIGN}\" stroke-width=\"3\"/>")?;
        let head = [back(tip, 0.0), back(tip + 10.0, 6.0), back(tip + 10.0, -6.0)];
        let listed: Vec<String> = head.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        writeln!(svg, "<polygon points=\"{}\" fill=\"{SIGN}\"/>", listed.join(" "))
    }

    fn text(&self, svg: &mut String, (x, y): (f64, f64), anchor: &str, size: f64, text: &str) -> std::fmt::Result {
        let text = escaped(text);
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{INK}\">{text}</text>"
        )
    }
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) -> std::fmt::Result {
    let ((x1, y1), (x2, y2)) = (from, to);
    writeln!(svg, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
}

fn disc(svg: &mut String, (x, y): (f64, f64), r: f64, fill: &str, stroke: &str, width: f64) -> std::fmt::Result {
    let style = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"");
    writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r:.1}\" {style}/>")
}

/// A regular polygon; `turn` is the direction of its first corner, in turns clockwise from the right.
fn polygon(svg: &mut String, (x, y): (f64, f64), corners: u32, r: f64, turn: f64, fill: &str) -> std::fmt::Result {
    let corner = |corner: u32| {
        let angle = std::f64::consts::TAU * (f64::from(corner) / f64::from(corners) + turn);
        format!("{:.1},{:.1}", x + r * angle.cos(), y + r * angle.sin())
    };
    let points: Vec<String> = (0..corners).map(corner).collect();
    writeln!(svg, "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.6\"/>", points.join(" "))
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
