//! Run folders made up for the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use petteia_reports::{Known, Report, ReportError};
use petteia_tables::{Builder, Frame, Parts, Provenance, RunParts, Seal, schema};

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
    report_with(run, &Known::default())
}

/// The same with what is known of the run.
pub fn report_with(run: &Path, known: &Known) -> Result<Report, ReportError> {
    let [games, squares] = ["games", "squares"].map(|name| sealed(run.join(name)));
    let parts = RunParts { games, squares, provenance: Provenance::default() };
    petteia_reports::report(run, &parts, known)
}

fn sealed(folder: PathBuf) -> Parts {
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut parts = Parts::of(folder);
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "parquet")) {
        let seal = Seal::of(&fs::read(&path).expect("it can be read"));
        parts.add(path, seal);
    }
    parts
}

/// One row of the table of games.
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
        }
    }
}

/// The table of games that a run writes.
fn games_table(games: &[Game]) -> Frame {
    use schema::games::*;
    let rows: Vec<(u64, &Game)> = (0..).zip(games).collect();
    let mut table = Builder::of(&rows);
    table.column(CELL, |(_, game)| game.cell);
    table.column(VARIANT, |(_, game)| game.variant.clone());
    for index in 0..games.first().map_or(0, |game| game.factors.len()) {
        table.member(FACTOR, &games[0].factors[index].0, |(_, game)| game.factors[index].1.clone());
    }
    table.column(WHITE, |(_, game)| game.white.clone());
    table.column(BLACK, |(_, game)| game.black.clone());
    table.column(GAME, |&(number, _)| number);
    table.column(SEED, |&(number, _)| number);
    table.column(WINNER, |(_, game)| game.winner);
    table.column(REASON, |(_, game)| game.reason);
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
    table.finish()
}

/// Writes a table as a part, with its folder.
fn write_part(path: &Path, mut table: Frame) {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder).expect("the folder can be made");
    let bytes = table.part(path, &Provenance::default()).expect("the table can be encoded");
    fs::write(path, bytes).expect("the file can be written");
}

/// Writes games as one part of the run.
pub fn write_games(run: &Path, part: &str, games: &[Game]) {
    write_part(&run.join("games").join(part), games_table(games));
}

/// Writes square counts (cell, file, rank, arrivals, losses) as one part of the run.
pub fn write_squares(run: &Path, part: &str, counts: &[(Game, u32, u32, u64, u64)]) {
    use schema::squares::*;
    let name = |file: u32, rank: u32| {
        let letter = char::from(b'a' + u8::try_from(file).expect("a small board"));
        format!("{letter}{}", rank + 1)
    };
    let mut table = Builder::of(counts);
    table.column(CELL, |(game, ..)| game.cell);
    table.column(VARIANT, |(game, ..)| game.variant.clone());
    table.column(WHITE, |(game, ..)| game.white.clone());
    table.column(BLACK, |(game, ..)| game.black.clone());
    table.column(FILE, |&(_, file, ..)| file);
    table.column(RANK, |&(_, _, rank, ..)| rank);
    table.column(SQUARE, |&(_, file, rank, ..)| name(file, rank));
    table.column(ARRIVALS, |&(.., arrivals, _)| arrivals);
    table.column(LOSSES, |&(.., losses)| losses);
    write_part(&run.join("squares").join(part), table.finish());
}

/// A run of `variants` times `pairings` cells with plausible games, the same for the same numbers.
pub fn synthetic(variants: u32, pairings: &[(&str, &str)], games_a_cell: u64) -> Folder {
    const CHANGES: [&str; 6] = ["vagi", "die=4", "double-move", "corner-capture", "no-suicide", "limit=200"];
    let folder = Folder::new();
    let mut random = fastrand::Rng::with_seed(7);
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
fn plausible(like: &Game, share: f64, random: &mut fastrand::Rng) -> Game {
    let spread = random.f64() + random.f64() + random.f64() + random.f64();
    let chance = random.f64();
    let (winner, reason, adjudicated) = if chance < share * 0.4 {
        (None, ["repetition", "no_progress", "dead_position"][random.usize(0..3)], true)
    } else if chance < share * 0.45 {
        (None, "turn_cap", true)
    } else {
        let side = if random.f64() < 0.5 + share * 0.08 { "white" } else { "black" };
        let adjudicated = random.f64() < 0.2;
        let on_board = ["bare", "no_moves", "leader_captured", "crossing"][random.usize(0..4)];
        let reason = if adjudicated { "no_progress" } else { on_board };
        (Some(side), reason, adjudicated)
    };
    Game {
        winner,
        reason,
        adjudicated,
        plies: (20.0 + 12.0 * (spread * (1.0 + share)).exp().min(1500.0)) as u32,
        captures: [random.u32(0..12), random.u32(0..12)],
        first_capture: Some(random.u32(3..20)),
        branching: 30.0 + random.f64(),
        ..like.clone()
    }
}
