//! A table in the making: a word for each entry, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use petteia_engine::SquareSet;

use super::index::Numbering;
use super::material::Seat;
use super::value::{Codes, Value};

/// A number whose placement has another, smaller number.
pub(super) const DOUBLE: u16 = 0x1FFF;
/// A position that is over and drawn.
pub(super) const OVER_DRAWN: u16 = 0x1FFE;
/// The part of a word that holds a value's code, or one of the above; 0 while it is not known, and in the end for a draw.
const CODE: u16 = 0x1FFF;
/// The side to move has a draw at hand, so it can only win or draw.
const SAFE: u16 = 0x2000;
/// Some successor was found lost for the opponent: look for a win.
pub(super) const MAY_WIN: u16 = 0x4000;
/// Some successor was found won for the opponent: look whether all are.
pub(super) const MAY_LOSE: u16 = 0x8000;

/// How far the work on an ending has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Entries of one of the tables have been looked at first.
    FirstLook {
        /// Which table.
        table: usize,
        /// How many of its entries.
        done: u64,
    },
    /// All that is decided at less than this distance has been followed back.
    Round(u16),
}

/// The entries of one seat while they are being found.
pub(super) struct Work<S> {
    pub seat: Seat,
    pub numbering: Numbering<S>,
    words: Vec<AtomicU16>,
}

/// What is in an entry.
#[derive(Clone, Copy)]
pub(super) struct Word(u16);

impl Word {
    /// The value's code or one of the constants; 0 when it is not known.
    #[inline]
    pub fn code(self) -> u16 {
        self.0 & CODE
    }

    /// Whether no value has been found yet.
    #[inline]
    pub fn is_open(self) -> bool {
        self.code() == 0
    }

    /// Whether the position cannot be lost.
    #[inline]
    pub fn is_safe(self) -> bool {
        self.0 & SAFE != 0
    }

    /// The marks.
    #[inline]
    pub fn marks(self) -> u16 {
        self.0 & (MAY_WIN | MAY_LOSE)
    }

    /// The value if it has been found; draws are found last.
    #[inline]
    pub fn found(self) -> Option<Value> {
        match self.code() {
            0 | DOUBLE => None,
            OVER_DRAWN => Some(Value::Draw),
            code => Some(Value::of_code(code)),
        }
    }
}

impl<S: SquareSet> Work<S> {
    /// A table in which nothing is known.
    pub fn new(seat: Seat, numbering: Numbering<S>) -> Self {
        let words = (0..numbering.len()).map(|_| AtomicU16::new(0)).collect();
        Work { seat, numbering, words }
    }

    /// A table as [`Work::words`] gave it.
    pub fn resume(seat: Seat, numbering: Numbering<S>, words: Vec<u16>) -> Option<Self> {
        let words: Vec<AtomicU16> = words.into_iter().map(AtomicU16::new).collect();
        (words.len() as u64 == numbering.len()).then_some(Work { seat, numbering, words })
    }

    pub fn len(&self) -> u64 {
        self.words.len() as u64
    }

    #[inline]
    pub fn word(&self, number: u64) -> Word {
        Word(self.words[number as usize].load(Ordering::Relaxed))
    }

    #[inline]
    pub fn put(&self, number: u64, code: u16) {
        self.words[number as usize].store(code, Ordering::Relaxed);
    }

    /// An entry without a value yet that is not lost.
    #[inline]
    pub fn put_safe(&self, number: u64) {
        self.put(number, SAFE);
    }

    /// Marks an entry if its value has not been found.
    #[inline]
    pub fn mark(&self, number: u64, mark: u16) {
        let word = self.word(number);
        let wanted = word.is_open() && word.0 & mark == 0 && !(mark == MAY_LOSE && word.is_safe());
        if wanted {
            self.words[number as usize].fetch_or(mark, Ordering::Relaxed);
        }
    }

    /// Takes the marks off an entry.
    #[inline]
    pub fn unmark(&self, number: u64) {
        self.words[number as usize].fetch_and(CODE | SAFE, Ordering::Relaxed);
    }

    /// Some words as they are, without marks.
    pub fn words(&self, range: Range<usize>) -> impl Iterator<Item = u16> {
        self.words[range].iter().map(|word| word.load(Ordering::Relaxed) & (CODE | SAFE))
    }

    /// The codes of the finished table; what has no value is a draw.
    pub fn codes(&self) -> Codes {
        let code = |word: &AtomicU16| match word.load(Ordering::Relaxed) & CODE {
            DOUBLE | OVER_DRAWN => Value::Draw.code(),
            code => code,
        };
        let largest = self.words.iter().map(code).max().unwrap_or(0);
        if largest <= u16::from(u8::MAX) {
            Codes::Narrow(self.words.iter().map(|word| code(word) as u8).collect())
        } else {
            Codes::Wide(self.words.iter().map(code).collect())
        }
    }
}
