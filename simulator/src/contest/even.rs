//! The search for the handicap at which both sides are even, as far as the games are known.

use std::collections::BTreeMap;

use petteia_statistics::HandicapSearch;
use petteia_tables::OutcomeCounts;

use crate::catalog::Catalog;
use crate::cell::Cell;
use crate::store::RunError;

/// The number of batches in which the games of a handicap are played.
const BATCHES: u64 = 4;

/// Needs games at the handicaps between which the sides become even.
#[derive(Debug)]
pub(super) struct EvenRule {
    /// The handicap of the first cell, which is that of Black with a minus sign; that of each next one is larger by 1.
    pub least: i32,
    /// The most games at each handicap.
    pub games: u64,
}

/// What the search does with the games that are known.
pub(super) enum Step {
    /// It needs the first games of a cell, this many in all.
    Needs(usize, u64),
    /// It has ended, with these results at the handicaps of some cells.
    Ended(Vec<(usize, OutcomeCounts)>),
}

impl EvenRule {
    /// Follows the search.
    pub fn search(&self, cells: &[Cell], catalog: &Catalog) -> Result<Step, RunError> {
        let most = self.handicap(cells.len() - 1);
        let mut search = HandicapSearch::new(self.least, most, self.games.div_ceil(BATCHES), self.games);
        let mut scores: BTreeMap<usize, OutcomeCounts> = BTreeMap::new();
        while let Some((stones, batch)) = search.next() {
            let index = (stones - self.least) as usize;
            let outcomes = scores.entry(index).or_default();
            let numbers = outcomes.games()..outcomes.games() + batch;
            if catalog.cell(index).known(&numbers) < batch {
                return Ok(Step::Needs(index, numbers.end));
            }
            let more = catalog.outcomes(&cells[index], index, &numbers)?;
            *outcomes += more;
            search.add(stones, more.results());
        }
        Ok(Step::Ended(scores.into_iter().collect()))
    }

    /// Returns the handicap of a cell.
    pub fn handicap(&self, index: usize) -> i32 {
        self.least + index as i32
    }
}
