//! Which job to play next. A scheduler's jobs are cut into jobs of one chunk, which are played alternately, so that all cells
//! advance together.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::catalog::{Catalog, gaps};
use crate::cell::ChunkSize;
use crate::scheduler::{Job, Scheduler};
use crate::store::{ChunkEntry, RunError, Shard, Store, StoreIndex};

/// Hands out jobs to threads.
pub struct Queue<'a> {
    scheduler: &'a dyn Scheduler,
    store: &'a Store,
    deadline: Option<Instant>,
    /// For each cell, the games that were lost. They are played even if the time is used up.
    lost: Vec<Vec<Range<u64>>>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    catalog: Catalog,
    /// The part of the jobs that this process plays.
    shard: Option<Shard>,
    jobs: VecDeque<Job>,
    /// The jobs that threads are playing.
    playing: Vec<Job>,
    /// Whether the jobs follow from the present catalog.
    is_current: bool,
    is_late: bool,
    is_closed: bool,
}

/// How often a waiting thread looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

impl<'a> Queue<'a> {
    /// Creates the queue of a question whose chunks are written to a store.
    pub fn new(
        scheduler: &'a dyn Scheduler,
        catalog: Catalog,
        index: &StoreIndex,
        store: &'a Store,
        deadline: Option<Instant>,
    ) -> Self {
        let lost = scheduler.cells().iter().map(|cell| index.lost_of(cell.id())).collect();
        let state = State {
            catalog,
            shard: store.shard(),
            jobs: VecDeque::new(),
            playing: Vec::new(),
            is_current: false,
            is_late: false,
            is_closed: false,
        };
        Queue { scheduler, store, deadline, lost, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next job, waiting for other threads if the next ones depend on their results; `None` if there is
    /// none, the time is used up, or `stop` is set.
    pub fn next(&self, stop: &AtomicBool) -> Result<Option<Job>, RunError> {
        let mut state = self.state();
        loop {
            if stop.load(Ordering::Relaxed) || state.is_closed {
                return Ok(None);
            }
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some(job) = self.take(&mut state, is_late) {
                state.playing.push(job.clone());
                return Ok(Some(job));
            }
            if !state.is_current {
                if self.scheduler.is_adaptive() {
                    state.shard = self.store.shard_at_work()?;
                }
                let jobs = self.scheduler.next(&state.catalog)?;
                state.jobs = jobs.into_iter().flat_map(|job| without(job, &state.playing)).collect();
                state.is_current = true;
            } else if state.playing.is_empty() {
                return Ok(None);
            } else {
                state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Takes the next job of this shard, with the games of one chunk.
    fn take(&self, state: &mut State, is_late: bool) -> Option<Job> {
        while let Some(job) = state.jobs.pop_front() {
            let Job { cell, chunk_size, .. } = job;
            if is_late && self.lost[cell].is_empty() {
                state.is_late = true;
                continue;
            }
            let numbers = self.scheduler.cells()[cell].first_chunk(&job.numbers, chunk_size);
            let rest = numbers.end..job.numbers.end;
            if !rest.is_empty() {
                state.jobs.push_back(Job { numbers: rest, ..job });
            }
            let is_lost = |lost: &Range<u64>| lost.start < numbers.end && numbers.start < lost.end;
            if is_late && !self.lost[cell].iter().any(is_lost) {
                state.is_late = true;
            } else if self.is_in(state.shard, cell, &numbers, chunk_size) {
                return Some(Job { cell, numbers, chunk_size });
            }
        }
        None
    }

    /// Returns whether a job belongs to a shard. Jobs of fixed size are dealt one by one; where later jobs depend on
    /// earlier ones, or time decides, a shard has whole cells.
    fn is_in(&self, shard: Option<Shard>, cell: usize, numbers: &Range<u64>, chunk_size: ChunkSize) -> bool {
        let job = match chunk_size {
            ChunkSize::Full => numbers.start.div_euclid(self.scheduler.cells()[cell].chunk()),
            ChunkSize::Looks | ChunkSize::Fine | ChunkSize::Growing => 0,
        };
        shard.is_none_or(|shard| shard.has(cell, job))
    }

    /// Records that a job was played and written; `then` sees what is known now.
    pub fn done(&self, cell: usize, chunk: ChunkEntry, then: impl FnOnce(&Catalog)) {
        let mut state = self.state();
        let numbers = chunk.numbers();
        state.playing.retain(|job| job.cell != cell || job.numbers != numbers);
        state.catalog.add(cell, chunk);
        state.is_current = false;
        then(&state.catalog);
        self.changed.notify_all();
    }

    /// Hands out no more jobs.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Returns whether jobs were left out for lack of time.
    pub fn is_out_of_time(&self) -> bool {
        self.state().is_late
    }

    /// Returns what is known after all threads have ended.
    pub fn into_catalog(self) -> Catalog {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).catalog
    }
}

/// Returns a job without the games that are being played.
fn without(job: Job, playing: &[Job]) -> Vec<Job> {
    let of_cell = playing.iter().filter(|other| other.cell == job.cell);
    let mut taken: Vec<Range<u64>> = of_cell.map(|other| other.numbers.clone()).collect();
    taken.sort_by_key(|numbers| numbers.start);
    gaps(&job.numbers, taken).into_iter().map(|numbers| Job { numbers, ..job.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_played_is_not_ordered_again() {
        let left = |playing: &[(u64, u64)]| -> Vec<(u64, u64)> {
            let playing: Vec<Job> = playing
                .iter()
                .map(|&(start, end)| Job { cell: 1, numbers: start..end, chunk_size: ChunkSize::Full })
                .collect();
            let job = Job { cell: 1, numbers: 10..50, chunk_size: ChunkSize::Full };
            without(job, &playing).into_iter().map(|job| (job.numbers.start, job.numbers.end)).collect()
        };
        assert_eq!(left(&[]), [(10, 50)]);
        assert_eq!(left(&[(20, 30)]), [(10, 20), (30, 50)]);
        assert_eq!(left(&[(40, 60), (0, 20)]), [(20, 40)]);
        assert_eq!(left(&[(0, 100)]), []);
        assert_eq!(left(&[(0, 10), (50, 60)]), [(10, 50)]);
    }

    #[test]
    fn games_of_another_cell_with_the_same_numbers_are_still_to_be_played() {
        let of_cell = |cell| Job { cell, numbers: 10..50, chunk_size: ChunkSize::Full };
        assert_eq!(without(of_cell(1), &[of_cell(2)]), [of_cell(1)]);
        assert_eq!(without(of_cell(1), &[of_cell(2), of_cell(1)]), []);
    }
}
