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
pub mod switches;

use serde::{Deserialize, Serialize};

pub use check::CheckedRules;
pub use errors::{RulesError, RulesErrors, did_you_mean, nearest};
pub use explain::{Section, explain};

use crate::vocab::{BoardSize, BySide, Side};

/// Everything that defines a game. Missing keys of a table take the values of `city-8`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The board.
    pub board: BoardSize,
    /// The setup of the pieces (§2).
    pub setup: Setup,
    /// How stones move (§3).
    pub movement: Movement,
    /// The special piece, for games that have one.
    pub leader: Option<Leader>,
    /// Stones captured against the edge of the board (§4).
    pub edge: bool,
    /// Pieces captured in a corner by their two neighbours (§4).
    pub corner: bool,
    /// Groups without an empty neighbour are captured (§4).
    pub surround: bool,
    /// Captured pieces leave a dead square (§5).
    pub inciti: bool,
    /// What happens to hopeless pieces; only with `inciti`, `captured` by default (§5).
    pub hopeless: Option<Hopeless>,
    /// Stones that move without attacking turn (§6).
    pub vagi: bool,
    /// How long a stone stays bound; only with `leap`, `trapped` by default (§6).
    pub bound: Option<Bound>,
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
            movement: Movement::Slide,
            leader: None,
            edge: false,
            corner: false,
            surround: false,
            inciti: false,
            hopeless: None,
            vagi: false,
            bound: None,
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

    /// Returns the same rules without limits, as proofs and evaluations use them.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let unlimited = |game: &str| Rules::parse(game).unwrap().unlimited();
    /// assert_eq!(unlimited("city-8+repetition=5+turn_cap=300"), unlimited("city-8"));
    /// ```
    #[must_use]
    pub fn unlimited(&self) -> Rules {
        Rules { limits: Limits { repetition: 0, no_progress: 0, turn_cap: 0, fortress: false }, ..self.clone() }
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

/// How stones move (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Any number of empty squares in one direction.
    Slide,
    /// To one empty neighbour.
    Step,
    /// To the empty neighbour straight ahead.
    Forward,
    /// A step, or a chain of leaps that removes what it crosses; enemies between two pieces are bound.
    Leap,
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

/// The special piece of a side, and every rule about it (§2, §3, §4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// Where it starts; not used if the game starts from a [position](Setup::Position).
    #[serde(default)]
    pub start: LeaderStart,
    /// Who has one.
    #[serde(default)]
    pub owner: LeaderOwner,
    /// Whether it may jump over a run of pieces instead of sliding.
    #[serde(default)]
    pub jump: bool,
    /// How it is captured.
    #[serde(default)]
    pub capture: LeaderCapture,
    /// Whether it counts as a captor.
    #[serde(default = "on")]
    pub captures: bool,
    /// Whether its owner loses with it.
    #[serde(default)]
    pub lose: bool,
    /// Whether its owner loses when all four neighbours hold pieces.
    #[serde(default)]
    pub surrounded: bool,
    /// Whether its owner wins when it reaches the enemy's back rank.
    #[serde(default)]
    pub crossing: bool,
}

fn on() -> bool {
    true
}

/// Where a leader starts beside the rows of stones (§2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum LeaderStart {
    /// On the first free rank beyond its side's stones, left of the middle as its owner sees it (Callen).
    #[default]
    LeftCentre,
    /// On the same rank, third square from its owner's right (Lemery).
    ThirdFromRight,
    /// On a named square, in the place of the stone there: White's leader on this one, Black's on the square that it becomes when the
    /// board is turned by 180°. Where only Black has a leader, the square is Black's.
    Square {
        /// The file, from 0.
        file: u8,
        /// The rank, from 0.
        rank: u8,
    },
}

impl LeaderStart {
    /// The names of the places that are not squares.
    pub const NAMES: [&str; 2] = ["left-centre", "third-from-right"];
}

impl From<LeaderStart> for String {
    fn from(start: LeaderStart) -> String {
        match start {
            LeaderStart::LeftCentre => LeaderStart::NAMES[0].to_owned(),
            LeaderStart::ThirdFromRight => LeaderStart::NAMES[1].to_owned(),
            LeaderStart::Square { file, rank } => format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1),
        }
    }
}

impl TryFrom<String> for LeaderStart {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let square = || {
            let file = text.chars().next().filter(char::is_ascii_lowercase)? as u8 - b'a';
            let rank: u8 = text[1..].parse().ok()?;
            Some(LeaderStart::Square { file, rank: rank.checked_sub(1)? })
        };
        match text.as_str() {
            "left-centre" => Ok(LeaderStart::LeftCentre),
            "third-from-right" => Ok(LeaderStart::ThirdFromRight),
            _ => square().filter(|&start| String::from(start) == text).ok_or_else(|| {
                format!(
                    "`{text}` is no place of a leader; give `left-centre`, `third-from-right` or a square such as `e1`"
                )
            }),
        }
    }
}

/// The sides that have a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderOwner {
    /// Each side has one.
    #[default]
    Both,
    /// Only White.
    White,
    /// Only Black.
    Black,
}

/// How a leader is captured (§4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderCapture {
    /// Like a stone.
    #[default]
    Custodial,
    /// Only with enemy pieces on all four neighbour squares.
    FourSided,
    /// Not at all.
    Never,
}

/// What happens to a piece that the inciti cut off from every capture (§5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hopeless {
    /// It is captured.
    #[default]
    Captured,
    /// It stays; its moves do not save its side from having none.
    Idle,
}

/// How long a stone stays bound (§6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// As long as it stands between two enemies on one axis.
    #[default]
    Trapped,
    /// At most until the end of its trappers' next turn.
    OneTurn,
}

/// What a side must do when it can capture (§4, §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compulsory {
    /// It may do anything.
    #[default]
    Off,
    /// Only captures are legal.
    Strict,
    /// It may decline, and may lose a piece that could have captured.
    Huff,
}

/// The result when the player to move has no legal move (§8, test 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMoves {
    /// That player loses.
    #[default]
    Loses,
    /// A draw.
    Draw,
}

/// Whether a dead position ends the game (§8, test 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadPosition {
    /// On; but off with `vagi` or `forward`, where a game without captures still ends.
    #[default]
    Default,
    /// Off; but `inciti` turns it on.
    OffWithoutInciti,
    /// On, whatever the other rules.
    On,
    /// Off, whatever the other rules; refused with `inciti`.
    Off,
}

/// How deadlocks and limits are decided (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// A draw.
    Draw,
    /// More captured pieces win, a lost leader counted.
    Captures,
    /// More pieces win, then more ordinarii.
    Pieces,
    /// In a dead position the player who made the last move loses; at a limit it is a draw.
    LastMoverLoses,
}

/// Limits that stop a game that does not end on the board; 0 switches a limit off (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// How many times the same position may occur; 0 or at least 2.
    pub repetition: u32,
    /// Turns of the movement phase without a capture.
    pub no_progress: u32,
    /// Turns of the whole game; a game that reaches them is unfinished: it has no winner and is counted separately from draws.
    pub turn_cap: u32,
    /// Whether a game is over when both sides have a fortress and nothing outside matters
    /// ([`settled`](crate::fortress::settled)).
    // Left out where it is off, so that what was written before it existed reads the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fortress: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { repetition: 3, no_progress: 200, turn_cap: 2000, fortress: false }
    }
}
