//! Which units of a run are done, and what came out of them.

use std::collections::{BTreeMap, BTreeSet};

use petteia_tables::Outcomes;

use super::ledger::UnitEntry;
use super::part_table::PartTable;
use crate::experiment::Plan;

/// What is known of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// See [`UnitEntry::digest`].
    pub digest: u64,
    /// How its games ended.
    pub outcomes: Outcomes,
    /// Which of its parts are there, by table.
    found: [bool; 2],
}

/// The units of all cells that are done: a hundred bytes each, and nothing of their games.
#[derive(Clone, Debug)]
pub struct Units {
    cells: Vec<Vec<Option<Done>>>,
    /// Units that a ledger knows but whose parts are not there, by cell and number.
    lost: BTreeSet<(u32, u64)>,
    /// Seconds played, by ledger.
    seconds: BTreeMap<String, f64>,
    /// Ledgers of processes that used up the budget of time.
    used_up: Vec<String>,
    /// Units of each cell in the plan.
    planned: Vec<u64>,
}

impl Units {
    /// Nothing is done yet.
    pub fn new(plan: &Plan) -> Self {
        let planned: Vec<u64> = plan.cells.iter().map(|cell| cell.units()).collect();
        let cells = vec![Vec::new(); planned.len()];
        Units { cells, lost: BTreeSet::new(), seconds: BTreeMap::new(), used_up: Vec::new(), planned }
    }

    /// Takes what a ledger says. What does not belong to the plan is left out.
    pub fn learn(&mut self, label: &str, entry: UnitEntry) {
        let seconds = self.seconds.entry(label.to_owned()).or_default();
        *seconds = seconds.max(entry.seconds);
        let fits = self.planned.get(entry.cell as usize).is_some_and(|&units| entry.unit < units);
        if fits {
            self.set(
                entry.cell,
                entry.unit,
                Done { digest: entry.digest(), outcomes: entry.outcomes, found: [false; 2] },
            );
        }
    }

    /// A unit is done.
    pub fn set(&mut self, cell: u32, unit: u64, done: Done) {
        let units = &mut self.cells[cell as usize];
        let index = unit as usize;
        if units.len() <= index {
            units.resize(index + 1, None);
        }
        units[index] = Some(done);
    }

    /// The ledger's process used up the budget.
    pub fn end_budget(&mut self, label: &str, seconds: f64) {
        self.seconds.insert(label.to_owned(), seconds);
        self.used_up.push(label.to_owned());
    }

    /// Notes that a part is there; whether a ledger knows it.
    pub fn find(&mut self, table: PartTable, cell: u32, unit: u64) -> bool {
        let done = self.cells[cell as usize].get_mut(unit as usize).and_then(Option::as_mut);
        done.map(|done| done.found[table as usize] = true).is_some()
    }

    /// Units without both parts are not done.
    pub fn forget_missing(&mut self) {
        for (cell, units) in self.cells.iter_mut().enumerate() {
            for (number, unit) in units.iter_mut().enumerate() {
                if unit.take_if(|done| done.found != [true; 2]).is_some() {
                    self.lost.insert((cell as u32, number as u64));
                }
            }
        }
    }

    /// Whether a unit was done once.
    pub fn was_lost(&self, cell: u32, unit: u64) -> bool {
        self.lost.contains(&(cell, unit))
    }

    /// What is known of a unit that is done.
    pub fn get(&self, cell: u32, unit: u64) -> Option<&Done> {
        self.cells[cell as usize].get(unit as usize)?.as_ref()
    }

    /// The units of a cell that are done, in order.
    pub fn of_cell(&self, cell: u32) -> impl Iterator<Item = (u64, &Done)> {
        let units = self.cells[cell as usize].iter().enumerate();
        units.filter_map(|(number, done)| Some((number as u64, done.as_ref()?)))
    }

    /// Seconds that the process of a ledger has played.
    pub fn seconds(&self, label: &str) -> f64 {
        self.seconds.get(label).copied().unwrap_or_default()
    }

    /// Seconds that all processes have played.
    pub fn all_seconds(&self) -> f64 {
        self.seconds.values().sum()
    }

    /// Whether the process of a ledger has used up the budget of time.
    pub fn has_used_up(&self, label: &str) -> bool {
        self.used_up.iter().any(|used| used == label)
    }

    /// The labels of all ledgers.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.seconds.keys().map(String::as_str)
    }
}

impl Done {
    /// A unit that was just played.
    pub fn now(entry: &UnitEntry) -> Self {
        Done { digest: entry.digest(), outcomes: entry.outcomes, found: [true; 2] }
    }
}
