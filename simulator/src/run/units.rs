//! The units of a run that are done, and their results.

use std::collections::BTreeMap;

use petteia_tables::{Outcomes, Seal};

use super::ledger::UnitEntry;
use super::part_table::PartTable;
use crate::experiment::{Cell, Division, Plan};

/// What is known about a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// See [`UnitEntry::seals`].
    pub seals: [Seal; 2],
    /// How its games ended.
    pub outcomes: Outcomes,
    /// Which of its parts exist, by table.
    found: [bool; 2],
}

/// The units of all cells that are done: some hundred bytes each, without their games.
#[derive(Clone, Debug)]
pub struct Units {
    /// For each cell, by number.
    cells: Vec<BTreeMap<u64, Done>>,
    /// Units that are in a ledger but whose parts are missing, by cell and number.
    lost: BTreeMap<(u32, u64), Done>,
    /// Seconds played, by ledger.
    seconds: BTreeMap<String, f64>,
    /// Ledgers of processes that used up the time budget.
    used_up: Vec<String>,
    /// The planned division of each cell.
    planned: Vec<Division>,
}

/// Returns whether a cell has a unit with this number of games.
fn has(division: Division, unit: u64, games: u64) -> bool {
    let planned = || division.games_of(unit);
    unit < division.units() && games == planned().end - planned().start
}

impl Units {
    /// Creates the units of a plan, none of them done.
    pub fn new(plan: &Plan) -> Self {
        let planned: Vec<Division> = plan.cells.iter().map(Cell::division).collect();
        let cells = vec![BTreeMap::new(); planned.len()];
        Units { cells, lost: BTreeMap::new(), seconds: BTreeMap::new(), used_up: Vec::new(), planned }
    }

    /// Adds an entry of a ledger. Entries that do not belong to the plan are ignored.
    pub fn learn(&mut self, label: &str, entry: UnitEntry) {
        let seconds = self.seconds.entry(label.to_owned()).or_default();
        *seconds = seconds.max(entry.seconds);
        let planned = self.planned.get(entry.cell as usize);
        if planned.is_some_and(|&division| has(division, entry.unit, entry.outcomes.games())) {
            let Done { seals, outcomes, .. } = Done::now(&entry);
            self.set(entry.cell, entry.unit, Done { seals, outcomes, found: [false; 2] });
        }
    }

    /// Marks a unit as done.
    pub fn set(&mut self, cell: u32, unit: u64, done: Done) {
        self.cells[cell as usize].insert(unit, done);
    }

    /// Records that the ledger's process used up the budget.
    pub fn end_budget(&mut self, label: &str, seconds: f64) {
        self.seconds.insert(label.to_owned(), seconds);
        self.used_up.push(label.to_owned());
    }

    /// Records that a part exists; returns whether it is in a ledger.
    pub fn find(&mut self, table: PartTable, cell: u32, unit: u64) -> bool {
        let done = self.cells[cell as usize].get_mut(&unit);
        done.map(|done| done.found[table as usize] = true).is_some()
    }

    /// Drops units that lack a part.
    pub fn forget_missing(&mut self) {
        for (cell, units) in (0..).zip(&mut self.cells) {
            let missing = units.extract_if(.., |_, done| done.found != [true; 2]);
            self.lost.extend(missing.map(|(number, done)| ((cell, number), done)));
        }
    }

    /// Returns the units that are in a ledger but whose parts are missing, by cell and number.
    pub fn lost(&self) -> impl Iterator<Item = (u32, u64)> {
        self.lost.keys().copied()
    }

    /// Returns the same units as if no part were missing.
    pub fn with_lost(&self) -> Units {
        let mut units = self.clone();
        for ((cell, number), done) in std::mem::take(&mut units.lost) {
            units.set(cell, number, done);
        }
        units
    }

    /// Returns whether a unit was done before its part was lost.
    pub fn was_lost(&self, cell: u32, unit: u64) -> bool {
        self.lost.contains_key(&(cell, unit))
    }

    /// Returns what is known about a unit that is done.
    pub fn get(&self, cell: u32, unit: u64) -> Option<&Done> {
        self.cells[cell as usize].get(&unit)
    }

    /// Returns the units of a cell that are done, in order.
    pub fn of_cell(&self, cell: u32) -> impl Iterator<Item = (u64, &Done)> {
        self.cells[cell as usize].iter().map(|(&number, done)| (number, done))
    }

    /// Returns the seconds that the process of a ledger has played.
    pub fn seconds(&self, label: &str) -> f64 {
        self.seconds.get(label).copied().unwrap_or_default()
    }

    /// Returns the seconds that all processes have played.
    pub fn all_seconds(&self) -> f64 {
        self.seconds.values().sum()
    }

    /// Returns whether the process of a ledger has used up the time budget.
    pub fn has_used_up(&self, label: &str) -> bool {
        self.used_up.iter().any(|used| used == label)
    }

    /// Returns the labels of all ledgers.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.seconds.keys().map(String::as_str)
    }
}

impl Done {
    /// Creates the record of a unit that was just played.
    pub fn now(entry: &UnitEntry) -> Self {
        Done { seals: entry.seals, outcomes: entry.outcomes, found: [true; 2] }
    }
}
