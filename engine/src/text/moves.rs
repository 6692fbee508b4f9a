//! Reading and writing moves.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::state::State;
use crate::vocab::{Square, SquareSet};

/// Why the text of a move is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    #[error(
        "`{found}` is not a move; write a move such as `a1-a5`, `a1xa3xc3`, `@d4`, `xd4`, `!d4`, `--`, `pass` or `swap`"
    )]
    Malformed {
        /// The text.
        found: String,
    },
    /// The move is not legal here.
    #[error("`{found}` is not legal here; examples of legal moves are {examples}")]
    Illegal {
        /// The text.
        found: String,
        /// Examples of legal moves.
        examples: String,
    },
}

impl<G: Geometry> Game<G> {
    /// Returns the squares that identify a decision: a piece and the squares that it visits, or a single square.
    pub fn squares_of(&self, decision: Move) -> Vec<Square> {
        match decision {
            Move::Go { from, to } => vec![from, to],
            Move::Leap { from, path, .. } => {
                let mut at = G::Set::only(from);
                let landings = path.directions().map(|direction| {
                    at = self.geometry.shift(self.geometry.shift(at, direction), direction);
                    at.lowest()
                });
                [from].into_iter().chain(landings).collect()
            }
            Move::Place(square) | Move::Remove(square) | Move::Huff(square) => vec![square],
            Move::Decline | Move::Pass | Move::Swap => Vec::new(),
        }
    }

    /// Returns the text of a move.
    pub fn move_text(&self, decision: Move) -> String {
        let size = self.geometry.size();
        let names: Vec<String> = self.squares_of(decision).into_iter().map(|square| size.name(square)).collect();
        match decision {
            Move::Go { .. } => names.join("-"),
            Move::Leap { .. } => names.join("x"),
            Move::Place(_) => format!("@{}", names[0]),
            Move::Remove(_) => format!("x{}", names[0]),
            Move::Huff(_) => format!("!{}", names[0]),
            Move::Decline => "--".into(),
            Move::Pass => "pass".into(),
            Move::Swap => "swap".into(),
        }
    }

    /// Parses a move, which must be legal in `position`; no roll may be due.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.start();
    /// let decision = game.parse_move(&position, "a1-a5").unwrap();
    /// assert_eq!(game.move_text(decision), "a1-a5");
    /// assert!(game.parse_move(&position, "a1-a8").is_err());
    /// ```
    ///
    /// # Errors
    /// The text is not a move, or the move is not legal here.
    pub fn parse_move(&self, position: &Position<G::Set>, text: &str) -> Result<Move, MoveTextError> {
        self.find_move(&self.moves(position), text)
    }

    /// Parses a move, which must be legal in a game in progress. It differs from [`Game::parse_move`] in games that forbid
    /// repetition.
    ///
    /// # Errors
    /// As [`Game::parse_move`].
    pub fn parse_move_in(&self, state: &State<G>, text: &str) -> Result<Move, MoveTextError> {
        self.find_move(&self.legal_moves(state), text)
    }

    fn find_move(&self, legal: &[Move], text: &str) -> Result<Move, MoveTextError> {
        if !self.is_move_text(text) {
            return Err(MoveTextError::Malformed { found: text.to_owned() });
        }
        legal.iter().copied().find(|&decision| self.move_text(decision) == text).ok_or_else(|| {
            let examples: Vec<String> = legal.iter().take(5).map(|&decision| self.move_text(decision)).collect();
            MoveTextError::Illegal { found: text.to_owned(), examples: examples.join(", ") }
        })
    }

    fn is_move_text(&self, text: &str) -> bool {
        let is_square = |text: &str| self.geometry.size().parse_square(text).is_some();
        let one_square = text.strip_prefix(['@', 'x', '!']).is_some_and(is_square);
        let slide = text.split_once('-').is_some_and(|(from, to)| is_square(from) && is_square(to));
        let chain = is_chain(text, &is_square);
        one_square || slide || chain || matches!(text, "--" | "pass" | "swap")
    }
}

/// Returns whether a text is a chain of at least two squares with `x` between them; `x` is also the name of a file.
fn is_chain(text: &str, is_square: &dyn Fn(&str) -> bool) -> bool {
    let begins_chain = |end: usize| {
        let (first, rest) = (&text[..end], &text[end..]);
        let rest = rest.strip_prefix('x').unwrap_or_default();
        is_square(first) && (is_square(rest) || is_chain(rest, is_square))
    };
    (1..text.len()).filter(|&end| text.is_char_boundary(end)).take(3).any(begins_chain)
}
