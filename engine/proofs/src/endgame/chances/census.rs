//! What a table of expectations contains.

use std::cmp::Ordering;

use petteia_engine::Geometry;
use serde::{Deserialize, Serialize};

use super::super::context::SolverContext;
use super::super::index::Numbering;
use super::super::material::Seat;
use super::super::parallel::of_parts;
use super::score;

/// The expectations of one seat, over all placements including those that are equivalent by symmetry. Scores are those
/// of the side to move, before its roll, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceCensus {
    /// Placements up to symmetry.
    pub entries: u64,
    /// All placements, including the states of stones.
    pub placements: u64,
    /// Placements in which the game is already over.
    pub over: u64,
    /// The mean expectation.
    pub mean: f64,
    /// Placements with an expectation above one half by more than the error.
    pub above: u64,
    /// Placements with an expectation below one half by more than the error.
    pub below: u64,
    /// The lowest expectation of a game that is not over; `None` if all are over.
    pub lowest: Option<ChanceExtreme>,
    /// The highest expectation of a game that is not over; `None` if all are over.
    pub highest: Option<ChanceExtreme>,
    /// A bound on the error of every expectation in the table. The errors of smaller endings are included.
    pub error: f64,
}

/// An expectation, with an example position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceExtreme {
    /// The expectation.
    pub score: f64,
    /// The text of the position, which is the first entry with this expectation.
    pub example: String,
}

impl ChanceCensus {
    /// Returns the bound on the error of a margin.
    pub(super) fn margin_error(&self) -> f64 {
        2.0 * self.error
    }
}

/// The number of entries that a thread counts at a time.
const CHUNK: u64 = 1 << 14;

/// Numbers in a census are rounded to the inverse of this, so that they are read from a file as they were written.
const UNITS: f64 = 1e9;

fn rounded(number: f64) -> f64 {
    (number * UNITS).round() / UNITS
}

/// A part of the census.
#[derive(Default)]
struct Part {
    entries: u64,
    placements: u64,
    over: u64,
    above: u64,
    below: u64,
    sum: f64,
    lowest: Option<(f32, u64)>,
    highest: Option<(f32, u64)>,
}

/// Counts a finished table, whose margins are at most `error` from the truth.
pub(super) fn census<G: Geometry>(
    context: &SolverContext<G>,
    seat: Seat,
    numbering: &Numbering<G::Set>,
    margins: &[f32],
    error: f64,
) -> ChanceCensus {
    let add = |mut part: Part, number: u64| {
        let Some(placement) = numbering.placement(number) else { return part };
        let (images, found) = (numbering.images_of(number), margins[number as usize]);
        let margin = f64::from(found);
        part.entries += 1;
        part.placements += images;
        part.sum += margin * images as f64;
        part.above += if margin > error { images } else { 0 };
        part.below += if margin < -error { images } else { 0 };
        if context.game().outcome(&context.position(seat.side, &placement)).is_some() {
            part.over += images;
        } else {
            part.lowest = lower(part.lowest, Some((found, number)));
            part.highest = higher(part.highest, Some((found, number)));
        }
        part
    };
    let counted = of_parts(0..numbering.len(), CHUNK, &|numbers| numbers.fold(Part::default(), add));
    // The parts are added in order, so that the sum does not depend on the threads.
    let whole = counted.into_iter().fold(Part::default(), Part::merged);
    let extreme = |(margin, number): (f32, u64)| {
        let placement = numbering.placement(number).expect("entries that are counted have a placement");
        ChanceExtreme {
            score: rounded(score(f64::from(margin))),
            example: context.game().text(&context.position(seat.side, &placement)),
        }
    };
    ChanceCensus {
        entries: whole.entries,
        placements: whole.placements,
        over: whole.over,
        mean: rounded(score(whole.sum / whole.placements as f64)),
        above: whole.above,
        below: whole.below,
        lowest: whole.lowest.map(extreme),
        highest: whole.highest.map(extreme),
        error: (error / 2.0 * UNITS).ceil() / UNITS,
    }
}

impl Part {
    fn merged(self, other: Part) -> Part {
        Part {
            entries: self.entries + other.entries,
            placements: self.placements + other.placements,
            over: self.over + other.over,
            above: self.above + other.above,
            below: self.below + other.below,
            sum: self.sum + other.sum,
            lowest: lower(self.lowest, other.lowest),
            highest: higher(self.highest, other.highest),
        }
    }
}

/// A margin with the number of its entry.
type Found = Option<(f32, u64)>;

/// Returns the lower one; if both are equal, the one with the smaller number.
fn lower(a: Found, b: Found) -> Found {
    a.into_iter().chain(b).min_by(compared)
}

/// Returns the higher one; if both are equal, the one with the smaller number.
fn higher(a: Found, b: Found) -> Found {
    a.into_iter().chain(b).min_by(|a, b| compared(&(b.0, a.1), &(a.0, b.1)))
}

fn compared(a: &(f32, u64), b: &(f32, u64)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}
