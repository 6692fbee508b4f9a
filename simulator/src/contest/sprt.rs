//! A sequential test that ends a match: it looks at pairs in order, after each series of pairs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::ContestTally;

use crate::catalog::Catalog;
use crate::cell::{Cell, FINE_CHUNK};
use crate::store::RunError;

/// Needs pairs until a test decides.
#[derive(Debug)]
pub(super) struct SprtRule {
    test: Sprt,
    /// The most pairs.
    pub most: u64,
    /// How far the test has looked. It follows from the catalog, but looking takes time.
    looked: Mutex<InterimAnalysis>,
}

/// How far a test has looked.
#[derive(Clone, Debug, Default)]
pub(super) struct InterimAnalysis {
    /// The pairs that it has seen.
    tally: ContestTally,
    /// How many pairs are to be played before it is known whether more are needed.
    pub ordered: u64,
    /// Whether it has decided after the pairs that it has seen.
    is_decided: bool,
}

impl SprtRule {
    pub fn new(test: Sprt, most: u64) -> Self {
        SprtRule { test, most, looked: Mutex::default() }
    }

    fn looked(&self) -> MutexGuard<'_, InterimAnalysis> {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies the test to all pairs that are there, in order. After a series of pairs it ends, or orders another one; a
    /// series is always played to its end.
    pub fn look(&self, cell: &Cell, catalog: &Catalog) -> Result<MutexGuard<'_, InterimAnalysis>, RunError> {
        let mut looked = self.looked();
        let known = catalog.cell(0).in_order();
        let unit = cell.chunk().min(FINE_CHUNK);
        while !looked.is_decided {
            let seen = looked.pairs();
            if seen == looked.ordered {
                if seen >= self.most {
                    break;
                }
                let series = (4 * unit).max(seen.div_euclid(4)).next_multiple_of(unit);
                looked.ordered = self.most.min(seen + series);
            }
            if known < looked.ordered {
                break;
            }
            for pair in catalog.results(cell, 0, &(seen..looked.ordered))?.as_chunks::<2>().0 {
                looked.tally.add(pair.map(|game| (game.outcome, game.is_swapped)));
                if self.test.verdict(looked.tally.pairs) != SprtDecision::Undecided {
                    looked.is_decided = true;
                    break;
                }
            }
        }
        Ok(looked)
    }

    /// Returns how many pairs are needed, as far as is known.
    pub fn expected(&self) -> u64 {
        let looked = self.looked();
        if looked.is_decided { looked.ordered } else { self.most }
    }

    /// Returns the log-likelihood ratio, for the display of the progress.
    pub fn progress(&self) -> String {
        format!("LLR {:+.2}", self.test.log_likelihood_ratio(self.looked().tally.pairs))
    }
}

impl InterimAnalysis {
    fn pairs(&self) -> u64 {
        self.tally.games().div_euclid(2)
    }

    /// Returns after how many pairs the test decided.
    pub fn decided(&self) -> Option<u64> {
        self.is_decided.then(|| self.pairs())
    }
}
