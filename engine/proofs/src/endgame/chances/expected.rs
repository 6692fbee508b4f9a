//! How tables of expectations are computed, and their files, which have the form of all endgame tables.

use petteia_engine::rules::Unsupported;
use petteia_engine::{CheckedRules, Event, Geometry, Progress, Snapshot};
use serde::{Deserialize, Serialize};

use super::super::any_board::on_its_width;
use super::super::context::SolverContext;
use super::super::material::{Ending, Seat};
use super::super::parallel::of_parts;
use super::super::request::{Sample, TooLong};
use super::super::store::{Part, STRONG, StoreError, TableFile, read, write};
use super::super::table::{OnItsShape, TableKind};
use super::build::build;
use super::census::ChanceCensus;
use super::decisions::{ChanceProbed, margin_of, mean_of_best};
use super::verify::{ChanceFault, sampled};
use super::{ChanceTable, ChanceTables, Expected, MEAN_PLIES, score};

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Expectations {
    mean_plies: u32,
    seats: Vec<Contents>,
}

/// The header of a table, whose entries are numbers of four bytes.
#[derive(Serialize, Deserialize)]
struct Contents {
    seat: Seat,
    entries: u64,
    census: ChanceCensus,
}

/// The most bytes that an entry needs during the computation besides its replies: margins before and after a sweep, their
/// change, and the sizes of the replies to each face.
const WORK_BYTES: u64 = 32;
const FACE_BYTES: u64 = 6;
const REPLY_BYTES: u64 = 4;

/// The number of entries that a thread checks at a time.
const CHUNK: u64 = 1 << 8;

impl TableKind for Expected {
    /// For each entry, the probability that the side to move wins minus the probability that it loses: its margin.
    type Values = Vec<f32>;
    type Value = f64;
    type Census = ChanceCensus;
    type Probed = ChanceProbed;
    type Fault = ChanceFault;

    /// About ten seconds of work on one core, 120 MB of memory, and two megabytes in the cache.
    const MOST_ON_DEMAND: u64 = 1_000_000;
    const TAKES_TURNS: bool = false;

    fn context<G: Geometry>(rules: &CheckedRules, geometry: G) -> Result<SolverContext<G>, Unsupported> {
        if rules.die.is_none() {
            let why = "expectations exist only for games with a die; others have wins, draws and losses";
            return Err(Unsupported::new("no die", why));
        }
        SolverContext::of(rules, geometry)
    }

    #[inline(never)]
    fn prepare(rules: &CheckedRules) -> Result<Box<dyn OnItsShape<Self>>, Unsupported> {
        on_its_width(rules)
    }

    fn count(margins: &Vec<f32>) -> u64 {
        margins.len() as u64
    }

    #[inline]
    fn value(margins: &Vec<f32>, number: u64) -> f64 {
        f64::from(margins[number as usize])
    }

    fn bytes<G: Geometry>(context: &SolverContext<G>, ending: Ending) -> u64 {
        let rules = context.game().rules();
        let faces = u64::from(rules.die.unwrap_or(1));
        let lines = u64::from(rules.board.files) + u64::from(rules.board.ranks) - 2;
        let moves = lines.min(4 * faces);
        let pieces = u64::from(ending.white.pieces().max(ending.black.pieces()));
        let each = WORK_BYTES + FACE_BYTES * faces + REPLY_BYTES * pieces * moves;
        context.entries(ending).saturating_mul(each)
    }

    fn compute<G: Geometry>(
        tables: &ChanceTables<G>,
        ending: Ending,
        progress: &dyn Progress,
    ) -> Result<Vec<ChanceTable<G::Set>>, TooLong> {
        Ok(build(tables, ending, progress))
    }

    fn read<G: Geometry>(file: &TableFile, context: &SolverContext<G>) -> Result<Vec<ChanceTable<G::Set>>, StoreError> {
        let (Expectations { mean_plies, seats }, bytes) =
            read::<Expectations>(&file.path, context.game().rules(), file.ending)?;
        let wrong = |problem| StoreError::new(&file.path, problem);
        if mean_plies != MEAN_PLIES {
            return Err(wrong("another version of petteia wrote it; delete it and solve again"));
        }
        let mut margins =
            bytes.chunks_exact(4).map(|entry| f32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let mut tables = Vec::new();
        for Contents { seat, entries, census } in seats {
            let numbering = context.numbering(seat);
            let values: Vec<f32> = margins.by_ref().take(usize::try_from(entries).unwrap_or(usize::MAX)).collect();
            if numbering.len() != entries || values.len() as u64 != entries {
                return Err(wrong("it has the wrong number of entries for its pieces"));
            }
            tables.push(ChanceTable { seat, numbering, values, census });
        }
        Ok(tables)
    }

    fn write<G: Geometry>(
        file: &TableFile,
        context: &SolverContext<G>,
        tables: &[ChanceTable<G::Set>],
    ) -> Result<(), StoreError> {
        let contents = tables.iter().map(|table| Contents {
            seat: table.seat,
            entries: table.entries(),
            census: table.census.clone(),
        });
        let body = Expectations { mean_plies: MEAN_PLIES, seats: contents.collect() };
        let parts: Vec<Part> = tables.iter().map(|table| Part::Margins(&table.values)).collect();
        write(&file.path, context.game().rules(), file.ending, body, &parts, STRONG)
    }

    fn verify<G: Geometry>(
        tables: &ChanceTables<G>,
        table: &ChanceTable<G::Set>,
        ending: Ending,
        sample: Sample,
        progress: &dyn Progress,
    ) -> Result<u64, ChanceFault> {
        let numbers = sampled(sample, table.entries());
        let count = numbers.len() as u64;
        progress.on_progress(Event::Stage(&format!("{ending}: checking, {}", table.seat), count));
        let faults = of_parts(0..count, CHUNK, &|part| {
            let numbers = &numbers[part.start as usize..part.end as usize];
            progress.on_progress(Event::Steps(numbers.len() as u64));
            numbers.iter().find_map(|&number| tables.fault(table, number))
        });
        faults.into_iter().flatten().next().map_or(Ok(count), Err)
    }

    fn probe<G: Geometry>(tables: &ChanceTables<G>, snapshot: &Snapshot<G::Set>) -> Option<ChanceProbed> {
        let position = snapshot.position();
        if let Some(outcome) = snapshot.outcome() {
            let expectation = score(margin_of(outcome, position.side()));
            return Some(ChanceProbed { expectation, error: 0.0, outcome: Some(outcome), rolls: Vec::new() });
        }
        let error = tables.table(tables.context().seat(position))?.census.error;
        let rolls = tables.rolls(snapshot)?;
        Some(ChanceProbed { expectation: mean_of_best(&rolls), error, outcome: None, rolls })
    }
}
