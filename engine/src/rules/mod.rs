//! The rules of a game as data (RULES §2 to §9): one value of [`Rules`] is one game.
//!
//! [`Rules::parse`] reads a game of the [catalogue] with [switches], serde reads a whole table, and
//! [`Rules::check`] rejects rules that make no sense. Only [`CheckedRules`] can be played;
//! [`explain`](fn@explain) puts them into words.

pub mod catalogue;
mod check;
mod errors;
mod explain;
pub mod fields;
mod leader;
mod limits;
pub mod switches;
mod values;

use serde::{Deserialize, Serialize};

pub use check::CheckedRules;
pub use errors::{RulesError, RulesErrors, did_you_mean, nearest};
pub use explain::{Section, explain};
pub use leader::{Leader, LeaderCapture, LeaderMove, LeaderOwner, LeaderStart};
pub use limits::{Limits, Repetition};
pub use values::{
    Adjudication, Bound, CaptureAgain, Compulsory, DeadPosition, Entry, Hole, Hopeless, Movement, NoMoves, Over,
    Removal,
};

use crate::vocab::{BoardSize, BySide, EndReason, Side};

/// Everything that defines a game. Missing keys of a table take the values of `city-8`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The board.
    pub board: BoardSize,
    /// The setup of the pieces (§2).
    pub setup: Setup,
    /// How many stones a placing turn has; only with placement (§2).
    #[serde(skip_serializing_if = "is_one")]
    pub per_turn: u8,
    /// A square on which no stone is placed; only with placement (§2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hole: Option<Hole>,
    /// How stones move (§3).
    pub movement: Movement,
    /// What stones that hop may cross; only with `hop`, `any` by default (§3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// The special piece, for games that have one.
    pub leader: Option<Leader>,
    /// Stones captured against the edge of the board (§4).
    pub edge: bool,
    /// Pieces captured in a corner by their two neighbours (§4).
    pub corner: bool,
    /// A piece between an enemy and a corner square without a piece of its own side is captured (§4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hostile_corner: bool,
    /// Whole lines of pieces between two enemies are captured (§4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub capture_run: bool,
    /// Whether a piece that captures may go on (§4).
    #[serde(skip_serializing_if = "CaptureAgain::is_off")]
    pub capture_again: CaptureAgain,
    /// Groups without an empty neighbour are captured (§4).
    pub surround: bool,
    /// Captured pieces leave a dead square (§5).
    pub inciti: bool,
    /// What happens to hopeless pieces; only with `inciti`, `captured` by default (§5).
    pub hopeless: Option<Hopeless>,
    /// Stones that move without attacking turn (§6).
    pub vagi: bool,
    /// How long a stone stays bound: `trapped` (the default) or `one-turn` with `leap`, `held` without (§6).
    pub bound: Option<Bound>,
    /// When bound stones are removed; only with `held`, `instead` by default (§6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removal: Option<Removal>,
    /// Whether a stone may move between two enemies; only with `held`, `free` by default (§6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// A die with this many faces limits the distance of every move (§3).
    pub die: Option<u8>,
    /// What each side must do when it can capture (§4).
    pub compulsory: BySide<Compulsory>,
    /// A side that has captured this many stones wins (§8, test 4).
    pub capture_target: Option<u16>,
    /// A side with at most this many pieces left loses (§8, test 5).
    pub bare: BySide<Option<u16>>,
    /// Whether the leader counts as a piece in `bare`.
    pub count_leader: bool,
    /// The result when the player to move has no legal move (§8, test 6).
    pub no_moves: NoMoves,
    /// Whether a dead position ends the game (§8, test 7).
    pub dead_position: DeadPosition,
    /// How deadlocks and limits are decided (§8).
    pub adjudication: Adjudication,
    /// Faces of the die rolled for coins at each capture; does not affect play (§8).
    pub stakes: Option<u8>,
    /// Limits that stop a game that does not end on the board (§8).
    pub limits: Limits,
}

impl Default for Rules {
    /// `city-8`: the usual modern form.
    fn default() -> Self {
        Rules {
            board: BoardSize { files: 8, ranks: 8 },
            setup: Setup::Rows(BySide::both(1)),
            per_turn: 1,
            hole: None,
            movement: Movement::Slide,
            over: None,
            leader: None,
            edge: false,
            corner: false,
            hostile_corner: false,
            capture_run: false,
            capture_again: CaptureAgain::Off,
            surround: false,
            inciti: false,
            hopeless: None,
            vagi: false,
            bound: None,
            removal: None,
            entry: None,
            die: None,
            compulsory: BySide::both(Compulsory::Off),
            capture_target: None,
            bare: BySide::both(Some(0)),
            count_leader: true,
            no_moves: NoMoves::Loses,
            dead_position: DeadPosition::Default,
            adjudication: Adjudication::Draw,
            stakes: None,
            limits: Limits::default(),
        }
    }
}

impl Rules {
    /// Reads rules like [`Rules::parse`], but does not check the combination, because a table may still change it.
    ///
    /// # Errors
    /// An unknown game or switch, a bad value, or a text longer than [`switches::MOST_BYTES`].
    pub fn read(text: &str) -> Result<Rules, RulesErrors> {
        switches::check_length(text)?;
        let (game, overlay) = catalogue::split(text)?;
        game.rules().with_overlay(overlay)
    }

    /// Splits the name of a game into the game and its switches, without `+`. A name outside the catalogue ends at its first
    /// `+`.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// assert_eq!(Rules::parts_of_name("city-8+vagi-edge+die=4"), ("city-8", vec!["vagi", "-edge", "die=4"]));
    /// assert_eq!(Rules::parts_of_name("my-nine+vagi"), ("my-nine", vec!["vagi"]));
    /// ```
    #[must_use]
    pub fn parts_of_name(name: &str) -> (&str, Vec<&str>) {
        let end =
            catalogue::split(name).map_or_else(|_| name.find('+').unwrap_or(name.len()), |(game, _)| game.id.len());
        let (game, overlay) = name.split_at(end);
        (game, switches::split(overlay))
    }

    /// Returns the same rules without limits, as proofs and evaluations use them. A rule that forbids repetition stays.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let unlimited = |game: &str| Rules::parse(game).unwrap().unlimited();
    /// assert_eq!(unlimited("city-8+repetition=5+turn_cap=300"), unlimited("city-8"));
    /// ```
    #[must_use]
    pub fn unlimited(&self) -> Rules {
        let repetition = if self.forbids_repetition() { Repetition::Forbidden } else { Repetition::OFF };
        Rules { limits: Limits { repetition, no_progress: 0, turn_cap: 0, fortress: false }, ..self.clone() }
    }

    /// Applies switches such as `+vagi-edge` to the rules.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let rules = Rules { edge: true, ..Rules::default() };
    /// assert_eq!(rules.with_overlay("+vagi-edge"), Rules::read("city-8+vagi"));
    /// ```
    ///
    /// # Errors
    /// An unknown switch, a bad value, or a text longer than [`switches::MOST_BYTES`].
    pub fn with_overlay(mut self, overlay: &str) -> Result<Rules, RulesErrors> {
        switches::apply(&mut self, overlay)?;
        Ok(self)
    }

    /// Returns whether `side` starts with a leader.
    pub fn has_leader(&self, side: Side) -> bool {
        self.leader.is_some_and(|leader| match leader.owner {
            LeaderOwner::Both => true,
            LeaderOwner::White => side == Side::White,
            LeaderOwner::Black => side == Side::Black,
        })
    }

    /// Returns how many pieces each side has in hand at the start: its stones, and a leader that is placed last.
    ///
    /// ```
    /// use petteia_engine::{BySide, Rules};
    /// assert_eq!(Rules::read("bell-8x8").unwrap().hands(), BySide::both(17));
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        let stones = self.setup.hands();
        match self.setup {
            Setup::Placement(_) => BySide::from_fn(|side| stones[side].saturating_add(self.places_leader(side).into())),
            _ => stones,
        }
    }

    /// Returns whether a side places a leader, as the last piece of its hand (§2).
    pub fn places_leader(&self, side: Side) -> bool {
        let is_placed = self.leader.is_some_and(|leader| leader.start == LeaderStart::PlacedLast);
        is_placed && self.has_leader(side) && matches!(self.setup, Setup::Placement(_))
    }

    /// Returns whether stones are bound without being crossed: those of games with `bound = held` (§6).
    pub fn holds(&self) -> bool {
        self.bound == Some(Bound::Held)
    }

    /// Returns whether enemy stones can be bound, by leaps or by holding them.
    pub fn binds(&self) -> bool {
        self.movement == Movement::Leap || self.holds()
    }

    /// Returns whether the adjudicator, not the board, decides games that end for this reason.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Rules};
    /// let adjudicates = |game: &str| Rules::read(game).unwrap().adjudicates(EndReason::NoMoves);
    /// assert!(adjudicates("piso") && adjudicates("seega-5") && !adjudicates("city-8"));
    /// ```
    pub fn adjudicates(&self, reason: EndReason) -> bool {
        let standstill = matches!(self.no_moves, NoMoves::Passes | NoMoves::Adjudicate);
        reason.is_adjudicated() || (reason == EndReason::NoMoves && standstill)
    }

    /// Returns whether a move that repeats a position is illegal (§8).
    pub fn forbids_repetition(&self) -> bool {
        self.limits.repetition == Repetition::Forbidden
    }

    /// Returns whether both sides have the same pieces, start and rules, so that they differ only in the first move.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let equal = |game: &str| Rules::read(game).unwrap().sides_are_equal();
    /// assert!(equal("city-8") && !equal("callen-proto-tafl"));
    /// ```
    pub fn sides_are_equal(&self) -> bool {
        let same_start = match &self.setup {
            Setup::Rows(rows) => rows.white == rows.black,
            Setup::Placement(_) => true,
            Setup::Position(text) => is_symmetric(text),
        };
        same_start
            && self.has_leader(Side::White) == self.has_leader(Side::Black)
            && self.compulsory.white == self.compulsory.black
            && self.bare.white == self.bare.black
    }
}

/// The setup of the pieces (§2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// Each side's stones fill this many ranks, from its back rank on.
    Rows(BySide<u8>),
    /// The board starts empty and each side places this many stones in turn.
    Placement(u8),
    /// The game starts from this position text (§10).
    Position(String),
}

impl Setup {
    /// Returns how many stones each side has in hand at the start.
    ///
    /// ```
    /// use petteia_engine::{BySide, rules::Setup};
    /// assert_eq!(Setup::Placement(16).hands(), BySide::both(16));
    /// assert_eq!(Setup::Position("4/4/4/S2s b 2,3 0,0 0 1".into()).hands(), BySide { white: 2, black: 3 });
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        match self {
            Setup::Rows(_) => BySide::both(0),
            Setup::Placement(stones) => BySide::both(*stones),
            Setup::Position(text) => {
                let hands = text.split(' ').nth(2).and_then(|hands| hands.split_once(','));
                let read = |(white, black): (&str, &str)| {
                    Some(BySide { white: white.parse().ok()?, black: black.parse().ok()? })
                };
                hands.and_then(read).unwrap_or_default()
            }
        }
    }
}

/// Returns whether White is to move in a position text and both sides have the same pieces: with the colours exchanged, the board is
/// its own mirror image or its own image turned by 180°.
fn is_symmetric(position: &str) -> bool {
    let fields: Vec<&str> = position.split(' ').collect();
    let [board, "w", hands, captured, ..] = fields[..] else { return false };
    let are_equal = |pair: &str| pair.split_once(',').is_some_and(|(white, black)| white == black);
    let rows: Vec<String> = board.split('/').map(spelled_out).collect();
    let exchanged = |row: &String| -> String {
        row.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let mirrored: Vec<String> = rows.iter().rev().map(exchanged).collect();
    let turned: Vec<String> = mirrored.iter().map(|row| row.chars().rev().collect()).collect();
    are_equal(hands) && are_equal(captured) && (rows == mirrored || rows == turned)
}

/// Returns a rank of a position text with a dot for each empty square.
fn spelled_out(rank: &str) -> String {
    let mut squares = String::new();
    let mut run = 0_usize;
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(digit) => run = (10 * run + digit as usize).min(usize::from(u8::MAX)),
            None => {
                squares += &".".repeat(std::mem::take(&mut run));
                squares.push(c);
            }
        }
    }
    squares + &".".repeat(run)
}

fn is_one(number: &u8) -> bool {
    *number == 1
}
