//! The end of a run: every part is checked, everything that does not belong in the tables is removed, and the places
//! where cells stopped are recorded.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use petteia_statistics::Estimate;
use petteia_tables::{Builder, Frame, Outcomes};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::folder::{RunFolder, lock_report, survey};
use super::part_table::PartTable;
use super::parts::provenance_of;
use super::schedule::Standing;
use super::units::Units;
use super::{RunError, check};
use crate::experiment::{Cell, Plan, StopRule};

/// Prepares a run whose shards have all been played for its report: checks every part against its SHA-256, one at a
/// time on each thread (0 for all cores), so that memory does not grow with the run.
///
/// # Errors
/// The folder is not a run folder or is in use, units are still to be played, or a part is damaged, in which case it is
/// set aside.
pub fn merge(run: &Path, threads: usize, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let folder = RunFolder::reopen(run)?;
    folder.remove_leftovers()?;
    let plan = folder.manifest().plan()?;
    let units = tidy(&folder, &plan, say)?;
    let standing = Standing::new(&plan, units);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let damaged = set_damaged_aside(run, &standing, &pool, say)?;
    let open = if standing.is_complete() { 0 } else { standing.open_units(None) };
    if open + damaged > 0 {
        return Err(RunError::Incomplete { folder: run.to_owned(), units: open + damaged });
    }
    finish(&folder, &standing)
}

/// Sets aside what does not belong to the plan, and returns what does.
///
/// # Errors
/// The folder cannot be read or written.
pub fn tidy(folder: &RunFolder, plan: &Plan, say: &dyn Fn(&str)) -> Result<Units, RunError> {
    let (units, strange) = survey(folder.path(), folder.manifest(), plan)?;
    set_aside(strange.all(), say)?;
    if strange.ledgers.is_empty() {
        return Ok(units);
    }
    // A ledger that is set aside now may contain lines of this plan.
    tidy(folder, plan, say)
}

const DAMAGED: &str = "is not what this run wrote (its SHA-256 differs); its games will be played again";

/// Renames files so that they no longer count.
fn set_aside<'a>(parts: impl Iterator<Item = (&'a PathBuf, &'static str)>, say: &dyn Fn(&str)) -> Result<(), RunError> {
    for (part, why) in parts {
        if let Some(aside) = check::reject(part)? {
            say(&format!("{} {why}. It is kept as {}", part.display(), aside.display()));
        }
    }
    Ok(())
}

/// Compares all parts with the ledgers and sets aside the units that differ; returns their number.
pub fn set_damaged_aside(
    run: &Path,
    standing: &Standing,
    pool: &ThreadPool,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    let damaged = pool.install(|| check::damaged(run, standing))?;
    for unit in &damaged {
        let parts = PartTable::ALL.map(|table| table.part(run, unit));
        set_aside(parts.iter().map(|part| (part, DAMAGED)), say)?;
    }
    Ok(damaged.len() as u64)
}

/// Removes units beyond the one at which a stopping rule ended their cell, so that the tables do not depend on the
/// number of threads or shards, and writes where the rules stopped.
pub fn finish(folder: &RunFolder, standing: &Standing) -> Result<(), RunError> {
    let run = folder.path();
    // If a unit lacks one part, the other may exist.
    let lost = standing.units.lost().map(|(cell, number)| standing.plan.cells[cell as usize].unit(number));
    let lost = lost.filter(|unit| unit.number >= standing.needed(&standing.plan.cells[unit.cell as usize]));
    for unit in standing.surplus().into_iter().chain(lost) {
        for part in PartTable::ALL.map(|table| table.part(run, &unit)) {
            match fs::remove_file(&part) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(RunError::file(&part)(error)),
                _ => {}
            }
        }
    }
    write_stopping(folder, standing)
}

/// Writes `stopping.csv` and `.parquet`: a row for each cell with a rule.
fn write_stopping(folder: &RunFolder, standing: &Standing) -> Result<(), RunError> {
    let cells: Vec<&Cell> = standing.plan.cells.iter().filter(|cell| cell.stop.is_some()).collect();
    if cells.is_empty() {
        return Ok(());
    }
    let _lock = lock_report(folder.path(), |_| ())?;
    stopping_frame(&cells, standing).write(folder.path(), "stopping", &provenance_of(folder.manifest()))?;
    Ok(())
}

/// A cell that a rule may stop.
struct Ruled<'a> {
    cell: &'a Cell,
    rule: StopRule,
    in_order: &'a Outcomes,
    estimate: Option<Estimate>,
}

impl Ruled<'_> {
    fn ended_by(&self) -> &'static str {
        if self.rule.is_met(self.in_order) {
            "half_width"
        } else if self.in_order.games() >= self.cell.games {
            "max_games"
        } else {
            "budget"
        }
    }
}

fn stopping_frame<'a>(cells: &[&'a Cell], standing: &'a Standing) -> Frame {
    use petteia_tables::schema::stopping::*;
    let ruled = |cell: &&'a Cell| {
        let (rule, in_order) = (cell.stop?, &standing.cells[cell.index as usize].in_order);
        Some(Ruled { cell, rule, in_order, estimate: rule.estimate(in_order) })
    };
    let rows: Vec<Ruled> = cells.iter().filter_map(ruled).collect();
    let mut table = Builder::of(&rows);
    table.column(CELL, |row| row.cell.index);
    table.column(VARIANT, |row| row.cell.variant.clone());
    table.column(WHITE, |row| row.cell.matchup.agents.white.to_string());
    table.column(BLACK, |row| row.cell.matchup.agents.black.to_string());
    table.column(METRIC, |row| row.rule.metric.name());
    table.column(HALF_WIDTH, |row| row.rule.half_width);
    table.column(VALUE, |row| row.estimate.map(|estimate| estimate.value));
    table.column(LOW, |row| row.estimate.map(|estimate| estimate.low));
    table.column(HIGH, |row| row.estimate.map(|estimate| estimate.high));
    table.column(GAMES, |row| row.in_order.games());
    table.column(ENDED_BY, Ruled::ended_by);
    table.finish()
}
