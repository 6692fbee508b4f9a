//! Verifies tables of expectations: each entry must follow from those of its replies.
//!
//! If no entry differs by more than `d` from what follows from its replies, then none is farther than `d` times
//! [`MEAN_PLIES`](super::MEAN_PLIES) from the truth.

use petteia_engine::{GameRng, Geometry};
use rand_core::Rng;

use super::super::request::Sample;
use super::decisions::{margin_of, mean_of_best};
use super::{ChanceTable, ChanceTables, score};

/// An entry that disagrees with its replies.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the table gives `{position}` the expectation {stored:.7}, but its replies give {found:.7}")]
pub struct ChanceFault {
    /// The position's text.
    pub position: String,
    /// The expectation in the table.
    pub stored: f64,
    /// The expectation that follows from the replies.
    pub found: f64,
}

impl<G: Geometry> ChanceTables<G> {
    /// Returns the fault of an entry, if it has one, by the moves of the engine alone.
    pub(super) fn fault(&self, table: &ChanceTable<G::Set>, number: u64) -> Option<ChanceFault> {
        let (placement, margin) = table.entry(number)?;
        let (stored, context) = (score(margin), self.context());
        let snapshot = context.game().snapshot(context.position(table.seat.side, &placement));
        let found = match snapshot.outcome() {
            Some(outcome) => score(margin_of(outcome, snapshot.position().side())),
            None => mean_of_best(&self.rolls(&snapshot).expect("the caller has the tables of smaller endings")),
        };
        // Both are within the error of the truth, because replies are no less precise.
        let is_wrong = (stored - found).abs() > 2.0 * table.census.error;
        is_wrong.then(|| ChanceFault { position: context.game().text(snapshot.position()), stored, found })
    }
}

/// Returns the numbers of the entries to check, in order.
pub(super) fn sampled(sample: Sample, entries: u64) -> Vec<u64> {
    match sample {
        Sample::Random { entries: most, seed } if most < entries => {
            let mut rng = GameRng::from_seed(seed);
            let mut numbers: Vec<u64> = (0..most).map(|_| rng.next_u64() % entries).collect();
            numbers.sort_unstable();
            numbers
        }
        _ => (0..entries).collect(),
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{BoardSize, Dynamic, Rules};

    use super::*;
    use crate::endgame::table::OnItsShape;

    #[test]
    fn any_wrong_entry_is_found() {
        let rules = Rules { board: BoardSize { files: 4, ranks: 3 }, ..Rules::read("city-8+die=4").unwrap() };
        let geometry = Dynamic::<u64>::new(rules.board);
        let mut tables = ChanceTables::new(&rules.check().unwrap(), geometry).unwrap();
        let ending = "2v1".parse().unwrap();
        tables.make_cached(ending, None, &()).unwrap();
        assert!(tables.verify(ending, Sample::All, &()).unwrap() > 100);
        for number in 0..tables.tables[1].entries() {
            let mut damaged = tables.clone();
            let table = &mut damaged.tables[1];
            let Some((_, margin)) = table.entry(number) else { continue };
            table.values[number as usize] = (margin - 1e-4) as f32;
            assert!(damaged.verify(ending, Sample::All, &()).is_err(), "entry {number}");
        }
    }
}
