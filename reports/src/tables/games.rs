//! The exact counts of each cell, game by game.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use petteia_engine::{EndReason, Side};
use polars::prelude::{BooleanType, Float64Type, StringType, UInt32Type, UInt64Type};

use super::examples::Firsts;
use super::outcome::Outcomes;
use super::parts::{self, Rows, Values};
use crate::error::ReportError;
use crate::stats::Histogram;

/// The start of the name of a column that holds the level of a factor.
const FACTOR: &str = "factor_";

/// How many games of a cell, its first, are looked through for duplicates.
pub(crate) const DUPLICATES_AMONG: u64 = 10_000;

/// All cells of a run, and the factors that tell them apart.
pub(crate) struct Games {
    /// Names of the factor columns, with their prefix.
    pub(crate) factors: Vec<String>,
    /// By number in the plan.
    pub(crate) cells: BTreeMap<u32, Tally>,
}

/// Sum and number of the values present.
#[derive(Default)]
pub(crate) struct Sum {
    sum: f64,
    n: u64,
}

impl Sum {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.sum += value;
            self.n += 1;
        }
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }
}

/// What is counted of one cell.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) variant: String,
    pub(crate) factors: Vec<String>,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) outcomes: Outcomes,
    pub(crate) reasons: BTreeMap<EndReason, u64>,
    pub(crate) plies: Histogram,
    /// Of the unfinished games alone.
    pub(crate) unfinished_plies: Histogram,
    pub(crate) first_capture: Sum,
    pub(crate) branching: Sum,
    pub(crate) captures_white: Sum,
    pub(crate) captures_black: Sum,
    pub(crate) coins_white: Sum,
    pub(crate) coins_black: Sum,
    /// What the first games look like.
    pub(crate) looks: HashSet<u64>,
    pub(crate) duplicates: u64,
    pub(crate) firsts: Firsts,
}

impl Tally {
    /// Counts a game that looks like an earlier one, given by what is recorded of it.
    fn look(&mut self, game: impl Hash) {
        if self.outcomes.games() <= DUPLICATES_AMONG {
            let mut hasher = DefaultHasher::new();
            game.hash(&mut hasher);
            self.duplicates += u64::from(!self.looks.insert(hasher.finish()));
        }
    }
}

/// Adds up all games below `folder`.
pub(crate) fn tally(folder: &Path) -> Result<Games, ReportError> {
    let parts = parts::parts(folder)?;
    if parts.is_empty() {
        return Err(ReportError::NoParts { folder: folder.to_path_buf() });
    }
    let mut factors: Option<Vec<String>> = None;
    let mut cells = BTreeMap::new();
    for path in &parts {
        parts::read(path, |rows| {
            let found = rows.columns_with_prefix(FACTOR);
            let expected = factors.get_or_insert_with(|| found.clone());
            if *expected != found {
                return Err(ReportError::FactorsDiffer {
                    path: rows.path().to_path_buf(),
                    found,
                    expected: expected.clone(),
                });
            }
            let columns = Columns::of(rows, &found)?;
            (0..rows.len()).try_for_each(|row| columns.count(row, &mut cells))
        })?;
    }
    if cells.is_empty() {
        return Err(ReportError::NoGames { folder: folder.to_path_buf() });
    }
    Ok(Games { factors: factors.unwrap_or_default(), cells })
}

/// The columns of some rows that are used here, each with its type.
struct Columns<'a> {
    cell: Values<'a, UInt32Type>,
    variant: Values<'a, StringType>,
    factors: Vec<Values<'a, StringType>>,
    white: Values<'a, StringType>,
    black: Values<'a, StringType>,
    game: Values<'a, UInt64Type>,
    winner: Values<'a, StringType>,
    reason: Values<'a, StringType>,
    adjudicated: Values<'a, BooleanType>,
    plies: Values<'a, UInt32Type>,
    first_capture: Values<'a, UInt32Type>,
    branching: Values<'a, Float64Type>,
    captures_white: Values<'a, UInt32Type>,
    captures_black: Values<'a, UInt32Type>,
    coins_white: Values<'a, UInt32Type>,
    coins_black: Values<'a, UInt32Type>,
}

impl<'a> Columns<'a> {
    fn of(rows: &'a Rows, factors: &[String]) -> Result<Self, ReportError> {
        Ok(Self {
            cell: rows.u32s("cell")?,
            variant: rows.texts("variant")?,
            factors: factors.iter().map(|name| rows.texts(name)).collect::<Result<_, _>>()?,
            white: rows.texts("white")?,
            black: rows.texts("black")?,
            game: rows.u64s("game")?,
            winner: rows.texts("winner")?,
            reason: rows.texts("reason")?,
            adjudicated: rows.bools("adjudicated")?,
            plies: rows.u32s("plies")?,
            first_capture: rows.u32s("first_capture_ply")?,
            branching: rows.f64s("mean_branching")?,
            captures_white: rows.u32s("captures_white")?,
            captures_black: rows.u32s("captures_black")?,
            coins_white: rows.u32s("coins_white")?,
            coins_black: rows.u32s("coins_black")?,
        })
    }

    /// Adds the game in `row` to its cell.
    fn count(&self, row: usize, cells: &mut BTreeMap<u32, Tally>) -> Result<(), ReportError> {
        let cell = self.cell.require(row)?;
        let tally = match cells.entry(cell) {
            std::collections::btree_map::Entry::Occupied(known) => {
                self.check_cell(row, cell, known.get())?;
                known.into_mut()
            }
            std::collections::btree_map::Entry::Vacant(new) => new.insert(self.new_cell(row)?),
        };
        let winner = winner_in(&self.winner, row)?;
        let reason = self.reason(row, winner)?;
        tally.outcomes.add(winner, reason, self.adjudicated.require(row)?);
        *tally.reasons.entry(reason).or_default() += 1;
        let (plies, first_capture) = (self.plies.require(row)?, self.first_capture.get(row));
        let captures = (self.captures_white.require(row)?, self.captures_black.require(row)?);
        let branching = self.branching.get(row);
        tally.look((winner, reason, plies, first_capture, captures, branching.map(f64::to_bits)));
        tally.plies.add(plies);
        tally.firsts.add(self.game.require(row)?, plies, winner, reason);
        if reason == EndReason::TurnCap {
            tally.unfinished_plies.add(plies);
        }
        tally.first_capture.add(first_capture.map(f64::from));
        tally.branching.add(branching);
        tally.captures_white.add(Some(captures.0.into()));
        tally.captures_black.add(Some(captures.1.into()));
        tally.coins_white.add(self.coins_white.get(row).map(f64::from));
        tally.coins_black.add(self.coins_black.get(row).map(f64::from));
        Ok(())
    }

    fn new_cell(&self, row: usize) -> Result<Tally, ReportError> {
        Ok(Tally {
            variant: self.variant.require(row)?.to_owned(),
            factors: self
                .factors
                .iter()
                .map(|factor| Ok(factor.require(row)?.to_owned()))
                .collect::<Result<_, ReportError>>()?,
            white: self.white.require(row)?.to_owned(),
            black: self.black.require(row)?.to_owned(),
            ..Tally::default()
        })
    }

    /// All games of a cell have the same variant, factor levels and agents.
    fn check_cell(&self, row: usize, cell: u32, known: &Tally) -> Result<(), ReportError> {
        let fixed = [(&self.variant, &known.variant), (&self.white, &known.white), (&self.black, &known.black)];
        for (column, expected) in fixed.into_iter().chain(self.factors.iter().zip(&known.factors)) {
            let found = column.require(row)?;
            if found != expected {
                let expected = format!("`{expected}` as in the other games of cell {cell}");
                return Err(column.bad(row, found, expected));
            }
        }
        Ok(())
    }

    fn reason(&self, row: usize, winner: Option<Side>) -> Result<EndReason, ReportError> {
        let reason = reason_in(&self.reason, row)?;
        if reason == EndReason::TurnCap && winner.is_some() {
            let expected = "no winner, since `turn_cap` leaves a game unfinished";
            return Err(self.winner.bad(row, "a side", expected));
        }
        Ok(reason)
    }
}

/// The winner in a row of the column `winner`.
pub(crate) fn winner_in(winners: &Values<StringType>, row: usize) -> Result<Option<Side>, ReportError> {
    match winners.get(row) {
        None => Ok(None),
        Some("white") => Ok(Some(Side::White)),
        Some("black") => Ok(Some(Side::Black)),
        Some(found) => Err(winners.bad(row, found, "`white`, `black` or an empty cell")),
    }
}

/// How a game ended, in a row of the column `reason`.
pub(crate) fn reason_in(reasons: &Values<StringType>, row: usize) -> Result<EndReason, ReportError> {
    let found = reasons.require(row)?;
    EndReason::from_name(found).ok_or_else(|| {
        let names = EndReason::ALL.map(EndReason::name).join(", ");
        reasons.bad(row, found, format!("one of {names}"))
    })
}
