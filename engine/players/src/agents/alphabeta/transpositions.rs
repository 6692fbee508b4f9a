//! The transposition table: results of the search by position.

use petteia_engine::{Game, Geometry, Snapshot};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is exact.
    #[default]
    Exact,
    /// It is a lower bound.
    Lower,
    /// It is an upper bound.
    Upper,
}

/// In place of the number of the best decision: none is known.
pub const NO_DECISION: u32 = u32::MAX;

/// A stored result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    key: u64,
    /// The value for the side to move; wins count from this position.
    pub value: i32,
    /// The number of the best decision, or [`NO_DECISION`].
    pub best: u32,
    /// The depth of the search.
    pub depth: i16,
    pub bound: Bound,
    /// The game in which it was stored.
    age: u16,
}

/// A table of bounded size: a newer or deeper result replaces another.
pub struct Transpositions {
    entries: Vec<Entry>,
    age: u16,
}

impl Transpositions {
    /// Creates a table for about this number of positions.
    pub fn new(positions: usize) -> Self {
        Transpositions { entries: vec![Entry::default(); positions.next_power_of_two()], age: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.entries.fill(Entry::default());
            self.age = 1;
        }
    }

    /// Returns the stored result of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.age == self.age).then_some(entry)
    }

    /// Stores a result unless the slot holds a deeper one of another position.
    pub fn put(&mut self, key: u64, value: i32, best: u32, depth: i16, bound: Bound) {
        let slot = self.slot(key);
        let old = &mut self.entries[slot];
        let is_worth_more = old.age == self.age && old.key != key && old.depth > depth + 2;
        if !is_worth_more {
            *old = Entry { key, value, best, depth, bound, age: self.age };
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.entries.len() - 1)
    }
}

/// Within this distance of `no_progress`, `move_cap` or `turn_cap`, two positions are the same only if their counts agree
/// as well.
const LATE: u32 = 24;

/// Returns the key under which the table treats two positions as the same.
pub fn key<G: Geometry>(game: &Game<G>, snapshot: &Snapshot<G::Set>) -> u64 {
    let position = snapshot.position();
    let roll = u64::from(position.roll().unwrap_or(0));
    let hands = u64::from(position.hands().white) << 8 | u64::from(position.hands().black);
    let rules = game.rules();
    let when_late = |count: u32, limit: u32| if limit > 0 && count + LATE >= limit { u64::from(count) } else { 0 };
    let clock = when_late(position.clock(), rules.no_progress());
    let move_cap = rules.limits.move_cap.saturating_add(rules.placing_turns());
    let caps = [rules.turn_cap(), if rules.limits.move_cap > 0 { move_cap } else { 0 }];
    let turn = when_late(position.turn(), caps.into_iter().filter(|&cap| cap > 0).min().unwrap_or(0));
    let rest = roll ^ hands << 8 ^ clock << 24 ^ turn << 44;
    position.key() ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
