//! Which unit to play next, and when a cell or the run has enough games.
//!
//! All cells advance together, one unit of each at a time. A stopping rule looks at the complete units of its cell in
//! order, so it ends the cell at the same unit however the work is distributed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use petteia_tables::Outcomes;

use super::RunError;
use super::folder::{Shard, label};
use super::ledger::{Entry, Reader, UnitEntry};
use super::units::{Done, Units};
use crate::experiment::{Cell, Plan, Unit};

/// The progress of a cell.
#[derive(Clone, Debug, Default)]
pub struct CellStanding {
    /// The games of all units that are done.
    pub done: Outcomes,
    /// The number of units without a gap, from the first.
    units: u64,
    /// The games of these units.
    pub in_order: Outcomes,
    /// The number of units after which its rule stopped it.
    pub stopped: Option<u64>,
}

/// The progress of a run.
pub struct Standing<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The units.
    pub units: Units,
    /// The cells, by number.
    pub cells: Vec<CellStanding>,
}

impl<'a> Standing<'a> {
    /// Counts what is done.
    pub fn new(plan: &'a Plan, units: Units) -> Self {
        let cells = vec![CellStanding::default(); plan.cells.len()];
        let mut standing = Standing { plan, units, cells };
        for cell in &plan.cells {
            let index = cell.index as usize;
            for (_, done) in standing.units.of_cell(cell.index) {
                standing.cells[index].done += done.outcomes;
            }
            standing.advance(cell);
        }
        standing
    }

    fn take(&mut self, cell: u32, unit: u64, done: Done) {
        if self.units.get(cell, unit).is_none() {
            self.cells[cell as usize].done += done.outcomes;
        }
        self.units.set(cell, unit, done);
        self.advance(&self.plan.cells[cell as usize]);
    }

    /// Adds the units that now follow without a gap, and applies the rule after each.
    fn advance(&mut self, cell: &Cell) {
        let standing = &mut self.cells[cell.index as usize];
        while standing.stopped.is_none()
            && let Some(done) = self.units.get(cell.index, standing.units)
        {
            standing.units += 1;
            standing.in_order += done.outcomes;
            if cell.stop.is_some_and(|rule| rule.is_met(&standing.in_order)) {
                standing.stopped = Some(standing.units);
            }
        }
    }

    /// Returns the number of units that a cell needs, as far as is known.
    pub fn needed(&self, cell: &Cell) -> u64 {
        self.cells[cell.index as usize].stopped.unwrap_or(cell.units())
    }

    /// Returns whether nothing is left to play: every unit that is needed exists, or every process of the run has used
    /// up its time.
    pub fn is_complete(&self) -> bool {
        let open = |cell: &&Cell| self.cells[cell.index as usize].units < self.needed(cell);
        !self.plan.cells.iter().any(|cell| open(&cell)) || self.plan.budget.is_some() && self.budget_is_used_up()
    }

    fn budget_is_used_up(&self) -> bool {
        if self.units.has_used_up(&label(None)) {
            return true;
        }
        let numbers = self.units.labels().filter_map(|label| label.rsplit_once("-of-")?.1.parse::<u32>().ok());
        let all_of = |of: u32| {
            (1..=of).all(|number| {
                let shard = Shard { number, of };
                self.units.has_used_up(&label(Some(shard))) || self.open_units(Some(shard)) == 0
            })
        };
        numbers.max().is_some_and(all_of)
    }

    /// Returns the number of units of a shard, or of all shards, that are still to be played.
    pub fn open_units(&self, shard: Option<Shard>) -> u64 {
        let open = |cell: &Cell| {
            let is_open = |unit: &u64| {
                shard.is_none_or(|shard| shard.has(cell.index, *unit)) && self.units.get(cell.index, *unit).is_none()
            };
            (0..self.needed(cell)).filter(is_open).count() as u64
        };
        self.plan.cells.iter().map(open).sum()
    }

    /// Returns the units that were played although the rule had already stopped their cell, because other threads were
    /// ahead.
    pub fn surplus(&self) -> Vec<Unit> {
        let beyond = |cell: &Cell| {
            let needed = self.needed(cell);
            let numbers = self.units.of_cell(cell.index).map(|(number, _)| number);
            numbers.filter(|&number| number >= needed).map(|number| cell.unit(number)).collect::<Vec<_>>()
        };
        self.plan.cells.iter().flat_map(beyond).collect()
    }
}

/// Hands out units to threads.
pub struct Schedule<'a> {
    shard: Option<Shard>,
    deadline: Option<Instant>,
    state: Mutex<Queue<'a>>,
}

struct Queue<'a> {
    standing: Standing<'a>,
    /// The next unit: its number and its cell.
    next: (u64, usize),
    /// The largest number of units of a cell.
    rounds: u64,
    /// Reads what other shards do, if this matters.
    others: Option<(Reader, Instant)>,
    out_of_time: bool,
}

/// How often a shard checks what the others have done.
const LOOK: Duration = Duration::from_secs(2);

impl<'a> Schedule<'a> {
    /// Starts from the first unit that is not done. `others` reads what other shards write, if a stopping rule needs
    /// it.
    pub fn new(standing: Standing<'a>, shard: Option<Shard>, others: Option<Reader>) -> Self {
        let plan = standing.plan;
        let label = label(shard);
        let left = plan.budget.map(|budget| {
            let used = Duration::from_secs_f64(standing.units.seconds(&label).max(0.0));
            if standing.units.has_used_up(&label) { Duration::ZERO } else { budget.saturating_sub(used) }
        });
        let now = Instant::now();
        let state = Queue {
            next: (0, 0),
            rounds: plan.cells.iter().map(Cell::units).max().unwrap_or_default(),
            others: others.map(|reader| (reader, now)),
            out_of_time: false,
            standing,
        };
        Schedule { shard, deadline: left.and_then(|left| now.checked_add(left)), state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, Queue<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next unit; `None` if there is none or the time is used up. A unit whose part was lost is played in
    /// any case.
    ///
    /// # Errors
    /// The ledgers of other shards cannot be read.
    pub fn next(&self) -> Result<Option<Unit>, RunError> {
        let mut guard = self.state();
        let state = &mut *guard;
        state.look_at_others()?;
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let cells = state.standing.plan.cells.len();
        while state.next.0 < state.rounds {
            let (number, cell) = state.next;
            state.next = if cell + 1 < cells { (number, cell + 1) } else { (number + 1, 0) };
            let cell = &state.standing.plan.cells[cell];
            let mine = self.shard.is_none_or(|shard| shard.has(cell.index, number));
            let open = number < state.standing.needed(cell) && state.standing.units.get(cell.index, number).is_none();
            if !mine || !open {
                continue;
            }
            if late && !state.standing.units.was_lost(cell.index, number) {
                state.out_of_time = true;
                continue;
            }
            return Ok(Some(cell.unit(number)));
        }
        Ok(None)
    }

    /// Records that a unit was played and written. Returns the progress of its cell.
    pub fn done(&self, entry: &UnitEntry) -> CellStanding {
        let mut state = self.state();
        state.standing.take(entry.cell, entry.unit, Done::now(entry));
        state.standing.cells[entry.cell as usize].clone()
    }

    /// Returns whether units were skipped for lack of time.
    pub fn is_out_of_time(&self) -> bool {
        self.state().out_of_time
    }

    /// Returns the progress of the run after all threads have ended.
    pub fn into_standing(self) -> Standing<'a> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).standing
    }
}

impl Queue<'_> {
    fn look_at_others(&mut self) -> Result<(), RunError> {
        let Some((reader, last)) = &mut self.others else { return Ok(()) };
        if last.elapsed() < LOOK {
            return Ok(());
        }
        *last = Instant::now();
        let mut found = Vec::new();
        reader.read(|_, entry| {
            if let Entry::Unit(entry) = entry {
                found.push(entry);
            }
        })?;
        for entry in found {
            let planned = self.standing.plan.cells.get(entry.cell as usize).map_or(0, Cell::units);
            if entry.unit < planned {
                self.standing.take(entry.cell, entry.unit, Done::now(&entry));
            }
        }
        Ok(())
    }
}
