//! A picture as a list of shapes, which becomes an SVG document.

use std::ops::Range;

use super::theme::{self, Colour, LEADING, TITLE, Weight, text_width};

/// A place; x to the right and y downwards, in dots of 1/300 inch.
pub(crate) type Point = (f64, f64);

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Its sides in whole dots, so that areas beside each other leave no seam: left, top, right, bottom.
    pub(crate) fn to_whole_dots(self) -> [f64; 4] {
        [self.left, self.top, self.right, self.bottom].map(f64::round)
    }

    /// Whether the two have points in common.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Which point of a text its place gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// On the baseline.
    pub(crate) at: Point,
    pub(crate) align: Align,
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) colour: Colour,
}

impl Text {
    /// Where it begins.
    pub(crate) fn left(&self) -> f64 {
        let width = text_width(&self.text, self.size, self.weight);
        match self.align {
            Align::Left => self.at.0,
            Align::Centre => self.at.0 - width / 2.0,
            Align::Right => self.at.0 - width,
        }
    }
}

/// Something to paint.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Rectangle { area: Area, fill: Colour },
    Line { points: Vec<Point>, width: f64, colour: Colour },
    Polygon { points: Vec<Point>, fill: Colour },
    Disc { centre: Point, radius: f64, fill: Colour },
    Text(Text),
}

impl Shape {
    fn shift(&mut self, down: f64) {
        match self {
            Shape::Rectangle { area, .. } => *area = Area { top: area.top + down, bottom: area.bottom + down, ..*area },
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                points.iter_mut().for_each(|point| point.1 += down)
            }
            Shape::Disc { centre, .. } => centre.1 += down,
            Shape::Text(text) => text.at.1 += down,
        }
    }
}

/// The direction of stripes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slant {
    Rising,
    Falling,
}

/// The look of a filled area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fill {
    pub(crate) colour: Colour,
    /// Stripes on it.
    pub(crate) stripes: Option<(Colour, Slant)>,
}

impl Fill {
    pub(crate) const fn solid(colour: Colour) -> Self {
        Self { colour, stripes: None }
    }

    pub(crate) const fn striped(colour: Colour, stripes: Colour, slant: Slant) -> Self {
        Self { colour, stripes: Some((stripes, slant)) }
    }
}

/// The words of a figure, on it and beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Words {
    /// The finding, in a line or two.
    pub(crate) title: String,
    /// How to read its marks; on it, below the title.
    pub(crate) note: String,
    /// The text below it: content and caveats.
    pub(crate) caption: String,
}

impl Words {
    /// The words of one of several pages.
    pub(crate) fn of_page(&self, page: usize, pages: usize) -> Self {
        let title = &self.title;
        let title = if pages == 1 { title.clone() } else { format!("{title} ({} of {pages})", page + 1) };
        Self { title, ..self.clone() }
    }
}

/// Shapes that belong together. Marks are in the order of their first shapes, and one may be within another.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    pub(crate) shapes: Range<usize>,
    /// The number of the cell of which it shows something.
    pub(crate) cell: Option<u32>,
    /// What it says to whoever points at it; may be empty.
    pub(crate) text: String,
    /// The area around its shapes that belongs to it.
    pub(crate) area: Option<Area>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) marks: Vec<Mark>,
    /// Its words; empty for a board.
    pub(crate) words: Words,
    /// Keys and values of the file's metadata; they are not visible.
    pub(crate) notes: Vec<(String, String)>,
    /// The title at the top: its number of lines, which are the first shapes, and its height.
    title: (usize, f64),
}

impl Picture {
    pub(crate) fn sized(width: f64, height: f64) -> Self {
        let (shapes, marks, notes) = (Vec::new(), Vec::new(), Vec::new());
        Self { width, height, shapes, marks, words: Words::default(), notes, title: (0, 0.0) }
    }

    /// A figure with its words, whose height is not known yet.
    pub(crate) fn figure(width: f64, words: Words) -> Self {
        Self { words, ..Self::sized(width, 0.0) }
    }

    /// Writes the title at the top, before anything else is drawn, and returns where it ends.
    pub(crate) fn title(&mut self) -> f64 {
        let mut y = theme::MARGIN - TITLE * (LEADING - 1.0);
        let top = y;
        let lines = wrap_title(&self.words.title, self.width - 2.0 * theme::MARGIN);
        for line in &lines {
            y += TITLE * LEADING;
            self.styled(line, (theme::MARGIN, y), Align::Left, TITLE, Weight::Medium, theme::INK);
        }
        self.title = (lines.len(), y - top);
        y
    }

    /// The same picture without its title.
    pub(crate) fn without_title(mut self) -> Self {
        let (lines, height) = std::mem::take(&mut self.title);
        self.shapes.drain(..lines);
        self.shapes.iter_mut().for_each(|shape| shape.shift(-height));
        for Mark { shapes, area, .. } in &mut self.marks {
            *shapes = shapes.start - lines..shapes.end - lines;
            *area = area.map(|area| Area { top: area.top - height, bottom: area.bottom - height, ..area });
        }
        self.height -= height;
        self
    }

    /// Makes one mark of all that `draw` draws, which says nothing.
    pub(crate) fn group(&mut self, cell: Option<u32>, draw: impl FnOnce(&mut Self)) {
        self.mark(cell, None, |picture| {
            draw(picture);
            String::new()
        });
    }

    /// Makes one mark of all that `draw` draws; it returns what the mark says.
    pub(crate) fn mark(&mut self, cell: Option<u32>, area: Option<Area>, draw: impl FnOnce(&mut Self) -> String) {
        let (index, start) = (self.marks.len(), self.shapes.len());
        self.marks.push(Mark { shapes: start..start, cell, text: String::new(), area });
        let text = draw(self);
        self.marks[index].text = text;
        self.marks[index].shapes.end = self.shapes.len();
        if self.shapes.len() == start {
            self.marks.remove(index);
        }
    }

    pub(crate) fn rectangle(&mut self, area: Area, fill: Colour) {
        self.shapes.push(Shape::Rectangle { area, fill });
    }

    pub(crate) fn line(&mut self, points: &[Point], width: f64, colour: Colour) {
        self.shapes.push(Shape::Line { points: points.to_vec(), width, colour });
    }

    pub(crate) fn polygon(&mut self, points: Vec<Point>, fill: Colour) {
        self.shapes.push(Shape::Polygon { points, fill });
    }

    pub(crate) fn disc(&mut self, centre: Point, radius: f64, fill: Colour) {
        self.shapes.push(Shape::Disc { centre, radius, fill });
    }

    /// Text on the baseline `at`, in ink and regular weight.
    pub(crate) fn text(&mut self, text: &str, at: Point, align: Align, size: f64) {
        self.styled(text, at, align, size, Weight::Regular, theme::INK);
    }

    pub(crate) fn styled(&mut self, text: &str, at: Point, align: Align, size: f64, weight: Weight, colour: Colour) {
        if text.is_empty() {
            return;
        }
        self.shapes.push(Shape::Text(Text { text: text.to_owned(), at, align, size, weight, colour }));
    }

    /// The outline of an area.
    pub(crate) fn frame(&mut self, area: Area, width: f64, colour: Colour) {
        let (l, t, r, b) = (area.left, area.top, area.right, area.bottom);
        self.line(&[(l, t), (r, t), (r, b), (l, b), (l, t)], width, colour);
    }

    /// An area in a colour, with its stripes.
    pub(crate) fn fill(&mut self, area: Area, fill: Fill) {
        self.rectangle(area, fill.colour);
        let Some((colour, slant)) = fill.stripes else { return };
        // Stripes are drawn as if rising, in an area whose heights are mirrored for falling ones.
        let (flip, top, bottom) = match slant {
            Slant::Rising => (1.0, area.top, area.bottom),
            Slant::Falling => (-1.0, -area.bottom, -area.top),
        };
        // A stripe joins the points where x + y has one value; all areas share the same raster.
        const DISTANCE: f64 = 17.0;
        let mut sum = ((area.left + top) / DISTANCE).ceil() * DISTANCE;
        while sum < area.right + bottom {
            let (start, end) = ((sum - bottom).max(area.left), (sum - top).min(area.right));
            let ends = [(start, flip * (sum - start)), (end, flip * (sum - end))];
            self.line(&ends, theme::STRONG, colour);
            sum += DISTANCE;
        }
    }
}

/// The lines into which `text` is broken to fit `room`, before `+` or after `,` `:` or a space where that is
/// possible, else after `-` or `=`, and anywhere where that is not either.
pub(crate) fn wrap(text: &str, room: f64, size: f64) -> Vec<String> {
    wrap_styled(text, room, size, Weight::Regular)
}

/// The lines of a title, which is broken at spaces only, and not before a unit.
pub(crate) fn wrap_title(text: &str, room: f64) -> Vec<String> {
    let fits = |line: &str| text_width(line, TITLE, Weight::Medium) <= room;
    let mut lines: Vec<String> = Vec::new();
    for word in text.replace(" %", "\u{a0}%").split(' ') {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// The same in any weight.
pub(crate) fn wrap_styled(text: &str, room: f64, size: f64, weight: Weight) -> Vec<String> {
    let fits = |line: &str| text_width(line, size, weight) <= room;
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let line = lines.last_mut().expect("starts with one line and only grows");
        if line.is_empty() || fits(&format!("{line}{}", piece.trim_end())) {
            line.push_str(piece);
        } else {
            lines.push(piece.to_owned());
        }
        while !fits(lines.last().expect("as above").trim_end()) {
            let long = lines.pop().expect("as above");
            let keep = (1..long.chars().count())
                .rev()
                .find(|&count| fits(&long.chars().take(count).collect::<String>()))
                .unwrap_or(1);
            let mark = long.chars().take(keep).collect::<Vec<_>>().iter().rposition(|&c| matches!(c, '-' | '='));
            let keep = mark.map_or(keep, |index| index + 1);
            lines.push(long.chars().take(keep).collect());
            lines.push(long.chars().skip(keep).collect());
            if long.chars().count() <= 1 {
                lines.pop();
                break;
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The parts of a text between which a line may break: before `+`, after `,`, `:` or a space.
fn pieces(text: &str) -> Vec<&str> {
    let mut cuts: Vec<usize> = vec![0];
    for (index, c) in text.char_indices() {
        match c {
            '+' => cuts.push(index),
            // A number such as 3,000 stays whole.
            ',' if text[index + 1..].starts_with(|next: char| next.is_ascii_digit()) => {}
            ',' | ':' | ' ' => cuts.push(index + 1),
            _ => {}
        }
    }
    cuts.push(text.len());
    cuts.dedup();
    cuts.windows(2).map(|ends| &text[ends[0]..ends[1]]).filter(|piece| !piece.is_empty()).collect()
}

#[cfg(test)]
impl Text {
    /// The room it takes, from the top of capitals to below the descenders.
    pub(crate) fn area(&self) -> Area {
        let (left, width) = (self.left(), text_width(&self.text, self.size, self.weight));
        Area { left, top: self.at.1 - 0.75 * self.size, right: left + width, bottom: self.at.1 + 0.22 * self.size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_before_a_change_of_the_rules() {
        let size = theme::LABEL;
        let room = text_width("city-8-double+vagi", size, Weight::Regular) + 1.0;
        let lines = wrap("city-8-double+vagi+die=4+edge", room, size);
        assert_eq!(lines, ["city-8-double+vagi", "+die=4+edge"]);
    }

    #[test]
    fn a_long_name_breaks_after_a_hyphen() {
        let room = text_width("callen-simple-capture-lea", theme::LABEL, Weight::Regular);
        let lines = wrap("callen-simple-capture-leader", room, theme::LABEL);
        assert_eq!(lines, ["callen-simple-capture-", "leader"]);
    }

    #[test]
    fn a_word_wider_than_the_room_is_broken_and_nothing_is_lost() {
        let lines = wrap("abcdefghijklmnopqrstuvwxyz", theme::mm(8.0), theme::LABEL);
        assert!(lines.len() > 1);
        assert_eq!(lines.concat(), "abcdefghijklmnopqrstuvwxyz");
        assert_eq!(wrap("xy", 0.0, theme::LABEL).concat(), "xy");
    }
}
