//! The tables of expectations of a game, for code that does not depend on the shape of the board.

use std::any::Any;
use std::fmt;
use std::path::Path;

use petteia_engine::{AnyBoard, AnyPosition, CheckedRules, Dynamic, Game, Geometry, OnBoard, with_geometry};

use super::super::material::{Ending, Seat};
use super::super::on_demand::{Extent, folder_of, open_endings};
use super::super::probe::ProbeError;
use super::super::setting::{Refusal, Setting};
use super::super::solve::{SolveError, SolveOptions};
use super::super::store::StoreError;
use super::super::verify::Sample;
use super::super::watch::Watch;
use super::census::ChanceCensus;
use super::probe::ChanceProbed;
use super::table::ChanceTables;
use super::verify::ChanceFault;

/// The largest number of entries in tables that are computed on demand: about ten seconds of work on one core, 120 MB of
/// memory, and two megabytes in the cache.
const MOST_ENTRIES: u64 = 1_000_000;

/// A game with a die, with the tables of expectations of some of its endings, using the fastest shape for its board.
/// Threads can share it.
///
/// ```
/// use petteia_engine::{BoardSize, Rules};
/// use petteia_proofs::endgame::{Chances, Extent, Silent};
/// let small = Rules { board: BoardSize { files: 4, ranks: 4 }, ..Rules::read("city-8+die=4").unwrap() };
/// let chances = Chances::on_demand(&small.check().unwrap(), Extent::UpTo(3), None, &Silent).unwrap();
/// // Whatever White rolls, a2-a1 captures the last stone.
/// let position = chances.game().parse("4/4/S3/1sS1 w 0,0 3,2 0 0").unwrap();
/// let probed = chances.probe(&position).unwrap();
/// assert_eq!((probed.expectation, probed.rolls.len()), (1.0, 4));
/// ```
pub struct Chances {
    setting: Setting<AnyBoard>,
    tables: Box<dyn OnItsShape>,
}

impl fmt::Debug for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chances").field("rules", self.game().rules()).field("seats", &self.held()).finish()
    }
}

impl Chances {
    /// Prepares a game without any tables.
    ///
    /// # Errors
    /// The game has no die, or a rule that endgame tables do not support.
    pub fn new(rules: &CheckedRules) -> Result<Self, Refusal> {
        struct Prepare<'a>(&'a CheckedRules);

        impl OnBoard for Prepare<'_> {
            type Output = Result<Box<dyn OnItsShape>, Refusal>;

            fn run<G: Geometry>(self, geometry: G) -> Self::Output {
                Ok(Box::new(ChanceTables::new(Setting::with_die(self.0, geometry)?)))
            }
        }

        let setting = Setting::with_die(rules, Dynamic::new(rules.board))?;
        Ok(Chances { setting, tables: with_geometry(rules.board, Prepare(rules))? })
    }

    /// Prepares a game with the tables of all [endings of an extent](Chances::endings_on_demand), which come from the
    /// cache or are computed and then stored there. If the cache cannot be used, this costs only time.
    /// Returns `None` for a game that these tables do not support.
    #[must_use]
    pub fn on_demand(rules: &CheckedRules, extent: Extent, cache: Option<&Path>, watch: &dyn Watch) -> Option<Self> {
        let mut chances = Chances::new(rules).ok()?;
        let folder = cache.map(|cache| folder_of(chances.game().rules(), cache));
        for ending in chances.endings_on_demand(extent) {
            let made = chances.tables.make_cached(ending, folder.as_deref(), watch);
            made.expect("small endings are endings of the game");
        }
        Some(chances)
    }

    /// Returns the endings of an extent that are computed on demand, smallest first: those whose tables have at most one
    /// million entries. Endings in which the game is over are excluded. The result depends only on the
    /// rules.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_proofs::endgame::{Chances, Extent};
    /// let endings = Chances::new(&Rules::parse("city-8+die=4").unwrap()).unwrap().endings_on_demand(Extent::Small);
    /// let endings: Vec<String> = endings.iter().map(ToString::to_string).collect();
    /// assert_eq!(endings.join(" "), "1v1 2v1 2v2 3v1");
    /// ```
    #[must_use]
    pub fn endings_on_demand(&self, extent: Extent) -> Vec<Ending> {
        let setting = &self.setting;
        let size = |ending| setting.ending(ending).ok().map(|ending| (ending, setting.entries(ending)));
        open_endings(self.game().rules(), extent.limits().0, MOST_ENTRIES, size)
    }

    /// Returns the game, without limits.
    pub fn game(&self) -> &Game<AnyBoard> {
        self.setting.game()
    }

    /// Returns the game as its tables treat it.
    pub fn setting(&self) -> &Setting<AnyBoard> {
        &self.setting
    }

    /// Returns the tables for the board shape `G`, for lookups inside a search; `None` if the game uses another shape.
    pub fn on<G: Geometry>(&self) -> Option<&ChanceTables<G>> {
        self.tables.as_any().downcast_ref()
    }

    /// Returns the seats whose tables are loaded, in the order in which they were added.
    pub fn held(&self) -> Vec<Seat> {
        self.tables.held()
    }

    /// Returns what the table of a seat contains; `None` if it is not loaded.
    pub fn census(&self, seat: Seat) -> Option<&ChanceCensus> {
        self.tables.census(seat)
    }

    /// Computes and writes the tables of an ending and of all endings that captures lead to ([`ChanceTables::solve`]).
    ///
    /// # Errors
    /// The ending is refused or too large, or a file cannot be read or written.
    pub fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError> {
        self.tables.solve(ending, options, watch)
    }

    /// Reads the tables of an ending, and of all endings that captures lead to, from a folder.
    ///
    /// # Errors
    /// The ending is refused, or a file is missing or differs from the one that was written.
    pub fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        self.tables.read(ending, folder)
    }

    /// Adds all tables of this game in a folder and its subfolders.
    ///
    /// # Errors
    /// The folder cannot be read, or a table differs from the one that was written.
    pub fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        self.tables.read_all(folder)
    }

    /// Verifies the tables of an ending ([`ChanceTables::verify`]). Returns the number of entries checked.
    ///
    /// # Errors
    /// Returns the fault with the smallest number among those found.
    pub fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, ChanceFault> {
        self.tables.verify(ending, sample, watch)
    }

    /// Returns the expectation of a position and of each decision ([`ChanceTables::probe`]).
    ///
    /// # Errors
    /// These tables do not contain the position.
    pub fn probe(&self, position: &AnyPosition) -> Result<ChanceProbed, ProbeError> {
        self.tables.probe(position)
    }
}

/// [`ChanceTables`] for any shape of the board, as needed by [`Chances`].
trait OnItsShape: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn held(&self) -> Vec<Seat>;
    fn census(&self, seat: Seat) -> Option<&ChanceCensus>;
    fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError>;
    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, watch: &dyn Watch) -> Result<(), SolveError>;
    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError>;
    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError>;
    fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, ChanceFault>;
    fn probe(&self, position: &AnyPosition) -> Result<ChanceProbed, ProbeError>;
}

impl<G: Geometry> OnItsShape for ChanceTables<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn held(&self) -> Vec<Seat> {
        self.tables().iter().map(|table| table.seat()).collect()
    }

    fn census(&self, seat: Seat) -> Option<&ChanceCensus> {
        self.table(seat).map(|table| table.census())
    }

    fn solve(&mut self, ending: Ending, options: &SolveOptions, watch: &dyn Watch) -> Result<(), SolveError> {
        ChanceTables::solve(self, ending, options, watch)
    }

    fn make_cached(&mut self, ending: Ending, cache: Option<&Path>, watch: &dyn Watch) -> Result<(), SolveError> {
        ChanceTables::make_cached(self, ending, cache, watch)
    }

    fn read(&mut self, ending: Ending, folder: &Path) -> Result<(), SolveError> {
        ChanceTables::read(self, ending, folder)
    }

    fn read_all(&mut self, folder: &Path) -> Result<(), StoreError> {
        ChanceTables::read_all(self, folder)
    }

    fn verify(&self, ending: Ending, sample: Sample, watch: &dyn Watch) -> Result<u64, ChanceFault> {
        ChanceTables::verify(self, ending, sample, watch)
    }

    fn probe(&self, position: &AnyPosition) -> Result<ChanceProbed, ProbeError> {
        ChanceTables::probe(self, &position.cast())
    }
}
