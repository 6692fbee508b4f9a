//! A table during its computation: one word per entry, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use petteia_engine::SquareSet;

use super::index::Numbering;
use super::material::Seat;
use super::value::{Codes, Value};

/// The code of a number whose placement has another, smaller number.
pub(super) const DOUBLE: u16 = 0x1FFF;
/// The code of a finished game that is drawn.
pub(super) const OVER_DRAWN: u16 = 0x1FFE;
/// The bits that contain the code of a value, or one of the codes above. They are 0 while the value is unknown, and
/// finally for a draw.
const CODE: u16 = 0x1FFF;
/// The side to move has a move that draws at least, so the value, which is not found yet, is a win or a draw.
pub(super) const SAFE: u16 = 0x2000;
/// Some successor was found to be lost for the opponent: look for a win.
pub(super) const MAY_WIN: u16 = 0x4000;
/// Some successor was found to be won for the opponent: check whether all are.
pub(super) const MAY_LOSE: u16 = 0x8000;

/// The progress on an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// The first pass over the entries of one of the tables.
    FirstLook {
        /// The table.
        table: usize,
        /// How many of its entries are done.
        done: u64,
    },
    /// All positions decided at less than this distance have been followed back.
    Round(u16),
}

/// The entries of one seat during their computation.
pub(super) struct TableDraft<S: SquareSet> {
    pub seat: Seat,
    pub numbering: Numbering<S>,
    pub entries: Entries,
}

/// The entries of a table during its computation, by number.
pub(super) struct Entries(Vec<AtomicU16>);

/// The contents of an entry.
#[derive(Clone, Copy)]
pub(super) struct Entry(u16);

impl Entry {
    /// Returns the value's code or one of the constants; 0 if it is unknown.
    #[inline]
    pub fn code(self) -> u16 {
        self.0 & CODE
    }

    /// Returns whether no value has been found yet.
    #[inline]
    pub fn is_open(self) -> bool {
        self.code() == 0
    }

    /// Returns whether the position is known not to be lost.
    #[inline]
    pub fn is_safe(self) -> bool {
        self.0 & SAFE != 0
    }

    /// Returns the marks.
    #[inline]
    pub fn marks(self) -> u16 {
        self.0 & (MAY_WIN | MAY_LOSE)
    }

    /// Returns the value, if it has been found; draws are found last.
    #[inline]
    pub fn found(self) -> Option<Value> {
        match self.code() {
            0 | DOUBLE => None,
            OVER_DRAWN => Some(Value::Draw),
            code => Some(Value::of_code(code)),
        }
    }
}

impl<S: SquareSet> TableDraft<S> {
    /// Creates a table in which nothing is known.
    pub fn new(seat: Seat, numbering: Numbering<S>) -> Self {
        let entries = Entries::of(std::iter::repeat_n(0, numbering.len() as usize));
        TableDraft { seat, numbering, entries }
    }

    /// Restores a table from the result of [`Entries::unmarked`].
    pub fn resume(seat: Seat, numbering: Numbering<S>, words: Vec<u16>) -> Option<Self> {
        (words.len() as u64 == numbering.len()).then(|| TableDraft { seat, numbering, entries: Entries::of(words) })
    }

    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    #[inline]
    pub fn entry(&self, number: u64) -> Entry {
        Entry(self.entries.0[number as usize].load(Ordering::Relaxed))
    }

    #[inline]
    pub fn put(&self, number: u64, code: u16) {
        self.entries.0[number as usize].store(code, Ordering::Relaxed);
    }

    /// Decides an entry if its value has not been found.
    #[inline]
    pub fn decide(&self, number: u64, code: u16) {
        if self.entry(number).is_open() {
            self.put(number, code);
        }
    }

    /// Marks an entry if its value has not been found.
    #[inline]
    pub fn mark(&self, number: u64, mark: u16) {
        let entry = self.entry(number);
        let wanted = entry.is_open() && entry.0 & mark == 0 && !(mark == MAY_LOSE && entry.is_safe());
        if wanted {
            self.entries.0[number as usize].fetch_or(mark, Ordering::Relaxed);
        }
    }

    /// Removes the marks of an entry.
    #[inline]
    pub fn unmark(&self, number: u64) {
        self.entries.0[number as usize].fetch_and(CODE | SAFE, Ordering::Relaxed);
    }
}

impl Entries {
    fn of(words: impl IntoIterator<Item = u16>) -> Self {
        Entries(words.into_iter().map(AtomicU16::new).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns a range of words without their marks.
    pub fn unmarked(&self, range: Range<usize>) -> impl Iterator<Item = u16> {
        self.0[range].iter().map(|entry| entry.load(Ordering::Relaxed) & (CODE | SAFE))
    }

    /// Returns the codes of the finished table; entries without a value are draws.
    pub fn codes(&self) -> Codes {
        let code = |entry: &AtomicU16| match entry.load(Ordering::Relaxed) & CODE {
            DOUBLE | OVER_DRAWN => Value::Draw.code(),
            code => code,
        };
        let largest = self.0.iter().map(code).max().unwrap_or(0);
        if largest <= u16::from(u8::MAX) {
            Codes::Narrow(self.0.iter().map(|entry| code(entry) as u8).collect())
        } else {
            Codes::Wide(self.0.iter().map(code).collect())
        }
    }
}
