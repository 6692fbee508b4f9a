//! All replies in an ending, found once, so that an iteration only looks up numbers.

use petteia_engine::{Event, Geometry, Move, Progress, Snapshot};
use rayon::prelude::*;

use super::super::index::Numbering;
use super::super::material::{Ending, Seat};
use super::super::parallel::of_parts;
use super::decisions::{Reply, margin_of};
use super::{ChanceTables, GOES_ON};

/// The number of entries that a thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// Set in a count if the decisions of the next lower face are among those of this one.
const INCLUDES_LOWER: u16 = 1 << 15;

/// The replies of one seat.
pub(super) struct Replies {
    chunks: Vec<Chunk>,
    faces: usize,
}

/// The replies of consecutive entries. The vectors after the first have one part for each open entry and face of the die,
/// in order.
#[derive(Default)]
struct Chunk {
    /// The margin of each entry in which the game is over, 0 for a double, and NaN for the others.
    settled: Vec<f32>,
    /// The best margin among the decisions that end the game or capture.
    floors: Vec<f32>,
    /// The number of targets, with [`INCLUDES_LOWER`].
    counts: Vec<u16>,
    /// The numbers of the entries of the opponent to which the other decisions lead, if a lower face does not allow them.
    targets: Vec<u32>,
}

/// What the decisions of a face lead to.
#[derive(Clone, Default)]
struct Choices {
    floor: Option<f64>,
    targets: Vec<u32>,
}

impl Replies {
    /// Finds the replies of a seat, whose quiet moves lead into the numbering `replied`. The tables of smaller endings must
    /// be loaded.
    pub fn find<G: Geometry>(
        tables: &ChanceTables<G>,
        ending: Ending,
        (seat, numbering): (Seat, &Numbering<G::Set>),
        replied: &Numbering<G::Set>,
        progress: &dyn Progress,
    ) -> Self {
        let faces = tables.context().game().rules().die.map_or(1, usize::from);
        progress.on_progress(Event::Stage(&format!("{ending}: replies, {seat}"), numbering.len()));
        let chunks = of_parts(0..numbering.len(), CHUNK, &|numbers| {
            let steps = numbers.end - numbers.start;
            let mut found = Chunk::default();
            numbers.for_each(|number| found.add(tables, seat, numbering, replied, number));
            progress.on_progress(Event::Steps(steps));
            found
        });
        Replies { chunks, faces }
    }

    /// Returns the margins of all entries that follow from those of the replies.
    pub fn margins(&self, replied: &[f64]) -> Vec<f64> {
        let parts: Vec<Vec<f64>> = self.chunks.par_iter().map(|chunk| chunk.margins(self.faces, replied)).collect();
        parts.concat()
    }
}

impl Chunk {
    fn add<G: Geometry>(
        &mut self,
        tables: &ChanceTables<G>,
        seat: Seat,
        numbering: &Numbering<G::Set>,
        replied: &Numbering<G::Set>,
        number: u64,
    ) {
        let Some(placement) = numbering.placement(number) else { return self.settled.push(0.0) };
        let context = tables.context();
        let snapshot = context.game().snapshot(context.position(seat.side, &placement));
        if let Some(outcome) = snapshot.outcome() {
            return self.settled.push(margin_of(outcome, snapshot.position().side()) as f32);
        }
        self.settled.push(f32::NAN);
        let mut known = Vec::new();
        let faces = context.game().rules().die.unwrap_or(1);
        // The highest face has most decisions, so that hardly any other must be played again.
        let mut rolls: Vec<Choices> =
            (1..=faces).rev().map(|face| choices(tables, &snapshot, face, replied, &mut known)).collect();
        rolls.reverse();
        let mut lower: &[u32] = &[];
        for Choices { floor, targets } in &rolls {
            self.add_face(floor.map_or(f32::NEG_INFINITY, |floor| floor as f32), targets, lower);
            lower = targets;
        }
    }

    /// Adds the sorted targets of a face, leaving out those of the next lower one if all of them are among these.
    fn add_face(&mut self, floor: f32, targets: &[u32], lower: &[u32]) {
        let includes = lower.iter().all(|target| targets.binary_search(target).is_ok());
        let before = self.targets.len();
        let new = targets.iter().filter(|target| !includes || lower.binary_search(target).is_err());
        self.targets.extend(new);
        let count = (self.targets.len() - before) as u16;
        self.counts.push(if includes { count | INCLUDES_LOWER } else { count });
        self.floors.push(floor);
    }

    fn margins(&self, faces: usize, replied: &[f64]) -> Vec<f64> {
        let mut rolls = self.floors.chunks_exact(faces).zip(self.counts.chunks_exact(faces));
        let mut targets = self.targets.as_slice();
        let margin = |&settled: &f32| {
            if !settled.is_nan() {
                return f64::from(settled);
            }
            let (floors, counts) = rolls.next().expect("every open entry has its rolls");
            let (mut sum, mut quiet) = (0.0, f64::NEG_INFINITY);
            for (&floor, &count) in floors.iter().zip(counts) {
                if count & INCLUDES_LOWER == 0 {
                    quiet = f64::NEG_INFINITY;
                }
                let (mine, later) = targets.split_at(usize::from(count & !INCLUDES_LOWER));
                targets = later;
                let least = mine.iter().map(|&target| replied[target as usize]).fold(f64::INFINITY, f64::min);
                quiet = quiet.max(-GOES_ON * least);
                sum += quiet.max(f64::from(floor));
            }
            sum / faces as f64
        };
        self.settled.iter().map(margin).collect()
    }
}

/// Returns what the decisions of a face lead to; `known` remembers those of other faces.
fn choices<G: Geometry>(
    tables: &ChanceTables<G>,
    snapshot: &Snapshot<G::Set>,
    face: u8,
    replied: &Numbering<G::Set>,
    known: &mut Vec<(Move, Result<f64, u32>)>,
) -> Choices {
    let context = tables.context();
    let mut rolled = *snapshot;
    context.game().roll_snapshot(&mut rolled, face);
    let mut found = Choices::default();
    for k in 0..rolled.decisions().count() {
        let decision = context.game().nth_move(rolled.position(), rolled.decisions(), k, &());
        let reply = match known.iter().find(|(other, _)| *other == decision) {
            Some(&(_, reply)) => reply,
            None => {
                let reply = match tables.reply(&rolled, decision).expect("smaller endings are solved first") {
                    Reply::Settled(margin) => Ok(margin),
                    Reply::Quiet(position) => Err(replied.number(&context.placement(&position)) as u32),
                };
                known.push((decision, reply));
                reply
            }
        };
        match reply {
            Ok(margin) => found.floor = Some(found.floor.map_or(margin, |floor| floor.max(margin))),
            Err(number) => found.targets.push(number),
        }
    }
    found.targets.sort_unstable();
    found.targets.dedup();
    found
}
