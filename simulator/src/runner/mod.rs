//! The runner plays the orders of a question on all cores, writes each unit as a part of a store, and shows progress.
//!
//! An interrupted question resumes with the units that have no part: what is there is never played again.

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

use crate::cell::{Cell, How};
use crate::question::Question;
use crate::store::{Contents, Entry, Errand, Parcel, PartEntry, RunError, Store, label, set_damaged_aside};
use crate::tallies::{Tallies, Tally};

/// How to play. None of this changes the games.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
    /// How random games are played, if their rules allow it.
    pub simd: Simd,
    /// When set, the units in progress are dropped and the run ends.
    pub stop: Arc<AtomicBool>,
    /// Told about the games that are played.
    pub games: Option<Arc<GamesSoFar>>,
    /// Who plays the units, if it is not this process.
    pub elsewhere: Option<Elsewhere>,
}

/// Sends the errand of a unit, and returns the answer as bytes, or what went wrong; `None` while another process is playing
/// the unit. Once the flag is set, nobody waits for the answer any more.
pub type SendErrand = dyn Fn(&Errand, &AtomicBool) -> Result<Option<Vec<u8>>, String> + Send + Sync;

/// Other processes that play units.
#[derive(Clone)]
pub struct Elsewhere {
    /// Sends an errand.
    pub send: Arc<SendErrand>,
    /// The units that are under way at a time.
    pub at_a_time: usize,
}

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Elsewhere")
    }
}

impl Elsewhere {
    fn play(&self, errand: &Errand, stop: &AtomicBool) -> Result<UnitPlayed, RunError> {
        let Some(answer) = (self.send)(errand, stop).map_err(RunError::Elsewhere)? else { return Ok(UnitPlayed::Busy) };
        let damaged = || RunError::Elsewhere("the answer is not the part that was asked for".into());
        Parcel::answer_to(errand, &answer).map(|parcel| UnitPlayed::Part(Box::new(parcel))).ok_or_else(damaged)
    }
}

/// What became of a unit.
enum UnitPlayed {
    Part(Box<Parcel>),
    /// Another process is playing it.
    Busy,
    Stopped,
}

/// The games of a question, which one thread plays and another may look at.
#[derive(Debug, Default)]
pub struct GamesSoFar {
    /// Those played, in this call and before.
    pub played: AtomicU64,
    /// Those that are needed, as far as is known.
    pub expected: AtomicU64,
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The question is answered.
    Complete,
    /// The time budget was used up before.
    OutOfTime,
    /// The units of this shard are complete; others may be missing.
    ShardDone,
    /// It was interrupted.
    Stopped,
}

/// The result of playing.
#[derive(Debug)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// The games played by this call.
    pub played: u64,
    /// The games that the store had before, of those that the question needs.
    pub reused: u64,
    /// What is known now.
    pub tallies: Tallies,
}

/// How often damaged parts may be found, after others have been played again: a disk that damages them each time is
/// unusable.
const MOST_CHECKS: u32 = 3;

/// How long a shard waits before it looks what the others have played.
const PAUSE: Duration = Duration::from_millis(200);
/// The same if nothing new appears.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a thread waits if another process is playing its unit, before it takes the next one.
const BUSY: Duration = Duration::from_secs(1);

/// Plays what a question orders and the store does not have. `say` receives messages about anything unusual.
///
/// # Errors
/// Something cannot be read or written. Parts that were written stay.
pub fn run(
    question: &dyn Question,
    store: &Store,
    options: &RunOptions,
    say: &dyn Fn(&str),
) -> Result<Ended, RunError> {
    let elsewhere = elsewhere(question, store, options);
    let threads = elsewhere.map_or(options.threads, |elsewhere| elsewhere.at_a_time);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (mut played, mut checks) = (0, 0);
    let (mut known, mut pause) = (0, PAUSE);
    let (mut checked, mut done) = (HashSet::new(), None);
    loop {
        let contents = store.contents(say)?;
        let tallies = Tallies::new(store.folder(), &contents, question.cells());
        if store.shard().is_none() {
            // The question sees no counts but those of the games, and in the end every part is as it was written.
            let parts = tallies.cells().iter().flat_map(Tally::parts).filter(|part| !checked.contains(&part.key()));
            let parts: Vec<&PartEntry> = parts.collect();
            let damaged = set_damaged_aside(store.folder(), parts.iter().copied(), &pool, say)?;
            if damaged > 0 {
                (checks, done) = (checks + 1, None);
                if checks == MOST_CHECKS {
                    return Err(RunError::Incomplete { folder: store.folder().to_owned(), games: damaged });
                }
                continue;
            }
            checked.extend(parts.into_iter().map(PartEntry::key));
            if let Some(ended) = done {
                return Ok(ended);
            }
        }
        if elsewhere.is_none() {
            prepare::prepare(question, &question.next(&tallies)?, store, options)?;
        }
        let (more, is_late, tallies) = play(question, store, &contents, tallies, options, &pool)?;
        played += more;
        let all = needed_and_known(question, &tallies);
        // The other shards of an adaptive question may have played the rest meanwhile.
        let is_shared = store.shard().is_some() && question.is_adaptive();
        let reused = if is_shared { 0 } else { all.saturating_sub(played) };
        let ended = |end, tallies| Ended { end, played, reused, tallies };
        if options.stop.load(Ordering::Relaxed) {
            return Ok(ended(End::Stopped, tallies));
        }
        if store.shard().is_some() {
            if !question.is_adaptive() || question.next(&tallies)?.is_empty() {
                return Ok(ended(End::ShardDone, tallies));
            }
            // The other shards are playing the rest of these orders.
            pause = if all > known { PAUSE } else { (2 * pause).min(LONGEST_PAUSE) };
            known = all;
            wait(pause, &options.stop);
            continue;
        }
        done = Some(ended(if is_late { End::OutOfTime } else { End::Complete }, tallies));
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
fn needed_and_known(question: &dyn Question, tallies: &Tallies) -> u64 {
    let known = |(index, cell): (usize, &Cell)| {
        cell.games_each() * tallies.cell(index).known(&(0..question.expected(tallies, index)))
    };
    question.cells().iter().enumerate().map(known).sum()
}

/// Plays the open units. Returns the number of games, whether the time was used up before the end, and what is known
/// afterwards.
fn play(
    question: &dyn Question,
    store: &Store,
    contents: &Contents,
    tallies: Tallies,
    options: &RunOptions,
    pool: &ThreadPool,
) -> Result<(u64, bool, Tallies), RunError> {
    let name = store.manifest().question();
    let process = contents.processes.get(&label(store.shard())).cloned().unwrap_or_default();
    let before = process.seconds.get(&name).copied().unwrap_or_default();
    let started = Instant::now();
    let left = question.budget().map(|budget| budget.saturating_sub(Duration::from_secs_f64(before)));
    let deadline = left.and_then(|left| started.checked_add(left));
    let progress = Progress::new(question, &tallies, options);
    let queue = Queue::new(question, tallies, contents, store, deadline);
    let (failure, games_played) = (Mutex::new(None), AtomicU64::new(0));
    let seconds = || before + started.elapsed().as_secs_f64();
    let work = || -> Result<(), RunError> {
        while let Some(unit) = queue.next(&options.stop)? {
            let parcel = match play_unit(question, store, options, &unit, &progress)? {
                UnitPlayed::Part(parcel) => *parcel,
                UnitPlayed::Busy => {
                    queue.put_back(&unit);
                    wait(BUSY, &options.stop);
                    continue;
                }
                UnitPlayed::Stopped => break,
            };
            let part = store.add(parcel, seconds())?;
            games_played.fetch_add(part.outcomes.games(), Ordering::Relaxed);
            queue.done(unit.cell, part, |tallies| progress.unit_played(question, tallies, unit.cell));
        }
        Ok(())
    };
    pool.broadcast(|_| {
        // The others would wait for ever for the unit of a thread that panics.
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
    Ok((games_played.into_inner(), is_late, queue.into_tallies()))
}

/// Returns who plays the units of a store, if it is not this process. Another one knows the cells from the file of the
/// question, and has no tables.
fn elsewhere<'a>(question: &dyn Question, store: &Store, options: &'a RunOptions) -> Option<&'a Elsewhere> {
    let is_known = store.manifest().asked.kind.has_file() && question.tables(0).is_none();
    options.elsewhere.as_ref().filter(|_| is_known)
}

/// Plays a unit here or elsewhere.
fn play_unit(
    question: &dyn Question,
    store: &Store,
    options: &RunOptions,
    Unit { cell: index, numbers }: &Unit,
    progress: &Progress,
) -> Result<UnitPlayed, RunError> {
    let (cell, asked) = (&question.cells()[*index], &store.manifest().asked);
    let games_played = |games| progress.games_played(*index, games);
    if let Some(elsewhere) = elsewhere(question, store, options) {
        let errand = Errand { asked: asked.clone(), cell: cell.id(), numbers: numbers.clone() };
        return match elsewhere.play(&errand, &options.stop) {
            Err(_) if options.stop.load(Ordering::Relaxed) => Ok(UnitPlayed::Stopped),
            Ok(UnitPlayed::Part(parcel)) => {
                games_played(parcel.entry.outcomes.games());
                Ok(UnitPlayed::Part(parcel))
            }
            other => other,
        };
    }
    let tables = question.tables(*index);
    let how = How { simd: options.simd, stop: &options.stop, games_played: &games_played, tables };
    let played = cell.play(numbers.clone(), how)?;
    let Some(played) = played else { return Ok(UnitPlayed::Stopped) };
    Ok(UnitPlayed::Part(Box::new(Parcel::of(cell, numbers.clone(), &played)?)))
}
