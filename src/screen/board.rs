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

    /// The three characters of a square.
    fn characters(&self, square: Square) -> [char; 3] {
        let (letter, is_last) = (self.diagram.letter(square), self.diagram.way.contains(&square));
        let middle = match letter {
            Some(letter) => piece(letter, self.ascii),
            None if self.diagram.lost.has(square) => 'x',
            None if is_last => ':',
            None => empty(self.ascii),
        };
        let (left, right) = if self.cursor == Some(square) {
            ('[', ']')
        } else if self.picked.has(square) {
            ('{', '}')
        } else if self.targets.has(square) {
            ('(', ')')
        } else if is_last && letter.is_some() {
            ('>', '<')
        } else {
            (' ', ' ')
        };
        [left, middle, right]
    }

    fn style(&self, square: Square) -> Style {
        let style = match self.diagram.letter(square) {
            Some('#') => Style::new().fg(Color::DarkGray),
            Some(letter) if letter.is_ascii_uppercase() => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
            Some(_) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
            None if self.diagram.lost.has(square) => Style::new().fg(Color::Red),
            None => Style::new().fg(Color::DarkGray),
        };
        if self.cursor == Some(square) || self.picked.has(square) {
            style.add_modifier(Modifier::REVERSED)
        } else if self.targets.has(square) {
            style.fg(Color::Green)
        } else {
            style
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
            let cells: String = squares.flat_map(|square| self.characters(square)).collect();
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
                put(x, y, &String::from_iter(self.characters(square)), self.style(square));
            }
        }
        for (x, file) in (MARGIN + pad + 1..).step_by(cell.width.into()).zip(0..board.files) {
            put(x, u16::from(board.ranks) * cell.height, &file_letter(file).to_string(), Style::new());
        }
    }
}
