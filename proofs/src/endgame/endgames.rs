//! The endgame tables of a game, for code that does not depend on the shape of the board.

use std::any::Any;
use std::fmt;
use std::path::Path;

use petteia_engine::{AnyBoard, AnyPosition, CheckedRules, Game, Geometry, OnBoard, with_geometry};

use super::census::Census;
use super::material::{Ending, Seat};
use super::probe::{ProbeError, Probed};
use super::setting::{Refusal, Setting};
use super::solve::{SolveError, SolveOptions, make_cached, solve};
use super::store::StoreError;
use super::table::EndgameTables;
use super::value::Value;
use super::verify::{Fault, Sample, verify};
use super::watch::Watch;

/// A game with the tables of some of its endings, using the fastest shape for its board. Threads can share it.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_proofs::endgame::{Endgames, ProbeError};
/// let endgames = Endgames::new(&Rules::parse("city-8").unwrap()).unwrap();
/// let ending = endgames.ending("2v3".parse().unwrap()).unwrap();
/// assert_eq!(ending.to_string(), "3v2");
/// let position = endgames.game().parse("8/8/8/3s4/8/8/3SS3/8 w 0,0 7,6 2 40").unwrap();
/// assert_eq!(endgames.probe(&position), Err(ProbeError::NoTable("2v1".parse().unwrap())));
/// ```
pub struct Endgames {
    game: Game<AnyBoard>,
    tables: Box<dyn OnItsShape>,
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").field("rules", self.game.rules()).field("seats", &self.held()).finish()
    }
}

impl Endgames {
    /// Prepares a game without any tables.
    ///
    /// # Errors
    /// The game has a rule that endgame tables do not support.
    pub fn new(rules: &CheckedRules) -> Result<Self, Refusal> {
        struct Prepare<'a>(&'a CheckedRules);

        impl OnBoard for Prepare<'_> {
            type Output = Result<Endgames, Refusal>;

            fn run<G: Geometry>(self, geometry: G) -> Self::Output {
                let setting = Setting::new(self.0, geometry)?;
                let game = Game::of(setting.game().rules().clone());
                Ok(Endgames { game, tables: Box::new(EndgameTables::new(setting)) })
            }
        }

        with_geometry(rules.board, Prepare(rules))
    }

    /// Returns the game, without limits.
    pub fn game(&self) -> &Game<AnyBoard> {
        &self.game
    }

    /// Returns the tables for the board shape `G`, for lookups inside a search; `None` if the game uses another shape.
    pub fn on<G: Geometry>(&self) -> Option<&EndgameTables<G>> {
        self.tables.as_any().downcast_ref()
    }

    /// Returns whether both sides play by the same rules, so that one table serves White and Black to move.
    pub fn colours_are_alike(&self) -> bool {
        self.tables.colours_are_alike()
    }

    /// Returns the canonical form of an ending, under which its tables are stored ([`Setting::ending`]).
    ///
    /// # Errors
    /// The pieces cannot occur in the game, or there are too many.
    pub fn ending(&self, ending: Ending) -> Result<Ending, Refusal> {
        self.tables.ending(ending)
    }

    /// Returns all endings that captures can lead to from this one, followed by this one.
    pub fn endings_below(&self, ending: Ending) -> Vec<Ending> {
        self.tables.endings_below(ending)
    }

    /// Returns the seats for which an ending has tables ([`Setting::seats`]).
    pub fn seats(&self, ending: Ending) -> Vec<Seat> {
        self.tables.seats(ending)
    }

    /// Returns the number of entries in the tables of an ending, or slightly more.
    pub fn entries(&self, ending: Ending) -> u64 {
        self.tables.entries(ending)
    }

    /// Returns the seats whose tables are loaded, in the order in which they were added.
    pub fn held(&self) -> Vec<Seat> {
        self.tables.held()
    }

    /// Returns whether the tables of an ending are loaded.
    pub fn holds(&self, ending: Ending) -> bool {
        self.tables.holds(ending)
    }

    /// Returns the largest number of pieces in a position that these tables contain.
    pub fn most_pieces(&self) -> u32 {
        self.tables.most_pieces()
    }

    /// Returns the number of placements of each value in the table of a seat; `None` if it is not loaded.
    pub fn census(&self, seat: Seat) -> Option<&Census> {
        self.tables.census(seat)
    }

    /// Returns the contents of this game's finished tables in a folder ([`Setting::recorded`]).
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn recorded(&self, folder: &Path) -> Result<Vec<(Seat, Census)>, StoreError> {
        self.tables.recorded(folder)
    }

    /// Reads the tables of an ending, and of all endings that captures lead to, from a folder.
    ///
    /// # Errors
    /// The ending is refused, or a file is missing or differs from the one that was written.
    pub fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        self.tables.read(ending, folder)
    }

    /// Adds all finished tables of this game in a folder and its subfolders ([`EndgameTables::read_all`]).
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        self.tables.read_all(folder)
    }

    /// Computes and writes the tables of an ending and of all endings that captures lead to ([`solve`]).
    ///
    /// # Errors
    /// The ending is refused or too large, or a file cannot be read or written.
    pub fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError> {
        self.tables.solve(ending, options, watch)
    }

    /// Computes the tables of an ending and of all endings that captures lead to, unless a cache contains them.
    pub(super) fn make_cached(
        &mut self,
        ending: Ending,
        cache: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<(), SolveError> {
        self.tables.make_cached(ending, cache, watch)
    }

    /// Verifies the tables of an ending ([`verify`]); they and the tables of all smaller endings must be loaded.
    /// Returns the number of entries checked.
    ///
    /// # Errors
    /// Returns the fault with the smallest number among those found.
    pub fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, Fault> {
        self.tables.verify(ending, sample, watch)
    }

    /// Returns the ending of a position.
    pub fn ending_of(&self, position: &AnyPosition) -> Ending {
        self.tables.ending_of(position)
    }

    /// Returns the value of a position and of each of its moves ([`EndgameTables::probe`]).
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &AnyPosition) -> Result<Probed, ProbeError> {
        self.tables.probe(position)
    }

    /// Returns the value of a position for the side to move ([`EndgameTables::exact_value`]).
    pub fn exact_value(&self, position: &AnyPosition) -> Option<Value> {
        self.tables.exact_value(position)
    }
}

/// [`EndgameTables`] for any shape of the board, as needed by [`Endgames`].
trait OnItsShape: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn colours_are_alike(&self) -> bool;
    fn ending(&self, ending: Ending) -> Result<Ending, Refusal>;
    fn endings_below(&self, ending: Ending) -> Vec<Ending>;
    fn seats(&self, ending: Ending) -> Vec<Seat>;
    fn entries(&self, ending: Ending) -> u64;
    fn held(&self) -> Vec<Seat>;
    fn holds(&self, ending: Ending) -> bool;
    fn most_pieces(&self) -> u32;
    fn census(&self, seat: Seat) -> Option<&Census>;
    fn recorded(&self, folder: &Path) -> Result<Vec<(Seat, Census)>, StoreError>;
    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError>;
    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError>;
    fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError>;
    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, watch: &dyn Watch) -> Result<(), SolveError>;
    fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, Fault>;
    fn ending_of(&self, position: &AnyPosition) -> Ending;
    fn probe(&self, position: &AnyPosition) -> Result<Probed, ProbeError>;
    fn exact_value(&self, position: &AnyPosition) -> Option<Value>;
}

impl<G: Geometry> OnItsShape for EndgameTables<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn colours_are_alike(&self) -> bool {
        self.setting().colours_are_alike()
    }

    fn ending(&self, ending: Ending) -> Result<Ending, Refusal> {
        self.setting().ending(ending)
    }

    fn endings_below(&self, ending: Ending) -> Vec<Ending> {
        self.setting().endings_below(ending)
    }

    fn seats(&self, ending: Ending) -> Vec<Seat> {
        self.setting().seats(ending)
    }

    fn entries(&self, ending: Ending) -> u64 {
        self.setting().entries(ending)
    }

    fn held(&self) -> Vec<Seat> {
        self.tables().iter().map(|table| table.seat()).collect()
    }

    fn holds(&self, ending: Ending) -> bool {
        EndgameTables::holds(self, ending)
    }

    fn most_pieces(&self) -> u32 {
        EndgameTables::most_pieces(self)
    }

    fn census(&self, seat: Seat) -> Option<&Census> {
        self.table(seat).map(|table| table.census())
    }

    fn recorded(&self, folder: &Path) -> Result<Vec<(Seat, Census)>, StoreError> {
        self.setting().recorded(folder)
    }

    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        EndgameTables::read(self, ending, folder)
    }

    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        EndgameTables::read_all(self, folder)
    }

    fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError> {
        solve(self, ending, options, watch)
    }

    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, watch: &dyn Watch) -> Result<(), SolveError> {
        make_cached(self, ending, cache, watch)
    }

    fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, Fault> {
        verify(self, ending, sample, watch)
    }

    fn ending_of(&self, position: &AnyPosition) -> Ending {
        EndgameTables::ending_of(self, &position.cast())
    }

    fn probe(&self, position: &AnyPosition) -> Result<Probed, ProbeError> {
        EndgameTables::probe(self, &position.cast())
    }

    fn exact_value(&self, position: &AnyPosition) -> Option<Value> {
        EndgameTables::exact_value(self, &position.cast())
    }
}
