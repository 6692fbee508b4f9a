//! A question orders games. It sees what is known about its cells, and no files.

use std::time::Duration;

use petteia_proofs::endgame::Endgames;
use petteia_tables::{CellKey, CellRow, Frame};

use crate::cell::{Cell, Kind, Pace};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;
use crate::tallies::Tallies;

/// Games to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The place of their cell in the question.
    pub cell: usize,
    /// Their numbers.
    pub numbers: std::ops::Range<u64>,
    /// How large their units are.
    pub pace: Pace,
}

/// A question about some cells.
///
/// It is a function from what is known to what to play next: the same tallies give the same orders. So the games do not
/// depend on the number of threads or machines, on interruptions, or on the order in which units are finished.
pub trait Question: Sync {
    /// Returns its cells.
    fn cells(&self) -> &[Cell];

    /// Returns the games to play next. Orders are played alternately, one unit of each at a time. If there are none, the
    /// question is answered.
    fn next(&self, tallies: &Tallies) -> Result<Vec<Order>, RunError>;

    /// Returns whether the games to play next depend on games of all its cells, so that no shard can go on alone.
    fn is_adaptive(&self) -> bool {
        false
    }

    /// Returns how many numbers of a cell it needs, as far as is known.
    fn expected(&self, tallies: &Tallies, cell: usize) -> u64;

    /// Returns what is known about a cell, in a few words, for the display of the progress.
    fn progress(&self, _tallies: &Tallies, _cell: usize) -> String {
        String::new()
    }

    /// Returns what is known about everything, in a few words, for the display of the progress.
    fn overview(&self) -> Option<String> {
        None
    }

    /// Returns how long to play at most: no unit begins later.
    fn budget(&self) -> Option<Duration> {
        None
    }

    /// Returns the tables that judge the games of a cell of placements.
    fn tables(&self, _cell: usize) -> Option<&Endgames> {
        None
    }
}

/// The first numbers of some cells, whatever happens in their games.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<'a> {
    /// The cells.
    pub cells: &'a [Cell],
    /// How many numbers of each cell are asked for.
    pub each: u64,
    /// How large the units are.
    pub pace: Pace,
    /// The tables that judge the games, if they start from placements.
    pub tables: Option<&'a Endgames>,
}

impl Question for Fixed<'_> {
    fn cells(&self) -> &[Cell] {
        self.cells
    }

    fn next(&self, tallies: &Tallies) -> Result<Vec<Order>, RunError> {
        Ok((0..self.cells.len()).flat_map(|index| missing(tallies, index, self.each, self.pace)).collect())
    }

    fn expected(&self, _: &Tallies, _: usize) -> u64 {
        self.each
    }

    fn tables(&self, _: usize) -> Option<&Endgames> {
        self.tables
    }
}

/// Returns the table of the cells of a question, which is not an experiment.
#[must_use]
pub fn cells_frame(question: &dyn Question, tallies: &Tallies) -> Frame {
    let row = |(index, cell): (usize, &Cell)| {
        let [white, black] = cell.agents().map(agent_key);
        let key = CellKey {
            cell: index as u32,
            key: cell.id().to_string(),
            variant: variant_key(&cell.variant),
            factors: Vec::new(),
            white,
            black,
        };
        let planned = question.expected(tallies, index);
        let games = tallies.cell(index).known(&(0..planned)) * cell.games_each();
        CellRow { games, planned: planned * cell.games_each(), ..cell.row(key) }
    };
    petteia_tables::cells_frame(&question.cells().iter().enumerate().map(row).collect::<Vec<_>>())
}

impl Cell {
    /// Returns its row in the table of cells, without its games.
    pub(crate) fn row(&self, key: CellKey) -> CellRow {
        let (mut white_stones_fewer, mut decision, mut ending) = (None, None, None);
        match &self.kind {
            Kind::Games | Kind::Pairs => {}
            Kind::AtOdds(stones) => white_stones_fewer = Some(*stones),
            Kind::After(first) => decision = Some(first.clone()),
            Kind::Placements(pieces) => ending = Some(pieces.clone()),
        }
        let opening = self.matchup.opening + u32::from(decision.is_some());
        CellRow { key, opening, white_stones_fewer, decision, ending, games: 0, planned: 0, stopping: None }
    }
}

/// Returns the orders for all games below `count` that are not known.
#[must_use]
pub fn missing(tallies: &Tallies, cell: usize, count: u64, pace: Pace) -> Vec<Order> {
    let gaps = tallies.cell(cell).gaps(0..count);
    gaps.into_iter().map(|numbers| Order { cell, numbers, pace }).collect()
}

/// Returns the orders for games below `count` that are known only in a part with more games: what happens on the squares is
/// counted for all games of a part together.
#[must_use]
pub fn cut(tallies: &Tallies, cell: usize, count: u64) -> Vec<Order> {
    let tally = tallies.cell(cell);
    if tally.parts_among(&(0..count)).last().is_none_or(|last| last.end <= count) {
        return Vec::new();
    }
    let gaps = tally.exactly(&(0..count)).gaps(0..count);
    gaps.into_iter().map(|numbers| Order { cell, numbers, pace: Pace::Full }).collect()
}
