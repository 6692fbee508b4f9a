//! Tables of wins, draws and losses.

use std::cmp::Reverse;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Instant;

use petteia_engine::rules::Unsupported;
use petteia_engine::{AnyPosition, CheckedRules, Event, GameRng, Geometry, Move, Outcome, Progress, Snapshot};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::any_board::on_its_width;
use super::build::TablebaseBuild;
use super::census::Census;
use super::context::SolverContext;
use super::material::{Ending, Seat};
use super::parallel::of_parts;
use super::request::{Sample, SolveError, SolveOptions, TooLong};
use super::store::{Part, STRONG, StoreError, TableFile, read, table_files_in, words, write};
use super::table::{OnItsShape, TableKind};
use super::value::{Codes, Value};
use super::verify::{Fault, fault};
use super::{EndgameTable, EndgameTables, Endgames, Exact};

/// The tables' answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position's value for the side to move.
    pub value: Value,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Each legal move with its value for the player who makes it, best first; empty if the game is over.
    pub moves: Vec<(Move, Value)>,
}

impl Endgames {
    /// Returns the contents of this game's finished tables in a folder, smallest ending first, without reading the tables
    /// themselves. Tables of other games are ignored, and a missing folder has none.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn recorded(&self, folder: &Path) -> Result<Vec<(Seat, Census)>, StoreError> {
        let paths = match table_files_in(folder) {
            Err(error) if error.is_missing() => Vec::new(),
            paths => paths?,
        };
        let mut found: Vec<(Ending, Vec<Contents>)> = Vec::new();
        for path in paths {
            if let Some(file) = TableFile::of_game(&path, self.game().rules())? {
                found.push((file.ending, file.contents()?));
            }
        }
        found.sort_by_key(|(ending, _)| (ending.pieces(), *ending));
        let contents = found.into_iter().flat_map(|(_, contents)| contents);
        Ok(contents.map(|Contents { seat, census, .. }| (seat, census)).collect())
    }

    /// Returns the value of a position for the side to move. Returns `None` if these tables do not determine it: stones
    /// are in hand, the table is not loaded, or the game counts captured stones and the captured stones of the position
    /// are not those that it lacks. The game must not be over.
    pub fn exact_value(&self, position: &AnyPosition) -> Option<Value> {
        self.tables.find(position)
    }
}

/// The header of a finished table.
#[derive(Serialize, Deserialize)]
struct Contents {
    seat: Seat,
    entries: u64,
    bytes_per_entry: usize,
    census: Census,
}

/// The number of entries that a thread checks at a time.
const CHUNK: u64 = 1 << 12;

/// The maximum number of bytes per entry, during computation and when finished.
const WORK_BYTES: u64 = 2;
const TABLE_BYTES: u64 = 2;

impl TableKind for Exact {
    type Values = Codes;
    type Value = Value;
    type Census = Census;
    type Probed = Probed;
    type Fault = Fault;

    const MOST_ON_DEMAND: u64 = u64::MAX;
    const TAKES_TURNS: bool = true;

    fn context<G: Geometry>(rules: &CheckedRules, geometry: G) -> Result<SolverContext<G>, Unsupported> {
        if rules.die.is_some() {
            let why = "with a die no ending is won or lost for certain; its tables hold expectations, which cannot be used \
                       here";
            return Err(Unsupported::new("die", why));
        }
        SolverContext::of(rules, geometry)
    }

    #[inline(never)]
    fn prepare(rules: &CheckedRules) -> Result<Box<dyn OnItsShape<Self>>, Unsupported> {
        on_its_width(rules)
    }

    fn count(codes: &Codes) -> u64 {
        codes.len()
    }

    #[inline]
    fn value(codes: &Codes, number: u64) -> Value {
        Value::of_code(codes.get(number))
    }

    fn bytes<G: Geometry>(context: &SolverContext<G>, ending: Ending) -> u64 {
        let entries = context.endings_below(ending).into_iter().map(|ending| context.entries(ending));
        let finished = entries.fold(0, u64::saturating_add).saturating_mul(TABLE_BYTES);
        finished.saturating_add(context.entries(ending).saturating_mul(WORK_BYTES))
    }

    fn compute<G: Geometry>(
        tables: &EndgameTables<G>,
        ending: Ending,
        progress: &dyn Progress,
    ) -> Result<Vec<EndgameTable<G::Set>>, TooLong> {
        let mut build = TablebaseBuild::new(tables, ending, progress);
        while build.advance()? {}
        Ok(build.finish())
    }

    /// Saves unfinished work, and continues from there.
    fn solve<G: Geometry>(
        tables: &EndgameTables<G>,
        ending: Ending,
        options: &SolveOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<EndgameTable<G::Set>>, SolveError> {
        let unfinished = options.folder.join(format!("{ending}.unfinished"));
        let mut build = TablebaseBuild::resume(tables, ending, &unfinished, progress)?;
        let mut saved = Instant::now();
        while build.advance()? {
            if saved.elapsed() >= options.save_every {
                build.save(&unfinished)?;
                saved = Instant::now();
            }
        }
        let made = build.finish();
        Self::write(&TableFile::new(&options.folder, ending), tables.context(), &made)?;
        match fs::remove_file(&unfinished) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::new(&unfinished, error).into()),
            _ => Ok(made),
        }
    }

    fn read<G: Geometry>(
        file: &TableFile,
        context: &SolverContext<G>,
    ) -> Result<Vec<EndgameTable<G::Set>>, StoreError> {
        let (contents, mut bytes) = read::<Vec<Contents>>(&file.path, context.game().rules(), file.ending)?;
        let mut tables = Vec::new();
        for Contents { seat, entries, bytes_per_entry, census } in contents {
            let numbering = context.numbering(seat);
            let length = usize::try_from(entries).unwrap_or(usize::MAX).saturating_mul(bytes_per_entry);
            if numbering.len() != entries || bytes.len() < length || !matches!(bytes_per_entry, 1 | 2) {
                return Err(StoreError::new(&file.path, "it has the wrong number of entries for its pieces"));
            }
            let rest = bytes.split_off(length);
            let values = if bytes_per_entry == 1 { Codes::Narrow(bytes) } else { Codes::Wide(words(&bytes)) };
            tables.push(EndgameTable { seat, numbering, values, census });
            bytes = rest;
        }
        Ok(tables)
    }

    fn write<G: Geometry>(
        file: &TableFile,
        context: &SolverContext<G>,
        tables: &[EndgameTable<G::Set>],
    ) -> Result<(), StoreError> {
        let contents = tables.iter().map(|table| Contents {
            seat: table.seat,
            entries: table.entries(),
            bytes_per_entry: if matches!(table.values, Codes::Narrow(_)) { 1 } else { 2 },
            census: table.census.clone(),
        });
        let contents: Vec<Contents> = contents.collect();
        let parts: Vec<Part> = tables.iter().map(|table| Part::Codes(&table.values)).collect();
        write(&file.path, context.game().rules(), file.ending, contents, &parts, STRONG)
    }

    fn verify<G: Geometry>(
        tables: &EndgameTables<G>,
        table: &EndgameTable<G::Set>,
        ending: Ending,
        sample: Sample,
        progress: &dyn Progress,
    ) -> Result<u64, Fault> {
        let draws = match sample {
            Sample::Random { entries, seed } if entries < table.entries() => Some((entries, seed)),
            _ => None,
        };
        let count = draws.map_or(table.entries(), |(entries, _)| entries);
        progress.on_progress(Event::Stage(&format!("{ending}: checking, {}", table.seat), count));
        let faults = of_parts(0..count, CHUNK, &|range| {
            let steps = range.end - range.start;
            let mut rng = draws.map(|(_, seed)| GameRng::from_seed(seed ^ (range.start / CHUNK) << 20));
            let numbers = range.map(|i| rng.as_mut().map_or(i, |rng| rng.next_u64() % table.entries()));
            let found = numbers.filter_map(|number| Some((number, fault(tables, table, number)?)));
            let first = found.min_by_key(|(number, _)| *number);
            progress.on_progress(Event::Steps(steps));
            first
        });
        faults.into_iter().flatten().min_by_key(|(number, _)| *number).map_or(Ok(count), |(_, fault)| Err(fault))
    }

    fn probe<G: Geometry>(tables: &EndgameTables<G>, snapshot: &Snapshot<G::Set>) -> Option<Probed> {
        if let Some(outcome) = snapshot.outcome() {
            return Some(Probed { value: tables.backed_up(snapshot), outcome: Some(outcome), moves: Vec::new() });
        }
        let value = tables.value(snapshot.position())?;
        let mut moves = tables.values_of_moves(snapshot);
        moves.sort_by_key(|&(_, value)| Reverse(value));
        Some(Probed { value, outcome: None, moves })
    }
}
