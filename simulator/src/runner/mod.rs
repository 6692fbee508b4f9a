//! The runner plays the jobs of a scheduler on all cores, writes each as a chunk of a store, and shows progress.
//!
//! An interrupted run resumes with the jobs that have no chunk: what is there is never played again.

mod check;
mod prepare;
mod progress;
mod queue;
mod remote;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::Simd;
use progress::Progress;
use queue::Queue;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::catalog::Catalog;
use crate::cell::{Cell, PlayOptions};
use crate::scheduler::{Job, Scheduler};
use crate::store::{Entry, NewChunk, RemoteJob, RunError, Store, StoreIndex, label, quarantine_chunks};
pub use check::{CheckEachOnce, ChunkCheck, Damage};
pub use remote::{RemoteExecutor, SubmitJob};

/// How to play. None of this changes the games.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
    /// How random games are played, if their rules allow it.
    pub simd: Simd,
    /// When set, the jobs in progress are dropped and the run ends.
    pub stop: Arc<AtomicBool>,
    /// Told about the games that are played.
    pub games: Option<Arc<GameCounter>>,
    /// Who plays the jobs, if it is not this process.
    pub executor: Option<RemoteExecutor>,
}

/// The games of a run, which one thread plays and another may look at.
#[derive(Debug, Default)]
pub struct GameCounter {
    /// Those played, in this call and before.
    pub played: AtomicU64,
    /// Those that are needed, as far as is known.
    pub expected: AtomicU64,
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The question is answered.
    Complete,
    /// The time budget was used up before.
    OutOfTime,
    /// The jobs of this shard are complete; others may be missing.
    ShardDone,
    /// It was interrupted.
    Stopped,
}

/// The result of playing.
#[derive(Debug)]
pub struct RunResult {
    /// How it ended.
    pub end: RunEnd,
    /// The games played by this call.
    pub played: u64,
    /// The games that the store had before, of those that the question needs.
    pub reused: u64,
    /// The chunks of the cells.
    pub catalog: Catalog,
    /// What the store has. Of a shard and of an interrupted run, what it had before.
    pub index: StoreIndex,
}

/// How often damaged chunks may be found, after others have been played again: a disk that damages them each time is
/// unusable.
const MOST_CHECKS: u32 = 3;

/// How long a shard waits before it looks what the others have played.
const PAUSE: Duration = Duration::from_millis(200);
/// The same if nothing new appears.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Plays what a scheduler orders and the store does not have. `check` makes sure that every chunk is as it was written, and
/// `say` receives messages about anything unusual.
///
/// # Errors
/// Something cannot be read or written. Chunks that were written stay.
pub fn run(
    scheduler: &dyn Scheduler,
    store: &Store,
    options: &RunOptions,
    check: &mut dyn ChunkCheck,
    say: &dyn Fn(&str),
) -> Result<RunResult, RunError> {
    let run = Run { scheduler, store, options };
    let executor = run.executor();
    let threads = executor.map_or(options.threads, |executor| executor.max_jobs);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (mut played, mut reused, mut checks) = (0, 0, 0);
    let (mut known, mut pause) = (0, PAUSE);
    let mut done = None;
    loop {
        let index = store.index(say)?;
        let catalog = Catalog::new(store.folder(), &index, scheduler.cells());
        if store.shard().is_none() && (done.is_some() || check.is_before_play()) {
            // The scheduler sees no counts but those of the games, and in the end every chunk is as it was written.
            let damaged = check.find_damaged(store, &catalog, &pool)?;
            if !damaged.is_empty() {
                checks += 1;
                run.quarantine(damaged, checks, say)?;
                done = None;
                continue;
            }
            if let Some(end) = done {
                return Ok(RunResult { end, played, reused, catalog, index });
            }
        }
        let (more, is_late, catalog) = match run.play(&index, catalog, &pool) {
            Err(RunError::Table(error)) if error.is_damage() && store.shard().is_none() => {
                // A scheduler has looked into a chunk before it was checked.
                let catalog = Catalog::new(store.folder(), &store.index(say)?, scheduler.cells());
                let damaged = CheckEachOnce::default().find_damaged(store, &catalog, &pool)?;
                if damaged.is_empty() {
                    return Err(error.into());
                }
                checks += 1;
                run.quarantine(damaged, checks, say)?;
                continue;
            }
            played => played?,
        };
        played += more;
        let all = needed_and_known(scheduler, &catalog);
        // The other shards of an adaptive question may have played the rest meanwhile.
        let is_shared = store.shard().is_some() && scheduler.is_adaptive();
        reused = if is_shared { 0 } else { all.saturating_sub(played) };
        if options.stop.load(Ordering::Relaxed) {
            return Ok(RunResult { end: RunEnd::Stopped, played, reused, catalog, index });
        }
        if store.shard().is_some() {
            if !scheduler.is_adaptive() || scheduler.next(&catalog)?.is_empty() {
                return Ok(RunResult { end: RunEnd::ShardDone, played, reused, catalog, index });
            }
            // The other shards are playing the rest of these jobs.
            pause = if all > known { PAUSE } else { (2 * pause).min(LONGEST_PAUSE) };
            known = all;
            wait(pause, &options.stop);
            continue;
        }
        done = Some(if is_late { RunEnd::OutOfTime } else { RunEnd::Complete });
    }
}

/// What is played, where it is kept, and how it is played.
struct Run<'a> {
    scheduler: &'a dyn Scheduler,
    store: &'a Store,
    options: &'a RunOptions,
}

impl<'a> Run<'a> {
    /// Puts damaged chunks in quarantine, so that they are played again.
    fn quarantine(&self, damaged: Vec<Damage>, checks: u32, say: &dyn Fn(&str)) -> Result<(), RunError> {
        let games = quarantine_chunks(self.store.folder(), damaged, say)?;
        self.scheduler.forget();
        if checks == MOST_CHECKS {
            return Err(RunError::Incomplete { folder: self.store.folder().to_owned(), games });
        }
        Ok(())
    }

    /// Plays the open jobs. Returns the number of games, whether the time was used up before the end, and what is known
    /// afterwards.
    fn play(&self, index: &StoreIndex, catalog: Catalog, pool: &ThreadPool) -> Result<(u64, bool, Catalog), RunError> {
        let Run { scheduler, store, options } = *self;
        if self.executor().is_none() {
            prepare::prepare(scheduler, &scheduler.next(&catalog)?, store, options)?;
        }
        let name = store.manifest().question();
        let process = index.processes.get(&label(store.shard())).cloned().unwrap_or_default();
        let before = process.seconds.get(&name).copied().unwrap_or_default();
        let started = Instant::now();
        let left = scheduler.budget().map(|budget| budget.saturating_sub(Duration::from_secs_f64(before)));
        let deadline = left.and_then(|left| started.checked_add(left));
        let progress = Progress::new(scheduler, &catalog, options);
        let queue = Queue::new(scheduler, catalog, index, store, deadline);
        let (failure, games_played) = (Mutex::new(None), AtomicU64::new(0));
        let seconds = || before + started.elapsed().as_secs_f64();
        let work = || -> Result<(), RunError> {
            while let Some(job) = queue.next(&options.stop)? {
                let Some(chunk) = self.play_job(&job, &progress)? else { break };
                let chunk = store.add(chunk, seconds())?;
                games_played.fetch_add(chunk.outcomes.games(), Ordering::Relaxed);
                queue.done(job.cell, chunk, |catalog| progress.chunk_played(scheduler, catalog, job.cell));
            }
            Ok(())
        };
        pool.broadcast(|_| {
            // The others would wait for ever for the job of a thread that panics.
            if let Err(error) = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(RunError::Fault)) {
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                queue.close();
            }
        });
        progress.finish();
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let is_late = queue.is_out_of_time();
        if is_late && !options.stop.load(Ordering::Relaxed) {
            store.record(&Entry::BudgetUsed { question: name, seconds: seconds() })?;
        }
        Ok((games_played.into_inner(), is_late, queue.into_catalog()))
    }

    /// Returns who plays the jobs of a store, if it is not this process. Another one knows the cells from the file of the
    /// question, and has no tables.
    fn executor(&self) -> Option<&'a RemoteExecutor> {
        let is_known = self.store.manifest().request.kind.has_file() && self.scheduler.tables(0).is_none();
        self.options.executor.as_ref().filter(|_| is_known)
    }

    /// Plays a job here or elsewhere; `None` if it was stopped.
    fn play_job(&self, job: &Job, progress: &Progress) -> Result<Option<NewChunk>, RunError> {
        let Run { scheduler, store, options } = *self;
        let (cell, numbers) = (&scheduler.cells()[job.cell], job.numbers.clone());
        let games_played = |games| progress.games_played(job.cell, games);
        if let Some(executor) = self.executor() {
            let remote = RemoteJob { request: store.manifest().request.clone(), cell: cell.id(), numbers };
            return match executor.play(&remote, &options.stop) {
                Err(_) if options.stop.load(Ordering::Relaxed) => Ok(None),
                Err(error) => Err(error),
                Ok(chunk) => {
                    games_played(chunk.entry.outcomes.games());
                    Ok(Some(chunk))
                }
            };
        }
        let tables = scheduler.tables(job.cell);
        let options = PlayOptions { simd: options.simd, stop: &options.stop, games_played: &games_played, tables };
        let played = cell.play(numbers.clone(), options)?;
        played.map(|played| NewChunk::of(cell, numbers, &played)).transpose()
    }
}

/// Returns how many of the games that a question needs are known.
fn needed_and_known(scheduler: &dyn Scheduler, catalog: &Catalog) -> u64 {
    let known = |(index, cell): (usize, &Cell)| {
        cell.games_each() * catalog.cell(index).known(&(0..scheduler.expected(catalog, index)))
    };
    scheduler.cells().iter().enumerate().map(known).sum()
}

/// Waits for a time, or until `stop` is set.
fn wait(time: Duration, stop: &AtomicBool) {
    let end = Instant::now() + time;
    while Instant::now() < end && !stop.load(Ordering::Relaxed) {
        thread::sleep(PAUSE.min(end.saturating_duration_since(Instant::now())));
    }
}
