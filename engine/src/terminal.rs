//! Positions as people look at them on a terminal.

use crate::game::AnyGame;
use crate::position::AnyPosition;
use crate::state::AnyState;
use crate::vocab::{BoardSize, Square, SquareSet, file_letter};

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardStyle {
    /// The letters of position texts instead of symbols.
    pub ascii: bool,
    /// Whether to tell the sides apart by colour, too.
    pub colour: bool,
}

/// A letter of position texts with its symbols, White's and Black's, and its name.
const SYMBOLS: [(char, [char; 2], &str); 5] = [
    ('S', ['○', '●'], "stone"),
    ('V', ['◇', '◆'], "vagus"),
    ('A', ['□', '■'], "alligatus"),
    ('L', ['△', '▲'], "leader"),
    ('#', ['╳', '╳'], "incitus"),
];

/// Returns the board with rank numbers and file letters, and a line that explains its symbols.
///
/// ```
/// use petteia_engine::terminal::{BoardStyle, on_terminal};
/// use petteia_engine::{AnyGame, Rules};
/// let game = AnyGame::of(Rules::parse("city-8").unwrap());
/// let text = on_terminal(&game, &game.start(), BoardStyle::default());
/// assert!(text.starts_with("  8  ● ● ● ● ● ● ● ●\n"));
/// ```
pub fn on_terminal(game: &AnyGame, position: &AnyPosition, style: BoardStyle) -> String {
    let board = game.rules().board;
    let special = game.special_squares();
    let squares = grid(board, ["", ""], |square| match game.letter(position, square) {
        None if special.has(square) => paint(SPECIAL, "2", style),
        letter => symbol(letter, style),
    });
    squares + "\n" + &legend(game, position, style)
}

/// Returns a board in characters: ranks with their numbers, `cell` for every square, and the letters of the files below;
/// `edges` stand before and after each rank.
pub fn grid(board: BoardSize, [left, right]: [&str; 2], cell: impl Fn(Square) -> String) -> String {
    let ranks = board.rows().map(|(number, squares)| {
        let cells: String = squares.map(|square| format!(" {}", cell(square))).collect();
        format!("{number:>3} {left}{cells}{right}\n")
    });
    let ranks: String = ranks.collect();
    let files: String = (0..board.files).map(|file| format!(" {}", file_letter(file))).collect();
    format!("{ranks}    {}{files}\n", " ".repeat(left.chars().count()))
}

/// Returns the symbol of a piece, by its letter in position texts.
pub fn piece(letter: char, ascii: bool) -> char {
    let symbols = SYMBOLS.iter().find(|(known, _, _)| !ascii && letter.eq_ignore_ascii_case(known));
    symbols.map_or(letter, |&(_, [white, black], _)| if letter.is_ascii_uppercase() { white } else { black })
}

/// The symbol of an empty throne or corner square that has rules of its own.
pub const SPECIAL: char = '*';

/// Returns the symbol of an empty square.
pub fn empty(ascii: bool) -> char {
    if ascii { '.' } else { '·' }
}

fn symbol(letter: Option<char>, style: BoardStyle) -> String {
    let Some(letter) = letter else { return paint(empty(style.ascii), "2", style) };
    let white = letter.is_ascii_uppercase();
    let colour = match letter {
        '#' => "2",
        _ if white => "1;33",
        _ => "1;34",
    };
    paint(piece(letter, style.ascii), colour, style)
}

fn paint(symbol: char, colour: &str, style: BoardStyle) -> String {
    if style.colour { format!("\x1b[{colour}m{symbol}\x1b[0m") } else { symbol.to_string() }
}

/// `White ○ stone △ leader   Black ● stone`: what stands on the board.
fn legend(game: &AnyGame, position: &AnyPosition, style: BoardStyle) -> String {
    let squares = game.rules().board.each_square();
    let letters: Vec<char> = squares.filter_map(|square| game.letter(position, square)).collect();
    let of_side = |side: &str, of: fn(char) -> char| {
        let seen = SYMBOLS.iter().filter(|&&(letter, _, _)| letter != '#' && letters.contains(&of(letter)));
        let entry = |&(letter, _, name): &(char, [char; 2], &str)| {
            let name = if name == "stone" && game.rules().vagi { "ordinarius" } else { name };
            format!(" {} {name}", symbol(Some(of(letter)), style))
        };
        let entries: String = seen.map(entry).collect();
        (!entries.is_empty()).then(|| format!("{side}{entries}"))
    };
    let incitus = letters.contains(&'#').then(|| format!("{} incitus", symbol(Some('#'), style)));
    let special = special_name(game).map(|name| format!("{} {name}", paint(SPECIAL, "2", style)));
    let white = of_side("White", |letter| letter);
    let black = of_side("Black", |letter| letter.to_ascii_lowercase());
    let parts = [white, black, incitus, special];
    parts.into_iter().flatten().collect::<Vec<_>>().join("   ")
}

/// Returns what the squares with rules of their own are, if there are any.
fn special_name(game: &AnyGame) -> Option<&'static str> {
    let special = game.special_squares();
    let has_throne = game.rules().board.centre().is_some_and(|throne| special.has(throne));
    match (has_throne, special.count() > u32::from(has_throne)) {
        (true, true) => Some("throne, corners"),
        (true, false) => Some("throne"),
        (false, true) => Some("corners"),
        (false, false) => None,
    }
}

/// Returns what a board does not show, in one line: the side to move, hands, captures, counts, die, huff, result.
pub fn status(game: &AnyGame, state: &AnyState) -> String {
    let position = state.position();
    let mut parts = vec![match state.outcome() {
        Some(outcome) => format!("over: {} ({})", outcome.sentence(), outcome.reason.name()),
        None => format!("{} to {}", position.side().title(), if position.is_placing() { "place" } else { "move" }),
    }];
    let (hands, captured) = (position.hands(), position.captured());
    if position.is_placing() {
        parts.push(format!("in hand: White {}, Black {}", hands.white, hands.black));
    }
    parts.push(format!("captured: by White {}, by Black {}", captured.white, captured.black));
    parts.push(format!("clock {}", position.clock()));
    parts.push(format!("turn {}", position.turn()));
    if let Some(roll) = position.roll() {
        parts.push(format!("the die shows {roll}"));
    } else if game.awaits_roll(position).is_some() && state.outcome().is_none() {
        parts.push("the die is to be rolled".into());
    }
    if position.huff_is_open() {
        parts.push(format!("may huff {}", game.rules().board.names(position.huffable().squares()).join(", ")));
    }
    if let Some(square) = position.goes_on_with() {
        parts.push(format!("may go on with {}", game.rules().board.name(square)));
    }
    if position.has_removed() {
        parts.push("has removed a stone and now moves".into());
    }
    parts.join("; ")
}
