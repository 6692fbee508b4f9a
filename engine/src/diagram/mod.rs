//! A board with what stands on it and what is marked on it: the one source of every drawing, in a file, on a page, in a
//! notebook or on a terminal.

mod shapes;

use crate::game::AnyGame;
use crate::geometry::AnySet;
use crate::moves::Move;
use crate::position::AnyPosition;
use crate::rules::{Access, Goal, Movement};
use crate::vocab::{BoardSize, Square, SquareSet};

pub use shapes::{Anchor, LABEL_SIZE, Paint, Point, Shape};

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// A line above the board; may be empty.
    pub title: String,
    /// A text below it; may be empty.
    pub note: String,
    /// The size of the board.
    pub board: BoardSize,
    /// What stands on each square: `S` stone, `V` vagus, `A` alligatus, `L` leader, Black's in lower case; `#` incitus.
    pub letters: Vec<Option<char>>,
    /// The throne and the corner squares, where they have rules of their own.
    pub special: AnySet,
    /// The squares of the last move from its start to its end; a single one if a stone was placed.
    pub way: Vec<Square>,
    /// The squares that lost their piece.
    pub lost: AnySet,
}

impl Diagram {
    /// Returns a board without pieces.
    pub fn empty(board: BoardSize) -> Self {
        Diagram {
            title: String::new(),
            note: String::new(),
            board,
            letters: vec![None; board.squares() as usize],
            special: AnySet::EMPTY,
            way: Vec::new(),
            lost: AnySet::EMPTY,
        }
    }

    /// Returns the board of a position.
    ///
    /// ```
    /// use petteia_engine::diagram::Diagram;
    /// use petteia_engine::{AnyGame, Rules, Square};
    /// let game = AnyGame::of(Rules::parse("city-8").unwrap());
    /// let diagram = Diagram::of(&game, &game.start());
    /// assert_eq!((diagram.letter(Square(0)), diagram.letter(Square(8))), (Some('S'), None));
    /// ```
    pub fn of(game: &AnyGame, position: &AnyPosition) -> Self {
        let board = game.rules().board;
        let letters = board.each_square().map(|square| game.letter(position, square)).collect();
        Diagram { letters, special: game.special_squares(), ..Diagram::empty(board) }
    }

    /// Returns the board of a position with the marks of a legal decision in it.
    pub fn of_move(game: &AnyGame, position: &AnyPosition, decision: Move) -> Self {
        let lost = game.play_unchecked(&mut { *position }, decision).lost;
        Diagram::of(game, position).marked(game.way(position, decision), lost.white | lost.black)
    }

    /// Returns the board with the marks of a move: its way, and the squares that lose their piece.
    #[must_use]
    pub fn marked(self, way: Vec<Square>, lost: AnySet) -> Self {
        Diagram { way, lost, ..self }
    }

    /// Returns what stands on a square.
    pub fn letter(&self, square: Square) -> Option<char> {
        self.letters[square.index()]
    }
}

impl AnyGame {
    /// Returns the throne and the corner squares, where they have rules of their own: who may stop or pass there, whom they
    /// help to capture, or where a leader wins (§3, §4, §8).
    ///
    /// ```
    /// use petteia_engine::{AnyGame, Rules, SquareSet};
    /// let special = |game| AnyGame::of(Rules::parse(game).unwrap()).special_squares().count();
    /// assert_eq!([special("brandubh"), special("tablut"), special("city-8")], [5, 1, 0]);
    /// ```
    pub fn special_squares(&self) -> AnySet {
        let rules = self.rules();
        let is_free = |access: Option<Access>| access.unwrap_or_default() == Access::All;
        let has_throne = !is_free(rules.throne_stop)
            || !is_free(rules.throne_pass)
            || rules.hostile_throne.unwrap_or_default().captures();
        let has_corners = rules.corner_stop != Access::All
            || rules.hostile_corner.captures()
            || rules.leader.is_some_and(|leader| leader.goal() == Goal::Corners);
        self.special.throne.when(has_throne) | self.special.corners.when(has_corners)
    }

    /// Returns the squares by which a piece moves in a legal decision, from its start to its end.
    pub fn way(&self, position: &AnyPosition, decision: Move) -> Vec<Square> {
        match decision {
            Move::Go { from, to } if self.rules().movement == Movement::Hop => self.hop_path(position, from, to),
            Move::Go { .. } | Move::Leap { .. } | Move::Place(_) => self.squares_of(decision),
            Move::Remove(_) | Move::Huff(_) | Move::Decline | Move::Pass | Move::Swap => Vec::new(),
        }
    }
}
