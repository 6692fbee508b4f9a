//! What a search remembers within a game.

use super::order::Memory;
use super::transpositions::Transpositions;
use super::values::MOST_PLIES;

/// What a search remembers within a game.
pub struct Remembered {
    pub(super) table: Transpositions,
    pub(super) memory: Memory,
}

impl Remembered {
    /// Creates a memory for about this number of positions.
    pub fn new(positions: usize) -> Self {
        Remembered { table: Transpositions::new(positions), memory: Memory::new(MOST_PLIES) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }
}
