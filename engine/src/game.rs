//! A game ready to be played: checked rules on a board of known shape.

use crate::geometry::{AnyBoard, Dynamic, Geometry};
use crate::position::{Position, Stage};
use crate::rule_flags::RuleFlags;
use crate::rules::{CheckedRules, First, Leader, Repeats, Repetition, Setup};
use crate::setup;
use crate::special::SpecialSquares;
use crate::text::PositionTextError;
use crate::vocab::{BySide, Direction, Square, SquareSet};

/// A set of squares for each square.
type Squarewise<G> = <<G as Geometry>::Set as SquareSet>::PerSquare<<G as Geometry>::Set>;

/// The rules of a game together with data derived from them once. Everything that plays uses one.
///
/// ```
/// use petteia_engine::{Game, Geometry, OnBoard, Rules, with_geometry};
/// struct CountFirstMoves(petteia_engine::CheckedRules);
/// impl OnBoard for CountFirstMoves {
///     type Output = u32;
///     fn run<G: Geometry>(self, geometry: G) -> u32 {
///         let game = Game::new(self.0, geometry);
///         game.decisions(&game.start()).count()
///     }
/// }
/// let rules = Rules::parse("city-8").unwrap();
/// assert_eq!(with_geometry(rules.board, CountFirstMoves(rules)), 48);
/// ```
#[derive(Clone, Debug)]
pub struct Game<G: Geometry> {
    pub(crate) rules: CheckedRules,
    pub(crate) geometry: G,
    /// All squares beyond a square, by direction and square.
    pub(crate) rays: Box<[Squarewise<G>; 4]>,
    /// The corners with two neighbours.
    pub(crate) corners: G::Set,
    /// The throne and the corner squares, with their rules.
    pub(crate) special: SpecialSquares<G::Set>,
    /// The square on which no stone is placed, if there is one.
    pub(crate) hole: G::Set,
    /// The leaders that each side places last: 0 or 1.
    pub(crate) leaders_in_hand: BySide<u8>,
    /// What leaders do; as stones do, in a game without leaders.
    pub(crate) leader: Leader,
    pub(crate) flags: RuleFlags,
    /// The position that every game starts from.
    start: Position<G::Set>,
}

impl<G: Geometry> Game<G> {
    /// Prepares a game. `geometry` must have the size of the rules' board, as with
    /// [`with_geometry`](crate::with_geometry).
    pub fn new(rules: CheckedRules, geometry: G) -> Self {
        let mut game = Game::before_start(rules, geometry);
        game.start = game.first_position().expect("checked rules have a start that can be read");
        game
    }

    /// Prepares all but the start position.
    pub(crate) fn before_start(rules: CheckedRules, geometry: G) -> Self {
        debug_assert_eq!(rules.board, geometry.size());
        let in_hand = |side| u8::from(rules.places_leader(side));
        let set = |square: Option<Square>| square.map_or(G::Set::EMPTY, G::Set::only);
        Game {
            rays: rays(geometry),
            corners: corners(geometry),
            special: SpecialSquares::of(geometry, &rules),
            hole: set(rules.hole_square()),
            leaders_in_hand: BySide::from_fn(in_hand),
            leader: rules.leader.unwrap_or_default(),
            flags: RuleFlags::of(&rules),
            start: Position::empty(),
            rules,
            geometry,
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &CheckedRules {
        &self.rules
    }

    /// Returns the shape of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the start position (RULES §2).
    pub fn start(&self) -> Position<G::Set> {
        self.start
    }

    /// Makes the start position from the setup.
    pub(crate) fn first_position(&self) -> Result<Position<G::Set>, PositionTextError> {
        if let Setup::Position(text) = &self.rules.setup {
            return self.parse(&self.opening_text(text));
        }
        let rows = setup::rows(&self.rules).expect("checked rules have a setup that fits");
        let mut start = Position {
            pieces: BySide::from_fn(|side| G::Set::narrow(rows.pieces[side])),
            leaders: G::Set::narrow(rows.leaders),
            hands: self.rules.hands(),
            side: self.rules.opens(),
            ..Position::empty()
        };
        start.prospects = self.prospects(&start);
        Ok(start)
    }

    /// Returns the text of a start position with the side that begins by `first`, which precedes the side it names (§2).
    fn opening_text(&self, text: &str) -> String {
        let mut fields: Vec<&str> = text.split(' ').collect();
        if let (Some(first), Some(side)) = (self.rules.first, fields.get_mut(1)) {
            *side = if first == First::Black { "b" } else { "w" };
        }
        fields.join(" ")
    }

    /// Returns the key by which the [history](crate::History) of this game knows a position.
    #[inline(always)]
    pub fn history_key(&self, position: &Position<G::Set>) -> u64 {
        match self.rules.limits.repetition {
            Repetition::Times(_) if self.rules.repeats == Repeats::Illegal => position.sum(),
            Repetition::Times(_) => position.key(),
            Repetition::Forbidden => position.sum(),
            Repetition::ForbiddenBoard => position.board_sum(),
        }
    }

    /// Returns whether the history of a game that begins with a position has this position: positions count from the
    /// movement phase on, and boards at the end of every turn (§8).
    pub fn is_remembered(&self, position: &Position<G::Set>) -> bool {
        if self.rules.forbids_boards() {
            position.stage == Stage::Beginning && !self.is_within_placing_turn(position)
        } else {
            self.rules.counts_positions() && !position.is_placing()
        }
    }

    /// Returns the number of faces of the die if it must be rolled before the next decision, and otherwise `None`.
    #[inline(always)]
    pub fn awaits_roll(&self, position: &Position<G::Set>) -> Option<u8> {
        let waits = |_: &u8| position.roll == 0 && !position.huff_is_open() && !position.is_placing();
        self.rules.die.filter(waits)
    }
}

/// A game on [any board](AnyBoard).
pub type AnyGame = Game<AnyBoard>;

impl AnyGame {
    /// Prepares a game on the shape that fits every board.
    ///
    /// ```
    /// use petteia_engine::{Game, Rules};
    /// let game = Game::of(Rules::parse("city-8").unwrap());
    /// assert_eq!(game.moves(&game.start()).len(), 48);
    /// ```
    pub fn of(rules: CheckedRules) -> Self {
        let board = Dynamic::new(rules.board);
        Game::new(rules, board)
    }
}

fn rays<G: Geometry>(geometry: G) -> Box<[Squarewise<G>; 4]> {
    let board = geometry.board();
    let ray = |direction, square| match board.has(square) {
        true => geometry.slide(G::Set::only(square), board, direction, u32::MAX),
        false => G::Set::EMPTY,
    };
    Box::new(Direction::each(|direction| G::Set::per_square(|square| ray(direction, square))))
}

/// Returns the corners with two neighbours.
fn corners<G: Geometry>(geometry: G) -> G::Set {
    let is_line = geometry.files() == 1 || geometry.ranks() == 1;
    let [north, east, south, west] = Direction::each(|direction| geometry.border(direction));
    ((north | south) & (east | west)).when(!is_line)
}
