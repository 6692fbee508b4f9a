//! The end of a run: every part is checked, what the tables must not have is taken away, and it is said where cells stopped.

use std::path::{Path, PathBuf};

use petteia_reports::write_table;
use polars::prelude::{Column, DataFrame, PolarsResult};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::folder::{RunFolder, survey};
use super::parts::Table;
use super::schedule::Standing;
use super::{RunError, check};
use crate::experiment::Cell;

/// Makes a run whose shards are all played ready for its report: checks every part against its SHA-256, one at a time for each
/// thread (0 for all cores), so that memory does not grow with the run.
///
/// # Errors
/// The folder is no run or in use, units are still to be played, or a part is damaged: then it is set aside.
pub fn merge(run: &Path, threads: usize, say: &dyn Fn(&str)) -> Result<(), RunError> {
    let folder = RunFolder::reopen(run)?;
    folder.remove_leftovers()?;
    let plan = folder.manifest().plan()?;
    let (units, strange) = survey(run, &plan)?;
    set_aside(&strange.foreign, FOREIGN, say)?;
    set_aside(&strange.unknown, UNKNOWN, say)?;
    let standing = Standing::new(&plan, units);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let damaged = set_damaged_aside(run, &standing, &pool, say)?;
    let open = if standing.is_complete() { 0 } else { standing.open_units(None) };
    if open + damaged > 0 {
        return Err(RunError::Incomplete { folder: run.to_owned(), units: open + damaged });
    }
    finish(run, &standing)
}

/// Why parts with a name that the plan does not have are set aside.
pub const FOREIGN: &str = "is of another run";
/// Why parts that no ledger knows are set aside.
pub const UNKNOWN: &str = "is not in the ledgers of this run; its games are to be played again";
const DAMAGED: &str = "is not what this run wrote (its SHA-256 differs); its games are to be played again";

/// Renames parts so that they count no more.
pub fn set_aside(parts: &[PathBuf], why: &str, say: &dyn Fn(&str)) -> Result<(), RunError> {
    for part in parts {
        if let Some(aside) = check::reject(part)? {
            say(&format!("{} {why}. It is kept as {}", part.display(), aside.display()));
        }
    }
    Ok(())
}

/// Compares all parts with the ledgers and sets aside the units that differ; gives their number.
pub fn set_damaged_aside(
    run: &Path,
    standing: &Standing,
    pool: &ThreadPool,
    say: &dyn Fn(&str),
) -> Result<u64, RunError> {
    let damaged = pool.install(|| check::damaged(run, standing))?;
    for unit in &damaged {
        set_aside(&Table::ALL.map(|table| table.part(run, unit)), DAMAGED, say)?;
    }
    Ok(damaged.len() as u64)
}

/// Removes units beyond the one at which a rule stopped their cell, so that the tables do not depend on how many threads
/// or shards there were, and writes where the rules stopped.
pub fn finish(run: &Path, standing: &Standing) -> Result<(), RunError> {
    for unit in standing.surplus() {
        for table in Table::ALL {
            let part = table.part(run, &unit);
            std::fs::remove_file(&part).map_err(RunError::file(&part))?;
        }
    }
    write_stopping(run, standing)
}

/// `stopping.csv` and `.parquet`: a row for each cell with a rule.
fn write_stopping(run: &Path, standing: &Standing) -> Result<(), RunError> {
    let cells: Vec<&Cell> = standing.plan.cells.iter().filter(|cell| cell.stop.is_some()).collect();
    if cells.is_empty() {
        return Ok(());
    }
    let failed = |source| RunError::Table { path: run.join("stopping.csv"), source };
    let mut frame = stopping_frame(&cells, standing).map_err(failed)?;
    write_table(run, "stopping", &mut frame)?;
    Ok(())
}

fn stopping_frame(cells: &[&Cell], standing: &Standing) -> PolarsResult<DataFrame> {
    let rules = || cells.iter().filter_map(|cell| cell.stop.map(|rule| (cell, rule)));
    let estimates = rules().map(|(cell, rule)| rule.estimate(&standing.cells[cell.index as usize].in_order));
    let estimates: Vec<_> = estimates.collect();
    let texts = |of: fn(&Cell) -> String| cells.iter().map(|cell| of(cell)).collect::<Vec<_>>();
    let number = |of: fn(&petteia_reports::stats::Estimate) -> f64| {
        estimates.iter().map(|estimate| estimate.as_ref().map(of)).collect::<Vec<_>>()
    };
    let ended = rules().map(|(cell, rule)| {
        let in_order = &standing.cells[cell.index as usize].in_order;
        if rule.is_met(in_order) {
            "half_width"
        } else if in_order.games() >= cell.games {
            "max_games"
        } else {
            "budget"
        }
    });
    let columns = vec![
        Column::new("cell".into(), cells.iter().map(|cell| cell.index).collect::<Vec<_>>()),
        Column::new("variant".into(), texts(|cell| cell.variant.clone())),
        Column::new("white".into(), texts(|cell| cell.white.to_string())),
        Column::new("black".into(), texts(|cell| cell.black.to_string())),
        Column::new("metric".into(), rules().map(|(_, rule)| rule.metric.name()).collect::<Vec<_>>()),
        Column::new("half_width".into(), rules().map(|(_, rule)| rule.half_width).collect::<Vec<_>>()),
        Column::new("value".into(), number(|estimate| estimate.value)),
        Column::new("low".into(), number(|estimate| estimate.low)),
        Column::new("high".into(), number(|estimate| estimate.high)),
        Column::new(
            "games".into(),
            rules().map(|(cell, _)| standing.cells[cell.index as usize].in_order.games()).collect::<Vec<_>>(),
        ),
        Column::new("ended_by".into(), ended.collect::<Vec<_>>()),
    ];
    DataFrame::new(cells.len(), columns)
}
