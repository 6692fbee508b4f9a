//! Finished tables in memory.

use petteia_engine::{Geometry, Line, Move, Outcome, Position, Side, SquareSet};

use super::super::index::{Numbering, Placement};
use super::super::material::{Ending, Seat};
use super::super::setting::Setting;
use super::census::ChanceCensus;
use super::{GOES_ON, score};

/// The expectations of all placements of one seat.
#[derive(Clone, Debug)]
pub struct ChanceTable<S: SquareSet> {
    pub(super) seat: Seat,
    pub(super) numbering: Numbering<S>,
    /// For each entry, the probability that the side to move wins minus the probability that it loses.
    pub(super) margins: Vec<f32>,
    pub(super) census: ChanceCensus,
}

impl<S: SquareSet> ChanceTable<S> {
    /// Returns the seat of the table.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns what the table contains.
    pub fn census(&self) -> &ChanceCensus {
        &self.census
    }

    /// Returns the number of entries, including doubles.
    pub fn entries(&self) -> u64 {
        self.margins.len() as u64
    }

    /// Returns the placement of an entry with its margin, or `None` for a double.
    pub(super) fn entry(&self, number: u64) -> Option<(Placement<S>, f64)> {
        let placement = self.numbering.placement(number)?;
        Some((placement, f64::from(self.margins[number as usize])))
    }
}

/// A game with a die, with the tables of some of its endings.
#[derive(Clone, Debug)]
pub struct ChanceTables<G: Geometry> {
    setting: Setting<G>,
    tables: Vec<ChanceTable<G::Set>>,
}

/// The consequence of a decision.
pub(super) enum Reply<S> {
    /// The end of the game or a capture, with the margin of the player who made the decision.
    Settled(f64),
    /// A position with the same pieces and the opponent to move.
    Quiet(Position<S>),
}

impl<G: Geometry> ChanceTables<G> {
    /// Creates a game without tables.
    pub fn new(setting: Setting<G>) -> Self {
        ChanceTables { setting, tables: Vec::new() }
    }

    /// Returns the game.
    pub fn setting(&self) -> &Setting<G> {
        &self.setting
    }

    /// Returns all tables in the order in which they were added.
    pub fn tables(&self) -> &[ChanceTable<G::Set>] {
        &self.tables
    }

    /// Adds tables.
    pub(super) fn add(&mut self, tables: impl IntoIterator<Item = ChanceTable<G::Set>>) {
        self.tables.extend(tables);
    }

    #[cfg(test)]
    pub(super) fn table_mut(&mut self, index: usize) -> &mut ChanceTable<G::Set> {
        &mut self.tables[index]
    }

    /// Returns the table of a seat.
    #[inline]
    pub fn table(&self, seat: Seat) -> Option<&ChanceTable<G::Set>> {
        self.tables.iter().find(|table| table.seat == seat)
    }

    /// Returns whether the tables of an ending are loaded.
    pub fn holds(&self, ending: Ending) -> bool {
        self.setting.seats(ending).into_iter().all(|seat| self.table(seat).is_some())
    }

    /// Returns the largest number of pieces in a position that these tables contain.
    pub fn most_pieces(&self) -> u32 {
        self.tables.iter().map(|table| table.seat.own.pieces() + table.seat.other.pieces()).max().unwrap_or(0)
    }

    /// Returns the expected score of the side to move, from 0 to 1, in a position before its roll. Returns `None` if these
    /// tables do not determine it: stones are in hand, the table is not loaded, or the game counts captured stones and those
    /// of the position are not those that it lacks. The game must not be over.
    pub fn expectation(&self, position: &Position<G::Set>) -> Option<f64> {
        let is_told = !position.is_placing() && self.setting.is_counted(position);
        if is_told { self.margin(position).map(score) } else { None }
    }

    /// Returns each decision of a line that is not over and whose die is rolled, with the expected score of the player who
    /// makes it, in the order of the engine. Returns `None` if a table is not loaded.
    pub fn decisions(&self, line: &Line<G::Set>) -> Option<Vec<(Move, f64)>> {
        let valued = |k| {
            let decision = self.setting.game().nth_move(line.position(), line.decisions(), k, &());
            let margin = match self.reply(line, decision)? {
                Reply::Settled(margin) => margin,
                Reply::Quiet(position) => -GOES_ON * self.margin(&position)?,
            };
            Some((decision, score(margin)))
        };
        (0..line.decisions().count()).map(valued).collect()
    }

    /// Returns the consequence of a decision, or `None` if it captures into an ending whose table is not loaded.
    pub(super) fn reply(&self, line: &Line<G::Set>, decision: Move) -> Option<Reply<G::Set>> {
        let mover = line.position().side();
        let mut after = *line;
        let events = self.setting.game().follow(&mut after, decision, &mut ());
        match after.outcome() {
            Some(outcome) => Some(Reply::Settled(margin_of(outcome, mover))),
            None if events.captured() => Some(Reply::Settled(-GOES_ON * self.margin(after.position())?)),
            None => Some(Reply::Quiet(*after.position())),
        }
    }

    /// Returns the margin of a position of the movement phase; `None` if its table is not loaded.
    #[inline]
    fn margin(&self, position: &Position<G::Set>) -> Option<f64> {
        let table = self.table(self.setting.seat(position))?;
        let number = table.numbering.number(&self.setting.placement(position));
        Some(f64::from(table.margins[number as usize]))
    }
}

/// Returns the margin of a finished game for one side.
pub(super) fn margin_of(outcome: Outcome, side: Side) -> f64 {
    outcome.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 })
}
