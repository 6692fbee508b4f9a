//! The runner plays the orders of a question on all cores, writes each job as a chunk of a store, and shows progress.
//!
//! An interrupted question resumes with the jobs that have no chunk: what is there is never played again.

mod prepare;
mod progress;
mod queue;

use std::collections::HashSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::Simd;
use progress::Progress;
use queue::{Queue, Unit};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::catalog::{Catalog, CellChunks};
use crate::cell::{Cell, PlayOptions};
use crate::scheduler::Scheduler;
use crate::store::{ChunkEntry, Entry, NewChunk, RemoteJob, RunError, Store, StoreIndex, label, quarantine_damaged};

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

/// Sends the job of a job, and returns the answer as bytes, or what went wrong; `None` while another process is playing
/// the job. Once the flag is set, nobody waits for the answer any more.
pub type SubmitJob = dyn Fn(&RemoteJob, &AtomicBool) -> Result<Option<Vec<u8>>, String> + Send + Sync;

/// Other processes that play jobs.
#[derive(Clone)]
pub struct RemoteExecutor {
    /// Sends a job.
    pub send: Arc<SubmitJob>,
    /// The jobs that are under way at a time.
    pub max_jobs: usize,
}

impl fmt::Debug for RemoteExecutor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("RemoteExecutor")
    }
}

impl RemoteExecutor {
    fn play(&self, job: &RemoteJob, stop: &AtomicBool) -> Result<JobEnd, RunError> {
        let Some(answer) = (self.send)(job, stop).map_err(RunError::Remote)? else { return Ok(JobEnd::Busy) };
        let damaged = || RunError::Remote("the answer is not the chunk that was asked for".into());
        NewChunk::answer_to(job, &answer).map(|chunk| JobEnd::Chunk(Box::new(chunk))).ok_or_else(damaged)
    }
}

/// What became of a job.
enum JobEnd {
    Chunk(Box<NewChunk>),
    /// Another process is playing it.
    Busy,
    Stopped,
}

/// The games of a question, which one thread plays and another may look at.
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
    /// What is known now.
    pub catalog: Catalog,
}

/// How often damaged chunks may be found, after others have been played again: a disk that damages them each time is
/// unusable.
const MOST_CHECKS: u32 = 3;

/// How long a shard waits before it looks what the others have played.
const PAUSE: Duration = Duration::from_millis(200);
/// The same if nothing new appears.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a thread waits if another process is playing its job, before it takes the next one.
const BUSY: Duration = Duration::from_secs(1);

/// Plays what a question orders and the store does not have. `say` receives messages about anything unusual.
///
/// # Errors
/// Something cannot be read or written. Chunks that were written stay.
pub fn run(
    scheduler: &dyn Scheduler,
    store: &Store,
    options: &RunOptions,
    say: &dyn Fn(&str),
) -> Result<RunResult, RunError> {
    let executor = executor(store, options);
    let threads = executor.map_or(options.threads, |executor| executor.max_jobs);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (mut played, mut checks) = (0, 0);
    let (mut known, mut pause) = (0, PAUSE);
    let (mut checked, mut done) = (HashSet::new(), None);
    loop {
        let index = store.index(say)?;
        let catalog = Catalog::new(store.folder(), &index, scheduler.cells());
        if store.shard().is_none() {
            // The question sees no counts but those of the games, and in the end every chunk is as it was written.
            let chunks =
                catalog.cells().iter().flat_map(CellChunks::chunks).filter(|chunk| !checked.contains(&chunk.key()));
            let chunks: Vec<&ChunkEntry> = chunks.collect();
            let damaged = quarantine_damaged(store.folder(), chunks.iter().copied(), &pool, say)?;
            if damaged > 0 {
                (checks, done) = (checks + 1, None);
                if checks == MOST_CHECKS {
                    return Err(RunError::Incomplete { folder: store.folder().to_owned(), games: damaged });
                }
                continue;
            }
            checked.extend(chunks.into_iter().map(ChunkEntry::key));
            if let Some(ended) = done {
                return Ok(ended);
            }
        }
        if executor.is_none() {
            prepare::prepare(scheduler, &scheduler.next(&catalog)?, store, options)?;
        }
        let (more, is_late, catalog) = play(scheduler, store, &index, catalog, options, &pool)?;
        played += more;
        let all = needed_and_known(scheduler, &catalog);
        // The other shards of an adaptive question may have played the rest meanwhile.
        let is_shared = store.shard().is_some() && scheduler.is_adaptive();
        let reused = if is_shared { 0 } else { all.saturating_sub(played) };
        let ended = |end, catalog| RunResult { end, played, reused, catalog };
        if options.stop.load(Ordering::Relaxed) {
            return Ok(ended(RunEnd::Stopped, catalog));
        }
        if store.shard().is_some() {
            if !scheduler.is_adaptive() || scheduler.next(&catalog)?.is_empty() {
                return Ok(ended(RunEnd::ShardDone, catalog));
            }
            // The other shards are playing the rest of these orders.
            pause = if all > known { PAUSE } else { (2 * pause).min(LONGEST_PAUSE) };
            known = all;
            wait(pause, &options.stop);
            continue;
        }
        done = Some(ended(if is_late { RunEnd::OutOfTime } else { RunEnd::Complete }, catalog));
    }
}

/// Waits for a time, or until `stop` is set.
fn wait(time: Duration, stop: &AtomicBool) {
    let end = Instant::now() + time;
    while Instant::now() < end && !stop.load(Ordering::Relaxed) {
        thread::sleep(PAUSE.min(end.saturating_duration_since(Instant::now())));
    }
}

/// Returns how many of the games that a question needs are known.
fn needed_and_known(scheduler: &dyn Scheduler, catalog: &Catalog) -> u64 {
    let known = |(index, cell): (usize, &Cell)| {
        cell.games_each() * catalog.cell(index).known(&(0..scheduler.expected(catalog, index)))
    };
    scheduler.cells().iter().enumerate().map(known).sum()
}

/// Plays the open jobs. Returns the number of games, whether the time was used up before the end, and what is known
/// afterwards.
fn play(
    scheduler: &dyn Scheduler,
    store: &Store,
    index: &StoreIndex,
    catalog: Catalog,
    options: &RunOptions,
    pool: &ThreadPool,
) -> Result<(u64, bool, Catalog), RunError> {
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
            let chunk = match play_job(scheduler, store, options, &job, &progress)? {
                JobEnd::Chunk(chunk) => *chunk,
                JobEnd::Busy => {
                    queue.put_back(&job);
                    wait(BUSY, &options.stop);
                    continue;
                }
                JobEnd::Stopped => break,
            };
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

/// Returns who plays the jobs of a store, if it is not this process.
fn executor<'a>(store: &Store, options: &'a RunOptions) -> Option<&'a RemoteExecutor> {
    options.executor.as_ref().filter(|_| store.manifest().request.kind.has_remote_jobs())
}

/// Plays a job here or elsewhere.
fn play_job(
    scheduler: &dyn Scheduler,
    store: &Store,
    options: &RunOptions,
    Unit { cell: index, numbers }: &Unit,
    progress: &Progress,
) -> Result<JobEnd, RunError> {
    let (cell, request) = (&scheduler.cells()[*index], &store.manifest().request);
    let games_played = |games| progress.games_played(*index, games);
    if let Some(executor) = executor(store, options) {
        let job = RemoteJob { request: request.clone(), cell: cell.id(), numbers: numbers.clone() };
        return match executor.play(&job, &options.stop) {
            Err(_) if options.stop.load(Ordering::Relaxed) => Ok(JobEnd::Stopped),
            Ok(JobEnd::Chunk(chunk)) => {
                games_played(chunk.entry.outcomes.games());
                Ok(JobEnd::Chunk(chunk))
            }
            other => other,
        };
    }
    let tables = scheduler.tables(*index);
    let options = PlayOptions { simd: options.simd, stop: &options.stop, games_played: &games_played, tables };
    let played = cell.play(numbers.clone(), options)?;
    let Some(played) = played else { return Ok(JobEnd::Stopped) };
    Ok(JobEnd::Chunk(Box::new(NewChunk::of(cell, numbers.clone(), &played)?)))
}
