//! The transposition table: what the search has found out about positions.

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    key: u64,
    /// For the side to move; wins count from this position on.
    pub value: i32,
    /// The number of the best decision.
    pub best: u32,
    /// How deep it was searched.
    pub depth: i16,
    pub bound: Bound,
    /// The game that it belongs to.
    age: u16,
}

/// A table that forgets: a newer or deeper result takes the place of another.
pub struct Transpositions {
    entries: Vec<Entry>,
    age: u16,
}

impl Transpositions {
    /// A table for about so many positions.
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

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.age == self.age).then_some(entry)
    }

    /// Keeps a result, unless a deeper one of another position is there.
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
