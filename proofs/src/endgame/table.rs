//! Finished tables in memory.

use std::fmt;

use petteia_engine::{Geometry, Position, Side, SquareSet};
use serde::{Deserialize, Serialize};

use super::census::Census;
use super::index::{Numbering, Placement};
use super::material::{Ending, Material};
use super::setting::Setting;
use super::value::Value;

/// What a table is of: the pieces of the side to move and of its opponent, and the side where the two differ in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seat {
    /// The pieces of the side to move.
    pub own: Material,
    /// Its opponent's.
    pub other: Material,
    /// The side to move; White where both play by the same rules.
    pub side: Side,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move against {}", self.own, self.other)
    }
}

/// The values of all placements of one seat.
#[derive(Clone, Debug)]
pub struct Table<S> {
    pub(super) seat: Seat,
    pub(super) numbering: Numbering<S>,
    pub(super) codes: Codes,
    pub(super) census: Census,
}

/// The codes of values by number, a byte each where all fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Codes {
    #[inline]
    pub fn get(&self, number: u64) -> u16 {
        match self {
            Codes::Narrow(codes) => u16::from(codes[number as usize]),
            Codes::Wide(codes) => codes[number as usize],
        }
    }

    pub fn len(&self) -> u64 {
        match self {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => codes.len() as u64,
        }
    }
}

impl<S: SquareSet> Table<S> {
    /// What the table is of.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many placements there are of each value.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The number of entries, doubles included.
    pub fn entries(&self) -> u64 {
        self.codes.len()
    }

    /// The placement of an entry, with its value; nothing for a double.
    pub(super) fn entry(&self, number: u64) -> Option<(Placement<S>, Value)> {
        let placement = self.numbering.placement(number)?;
        Some((placement, Value::of_code(self.codes.get(number))))
    }
}

/// A game with the tables of some of its endings.
#[derive(Clone, Debug)]
pub struct Tables<G: Geometry> {
    setting: Setting<G>,
    tables: Vec<Table<G::Set>>,
}

impl<G: Geometry> Tables<G> {
    /// A game without any tables.
    pub fn new(setting: Setting<G>) -> Self {
        Tables { setting, tables: Vec::new() }
    }

    /// The game.
    pub fn setting(&self) -> &Setting<G> {
        &self.setting
    }

    /// All tables, in the order in which they came.
    pub fn tables(&self) -> &[Table<G::Set>] {
        &self.tables
    }

    /// Adds tables.
    pub fn add(&mut self, tables: impl IntoIterator<Item = Table<G::Set>>) {
        self.tables.extend(tables);
    }

    #[cfg(test)]
    pub(super) fn table_mut(&mut self, index: usize) -> &mut Table<G::Set> {
        &mut self.tables[index]
    }

    /// The table of a seat.
    #[inline]
    pub fn table(&self, seat: Seat) -> Option<&Table<G::Set>> {
        self.tables.iter().find(|table| table.seat == seat)
    }

    /// Whether the tables of an ending are here.
    pub fn holds(&self, ending: Ending) -> bool {
        self.setting().seats(ending).into_iter().all(|seat| self.table(seat).is_some())
    }

    /// The ending of a position.
    pub fn ending_of(&self, position: &Position<G::Set>) -> Ending {
        let seat = self.setting().seat(position);
        let (white, black) =
            if position.side() == Side::White { (seat.own, seat.other) } else { (seat.other, seat.own) };
        Ending { white, black }
    }

    /// The value of a position of the movement phase, for the side to move; `None` when its table is not here.
    #[inline]
    pub fn value(&self, position: &Position<G::Set>) -> Option<Value> {
        let table = self.table(self.setting.seat(position))?;
        let number = table.numbering.number(&self.setting.placement(position));
        Some(Value::of_code(table.codes.get(number)))
    }
}
