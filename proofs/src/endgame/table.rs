//! Finished tables in memory.

use petteia_engine::{Geometry, Position, SquareSet};

use super::census::Census;
use super::index::{Numbering, Placement};
use super::material::{Ending, Seat};
use super::setting::Setting;
use super::value::{Codes, Value};

/// The values of all placements of one seat.
#[derive(Clone, Debug)]
pub struct EndgameTable<S: SquareSet> {
    pub(super) seat: Seat,
    pub(super) numbering: Numbering<S>,
    pub(super) codes: Codes,
    pub(super) census: Census,
}

impl<S: SquareSet> EndgameTable<S> {
    /// Returns the seat of the table.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the number of placements of each value.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Returns the number of entries, including doubles.
    pub fn entries(&self) -> u64 {
        self.codes.len()
    }

    /// Returns the placement of an entry with its value, or `None` for a double.
    pub(super) fn entry(&self, number: u64) -> Option<(Placement<S>, Value)> {
        let placement = self.numbering.placement(number)?;
        Some((placement, Value::of_code(self.codes.get(number))))
    }
}

/// A game with the tables of some of its endings.
#[derive(Clone, Debug)]
pub struct EndgameTables<G: Geometry> {
    setting: Setting<G>,
    tables: Vec<EndgameTable<G::Set>>,
}

impl<G: Geometry> EndgameTables<G> {
    /// Creates a game without tables.
    pub fn new(setting: Setting<G>) -> Self {
        EndgameTables { setting, tables: Vec::new() }
    }

    /// Returns the game.
    pub fn setting(&self) -> &Setting<G> {
        &self.setting
    }

    /// Returns all tables in the order in which they were added.
    pub fn tables(&self) -> &[EndgameTable<G::Set>] {
        &self.tables
    }

    /// Adds tables.
    pub fn add(&mut self, tables: impl IntoIterator<Item = EndgameTable<G::Set>>) {
        self.tables.extend(tables);
    }

    #[cfg(test)]
    pub(super) fn table_mut(&mut self, index: usize) -> &mut EndgameTable<G::Set> {
        &mut self.tables[index]
    }

    /// Returns the table of a seat.
    #[inline]
    pub fn table(&self, seat: Seat) -> Option<&EndgameTable<G::Set>> {
        self.tables.iter().find(|table| table.seat == seat)
    }

    /// Returns whether the tables of an ending are loaded.
    pub fn holds(&self, ending: Ending) -> bool {
        self.setting().seats(ending).into_iter().all(|seat| self.table(seat).is_some())
    }

    /// Returns the ending of a position.
    pub fn ending_of(&self, position: &Position<G::Set>) -> Ending {
        self.setting.ending_of(position)
    }

    /// Returns the value of a position of the movement phase for the side to move; `None` if its table is not loaded.
    #[inline]
    pub fn value(&self, position: &Position<G::Set>) -> Option<Value> {
        let table = self.table(self.setting.seat(position))?;
        let number = table.numbering.number(&self.setting.placement(position));
        Some(Value::of_code(table.codes.get(number)))
    }
}
