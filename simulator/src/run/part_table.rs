//! The tables that are written in parts, and the files of their parts.

use std::path::{Path, PathBuf};

use crate::experiment::{Plan, Unit};

/// The two tables for which each unit writes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartTable {
    /// One row per game.
    Games,
    /// One row per square.
    Squares,
}

impl PartTable {
    /// Both tables.
    pub const ALL: [PartTable; 2] = [PartTable::Games, PartTable::Squares];

    /// Returns the folder of its parts in a run.
    pub fn folder_in(self, run: &Path) -> PathBuf {
        run.join(match self {
            PartTable::Games => "games",
            PartTable::Squares => "squares",
        })
    }

    /// Returns the path of the part of a unit.
    pub fn part(self, run: &Path, unit: &Unit) -> PathBuf {
        self.folder_in(run).join(format!("cell-{:04}-{:012}.parquet", unit.cell, unit.games.start))
    }
}

/// Returns whether a file is named like a part of some run.
pub fn is_part(name: &str) -> bool {
    let number = |text: &str, digits: usize| text.len() >= digits && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix("cell-").and_then(|rest| rest.strip_suffix(".parquet")?.split_once('-'));
    numbers.is_some_and(|(cell, start)| number(cell, 4) && number(start, 12))
}

/// Returns the cell and the unit that the name of a part denotes, if the plan has them.
pub fn unit_of_name(plan: &Plan, name: &str) -> Option<(u32, u64)> {
    let (cell, start) = name.strip_prefix("cell-")?.strip_suffix(".parquet")?.split_once('-')?;
    let (cell, start) = (cell.parse::<u32>().ok()?, start.parse::<u64>().ok()?);
    let planned = plan.cells.get(cell as usize)?;
    let unit = planned.unit_of(start);
    let is_right = start < planned.games
        && planned.unit(unit).games.start == start
        && name == format!("cell-{cell:04}-{start:012}.parquet");
    is_right.then_some((cell, unit))
}
