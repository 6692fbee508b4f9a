//! Limits, and what happens when a position occurs again (RULES §8).

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::{Takes, choice, either, field, flag, whole};
use super::links::{STONES_ARE_BOUND, on};
use super::slot::{Value, number};
use super::table::table;
use super::{Progress, is_default};
use crate::vocab::BoardSize;

table! {
/// Limits that stop a game that does not end on the board; 0 switches a limit off (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits at "limits." by |rules| Some(&mut rules.limits);

/// How many times the same position may occur, or that it may not occur again.
repetition: Repetition = Repetition::Times(3);
row field(Takes::WholeOr { least: 0, most: u32::MAX, words: BANS }, 8, "the game is adjudicated when a position occurs this many times; 0 for no limit, never 1; with `forbidden`, no move may repeat a position; with `forbidden-board`, no move may repeat a board, whoever is to move")
    .excludes(BANS, [on("die")])
    .switch("the game is adjudicated when a position occurs for the n-th time, or no move may repeat a position or a board").counts("times, at least 2", "5");

/// Turns of the movement phase without a capture.
no_progress: TurnLimit = TurnLimit::ByBoard;
row field(Takes::WholeOr { least: 0, most: u32::MAX, words: &[BOARD] }, 8, "the game is adjudicated after this many turns without a capture; 0 for no limit; with `board`, 200 turns, and on boards of more than 128 squares 25 for every 8 squares")
    .switch("the game is adjudicated after this many turns without a capture").counts("turns", "100");

/// What a turn must do to count as progress; only where stones are bound.
#[serde(skip_serializing_if = "Option::is_none")]
progress: Option<Progress> = None;
row choice::<Progress>(8, "what counts as progress for `no_progress`: captures, or the binding of enemy stones too").or_off()
    .needs(&[], STONES_ARE_BOUND)
    .switch("what counts as progress for `no_progress`");

/// Turns of the movement phase after which the game is adjudicated.
#[serde(skip_serializing_if = "is_default")]
move_cap: u32 = 0;
row whole(0, u32::MAX, 8, "the game is adjudicated after this many turns of the movement phase, before any other test; 0 for no limit")
    .switch("the game is adjudicated after this many turns of the movement phase").counts("turns", "160");

/// Turns of the whole game; a game that reaches them is unfinished: it has no winner and is counted separately from draws.
turn_cap: TurnLimit = TurnLimit::ByBoard;
row field(Takes::WholeOr { least: 0, most: u32::MAX, words: &[BOARD] }, 8, "the game is stopped as unfinished after this many turns; 0 for no limit; with `board`, 2000 turns, and on boards of more than 128 squares 20 times those of `no_progress = \"board\"`")
    .switch("the game is stopped as unfinished after this many turns; this is not a draw").counts("turns", "500");

/// Whether a game is over when both sides have a fortress and nothing outside matters
/// ([`settled`](crate::fortress::settled)).
// Left out where it is off, so that what was written before it existed reads the same.
#[serde(skip_serializing_if = "std::ops::Not::not")]
fortress: bool = false;
row flag(8, "the game is adjudicated when both sides have an unbreakable fortress")
    .switch("the game is adjudicated when both sides have an unbreakable fortress");
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        repetition: Repetition::OFF,
        no_progress: TurnLimit::OFF,
        progress: None,
        move_cap: 0,
        turn_cap: TurnLimit::OFF,
        fortress: false,
    };
}

/// What happens when a position occurs again (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The game is adjudicated when a position occurs this many times, at least 2; 0 for no limit.
    Times(u32),
    /// A move that repeats a position is not legal.
    Forbidden,
    /// A move that repeats a board at the end of its turn is not legal, whoever is to move.
    ForbiddenBoard,
}

impl Repetition {
    /// Positions may occur any number of times.
    pub const OFF: Repetition = Repetition::Times(0);

    /// Returns the number of times at which the game is adjudicated; 0 if there is none.
    ///
    /// ```
    /// use petteia_engine::rules::Repetition;
    /// assert_eq!((Repetition::Times(3).limit(), Repetition::Forbidden.limit()), (3, 0));
    /// ```
    pub const fn limit(self) -> u32 {
        match self {
            Repetition::Times(times) => times,
            Repetition::Forbidden | Repetition::ForbiddenBoard => 0,
        }
    }
}

/// How many turns a game may take, in all or without a capture (§8). [Checked](super::CheckedRules) rules have a number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnLimit {
    /// This many; 0 for no limit.
    Turns(u32),
    /// As many as the board allows: [`Rules::no_progress`](super::Rules::no_progress) and
    /// [`Rules::turn_cap`](super::Rules::turn_cap).
    ByBoard,
}

impl TurnLimit {
    /// There is no limit.
    pub const OFF: TurnLimit = TurnLimit::Turns(0);
}

/// Boards of more squares need longer games: stones must cross the board to meet (RULES §8).
const USUAL_SQUARES: u32 = 128;

/// Returns the default of `no_progress` on a board: as many turns to a square as on 64 squares.
pub(super) const fn no_progress_of(board: BoardSize) -> u32 {
    if board.squares() <= USUAL_SQUARES { 200 } else { 200 * board.squares() / 64 }
}

/// Returns the default of `turn_cap` on a board.
pub(super) const fn turn_cap_of(board: BoardSize) -> u32 {
    if board.squares() <= USUAL_SQUARES { 2000 } else { 20 * no_progress_of(board) }
}

const FORBIDDEN: &str = "forbidden";
const FORBIDDEN_BOARD: &str = "forbidden-board";
const BANS: &[&str] = &[FORBIDDEN, FORBIDDEN_BOARD];
const BOARD: &str = "board";

/// Reads and writes a limit that is a number or a word.
macro_rules! number_or_word {
    ($name:ident: $number:ident or $($other:ident = $word:ident),*) => {
        impl $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$other)),*];
        }

        impl fmt::Display for $name {
            /// Writes the number or the word.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $name::$number(number) => write!(f, "{number}"),
                    $($name::$other => f.write_str($word),)*
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::$number(number) => serializer.serialize_u32(*number),
                    _ => serializer.collect_str(self),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(NumberOrWord { number: $name::$number, words: Self::WORDS })
            }
        }

        impl Value for $name {
            const OFF: Self = $name::OFF;

            fn write(self) -> Option<String> {
                (self != $name::OFF).then(|| self.to_string())
            }

            fn read(self, text: &str) -> Option<Self> {
                word_in($name::WORDS, text).or_else(|| number(text).map($name::$number))
            }
        }
    };
}

number_or_word!(Repetition: Times or Forbidden = FORBIDDEN, ForbiddenBoard = FORBIDDEN_BOARD);
number_or_word!(TurnLimit: Turns or ByBoard = BOARD);

fn word_in<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// Reads a number or one of some words.
struct NumberOrWord<T: 'static> {
    number: fn(u32) -> T,
    words: &'static [(&'static str, T)],
}

impl<T: Copy> Visitor<'_> for NumberOrWord<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words: Vec<String> = self.words.iter().map(|(word, _)| format!("`{word}`")).collect();
        write!(f, "a whole number or {}", either(words))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        let small = u32::try_from(number).map(self.number);
        small.map_err(|_| E::invalid_value(Unexpected::Other("a number that is too large"), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        let natural = u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        self.visit_u64(natural)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        word_in(self.words, word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
    }
}
