//! Running an experiment: units of games on all cores, each written as a whole part.
//!
//! A unit is a function of the plan alone, so the tables are the same for any number of threads, and a
//! run that was stopped goes on with the units that have no part yet.

mod manifest;
mod parts;
mod progress;
mod replay;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use petteia_engine::{BySide, Game, Geometry, OnBoard, Simd, SquareCounts, game_seed, with_geometry};
use rayon::ThreadPoolBuilder;

use crate::experiment::{Cell, Experiment, Plan, Unit};
use crate::play::{GameRow, play_game, play_random_games};
use progress::Progress;
pub use replay::{ReplayError, replay_game};

/// What can go wrong in a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder holds another run.
    #[error("{} holds another run: {differs}. Name another folder with --out, or remove this one", folder.display())]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        differs: String,
    },
    /// A file cannot be written or read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A table cannot be written.
    #[error("{}: {source}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        source: polars::error::PolarsError,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl RunError {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> RunError + use<> {
        let path = path.to_owned();
        move |source| RunError::File { path, source }
    }
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The output folder.
    pub out: PathBuf,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
    /// How random games are played, where their rules allow it. The games are the same.
    pub simd: Simd,
}

/// Plays all units of a plan that have no part yet. Gives the number of games played now.
///
/// # Errors
/// The folder holds another run, or something cannot be written. Parts that are written stay.
pub fn run(experiment: &Experiment, plan: &Plan, options: &RunOptions) -> Result<u64, RunError> {
    manifest::open(&options.out, experiment, plan)?;
    let metadata = parts::Metadata::new(experiment, plan);
    let units = plan.units();
    let (done, open): (Vec<Unit>, Vec<Unit>) =
        units.into_iter().partition(|unit| parts::games_path(&options.out, unit).exists());
    let progress = Progress::new(plan, &done, options.quiet);
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    pool.broadcast(|_| {
        while let Some(unit) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let cell = &plan.cells[unit.cell as usize];
            let played =
                with_geometry(cell.rules.board, PlayUnit { plan, cell, unit, simd: options.simd, progress: &progress });
            if let Err(error) = parts::write(&options.out, cell, unit, &played, &metadata) {
                next.store(open.len(), Ordering::Relaxed);
                failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
            }
        }
    });
    progress.finish();
    match failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(error) => Err(error),
        None => Ok(open.iter().map(|unit| unit.games.end - unit.games.start).sum()),
    }
}

/// The games of a unit.
pub(crate) struct Played {
    rows: Vec<GameRow>,
    squares: SquareCounts,
}

struct PlayUnit<'a> {
    plan: &'a Plan,
    cell: &'a Cell,
    unit: &'a Unit,
    simd: Simd,
    progress: &'a Progress,
}

impl OnBoard for PlayUnit<'_> {
    type Output = Played;

    fn run<G: Geometry>(self, geometry: G) -> Played {
        let PlayUnit { plan, cell, unit, simd, progress } = self;
        let game = Game::new(cell.rules.clone(), geometry);
        let mut squares = SquareCounts::default();
        let seed = |number| game_seed(plan.seed, cell.stream(), number);
        let numbers = unit.games.clone();
        let watch = || progress.game_played(cell.index);
        let rows = if cell.is_random() {
            play_random_games(&game, simd, numbers, &seed, &mut squares, watch)
        } else {
            let mut agents = BySide { white: cell.white.make(), black: cell.black.make() };
            let play = |number| {
                let row = play_game(&game, &mut agents, plan.opening, number, seed(number), &mut squares);
                watch();
                row
            };
            numbers.map(play).collect()
        };
        Played { rows, squares }
    }
}
