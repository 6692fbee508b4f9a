//! Quiescence search at the leaves of another search.

use petteia_engine::{Game, Geometry, State};

use super::order::Memory;
use super::search::Search;
use super::transpositions::Transpositions;
use super::values::MOST_PLIES;
use crate::agents::evaluation::Judge;
use crate::agents::known::Tabled;
use crate::budget::{Budget, MOST_DEPTH};

/// What quiescence search remembers within a game.
pub struct Quiescence {
    table: Transpositions,
    memory: Memory,
}

impl Quiescence {
    /// Creates a memory for about this number of positions.
    pub fn new(positions: usize) -> Self {
        Quiescence { table: Transpositions::new(positions), memory: Memory::new(MOST_PLIES) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Starts a search after the positions with the keys `path`, which began at `root`.
    pub fn at<'a, G: Geometry>(
        &'a mut self,
        game: &'a Game<G>,
        root: &'a State<G>,
        judge: &'a Judge,
        tables: Option<Tabled<'a, G::Set>>,
        path: &[u64],
    ) -> Search<'a, G> {
        let endless = Budget::Depth(MOST_DEPTH);
        Search::new(game, root, judge, endless, &mut self.table, &mut self.memory).within(tables, path)
    }
}
