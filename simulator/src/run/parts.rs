//! The parts of the tables: one file of games and one of squares for each unit, complete or absent.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use petteia_engine::{Rules, Side, Simd, Square, SquareCounts, game_seed};
use petteia_files::{Unnamed, sync_folder};
use petteia_players::{GameRow, Orders};
use petteia_tables::{Builder, Frame, Outcomes, Provenance, Seal};

use super::RunError;
use super::folder::RunFolder;
use super::ledger::{Entry, UnitEntry, Writer};
use super::manifest::Manifest;
use super::part_table::PartTable;
use crate::experiment::{Cell, Unit};

/// Returns the provenance written to every part.
pub fn provenance_of(manifest: &Manifest) -> Provenance {
    Provenance::of([
        ("version", manifest.version.clone()),
        ("commit", manifest.commit.clone()),
        ("schema", manifest.schema.to_string()),
        ("seed", manifest.plan.seed.to_string()),
        ("plan_sha256", manifest.plan_sha256.clone()),
        ("experiment_sha256", manifest.experiment_sha256.clone()),
        ("experiment", manifest.experiment.clone()),
    ])
}

/// The games of a unit.
pub struct Played {
    /// One row per game, in order.
    pub rows: Vec<GameRow>,
    squares: SquareCounts,
}

impl Played {
    /// Plays games of a cell; `None` if they were interrupted.
    pub fn of(
        cell: &Cell,
        seed: u64,
        games: Range<u64>,
        simd: Simd,
        stop: &AtomicBool,
        games_played: &dyn Fn(u64),
    ) -> Option<Played> {
        let stream = cell.stream();
        let seed = |number| game_seed(seed, stream, number);
        let mut squares = SquareCounts::default();
        let orders = Orders { games, seed: &seed, simd, stop, games_played };
        let rows = cell.matchup.play(orders, &mut squares)?;
        Some(Played { rows, squares })
    }

    fn outcomes(&self, rules: &Rules) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for row in &self.rows {
            outcomes.add(row.outcome.winner, row.outcome.reason, rules.adjudicates(row.outcome.reason));
        }
        outcomes
    }
}

/// The destination of the parts of a process.
pub struct Output<'a> {
    pub folder: &'a RunFolder,
    pub provenance: Provenance,
    pub ledger: Writer,
}

impl Output<'_> {
    /// Writes both parts of a unit. They are renamed when both are on disk and recorded in the ledger; then the unit is
    /// done.
    pub fn write(&self, cell: &Cell, unit: &Unit, played: &Played, seconds: f64) -> Result<UnitEntry, RunError> {
        let run = self.folder.path();
        let frames = [games_frame(cell, &played.rows), squares_frame(cell, played)];
        let mut parts = Vec::with_capacity(2);
        for (table, mut frame) in PartTable::ALL.into_iter().zip(frames) {
            let path = table.part(run, unit);
            let bytes = frame.part(&path, &self.provenance)?;
            parts.push((Seal::of(&bytes), Unnamed::write(&path, &self.folder.label(), &bytes)?));
        }
        let [(games_seal, games), (squares_seal, squares)] =
            <[_; 2]>::try_from(parts).unwrap_or_else(|_| unreachable!("there are two tables"));
        let outcomes = played.outcomes(&cell.matchup.rules);
        let seals = [games_seal, squares_seal];
        let entry = UnitEntry { cell: unit.cell, unit: unit.number, outcomes, seconds, seals };
        self.ledger.add(&Entry::Unit(entry.clone()))?;
        squares.name()?;
        games.name()?;
        PartTable::ALL.into_iter().try_for_each(|table| sync_folder(&table.folder_in(run)))?;
        Ok(entry)
    }
}

/// Builds the table of a unit's games.
pub fn games_frame(cell: &Cell, rows: &[GameRow]) -> Frame {
    use petteia_tables::schema::games::*;
    let mut table = Builder::of(rows);
    table.number(CELL, cell.index);
    table.text(VARIANT, &cell.variant);
    for (name, level) in &cell.factors {
        table.text_member(FACTOR, name, level);
    }
    table.text(WHITE, &cell.matchup.agents.white.to_string());
    table.text(BLACK, &cell.matchup.agents.black.to_string());
    table.column(GAME, |row| row.game);
    table.column(SEED, |row| row.seed);
    table.column(WINNER, |row| row.outcome.winner.map(Side::name));
    table.column(REASON, |row| row.outcome.reason.name());
    table.column(ADJUDICATED, |row| cell.matchup.rules.adjudicates(row.outcome.reason));
    table.column(PLIES, |row| row.plies);
    table.column(CAPTURES_WHITE, |row| row.captures.white);
    table.column(CAPTURES_BLACK, |row| row.captures.black);
    table.column(FIRST_CAPTURE_PLY, |row| row.first_capture_ply);
    table.column(MEAN_BRANCHING, |row| row.mean_branching);
    table.column(FINAL_WHITE, |row| row.final_pieces.white);
    table.column(FINAL_BLACK, |row| row.final_pieces.black);
    table.column(COINS_WHITE, |row| row.coins.map(|coins| coins.white));
    table.column(COINS_BLACK, |row| row.coins.map(|coins| coins.black));
    table.finish()
}

/// Builds the table of a unit's squares, in the order of the board.
fn squares_frame(cell: &Cell, played: &Played) -> Frame {
    use petteia_tables::schema::squares::*;
    let board = cell.matchup.rules.board;
    let squares: Vec<Square> = (0..board.squares()).map(|index| Square(index as u16)).collect();
    let mut table = Builder::of(&squares);
    table.number(CELL, cell.index);
    table.text(VARIANT, &cell.variant);
    table.text(WHITE, &cell.matchup.agents.white.to_string());
    table.text(BLACK, &cell.matchup.agents.black.to_string());
    table.column(FILE, |&square| u32::from(board.file(square)));
    table.column(RANK, |&square| u32::from(board.rank(square)));
    table.column(SQUARE, |&square| board.name(square));
    table.column(ARRIVALS, |square| played.squares.arrivals[square.index()]);
    table.column(LOSSES, |square| played.squares.losses[square.index()]);
    table.finish()
}
