//! The endgame tables of a game, for code that does not depend on the shape of the board.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use petteia_engine::rules::Unsupported;
use petteia_engine::{
    AnyBoard, AnyPosition, CheckedRules, Dynamic, Game, Geometry, OnBoard, Progress, SquareSet, with_width,
};

use super::context::SolverContext;
use super::material::{Ending, Seat};
use super::request::{ProbeError, Sample, SolveError, SolveOptions};
use super::store::StoreError;
use super::table::{OnItsShape, TableKind, Tables};

/// A game with the tables of some of its endings. Threads can share it.
pub struct AnyTables<K: TableKind> {
    context: SolverContext<AnyBoard>,
    pub(super) tables: Box<dyn OnItsShape<K>>,
}

impl<K: TableKind> fmt::Debug for AnyTables<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyTables").field("rules", self.game().rules()).field("seats", &self.held()).finish()
    }
}

impl<K: TableKind> AnyTables<K> {
    /// Prepares a game without any tables.
    ///
    /// # Errors
    /// The game has a rule that these tables do not support.
    pub fn new(rules: &CheckedRules) -> Result<Self, Unsupported> {
        Ok(AnyTables { context: K::context(rules, AnyBoard::new(rules.board))?, tables: K::prepare(rules)? })
    }

    /// Returns the game, without limits.
    pub fn game(&self) -> &Game<AnyBoard> {
        self.context.game()
    }

    /// Returns the game as its tables treat it.
    pub fn context(&self) -> &SolverContext<AnyBoard> {
        &self.context
    }

    /// Returns the tables for positions with sets `S`, for lookups inside a search; `None` if those of the game are wider
    /// or narrower.
    pub fn on<S: SquareSet>(&self) -> Option<&Tables<Dynamic<S>, K>> {
        let tables: &dyn Any = self.tables.as_ref();
        tables.downcast_ref()
    }

    /// Returns the seats whose tables are loaded, in the order in which they were added.
    pub fn held(&self) -> Vec<Seat> {
        self.tables.held()
    }

    /// Returns whether the tables of an ending are loaded.
    pub fn holds(&self, ending: Ending) -> bool {
        self.context.seats(ending).into_iter().all(|seat| self.census(seat).is_some())
    }

    /// Returns what the table of a seat contains; `None` if it is not loaded.
    pub fn census(&self, seat: Seat) -> Option<&K::Census> {
        self.tables.census(seat)
    }

    /// Reads the tables of an ending, and of all endings that captures lead to, from a folder.
    ///
    /// # Errors
    /// The ending is refused, or a file is missing or differs from the one that was written.
    pub fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        self.tables.read(ending, folder)
    }

    /// Adds all finished tables of this game in a folder and its subfolders. Tables of other games are ignored.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        self.tables.read_all(folder)
    }

    /// Computes and writes the tables of an ending and of all endings that captures lead to. Tables in the folder are read
    /// instead. Interrupted work continues from where it was last saved, or if the game has a die from the last ending
    /// that was finished.
    ///
    /// # Errors
    /// The ending is refused or too large, or a file cannot be read or written.
    pub fn solve(&mut self, ending: Ending, options: &SolveOptions, progress: &dyn Progress) -> Result<(), SolveError> {
        self.tables.solve(ending, options, progress)
    }

    /// Verifies the tables of an ending by the moves of the engine alone: each entry must follow from its successors. The
    /// tables of the ending and of all smaller ones must be loaded. Returns the number of entries checked.
    ///
    /// # Errors
    /// Returns the fault with the smallest number among those found.
    pub fn verify(&self, ending: Ending, sample: Sample, progress: &dyn Progress) -> Result<u64, K::Fault> {
        self.tables.verify(ending, sample, progress)
    }

    /// Returns what the tables say of a position and of its moves. The limits, the clock and the history are ignored.
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &AnyPosition) -> Result<K::Probed, ProbeError> {
        self.tables.probe(position)
    }
}

/// Prepares a game without any tables, with sets that are just wide enough for its board.
pub(super) fn on_its_width<K: TableKind>(rules: &CheckedRules) -> Result<Box<dyn OnItsShape<K>>, Unsupported> {
    struct Prepare<'a, K>(&'a CheckedRules, PhantomData<K>);

    impl<K: TableKind> OnBoard for Prepare<'_, K> {
        type Output = Result<Box<dyn OnItsShape<K>>, Unsupported>;

        fn run<G: Geometry>(self, geometry: G) -> Self::Output {
            Ok(Box::new(Tables::<G, K>::new(self.0, geometry)?))
        }
    }

    with_width(rules.board, Prepare(rules, PhantomData::<K>))
}
