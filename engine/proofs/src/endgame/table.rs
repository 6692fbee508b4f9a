//! Finished tables in memory, and what kinds of them there are.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;

use petteia_engine::rules::Unsupported;
use petteia_engine::{AnyPosition, CheckedRules, Geometry, Position, Progress, Snapshot, SquareSet};

use super::context::SolverContext;
use super::index::{Numbering, Placement};
use super::material::{Ending, Seat};
use super::request::{ProbeError, Sample, SolveError, SolveOptions, TooLong};
use super::store::{StoreError, TableFile};

/// What tables say of a placement, and how tables that say so are made, kept and checked.
pub trait TableKind: Clone + Debug + Send + Sync + 'static {
    /// The values of all entries of a table.
    type Values: Clone + Debug + Send + Sync;
    /// The value of an entry.
    type Value;
    /// The summary of a table.
    type Census: Clone + Debug + Send + Sync;
    /// The answer for a position.
    type Probed;
    /// An entry that is wrong.
    type Fault;

    /// The largest number of entries in the tables of an ending that is computed on demand, whatever the budget.
    const MOST_ON_DEMAND: u64;
    /// Whether processes that compute tables for the same cache wait for each other.
    const TAKES_TURNS: bool;

    /// Prepares a game.
    fn context<G: Geometry>(rules: &CheckedRules, geometry: G) -> Result<SolverContext<G>, Unsupported>;

    /// Prepares a game without any tables, with sets that are just wide enough for its board. This function is not generic, so that
    /// the computations are compiled in this crate only.
    fn prepare(rules: &CheckedRules) -> Result<Box<dyn OnItsShape<Self>>, Unsupported>;

    /// Returns the number of entries.
    fn count(values: &Self::Values) -> u64;

    /// Returns the value of an entry.
    fn value(values: &Self::Values, number: u64) -> Self::Value;

    /// Returns the largest number of bytes that the computation of an ending and of those below it takes.
    fn bytes<G: Geometry>(context: &SolverContext<G>, ending: Ending) -> u64;

    /// Computes the tables of an ending. The tables of smaller endings must be loaded.
    fn compute<G: Geometry>(
        tables: &Tables<G, Self>,
        ending: Ending,
        progress: &dyn Progress,
    ) -> Result<Vec<Table<G::Set, Self>>, TooLong>;

    /// Computes the tables of an ending and writes them.
    fn solve<G: Geometry>(
        tables: &Tables<G, Self>,
        ending: Ending,
        options: &SolveOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<Table<G::Set, Self>>, SolveError> {
        let made = Self::compute(tables, ending, progress)?;
        Self::write(&TableFile::new(&options.folder, ending), tables.context(), &made)?;
        Ok(made)
    }

    /// Reads and checks a file.
    fn read<G: Geometry>(file: &TableFile, context: &SolverContext<G>) -> Result<Vec<Table<G::Set, Self>>, StoreError>;

    /// Writes a file.
    fn write<G: Geometry>(
        file: &TableFile,
        context: &SolverContext<G>,
        tables: &[Table<G::Set, Self>],
    ) -> Result<(), StoreError>;

    /// Verifies a table of an ending. Returns the number of entries checked.
    fn verify<G: Geometry>(
        tables: &Tables<G, Self>,
        table: &Table<G::Set, Self>,
        ending: Ending,
        sample: Sample,
        progress: &dyn Progress,
    ) -> Result<u64, Self::Fault>;

    /// Returns the answer for the position of a snapshot, or `None` if a table is not loaded.
    fn probe<G: Geometry>(tables: &Tables<G, Self>, snapshot: &Snapshot<G::Set>) -> Option<Self::Probed>;
}

/// The values of all placements of one seat.
#[derive(Clone, Debug)]
pub struct Table<S: SquareSet, K: TableKind> {
    pub(super) seat: Seat,
    pub(super) numbering: Numbering<S>,
    pub(super) values: K::Values,
    pub(super) census: K::Census,
}

impl<S: SquareSet, K: TableKind> Table<S, K> {
    /// Returns the number of entries, including doubles.
    pub(super) fn entries(&self) -> u64 {
        K::count(&self.values)
    }

    /// Returns the placement of an entry with its value, or `None` for a double.
    pub(super) fn entry(&self, number: u64) -> Option<(Placement<S>, K::Value)> {
        let placement = self.numbering.placement(number)?;
        Some((placement, K::value(&self.values, number)))
    }
}

/// A game with the tables of some of its endings, on one shape of the board.
#[derive(Clone, Debug)]
pub struct Tables<G: Geometry, K: TableKind> {
    context: SolverContext<G>,
    /// In the order in which they were added.
    pub(super) tables: Vec<Table<G::Set, K>>,
}

impl<G: Geometry, K: TableKind> Tables<G, K> {
    /// Prepares a game without tables.
    pub(super) fn new(rules: &CheckedRules, geometry: G) -> Result<Self, Unsupported> {
        Ok(Tables { context: K::context(rules, geometry)?, tables: Vec::new() })
    }

    /// Returns the game.
    pub fn context(&self) -> &SolverContext<G> {
        &self.context
    }

    /// Returns the table of a seat.
    #[inline]
    pub(super) fn table(&self, seat: Seat) -> Option<&Table<G::Set, K>> {
        self.tables.iter().find(|table| table.seat == seat)
    }

    /// Returns whether the tables of an ending are loaded.
    pub(super) fn holds(&self, ending: Ending) -> bool {
        self.context.seats(ending).into_iter().all(|seat| self.table(seat).is_some())
    }

    /// Returns the largest number of pieces in a position that these tables contain.
    pub fn most_pieces(&self) -> u32 {
        self.tables.iter().map(|table| table.seat.own.pieces() + table.seat.other.pieces()).max().unwrap_or(0)
    }

    /// Returns the value of a position of the movement phase for the side to move; `None` if its table is not loaded.
    #[inline]
    pub(super) fn value(&self, position: &Position<G::Set>) -> Option<K::Value> {
        let table = self.table(self.context.seat(position))?;
        let number = table.numbering.number(&self.context.placement(position));
        Some(K::value(&table.values, number))
    }

    /// Returns the value of a position for the side to move; with a die, its margin before its roll, from −1 to 1. Returns
    /// `None` if these tables do not determine it: stones are in hand, the table is not loaded, or the game counts captured stones and those of the
    /// position are not those that it lacks. The game must not be over.
    pub fn find(&self, position: &Position<G::Set>) -> Option<K::Value> {
        let is_told = !position.is_placing() && self.context.is_counted(position);
        if is_told { self.value(position) } else { None }
    }

    /// Returns what the tables say of a position and of its moves. The limits, the clock and the history are ignored.
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &Position<G::Set>) -> Result<K::Probed, ProbeError> {
        if position.is_placing() {
            return Err(ProbeError::Placing);
        }
        let snapshot = self.context.game().snapshot(*position);
        if snapshot.outcome().is_none() && !self.context.is_counted(position) {
            let expected = self.context.captured(position);
            return Err(ProbeError::OtherCaptures { expected: format!("{},{}", expected.white, expected.black) });
        }
        K::probe(self, &snapshot).ok_or_else(|| ProbeError::NoTable(self.context.ending_of(position)))
    }
}

/// [`Tables`] on any shape of the board; [`AnyTables`](super::AnyTables) says what each function does.
pub trait OnItsShape<K: TableKind>: Any + Send + Sync {
    fn held(&self) -> Vec<Seat>;
    fn census(&self, seat: Seat) -> Option<&K::Census>;
    fn solve(&mut self, ending: Ending, options: &SolveOptions, progress: &dyn Progress) -> Result<(), SolveError>;
    /// Computes the same tables unless they are in a cache. Tables that cannot be read from the cache are computed again.
    /// Tables that cannot be written there must be computed again next time, but they are the same.
    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, progress: &dyn Progress) -> Result<(), SolveError>;
    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError>;
    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError>;
    fn verify(&self, ending: Ending, sample: Sample, progress: &dyn Progress) -> Result<u64, K::Fault>;
    fn probe(&self, position: &AnyPosition) -> Result<K::Probed, ProbeError>;
    fn find(&self, position: &AnyPosition) -> Option<K::Value>;
}
