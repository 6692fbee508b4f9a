//! Computes the tables of one ending by value iteration.
//!
//! A sweep computes each margin from those of its replies, twice, so that each side has moved once. It brings the margins
//! closer to the true ones by the factor q = [`GOES_ON`]² at least. After a sweep that changed no margin by more than e,
//! none is farther than e / (1 - q) from the truth, whatever the margins were before the sweep. The iteration may
//! therefore extrapolate between sweeps.

use petteia_engine::{Event, Geometry, Progress};
use rayon::prelude::*;

use super::super::material::Ending;
use super::census::census;
use super::replies::Replies;
use super::{ChanceTable, ChanceTables, GOES_ON};

/// The largest error of a margin that remains from the iteration.
const PRECISION: f64 = 1e-6;

/// The most by which rounding changes a margin: that of a capture and that of an entry, to 24 bits each.
const ROUNDING: f64 = 2.0 / (1 << 24) as f64;

/// The least number of sweeps between extrapolations, in which the changes settle down.
const BETWEEN: u32 = 4;

/// The iteration extrapolates when the changes of two sweeps, as vectors, have an angle with at least this cosine. Then
/// they belong to a single mode, and other changes are not magnified.
const STEADY: f64 = 0.999;

/// The most extrapolations, so that the iteration ends even if none of them helps.
const MOST_EXTRAPOLATIONS: u32 = 50;

/// The margins of both seats, or of the only one, during the iteration.
struct Iteration {
    replies: Vec<Replies>,
    margins: Vec<Vec<f64>>,
    /// How far the last sweep has changed the margins.
    changes: Vec<Vec<f64>>,
    /// The largest of these changes.
    largest: f64,
    /// The sum of the squares of the changes, and of their products with those of the sweep before.
    squares: f64,
    products: f64,
}

/// Computes the tables of an ending. The tables of smaller endings must be loaded.
pub(super) fn build<G: Geometry>(
    tables: &ChanceTables<G>,
    ending: Ending,
    progress: &dyn Progress,
) -> Vec<ChanceTable<G::Set>> {
    let context = tables.context();
    let seats: Vec<_> = context.seats(ending).into_iter().map(|seat| (seat, context.numbering(seat))).collect();
    let found = seats.iter().enumerate().map(|(table, (seat, numbering))| {
        Replies::find(tables, ending, (*seat, numbering), &seats[seats.len() - 1 - table].1, progress)
    });
    let mut iteration = Iteration::new(found.collect(), seats.iter().map(|(_, numbering)| numbering.len() as usize));
    let own_error = iteration.settle(ending, progress);
    let error = own_error + ROUNDING + GOES_ON * error_below(tables, ending);
    let made = seats.into_iter().zip(iteration.margins).map(|((seat, numbering), margins)| {
        let values: Vec<f32> = margins.into_iter().map(|margin| margin as f32).collect();
        let census = census(context, seat, &numbering, &values, error);
        ChanceTable { seat, numbering, values, census }
    });
    made.collect()
}

/// Returns the largest error of a margin in the endings that captures lead to.
fn error_below<G: Geometry>(tables: &ChanceTables<G>, ending: Ending) -> f64 {
    let below = tables.context().endings_below(ending);
    let seats = below.into_iter().flat_map(|ending| tables.context().seats(ending));
    seats.filter_map(|seat| tables.table(seat)).map(|table| table.census.margin_error()).fold(0.0, f64::max)
}

impl Iteration {
    fn new(replies: Vec<Replies>, lengths: impl Iterator<Item = usize>) -> Self {
        let margins: Vec<Vec<f64>> = lengths.map(|length| vec![0.0; length]).collect();
        Iteration { replies, changes: margins.clone(), margins, largest: 0.0, squares: 0.0, products: 0.0 }
    }

    /// Iterates until the margins are precise; returns the largest error that is left.
    fn settle(&mut self, ending: Ending, progress: &dyn Progress) -> f64 {
        let shrinks = GOES_ON * GOES_ON;
        let enough = PRECISION * (1.0 - shrinks);
        progress.on_progress(Event::Stage(
            &format!("{ending}: value iteration"),
            (enough.ln() / shrinks.ln()).ceil() as u64,
        ));
        let (mut waits, mut left) = (BETWEEN, MOST_EXTRAPOLATIONS);
        loop {
            let before = self.squares;
            self.sweep();
            progress.on_progress(Event::Steps(1));
            if self.largest <= enough {
                break;
            }
            waits = waits.saturating_sub(1);
            let is_steady = self.products > STEADY * (before * self.squares).sqrt();
            if is_steady && waits == 0 && left > 0 {
                // A ratio larger than that by which a sweep shrinks all changes cannot last.
                self.extrapolate((self.products / before).min(shrinks));
                (waits, left) = (BETWEEN, left - 1);
            }
        }
        self.largest / (1.0 - shrinks)
    }

    /// Computes all margins from those of their replies. If both seats have the same table, it is computed twice.
    fn sweep(&mut self) {
        let last = self.margins.len() - 1;
        let before = self.margins.clone();
        for table in 0..=last {
            self.margins[table] = self.replies[table].margins(&self.margins[last - table]);
        }
        if last == 0 {
            self.margins[0] = self.replies[0].margins(&self.margins[0]);
        }
        (self.largest, self.squares, self.products) = (0.0, 0.0, 0.0);
        for ((changes, now), before) in self.changes.iter_mut().zip(&self.margins).zip(&before) {
            for ((change, now), before) in changes.iter_mut().zip(now).zip(before) {
                let last = std::mem::replace(change, now - before);
                self.largest = self.largest.max(change.abs());
                self.squares += *change * *change;
                self.products += *change * last;
            }
        }
    }

    /// Continues the last change as if every later one were `ratio` times the one before.
    fn extrapolate(&mut self, ratio: f64) {
        let rest = ratio / (1.0 - ratio);
        for (margins, changes) in self.margins.iter_mut().zip(&self.changes) {
            margins.par_iter_mut().zip(changes).for_each(|(margin, change)| *margin += rest * change);
        }
    }
}
