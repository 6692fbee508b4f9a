//! The boards of a game as lines of text, with the last decision marked.

use petteia_engine::diagram::Diagram;
use petteia_engine::terminal::{SPECIAL, empty, piece};
use petteia_engine::{Square, SquareSet, file_letter};
use petteia_players::record::{History, Moment, Step};

/// The board after a number of steps of a game, the highest rank first and the letters of the files below: `>○<` has
/// just moved, from `:`; a piece was lost on `x`.
pub fn marked_board(history: &History, steps: usize, ascii: bool) -> String {
    let diagram = history.diagram(steps);
    let ranks = diagram.board.rows().map(|(number, squares)| {
        let cells: String = squares.map(|square| marked_square(&diagram, square, ascii)).collect();
        format!("{number:>2} {}\n", cells.trim_end())
    });
    let ranks: String = ranks.collect();
    let letters: String = (0..diagram.board.files).map(|file| format!(" {} ", file_letter(file))).collect();
    format!("{ranks}   {}\n", letters.trim_end())
}

/// The three characters of a square.
fn marked_square(diagram: &Diagram, square: Square, ascii: bool) -> String {
    let has_moved = diagram.way.contains(&square);
    match diagram.letter(square) {
        Some(letter) if has_moved => format!(">{}<", piece(letter, ascii)),
        Some(letter) => format!(" {} ", piece(letter, ascii)),
        None if diagram.lost.has(square) => " x ".into(),
        None if has_moved => " : ".into(),
        None if diagram.special.has(square) => format!(" {SPECIAL} "),
        None => format!(" {} ", empty(ascii)),
    }
}

/// The decisions of a game: the number of steps up to each, a title with the roll before it, and the moment.
pub fn decisions(history: &History) -> impl Iterator<Item = (usize, String, &Moment)> {
    let mut roll = String::new();
    (1..).zip(history.moments()).filter_map(move |(steps, moment)| {
        let text = history.step_text(moment.step);
        if let Step::Roll(_) = moment.step {
            roll = format!("{text} ");
            return None;
        }
        let title = format!("{}. {} {roll}{text}", moment.turn, moment.side.title());
        roll.clear();
        Some((steps, title, moment.as_ref()))
    })
}
