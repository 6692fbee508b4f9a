//! The board in characters. Colours only help: pieces differ by their symbols (or letters, those of position texts) and
//! marks by the characters around them.

use petteia_engine::diagram::Diagram;
use petteia_engine::terminal::{empty, piece};
use petteia_engine::{AnySet, Square, SquareSet, file_letter};
use petteia_players::record::History;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

/// What is to be seen on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SquareView {
    /// The letter of what stands there.
    letter: Option<char>,
    /// The last move began, went by, or ended there.
    last: bool,
    /// A piece was captured there in the last decision.
    lost: bool,
    /// It may be chosen.
    target: bool,
    /// It has been chosen.
    picked: bool,
    /// The cursor stands there.
    cursor: bool,
}

impl SquareView {
    /// The three characters of the square.
    fn text(self, ascii: bool) -> [char; 3] {
        let middle = match (self.letter, self.lost, self.last) {
            (Some(letter), _, _) => piece(letter, ascii),
            (None, true, _) => 'x',
            (None, false, true) => ':',
            (None, false, false) => empty(ascii),
        };
        let (left, right) = if self.cursor {
            ('[', ']')
        } else if self.picked {
            ('{', '}')
        } else if self.target {
            ('(', ')')
        } else if self.last && self.letter.is_some() {
            ('>', '<')
        } else {
            (' ', ' ')
        };
        [left, middle, right]
    }

    fn style(self) -> Style {
        let style = match self.letter {
            Some('#') => Style::new().fg(Color::DarkGray),
            Some(letter) if letter.is_ascii_uppercase() => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
            Some(_) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
            None if self.lost => Style::new().fg(Color::Red),
            None => Style::new().fg(Color::DarkGray),
        };
        if self.cursor || self.picked {
            style.add_modifier(Modifier::REVERSED)
        } else if self.target {
            style.fg(Color::Green)
        } else {
            style
        }
    }
}

/// A board with its marks.
#[derive(Clone, Debug)]
pub struct BoardView {
    diagram: Diagram,
    cursor: Option<Square>,
    picked: AnySet,
    targets: AnySet,
    /// Whether pieces are letters.
    pub(super) ascii: bool,
}

/// Columns and rows of a square, the largest first.
const CELLS: [Size; 5] =
    [Size::new(7, 3), Size::new(5, 2), Size::new(4, 2), Size::new(4, 1), Size::new(SMALLEST_CELL, 1)];
const SMALLEST_CELL: u16 = 3;
/// Columns before the first file: the number of the rank.
const MARGIN: u16 = 3;

impl BoardView {
    /// The board after a number of steps of a game, with the last decision marked.
    pub fn of(history: &History, steps: usize, ascii: bool) -> Self {
        let diagram = history.diagram(steps);
        BoardView { diagram, cursor: None, picked: AnySet::EMPTY, targets: AnySet::EMPTY, ascii }
    }

    /// The board with the cursor, the squares chosen, and those that may be chosen next.
    #[must_use]
    pub fn choosing(self, cursor: Square, picked: &[Square], targets: &[Square]) -> Self {
        let set = |squares: &[Square]| squares.iter().fold(AnySet::EMPTY, |set, &square| set | AnySet::only(square));
        BoardView { cursor: Some(cursor), picked: set(picked), targets: set(targets), ..self }
    }

    fn square(&self, square: Square) -> SquareView {
        SquareView {
            letter: self.diagram.letter(square),
            last: self.diagram.way.contains(&square),
            lost: self.diagram.lost.has(square),
            target: self.targets.has(square),
            picked: self.picked.has(square),
            cursor: self.cursor == Some(square),
        }
    }

    /// The room that the board takes inside an area: as large as fits beside `beside` columns for other things.
    pub fn room(&self, area: Rect, beside: u16) -> Size {
        self.room_of(self.largest_cell(area.width.saturating_sub(beside), area.height))
    }

    /// The largest cell with which the board fits, else the smallest one.
    fn largest_cell(&self, width: u16, height: u16) -> Size {
        let fits = |&cell: &Size| self.room_of(cell).width <= width && self.room_of(cell).height <= height;
        CELLS.into_iter().find(fits).unwrap_or(CELLS[CELLS.len() - 1])
    }

    fn room_of(&self, cell: Size) -> Size {
        let file_letters = 1;
        let (files, ranks) = (u16::from(self.diagram.board.files), u16::from(self.diagram.board.ranks));
        Size::new(MARGIN + files * cell.width, ranks * cell.height + file_letters)
    }

    /// The board as lines of text, the highest rank first, the files' letters below.
    pub fn text(&self) -> String {
        let board = self.diagram.board;
        let ranks = board.rows().map(|(number, squares)| {
            let cells: String = squares.flat_map(|square| self.square(square).text(self.ascii)).collect();
            format!("{number:>2} {}\n", cells.trim_end())
        });
        let ranks: String = ranks.collect();
        let files: String = (0..board.files).map(|file| format!(" {} ", file_letter(file))).collect();
        format!("{ranks}   {}\n", files.trim_end())
    }
}

impl Widget for &BoardView {
    /// Draws the board in the upper left corner of `area`, which has one of the sizes that [`BoardView::room`] gives.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let cell = self.largest_cell(area.width, area.height);
        let pad = (cell.width - SMALLEST_CELL) / 2;
        let mut put = |x: u16, y: u16, text: &str, style: Style| {
            if x < area.width && y < area.height {
                buffer.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
            }
        };
        let board = self.diagram.board;
        for (y, (number, squares)) in (0..).step_by(cell.height.into()).zip(board.rows()) {
            let y = y + cell.height / 3;
            put(0, y, &format!("{number:>2}"), Style::new());
            for (x, square) in (MARGIN + pad..).step_by(cell.width.into()).zip(squares) {
                let square = self.square(square);
                put(x, y, &String::from_iter(square.text(self.ascii)), square.style());
            }
        }
        for (x, file) in (MARGIN + pad + 1..).step_by(cell.width.into()).zip(0..board.files) {
            put(x, u16::from(board.ranks) * cell.height, &file_letter(file).to_string(), Style::new());
        }
    }
}
