//! The parts of the tables: one file of games and one of squares for each unit, whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use petteia_engine::{EndReason, Side, Square};
use polars::io::parquet::write::{KeyValueMetadata, StatisticsOptions};
use polars::prelude::{Column, DataFrame, NamedFrom, ParquetWriter, PlSmallStr, PolarsResult, Scalar, Series};

use super::folder::RunFolder;
use super::ledger::{Entry, UnitEntry, Writer};
use super::manifest::{Manifest, sha256};
use super::{Played, RunError};
use crate::experiment::{Cell, Plan, Unit};
use crate::play::GameRow;

/// The two tables that a unit gives a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// One row a game.
    Games,
    /// One row a square.
    Squares,
}

impl Table {
    /// Both.
    pub const ALL: [Table; 2] = [Table::Games, Table::Squares];

    /// Where a run keeps its parts.
    pub fn folder_in(self, run: &Path) -> PathBuf {
        run.join(match self {
            Table::Games => "games",
            Table::Squares => "squares",
        })
    }

    /// The part of a unit.
    pub fn part(self, run: &Path, unit: &Unit) -> PathBuf {
        self.folder_in(run).join(format!("cell-{:04}-{:012}.parquet", unit.cell, unit.games.start))
    }
}

/// The cell and the unit that the name of a part stands for, if the plan has them.
pub fn unit_of_name(plan: &Plan, name: &str) -> Option<(u32, u64)> {
    let (cell, start) = name.strip_prefix("cell-")?.strip_suffix(".parquet")?.split_once('-')?;
    let (cell, start) = (cell.parse::<u32>().ok()?, start.parse::<u64>().ok()?);
    let planned = plan.cells.get(cell as usize)?;
    let unit = start / planned.unit_games();
    let is_right = unit < planned.units()
        && planned.unit(unit).games.start == start
        && name == format!("cell-{cell:04}-{start:012}.parquet");
    is_right.then_some((cell, unit))
}

/// What every part says of its origin.
pub struct Metadata(Vec<(String, String)>);

impl Metadata {
    /// From the manifest of the run.
    pub fn new(manifest: &Manifest) -> Self {
        let entries = [
            ("petteia.version", manifest.version.clone()),
            ("petteia.commit", manifest.commit.clone()),
            ("petteia.schema", manifest.schema.to_string()),
            ("petteia.seed", manifest.plan.seed.to_string()),
            ("petteia.plan_sha256", manifest.plan_sha256.clone()),
            ("petteia.experiment_sha256", manifest.experiment_sha256.clone()),
            ("petteia.experiment", manifest.experiment.clone()),
        ];
        Metadata(entries.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

/// Where the parts of a process go.
pub struct Output<'a> {
    pub folder: &'a RunFolder,
    pub metadata: Metadata,
    pub ledger: Writer,
}

impl Output<'_> {
    /// Writes both parts of a unit. They get their names when both are on the disk and the ledger knows them: a unit is
    /// done when they have.
    pub fn write(&self, cell: &Cell, unit: &Unit, played: &Played, seconds: f64) -> Result<UnitEntry, RunError> {
        let run = self.folder.path();
        let frames = [games_frame(cell, &played.rows), squares_frame(cell, played)];
        let mut parts = Vec::with_capacity(2);
        for (table, frame) in Table::ALL.into_iter().zip(frames) {
            let path = table.part(run, unit);
            let bytes = frame.and_then(|mut frame| self.encode(&mut frame));
            let bytes = bytes.map_err(|source| RunError::Table { path: path.clone(), source })?;
            parts.push((sha256(&bytes), Written::new(path, &self.folder.label(), &bytes)?));
        }
        let [(games_sha256, games), (squares_sha256, squares)] =
            <[_; 2]>::try_from(parts).unwrap_or_else(|_| unreachable!("there are two tables"));
        let outcomes = played.outcomes();
        let entry = UnitEntry { cell: unit.cell, unit: unit.number, outcomes, seconds, games_sha256, squares_sha256 };
        self.ledger.add(&Entry::Unit(entry.clone()))?;
        squares.name()?;
        games.name()?;
        Table::ALL.into_iter().try_for_each(|table| sync_folder(&table.folder_in(run)))?;
        Ok(entry)
    }

    fn encode(&self, frame: &mut DataFrame) -> PolarsResult<Vec<u8>> {
        let mut bytes = Vec::new();
        let metadata = KeyValueMetadata::from_static(self.metadata.0.clone());
        // Least and greatest values would help nobody find rows: every part has the same.
        let writer = ParquetWriter::new(&mut bytes).set_parallel(false).with_statistics(StatisticsOptions::empty());
        let writer = writer.with_key_value_metadata(Some(metadata));
        writer.finish(frame)?;
        Ok(bytes)
    }
}

/// Writes a file whole or not at all: under a temporary name with `label`, synced and renamed.
///
/// # Errors
/// It cannot be written; the error names it.
pub fn write_whole(path: &Path, label: &str, bytes: &[u8]) -> Result<(), RunError> {
    Written::new(path.to_owned(), label, bytes)?.name()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// A file that is on the disk and has no name yet; without one it is removed.
struct Written {
    path: PathBuf,
    temporary: Option<PathBuf>,
}

impl Written {
    fn new(path: PathBuf, label: &str, bytes: &[u8]) -> Result<Self, RunError> {
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        // A name of its own for each process of a run.
        name.push(format!(".{label}.tmp"));
        let temporary = path.with_file_name(name);
        let written = Written { path, temporary: Some(temporary.clone()) };
        let mut file = File::create(&temporary).map_err(RunError::file(&temporary))?;
        file.write_all(bytes).map_err(RunError::file(&temporary))?;
        file.sync_all().map_err(RunError::file(&temporary))?;
        Ok(written)
    }

    fn name(mut self) -> Result<(), RunError> {
        self.temporary.take().map_or(Ok(()), |from| fs::rename(from, &self.path).map_err(RunError::file(&self.path)))
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // What went wrong before is what is told; the next run removes it too.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Makes the names in a folder last.
fn sync_folder(folder: &Path) -> Result<(), RunError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(RunError::file(folder))
}

/// The rows of a unit with the columns that the reports describe.
pub fn games_frame(cell: &Cell, rows: &[GameRow]) -> PolarsResult<DataFrame> {
    let text = |name: &str, value: &str| constant(name, Scalar::from(PlSmallStr::from(value)), rows.len());
    let mut columns = vec![constant("cell", Scalar::from(cell.index), rows.len()), text("variant", &cell.variant)];
    for (name, level) in &cell.factors {
        columns.push(text(&format!("factor_{name}"), level));
    }
    let reason = |row: &GameRow| row.outcome.reason;
    let coins = |side: Side| column(&format!("coins_{}", side.name()), rows, |row| row.coins.map(|coins| coins[side]));
    columns.extend([
        text("white", &cell.white.to_string()),
        text("black", &cell.black.to_string()),
        column("game", rows, |row| row.game),
        column("seed", rows, |row| row.seed),
        column("winner", rows, |row| row.outcome.winner.map(Side::name)),
        column("reason", rows, |row| EndReason::name(reason(row))),
        column("adjudicated", rows, |row| reason(row).is_adjudicated()),
        column("plies", rows, |row| row.plies),
        column("captures_white", rows, |row| row.captures.white),
        column("captures_black", rows, |row| row.captures.black),
        column("first_capture_ply", rows, |row| row.first_capture_ply),
        column("mean_branching", rows, |row| row.mean_branching),
        column("final_white", rows, |row| row.final_pieces.white),
        column("final_black", rows, |row| row.final_pieces.black),
        coins(Side::White),
        coins(Side::Black),
    ]);
    DataFrame::new(rows.len(), columns)
}

/// The counts of a unit's squares, in the order of the board.
fn squares_frame(cell: &Cell, played: &Played) -> PolarsResult<DataFrame> {
    let board = cell.rules.board;
    let squares: Vec<Square> = (0..board.squares()).map(|index| Square(index as u8)).collect();
    let text = |name: &str, value: &str| constant(name, Scalar::from(PlSmallStr::from(value)), squares.len());
    let columns = vec![
        constant("cell", Scalar::from(cell.index), squares.len()),
        text("variant", &cell.variant),
        text("white", &cell.white.to_string()),
        text("black", &cell.black.to_string()),
        column("file", &squares, |&square| u32::from(board.file(square))),
        column("rank", &squares, |&square| u32::from(board.rank(square))),
        column("square", &squares, |&square| board.name(square)),
        column("arrivals", &squares, |square| played.squares.arrivals[square.index()]),
        column("losses", &squares, |square| played.squares.losses[square.index()]),
    ];
    DataFrame::new(squares.len(), columns)
}

fn constant(name: &str, value: Scalar, length: usize) -> Column {
    Column::new_scalar(name.into(), value, length)
}

fn column<'a, Row, T, Kind: ?Sized>(name: &str, rows: &'a [Row], value: impl Fn(&'a Row) -> T) -> Column
where
    Series: NamedFrom<Vec<T>, Kind>,
{
    Column::new(name.into(), rows.iter().map(value).collect::<Vec<T>>())
}
