//! Run folders made up for the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use petteia_engine::Rules;
use petteia_reports::{Report, ReportError, RunContext};
use petteia_tables::{Builder, CellKey, Chunk, Digest, Frame, Provenance, RunChunks, RunStats, schema};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus as Random;

use crate::fixtures::{agent, variant};

/// A folder that is removed at the end of its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("petteia-reports-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The report of a run that has all the parts in its folder, as they are.
pub fn report(run: &Path) -> Result<Report, ReportError> {
    report_with(run, &RunContext::default())
}

/// The same with what is known of the run.
pub fn report_with(run: &Path, context: &RunContext) -> Result<Report, ReportError> {
    report_of_cells(run, context, &[])
}

/// The same of a run that has more cells, without games.
pub fn report_of_cells(run: &Path, context: &RunContext, empty: &[CellKey]) -> Result<Report, ReportError> {
    let mut cells: Vec<CellKey> = Vec::new();
    let [games, squares] = ["games", "squares"].map(|name| sealed(&run.join(name), &mut cells));
    cells.retain(|key| games.iter().any(|part| part.cell == key.cell));
    cells.extend_from_slice(empty);
    cells.sort_by_key(|key| key.cell);
    let mut context = context.clone();
    for key in &cells {
        let are_equal = || Rules::read(&key.variant.name).is_ok_and(|rules| rules.sides_are_equal());
        context.sides_are_equal.entry(key.cell).or_insert_with(are_equal);
    }
    let parts = RunChunks { cells, folder: run.to_owned(), games, squares, provenance: Provenance::default() };
    petteia_reports::report(run, &parts, &RunStats::read(&parts)?, &context)
}

/// The parts of a folder; adds their cells to `cells`.
fn sealed(folder: &Path, cells: &mut Vec<CellKey>) -> Vec<Chunk> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut parts = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "parquet")) {
        let digest = Digest::of(&fs::read(&path).expect("it can be read"));
        let key = read_key(&path);
        let cell = key.cell;
        if cells.iter().all(|known| known.cell != cell) {
            cells.push(key);
        }
        parts.push(Chunk { path, digest, rows: None, outcomes: None, cell, games: 0..u64::MAX });
    }
    parts.sort_by_key(|part| part.cell);
    parts
}

/// The file beside a part that holds its cell.
fn key_file(part: &Path) -> PathBuf {
    part.with_extension("cell")
}

fn write_key(part: &Path, game: &Game) {
    let factors = game.factors.iter().map(|(name, level)| format!("{name}\t{level}"));
    let lines = [game.cell.to_string(), game.variant.clone(), game.white.clone(), game.black.clone()];
    let text = lines.into_iter().chain(factors).collect::<Vec<_>>().join("\n");
    fs::write(key_file(part), text).expect("the file can be written");
}

fn read_key(part: &Path) -> CellKey {
    let text = fs::read_to_string(key_file(part)).expect("every part has a cell");
    let mut lines = text.lines();
    let mut line = || lines.next().expect("there is a line");
    let (cell, name, white, black) = (line().parse().expect("a number"), line(), line(), line());
    let factor = |line: &str| line.split_once('\t').map(|(name, level)| (name.to_owned(), level.to_owned()));
    CellKey {
        cell,
        key: format!("{cell:016x}"),
        variant: variant(name),
        white: agent(white),
        black: agent(black),
        factors: lines.filter_map(factor).collect(),
    }
}

/// A game of a cell; its row is in the table of games.
#[derive(Clone)]
pub struct Game {
    pub cell: u32,
    pub variant: String,
    pub factors: Vec<(String, String)>,
    pub white: String,
    pub black: String,
    pub winner: Option<&'static str>,
    pub reason: &'static str,
    pub adjudicated: bool,
    pub plies: u32,
    pub captures: [u32; 2],
    pub first_capture: Option<u32>,
    pub branching: f64,
    pub coins: Option<[u32; 2]>,
    /// White's mean depth, and the share of its searches that completed no ply.
    pub depth: Option<(f64, f64)>,
}

impl Default for Game {
    fn default() -> Self {
        Self {
            cell: 0,
            variant: "city-8".into(),
            factors: Vec::new(),
            white: "random".into(),
            black: "random".into(),
            winner: None,
            reason: "repetition",
            adjudicated: true,
            plies: 1,
            captures: [0, 0],
            first_capture: None,
            branching: 1.0,
            coins: None,
            depth: None,
        }
    }
}

/// The table of games that a run writes.
fn games_table(games: &[Game]) -> Frame {
    use schema::games::*;
    let rows: Vec<(u64, &Game)> = (0..).zip(games).collect();
    let mut table = Builder::of(&rows);
    table.column(GAME, |&(number, _)| number);
    table.column(SEED, |&(number, _)| number);
    table.column(WINNER, |(_, game)| game.winner);
    table.column(REASON, |(_, game)| game.reason);
    table.column(IS_SWAPPED, |_| false);
    table.column(ADJUDICATED, |(_, game)| game.adjudicated);
    table.column(PLIES, |(_, game)| game.plies);
    table.column(CAPTURES_WHITE, |(_, game)| game.captures[0]);
    table.column(CAPTURES_BLACK, |(_, game)| game.captures[1]);
    table.column(FIRST_CAPTURE_PLY, |(_, game)| game.first_capture);
    table.column(MEAN_BRANCHING, |(_, game)| game.branching);
    table.column(FINAL_WHITE, |_| 3_u32);
    table.column(FINAL_BLACK, |_| 3_u32);
    table.column(COINS_WHITE, |(_, game)| game.coins.map(|coins| coins[0]));
    table.column(COINS_BLACK, |(_, game)| game.coins.map(|coins| coins[1]));
    table.column(DEPTH_WHITE, |(_, game)| game.depth.map(|(depth, _)| depth));
    table.column(DEPTH_BLACK, |_| None::<f64>);
    table.column(SHARE_ODD_DEPTH_WHITE, |(_, game)| game.depth.map(|(depth, _)| depth % 2.0));
    table.column(SHARE_ODD_DEPTH_BLACK, |_| None::<f64>);
    table.column(SHARE_NO_DEPTH_WHITE, |(_, game)| game.depth.map(|(_, blind)| blind));
    table.column(SHARE_NO_DEPTH_BLACK, |_| None::<f64>);
    table.finish()
}

/// Writes a table as a part, with its folder.
fn write_part(path: &Path, table: Frame) {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder).expect("the folder can be made");
    let bytes = table.to_parquet(path, &Provenance::default()).expect("the table can be encoded");
    fs::write(path, bytes).expect("the file can be written");
}

/// Writes games of one cell as one part of the run.
pub fn write_games(run: &Path, part: &str, games: &[Game]) {
    let path = run.join("games").join(part);
    write_part(&path, games_table(games));
    write_key(&path, games.first().unwrap_or(&Game::default()));
}

/// Writes square counts (a game of the cell, file, rank, arrivals, losses) as one part of the run. A quarter of the
/// arrivals are early placements.
pub fn write_squares(run: &Path, part: &str, counts: &[(Game, u32, u32, u64, u64)]) {
    use schema::squares::*;
    let name = |file: u32, rank: u32| {
        let letter = char::from(b'a' + u8::try_from(file).expect("a small board"));
        format!("{letter}{}", rank + 1)
    };
    let mut table = Builder::of(counts);
    table.column(FILE, |&(_, file, ..)| file);
    table.column(RANK, |&(_, _, rank, ..)| rank);
    table.column(SQUARE, |&(_, file, rank, ..)| name(file, rank));
    table.column(ARRIVALS, |&(.., arrivals, _)| arrivals);
    table.column(LOSSES, |&(.., losses)| losses);
    table.column(PLACED_EARLY, |&(.., arrivals, _)| arrivals / 4);
    let path = run.join("squares").join(part);
    write_part(&path, table.finish());
    write_key(&path, &counts[0].0);
}

/// A run of `variants` times `pairings` cells with plausible games, the same for the same numbers.
pub fn synthetic(variants: u32, pairings: &[(&str, &str)], games_a_cell: u64) -> Folder {
    const CHANGES: [&str; 6] = ["vagi", "die=4", "double-move", "corner-capture", "no-suicide", "limit=200"];
    let folder = Folder::new();
    let mut random = Random::seed_from_u64(7);
    let mut cell = 0;
    for number in 0..variants {
        let mut variant = "city-8-double".to_owned();
        for (bit, change) in CHANGES.iter().enumerate() {
            if number >> bit & 1 == 1 {
                variant = format!("{variant}+{change}");
            }
        }
        for &(white, black) in pairings {
            let like =
                Game { cell, variant: variant.clone(), white: white.into(), black: black.into(), ..Game::default() };
            let share = f64::from(cell * 7 % 11) / 11.0;
            let games: Vec<Game> = (0..games_a_cell).map(|_| plausible(&like, share, &mut random)).collect();
            write_games(folder.path(), &format!("{cell:05}-0.parquet"), &games);
            let counts: Vec<_> = (0..64_u32)
                .map(|square| {
                    let (file, rank) = (square % 8, square / 8);
                    let centre = 12 - file.abs_diff(4) - rank.abs_diff(4);
                    let arrivals = games_a_cell * u64::from(centre * (1 + cell % 3)) / 4;
                    (like.clone(), file, rank, arrivals, arrivals / 9)
                })
                .collect();
            write_squares(folder.path(), &format!("{cell:05}-0.parquet"), &counts);
            cell += 1;
        }
    }
    folder
}

/// A game like another, with an end and a length drawn at random; `share` sets how drawish.
fn plausible(like: &Game, share: f64, random: &mut Random) -> Game {
    let spread = random.random::<f64>() + random.random::<f64>() + random.random::<f64>() + random.random::<f64>();
    let chance = random.random::<f64>();
    let (winner, reason, adjudicated) = if chance < share * 0.4 {
        (None, ["repetition", "no_progress", "dead_position"][random.random_range(0..3)], true)
    } else if chance < share * 0.45 {
        (None, "turn_cap", true)
    } else {
        let side = if random.random::<f64>() < 0.5 + share * 0.08 { "white" } else { "black" };
        let adjudicated = random.random::<f64>() < 0.2;
        let on_board = ["bare", "no_moves", "leader_captured", "crossing"][random.random_range(0..4)];
        let reason = if adjudicated { "no_progress" } else { on_board };
        (Some(side), reason, adjudicated)
    };
    Game {
        winner,
        reason,
        adjudicated,
        plies: (20.0 + 12.0 * (spread * (1.0 + share)).exp().min(1500.0)) as u32,
        captures: [random.random_range(0..12), random.random_range(0..12)],
        first_capture: Some(random.random_range(3..20)),
        branching: 30.0 + random.random::<f64>(),
        ..like.clone()
    }
}
