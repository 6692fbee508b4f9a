//! Which units of a run are done, and what came out of them.

use std::collections::BTreeMap;

use petteia_tables::{Outcomes, Seal};

use super::ledger::UnitEntry;
use super::part_table::PartTable;
use crate::experiment::{Cell, Plan};

/// What is known of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// See [`UnitEntry::seals`].
    pub seals: [Seal; 2],
    /// How its games ended.
    pub outcomes: Outcomes,
    /// Which of its parts are there, by table.
    found: [bool; 2],
}

/// The units of all cells that are done: some hundred bytes each, and nothing of their games.
#[derive(Clone, Debug)]
pub struct Units {
    /// By number, for each cell.
    cells: Vec<BTreeMap<u64, Done>>,
    /// Units that a ledger knows but whose parts are not there, by cell and number.
    lost: BTreeMap<(u32, u64), Done>,
    /// Seconds played, by ledger.
    seconds: BTreeMap<String, f64>,
    /// Ledgers of processes that used up the budget of time.
    used_up: Vec<String>,
    /// Of each cell in the plan.
    planned: Vec<Planned>,
}

/// The units that a cell has in the plan.
#[derive(Clone, Copy, Debug)]
struct Planned {
    units: u64,
    games: u64,
    unit_games: u64,
}

impl Planned {
    /// Whether a unit of so many games is one of them.
    fn has(self, unit: u64, games: u64) -> bool {
        unit < self.units && games == self.unit_games.min(self.games - unit * self.unit_games)
    }
}

impl Units {
    /// Nothing is done yet.
    pub fn new(plan: &Plan) -> Self {
        let units = |cell: &Cell| Planned { units: cell.units(), games: cell.games, unit_games: cell.unit_games() };
        let planned: Vec<Planned> = plan.cells.iter().map(units).collect();
        let cells = vec![BTreeMap::new(); planned.len()];
        Units { cells, lost: BTreeMap::new(), seconds: BTreeMap::new(), used_up: Vec::new(), planned }
    }

    /// Takes what a ledger says. What does not belong to the plan is left out.
    pub fn learn(&mut self, label: &str, entry: UnitEntry) {
        let seconds = self.seconds.entry(label.to_owned()).or_default();
        *seconds = seconds.max(entry.seconds);
        let planned = self.planned.get(entry.cell as usize);
        if planned.is_some_and(|planned| planned.has(entry.unit, entry.outcomes.games())) {
            let Done { seals, outcomes, .. } = Done::now(&entry);
            self.set(entry.cell, entry.unit, Done { seals, outcomes, found: [false; 2] });
        }
    }

    /// A unit is done.
    pub fn set(&mut self, cell: u32, unit: u64, done: Done) {
        self.cells[cell as usize].insert(unit, done);
    }

    /// The ledger's process used up the budget.
    pub fn end_budget(&mut self, label: &str, seconds: f64) {
        self.seconds.insert(label.to_owned(), seconds);
        self.used_up.push(label.to_owned());
    }

    /// Notes that a part is there; whether a ledger knows it.
    pub fn find(&mut self, table: PartTable, cell: u32, unit: u64) -> bool {
        let done = self.cells[cell as usize].get_mut(&unit);
        done.map(|done| done.found[table as usize] = true).is_some()
    }

    /// Units without both parts are not done.
    pub fn forget_missing(&mut self) {
        for (cell, units) in (0..).zip(&mut self.cells) {
            let missing = units.extract_if(.., |_, done| done.found != [true; 2]);
            self.lost.extend(missing.map(|(number, done)| ((cell, number), done)));
        }
    }

    /// The units that a ledger knows but whose parts are not there, by cell and number.
    pub fn lost(&self) -> impl Iterator<Item = (u32, u64)> {
        self.lost.keys().copied()
    }

    /// The same units as if no part were missing.
    pub fn with_lost(&self) -> Units {
        let mut units = self.clone();
        for ((cell, number), done) in std::mem::take(&mut units.lost) {
            units.set(cell, number, done);
        }
        units
    }

    /// Whether a unit was done once.
    pub fn was_lost(&self, cell: u32, unit: u64) -> bool {
        self.lost.contains_key(&(cell, unit))
    }

    /// What is known of a unit that is done.
    pub fn get(&self, cell: u32, unit: u64) -> Option<&Done> {
        self.cells[cell as usize].get(&unit)
    }

    /// The units of a cell that are done, in order.
    pub fn of_cell(&self, cell: u32) -> impl Iterator<Item = (u64, &Done)> {
        self.cells[cell as usize].iter().map(|(&number, done)| (number, done))
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
        Done { seals: entry.seals, outcomes: entry.outcomes, found: [true; 2] }
    }
}
