//! Running an experiment: units of games on all cores, each written as a complete part.
//!
//! A unit is a function of the plan alone, so the tables are the same for any number of threads, shards and
//! interruptions: an interrupted run resumes with the units that have no complete part. The steps are: the
//! [`manifest`](Manifest) fixes the plan, the [`folder`] is locked, the [`schedule`] hands out [`units`], whose
//! [`parts`] are written and recorded in a [`ledger`], and at the end all of them are [`check`]ed.

mod check;
mod folder;
mod fresh;
mod ledger;
mod manifest;
mod merge;
mod part_table;
mod parts;
mod progress;
mod provenance;
mod replay;
mod schedule;
mod status;
mod traces;
mod units;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use folder::{RunFolder, Strange, survey};
use ledger::{Entry, Reader, Writer};
use merge::{finish, set_damaged_aside, tidy};
use parts::{Output, Played, provenance_of};
use petteia_engine::Simd;
use petteia_files::FileError;
use petteia_players::agents::AgentError;
use petteia_tables::TableError;
use progress::Progress;
use rayon::{ThreadPool, ThreadPoolBuilder};
use schedule::{Schedule, Standing};

use crate::SolveProgress;
use crate::experiment::{Experiment, Plan};
use crate::lock::LockError;
pub use folder::{Shard, lock_report};
pub use fresh::{go_on_starting_over, start_over};
pub use manifest::{Manifest, SCHEMA};
pub use merge::merge;
pub(crate) use part_table::PartTable;
pub use replay::{ReplayError, Replays, replay_game};
pub use status::{CellStatus, Status, status};
pub use traces::{SAMPLE, measured};
pub use verify::{Verified, verify};

/// What can go wrong in a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder contains another run.
    #[error(
        "{} holds another run: {differs}. Name another folder with --out, or start over in this one with --fresh",
        folder.display()
    )]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        differs: String,
    },
    /// The folder contains something that is not a run.
    #[error("{} is not a run folder: {differs}. Name another folder with --out", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// What it contains.
        differs: String,
    },
    /// The manifest cannot be used.
    #[error("{}: {problem}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// An agent lacks what it played with.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Another process is working in the folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder contains something that does not belong to its plan.
    #[error(
        "{} {why}; move it away, or give the `petteia run` of this run again, which sets it aside and plays what is \
         missing",
        path.display()
    )]
    Strange {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: &'static str,
    },
    /// Parts of a complete run are missing.
    #[error(
        "{}: the parts of {units} units are missing, which its ledgers know; give the `petteia run` of this run again, \
         which plays them",
        folder.display()
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The number of missing parts.
        units: u64,
    },
    /// Units are still to be played.
    #[error("{} is not complete: {units} units are left; `petteia status` shows which", folder.display())]
    Incomplete {
        /// The folder.
        folder: PathBuf,
        /// The number of units.
        units: u64,
    },
    /// A file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table cannot be written or read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl RunError {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> RunError + use<> {
        let at = FileError::at(path);
        move |source| RunError::File(at(source))
    }

    /// Returns whether the input was invalid, as opposed to a failure during the work.
    pub fn is_input(&self) -> bool {
        use RunError::{Agent, Lock, Manifest, NoRun, OtherRun};
        matches!(self, OtherRun { .. } | NoRun { .. } | Manifest { .. } | Agent(_) | Lock(LockError::Busy { .. }))
    }
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The output folder.
    pub out: PathBuf,
    /// The part of the units to play; `None` for all.
    pub shard: Option<Shard>,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
    /// How to play random games, if their rules allow it. The games are the same.
    pub simd: Simd,
    /// When set, the units in progress are dropped and the run ends.
    pub stop: Arc<AtomicBool>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All units are complete, or as many as the time budget allows.
    Complete,
    /// The units of this shard are complete; others may be missing.
    ShardDone,
    /// It was interrupted.
    Stopped,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// The number of games played by this call.
    pub played: u64,
}

/// How often all parts are checked, after damaged ones have been played again: a disk that damages them each time is
/// unusable.
const MOST_CHECKS: u32 = 3;

/// Plays all units of a plan that have no complete part. `say` receives messages about anything unusual.
///
/// # Errors
/// The folder contains another run or is in use, or something cannot be written. Parts that were written stay.
pub fn run(experiment: &Experiment, plan: &Plan, options: &RunOptions, say: &dyn Fn(&str)) -> Result<Ended, RunError> {
    let folder = RunFolder::open(&options.out, experiment, plan, options.shard)?;
    folder.remove_leftovers()?;
    let units = || match options.shard {
        None => tidy(&folder, plan, say),
        Some(_) => {
            let (units, strange) = survey(folder.path(), folder.manifest(), plan)?;
            // Foreign parts can wait for the process that merges: it alone knows that no other process is working.
            Strange { ledgers: strange.ledgers, ..Strange::default() }.refuse().map(|()| units)
        }
    };
    let mut known = units()?;
    let ledger = Writer::open(folder.path(), &folder.label(), &folder.manifest().plan_sha256)?;
    let output = Output { provenance: provenance_of(folder.manifest()), folder: &folder, ledger };
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let mut played = 0;
    let mut damaged = 0;
    for _ in 0..MOST_CHECKS {
        let standing = Standing::new(plan, known);
        let (more, standing) = play(standing, &output, options, &pool)?;
        played += more;
        if options.stop.load(Ordering::Relaxed) {
            return Ok(Ended { end: End::Stopped, played });
        }
        if options.shard.is_some() {
            return Ok(Ended { end: End::ShardDone, played });
        }
        damaged = set_damaged_aside(folder.path(), &standing, &pool, say)?;
        if damaged == 0 {
            finish(&folder, &standing)?;
            return Ok(Ended { end: End::Complete, played });
        }
        known = units()?;
    }
    Err(RunError::Incomplete { folder: options.out.clone(), units: damaged })
}

/// Creates the folder of a run, or makes sure that it belongs to exactly this plan, so that shards can begin.
///
/// # Errors
/// It contains something else, it is in use, or it cannot be written.
pub fn prepare(experiment: &Experiment, plan: &Plan, out: &Path) -> Result<(), RunError> {
    RunFolder::open(out, experiment, plan, None).map(drop)
}

/// Prepares the endgame tables that the agents use.
fn prepare_agents(plan: &Plan, options: &RunOptions) -> Result<(), RunError> {
    let progress = SolveProgress::new(options.quiet);
    for cell in plan.cells.iter().take_while(|_| !options.stop.load(Ordering::Relaxed)) {
        cell.matchup.prepare(&progress)?;
    }
    progress.finish();
    Ok(())
}

/// Plays the open units. Returns the number of games, and the state of the run afterwards.
fn play<'a>(
    standing: Standing<'a>,
    output: &Output,
    options: &RunOptions,
    pool: &ThreadPool,
) -> Result<(u64, Standing<'a>), RunError> {
    let (plan, shard) = (standing.plan, options.shard);
    prepare_agents(plan, options)?;
    let progress = Progress::new(&standing, shard, options.quiet);
    let played_before = standing.units.seconds(&output.folder.label());
    let rules = plan.cells.iter().any(|cell| cell.stop.is_some());
    let others =
        (shard.is_some() && rules).then(|| Reader::new(output.folder.path(), &output.folder.manifest().plan_sha256));
    let schedule = Schedule::new(standing, shard, others);
    let (started, failure, games_played) = (Instant::now(), Mutex::new(None), AtomicU64::new(0));
    let work = || -> Result<(), RunError> {
        while let Some(unit) = schedule.next()? {
            let cell = &plan.cells[unit.cell as usize];
            let games = unit.games.clone();
            let Some(played) = Played::of(cell, plan.seed, games, options.simd, &options.stop, &|games| {
                progress.games_played(cell, games);
            }) else {
                break;
            };
            let seconds = played_before + started.elapsed().as_secs_f64();
            let entry = output.write(cell, &unit, &played, seconds)?;
            progress.unit_played(cell, &schedule.done(&entry));
            games_played.fetch_add(played.rows.len() as u64, Ordering::Relaxed);
            if failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                break;
            }
        }
        Ok(())
    };
    pool.broadcast(|_| {
        if let Err(error) = work() {
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    });
    progress.finish();
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if schedule.is_out_of_time() && !options.stop.load(Ordering::Relaxed) {
        let seconds = played_before + started.elapsed().as_secs_f64();
        output.ledger.add(&Entry::BudgetUsed { seconds })?;
    }
    Ok((games_played.into_inner(), schedule.into_standing()))
}
