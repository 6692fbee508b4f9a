//! A match: pairs of one duel, either a fixed number or until a sequential test decides.

use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};

use petteia_players::Clock;
use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::{Contest, ContestTally};

use super::duel::contest;
use crate::catalog::Catalog;
use crate::cell::{Cell, ChunkSize, FINE_CHUNK};
use crate::scheduler::{Job, Scheduler, missing};
use crate::store::{Manifest, QuestionKind, Request, RunError};

/// The question which of two agents is stronger.
#[derive(Debug)]
pub struct Match {
    cell: Cell,
    /// The most pairs.
    pairs: u64,
    /// The test that ends it earlier.
    sprt: Option<Sprt>,
    /// How far the test has looked. It follows from the catalog, but looking takes time.
    looked: Mutex<InterimAnalysis>,
}

/// How far a test has looked.
#[derive(Clone, Debug, Default)]
struct InterimAnalysis {
    /// The pairs that it has seen.
    tally: ContestTally,
    /// How many pairs are to be played before it is known whether more are needed.
    ordered: u64,
    /// Whether it has decided after the pairs that it has seen.
    is_decided: bool,
}

/// A completed match.
#[derive(Clone, Debug)]
pub struct Series {
    /// The games.
    pub contest: Contest,
    /// The results.
    pub tally: ContestTally,
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

impl Match {
    /// Asks about the agents of a duel: at most `pairs` pairs, or until the test decides.
    #[must_use]
    pub fn new(cell: Cell, pairs: u64, sprt: Option<Sprt>) -> Self {
        Match { cell, pairs, sprt, looked: Mutex::default() }
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let Cell { variant, matchup, seed, .. } = &self.cell;
        let [first, second] = self.cell.agents();
        let name = format!("{first} against {second} on {variant}");
        let text = format!("{name}, openings of {}, seed {seed}", matchup.opening);
        Manifest::new(Request { kind: QuestionKind::Match, name, text, games: None, seed: None }, [&self.cell])
    }

    /// Returns the result of the pairs up to the decision.
    pub fn series(&self, catalog: &Catalog) -> Result<Series, RunError> {
        self.next(catalog)?;
        let looked = self.looked();
        let known = catalog.cell(0).in_order().min(self.pairs);
        let pairs = if looked.is_decided { looked.tally.games().div_euclid(2) } else { known };
        let contest = contest(&self.cell, catalog, 0, pairs)?;
        let mut clocks = [Clock::default(); 2];
        for chunk in catalog.cell(0).chunks_among(&(0..pairs)) {
            clocks.iter_mut().zip(chunk.clocks()).for_each(|(clock, time)| clock.add(time));
        }
        Ok(Series { tally: ContestTally::of(&contest), contest, clocks })
    }

    fn looked(&self) -> MutexGuard<'_, InterimAnalysis> {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies the test to all pairs that are there, in order. After a series of pairs it ends, or orders another one; a
    /// series is always played to its end.
    fn look(&self, looked: &mut InterimAnalysis, catalog: &Catalog, sprt: Sprt) -> Result<(), RunError> {
        let known = catalog.cell(0).in_order();
        let chunk = self.cell.chunk().min(FINE_CHUNK);
        while !looked.is_decided {
            let seen = looked.tally.games().div_euclid(2);
            if seen == looked.ordered {
                if seen >= self.pairs {
                    break;
                }
                let series = (4 * chunk).max(seen.div_euclid(4)).next_multiple_of(chunk);
                looked.ordered = self.pairs.min(seen + series);
            }
            if known < looked.ordered {
                break;
            }
            for pair in catalog.results(&self.cell, 0, &(seen..looked.ordered))?.as_chunks::<2>().0 {
                looked.tally.add(pair.map(|game| game.outcome));
                if sprt.verdict(looked.tally.pairs) != SprtDecision::Undecided {
                    looked.is_decided = true;
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Scheduler for Match {
    fn cells(&self) -> &[Cell] {
        slice::from_ref(&self.cell)
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        let Some(sprt) = self.sprt else { return Ok(missing(catalog, 0, self.pairs, ChunkSize::Fine)) };
        let mut looked = self.looked();
        self.look(&mut looked, catalog, sprt)?;
        Ok(missing(catalog, 0, looked.ordered, ChunkSize::Fine))
    }

    fn expected(&self, _: &Catalog, _: usize) -> u64 {
        if self.looked().is_decided { self.looked().ordered } else { self.pairs }
    }

    fn progress(&self, _: &Catalog, _: usize) -> String {
        let tally = self.looked().tally;
        self.sprt.map_or_else(String::new, |sprt| format!("LLR {:+.2}", sprt.log_likelihood_ratio(tally.pairs)))
    }
}
