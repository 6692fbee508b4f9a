//! The positions that a game has had (RULES §8): how often they occurred, and which may not occur again.

use crate::repetition::Repetitions;

/// The earlier positions of a game, as the game knows them by their [keys](crate::Game::history_key).
pub trait History {
    /// Records a position that a decision led to, and returns how often it has now occurred. `captured` is whether the
    /// decision captured anything for good; removed pieces never return, so no earlier position can then recur.
    fn count(&mut self, key: u64, captured: bool) -> u32;

    /// Returns how often a position has occurred.
    fn times(&self, key: u64) -> u32;

    /// Returns whether a position has occurred.
    fn has(&self, key: u64) -> bool {
        self.times(key) > 0
    }

    /// Returns whether it is known that no position has ever occurred.
    fn is_none(&self) -> bool {
        false
    }
}

/// No history: no position has ever occurred.
impl History for () {
    #[inline(always)]
    fn count(&mut self, _: u64, _: bool) -> u32 {
        0
    }

    fn times(&self, _: u64) -> u32 {
        0
    }

    fn is_none(&self) -> bool {
        true
    }
}

impl History for Repetitions {
    #[inline(always)]
    fn count(&mut self, key: u64, captured: bool) -> u32 {
        if captured {
            self.clear();
        }
        self.add_one(key)
    }

    fn times(&self, key: u64) -> u32 {
        Repetitions::times(self, key)
    }
}

/// The positions on a short path, such as one of a perft.
#[derive(Debug, Default)]
pub(crate) struct Path(pub Vec<u64>);

impl History for Path {
    fn count(&mut self, key: u64, _: bool) -> u32 {
        self.0.push(key);
        self.times(key)
    }

    fn times(&self, key: u64) -> u32 {
        self.0.iter().filter(|&&known| known == key).count() as u32
    }
}
