//! Which unit to play next. Orders are played alternately, so that all cells advance together.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cell::Pace;
use crate::question::{Order, Question};
use crate::store::{Contents, PartEntry, RunError, Shard, Store};
use crate::tallies::{Tallies, gaps};

/// Games of a cell that one thread plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The place of the cell in the question.
    pub cell: usize,
    pub numbers: Range<u64>,
}

/// Hands out units to threads.
pub struct Queue<'a> {
    question: &'a dyn Question,
    store: &'a Store,
    deadline: Option<Instant>,
    /// For each cell, the games that were lost. They are played even if the time is used up.
    lost: Vec<Vec<Range<u64>>>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    tallies: Tallies,
    /// The part of the orders that this process plays.
    shard: Option<Shard>,
    orders: VecDeque<Order>,
    /// The units that threads are playing.
    playing: Vec<Unit>,
    /// Whether the orders follow from the present tallies.
    is_current: bool,
    is_late: bool,
    is_closed: bool,
}

/// How often a waiting thread looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

impl<'a> Queue<'a> {
    /// Creates the queue of a question whose parts are written to a store.
    pub fn new(
        question: &'a dyn Question,
        tallies: Tallies,
        contents: &Contents,
        store: &'a Store,
        deadline: Option<Instant>,
    ) -> Self {
        let lost = question.cells().iter().map(|cell| contents.lost_of(cell.id())).collect();
        let state = State {
            tallies,
            shard: store.shard(),
            orders: VecDeque::new(),
            playing: Vec::new(),
            is_current: false,
            is_late: false,
            is_closed: false,
        };
        Queue { question, store, deadline, lost, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next unit, waiting for other threads if the next orders depend on their results; `None` if there is
    /// none, the time is used up, or `stop` is set.
    pub fn next(&self, stop: &AtomicBool) -> Result<Option<Unit>, RunError> {
        let mut state = self.state();
        loop {
            if stop.load(Ordering::Relaxed) || state.is_closed {
                return Ok(None);
            }
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some(unit) = self.take(&mut state, is_late) {
                state.playing.push(unit.clone());
                return Ok(Some(unit));
            }
            if !state.is_current {
                if self.question.is_adaptive() {
                    state.shard = self.store.shard_at_work()?;
                }
                let orders = self.question.next(&state.tallies)?;
                state.orders = orders.into_iter().flat_map(|order| without(order, &state.playing)).collect();
                state.is_current = true;
            } else if state.playing.is_empty() {
                return Ok(None);
            } else {
                state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Takes the next unit of this shard from the orders.
    fn take(&self, state: &mut State, is_late: bool) -> Option<Unit> {
        while let Some(order) = state.orders.pop_front() {
            let Order { cell, pace, .. } = order;
            if is_late && self.lost[cell].is_empty() {
                state.is_late = true;
                continue;
            }
            let numbers = self.question.cells()[cell].first_unit(&order.numbers, pace);
            let rest = numbers.end..order.numbers.end;
            if !rest.is_empty() {
                state.orders.push_back(Order { numbers: rest, ..order });
            }
            let is_lost = |lost: &Range<u64>| lost.start < numbers.end && numbers.start < lost.end;
            if is_late && !self.lost[cell].iter().any(is_lost) {
                state.is_late = true;
            } else if self.is_in(state.shard, cell, &numbers, pace) {
                return Some(Unit { cell, numbers });
            }
        }
        None
    }

    /// Returns whether a unit belongs to a shard. Units of fixed size are dealt one by one; where later units depend on
    /// earlier ones, or time decides, a shard has whole cells.
    fn is_in(&self, shard: Option<Shard>, cell: usize, numbers: &Range<u64>, pace: Pace) -> bool {
        let unit = match pace {
            Pace::Full => numbers.start.div_euclid(self.question.cells()[cell].unit()),
            Pace::Looks | Pace::Fine | Pace::Growing => 0,
        };
        shard.is_none_or(|shard| shard.has(cell, unit))
    }

    /// Records that a unit was played and written; `then` sees what is known now.
    pub fn done(&self, cell: usize, part: PartEntry, then: impl FnOnce(&Tallies)) {
        let mut state = self.state();
        let numbers = part.numbers();
        state.playing.retain(|unit| unit.cell != cell || unit.numbers != numbers);
        state.tallies.add(cell, part);
        state.is_current = false;
        then(&state.tallies);
        self.changed.notify_all();
    }

    /// Takes back a unit that another process is playing. It is ordered again after the others, if it is still missing.
    pub fn put_back(&self, unit: &Unit) {
        let mut state = self.state();
        state.playing.retain(|playing| playing != unit);
        state.is_current = false;
        self.changed.notify_all();
    }

    /// Hands out no more units.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Returns whether units were left out for lack of time.
    pub fn is_out_of_time(&self) -> bool {
        self.state().is_late
    }

    /// Returns what is known after all threads have ended.
    pub fn into_tallies(self) -> Tallies {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).tallies
    }
}

/// Returns an order without the games that are being played.
fn without(order: Order, playing: &[Unit]) -> Vec<Order> {
    let of_cell = playing.iter().filter(|unit| unit.cell == order.cell);
    let mut taken: Vec<Range<u64>> = of_cell.map(|unit| unit.numbers.clone()).collect();
    taken.sort_by_key(|numbers| numbers.start);
    gaps(&order.numbers, taken).into_iter().map(|numbers| Order { numbers, ..order.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_played_is_not_ordered_again() {
        let left = |playing: &[(u64, u64)]| -> Vec<(u64, u64)> {
            let playing: Vec<Unit> =
                playing.iter().map(|&(start, end)| Unit { cell: 1, numbers: start..end }).collect();
            let order = Order { cell: 1, numbers: 10..50, pace: Pace::Full };
            without(order, &playing).into_iter().map(|order| (order.numbers.start, order.numbers.end)).collect()
        };
        assert_eq!(left(&[]), [(10, 50)]);
        assert_eq!(left(&[(20, 30)]), [(10, 20), (30, 50)]);
        assert_eq!(left(&[(40, 60), (0, 20)]), [(20, 40)]);
        assert_eq!(left(&[(0, 100)]), []);
        assert_eq!(left(&[(0, 10), (50, 60)]), [(10, 50)]);
    }
}
