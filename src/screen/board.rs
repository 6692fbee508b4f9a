//! The board in characters. Colours only help: pieces differ by their symbols (or letters, those of position texts) and
//! marks by the characters around them.

use petteia_engine::{BoardSize, Move, Square, SquareSet};
use petteia_players::record::{History, Step};
use petteia_players::session::squares_of;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use crate::board::{empty, piece};

/// What is to be seen on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareView {
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
    size: BoardSize,
    squares: Vec<SquareView>,
    /// Whether pieces are letters.
    ascii: bool,
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
        let game = history.game();
        let position = history.position_after(steps);
        let size = game.rules().board;
        let square = |index| SquareView { letter: game.letter(&position, Square(index)), ..SquareView::default() };
        let mut view = BoardView { size, squares: (0..size.squares() as u16).map(square).collect(), ascii };
        let decision = history.moments()[..steps].iter().rev().find_map(|moment| match moment.step {
            Step::Decision(decision) if decision != Move::Pass => Some((decision, moment.events)),
            _ => None,
        });
        if let Some((decision, events)) = decision {
            view.mark(squares_of(game, decision), |square| square.last = true);
            view.mark((events.lost.white | events.lost.black).squares(), |square| square.lost = true);
        }
        view
    }

    /// The board with the cursor, the squares chosen, and those that may be chosen next.
    #[must_use]
    pub fn choosing(mut self, cursor: Square, picked: &[Square], targets: &[Square]) -> Self {
        self.mark([cursor], |square| square.cursor = true);
        self.mark(picked.iter().copied(), |square| square.picked = true);
        self.mark(targets.iter().copied(), |square| square.target = true);
        self
    }

    fn mark(&mut self, squares: impl IntoIterator<Item = Square>, mark: impl Fn(&mut SquareView)) {
        squares.into_iter().for_each(|square| mark(&mut self.squares[square.index()]));
    }

    /// The room that the board takes inside an area: as large as fits beside `beside` columns for other things.
    pub fn room(&self, area: Rect, beside: u16) -> Size {
        let rooms = CELLS.map(|cell| self.room_of(cell));
        let fits = |room: &Size| room.width + beside <= area.width && room.height <= area.height;
        rooms.into_iter().find(fits).unwrap_or(rooms[CELLS.len() - 1])
    }

    fn room_of(&self, cell: Size) -> Size {
        let file_letters = 1;
        let (files, ranks) = (u16::from(self.size.files), u16::from(self.size.ranks));
        Size::new(MARGIN + files * cell.width, ranks * cell.height + file_letters)
    }

    /// The board as lines of text, the highest rank first, the files' letters below.
    pub fn text(&self) -> String {
        let size = self.size;
        let rank_text = |rank: u8| {
            let squares = (0..size.files).filter_map(|file| size.square(file, rank));
            let cells: String = squares.flat_map(|square| self.squares[square.index()].text(self.ascii)).collect();
            format!("{:>2} {}\n", rank + 1, cells.trim_end())
        };
        let ranks: String = (0..size.ranks).rev().map(rank_text).collect();
        let files: String = (b'a'..).take(size.files.into()).map(|letter| format!(" {} ", letter as char)).collect();
        format!("{ranks}   {}\n", files.trim_end())
    }
}

impl Widget for &BoardView {
    /// Draws the board in the upper left corner of `area`, which has one of the sizes that [`BoardView::room`] gives.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let fits = |cell: &&Size| {
            let room = self.room_of(**cell);
            room.width <= area.width && room.height <= area.height
        };
        let cell = CELLS.iter().find(fits).copied().unwrap_or(CELLS[CELLS.len() - 1]);
        let pad = (cell.width - SMALLEST_CELL) / 2;
        let mut put = |x: u16, y: u16, text: &str, style: Style| {
            if x < area.width && y < area.height {
                buffer.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
            }
        };
        let ranks = u16::from(self.size.ranks);
        for (index, square) in (0..).zip(&self.squares) {
            let (file, rank) = (u16::from(self.size.file(Square(index))), u16::from(self.size.rank(Square(index))));
            let text = String::from_iter(square.text(self.ascii));
            let y = (ranks - 1 - rank) * cell.height + cell.height / 3;
            put(MARGIN + file * cell.width + pad, y, &text, square.style());
            if file == 0 {
                put(0, y, &format!("{:>2}", rank + 1), Style::new());
            }
        }
        for file in 0..u16::from(self.size.files) {
            let letter = char::from(b'a' + file as u8).to_string();
            put(MARGIN + file * cell.width + pad + 1, ranks * cell.height, &letter, Style::new());
        }
    }
}
