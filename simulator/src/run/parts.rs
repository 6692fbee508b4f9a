//! The parts of the tables: one file of games and one of squares for each unit, whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use petteia_engine::{EndReason, Side, Square};
use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::{Column, DataFrame, NamedFrom, ParquetWriter, PlSmallStr, PolarsResult, Scalar, Series};

use super::{Played, RunError};
use crate::experiment::{Cell, Experiment, Plan, Unit};
use crate::play::GameRow;

/// What every part says of its origin.
pub struct Metadata(Vec<(String, String)>);

impl Metadata {
    /// The version, the text of the experiment and the seed.
    pub fn new(experiment: &Experiment, plan: &Plan) -> Self {
        let entries = [
            ("petteia.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("petteia.experiment", experiment.text().to_owned()),
            ("petteia.seed", plan.seed.to_string()),
        ];
        Metadata(entries.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

fn part_name(unit: &Unit) -> String {
    format!("cell-{:04}-{:012}.parquet", unit.cell, unit.games.start)
}

/// The file of a unit's games.
pub fn games_path(folder: &Path, unit: &Unit) -> PathBuf {
    folder.join("games").join(part_name(unit))
}

/// Writes both parts of a unit. The games come last: a unit is done when they are there.
pub fn write(folder: &Path, cell: &Cell, unit: &Unit, played: &Played, metadata: &Metadata) -> Result<(), RunError> {
    let squares = folder.join("squares").join(part_name(unit));
    write_table(&squares, squares_frame(cell, played), metadata)?;
    write_table(&games_path(folder, unit), games_frame(cell, &played.rows), metadata)
}

fn write_table(path: &Path, frame: PolarsResult<DataFrame>, metadata: &Metadata) -> Result<(), RunError> {
    let table_error = |source| RunError::Table { path: path.to_owned(), source };
    let mut frame = frame.map_err(table_error)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(RunError::file(folder))?;
    }
    write_whole(path, |file| {
        let writer = ParquetWriter::new(file).set_parallel(false);
        let writer = writer.with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata.0.clone())));
        writer.finish(&mut frame).map(drop).map_err(table_error)
    })
}

/// Fills a file under a temporary name, syncs it and renames it.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut File) -> Result<(), RunError>) -> Result<(), RunError> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    // A name of its own for each process, should two write the same part.
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let mut file = File::create(&temporary).map_err(RunError::file(&temporary))?;
    fill(&mut file)?;
    file.sync_all().map_err(RunError::file(&temporary))?;
    fs::rename(&temporary, path).map_err(RunError::file(path))
}

/// The rows of a unit with the columns that the reports describe.
fn games_frame(cell: &Cell, rows: &[GameRow]) -> PolarsResult<DataFrame> {
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
