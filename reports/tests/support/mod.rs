//! Run folders made up for the tests.
#![allow(dead_code)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use polars::prelude::*;

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

/// The games as a data frame with the columns a run writes.
pub fn games_frame(games: &[Game]) -> DataFrame {
    fn column<T, Kind: ?Sized>(name: &str, games: &[Game], of: impl Fn(&Game) -> T) -> Column
    where
        Series: NamedFrom<Vec<T>, Kind>,
    {
        Column::new(name.into(), games.iter().map(of).collect::<Vec<T>>())
    }
    let mut columns = vec![column("cell", games, |g| g.cell), column("variant", games, |g| g.variant.clone())];
    for index in 0..games.first().map_or(0, |game| game.factors.len()) {
        let name = format!("factor_{}", games[0].factors[index].0);
        columns.push(column(&name, games, |g| g.factors[index].1.clone()));
    }
    let numbers: Vec<u64> = (0..games.len() as u64).collect();
    columns.extend([
        column("white", games, |g| g.white.clone()),
        column("black", games, |g| g.black.clone()),
        Column::new("game".into(), numbers.clone()),
        Column::new("seed".into(), numbers),
        column("winner", games, |g| g.winner.map(str::to_owned)),
        column("reason", games, |g| g.reason.to_owned()),
        column("adjudicated", games, |g| g.adjudicated),
        column("plies", games, |g| g.plies),
        column("captures_white", games, |g| g.captures[0]),
        column("captures_black", games, |g| g.captures[1]),
        column("first_capture_ply", games, |g| g.first_capture),
        column("mean_branching", games, |g| g.branching),
        column("final_white", games, |_| 3_u32),
        column("final_black", games, |_| 3_u32),
        column("coins_white", games, |g| g.coins.map(|coins| coins[0])),
        column("coins_black", games, |g| g.coins.map(|coins| coins[1])),
    ]);
    DataFrame::new(games.len(), columns).expect("all columns are of one length")
}

/// Writes a frame as a Parquet file, with its folder.
pub fn write_frame(path: &Path, mut frame: DataFrame) {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder).expect("the folder can be made");
    let file = File::create(path).expect("the file can be made");
    ParquetWriter::new(file).finish(&mut frame).expect("the frame can be written");
}

/// Writes games as one part of the run.
pub fn write_games(run: &Path, part: &str, games: &[Game]) {
    write_frame(&run.join("games").join(part), games_frame(games));
}

/// Writes square counts (cell, file, rank, arrivals, losses) as one part of the run.
pub fn write_squares(run: &Path, part: &str, counts: &[(Game, u32, u32, u64, u64)]) {
    let name = |file: u32, rank: u32| {
        let letter = char::from(b'a' + u8::try_from(file).expect("a small board"));
        format!("{letter}{}", rank + 1)
    };
    let texts =
        |of: &dyn Fn(&Game) -> &String| -> Vec<String> { counts.iter().map(|count| of(&count.0).clone()).collect() };
    let cells: Vec<u32> = counts.iter().map(|count| count.0.cell).collect();
    let files: Vec<u32> = counts.iter().map(|count| count.1).collect();
    let ranks: Vec<u32> = counts.iter().map(|count| count.2).collect();
    let names: Vec<String> = counts.iter().map(|count| name(count.1, count.2)).collect();
    let arrivals: Vec<u64> = counts.iter().map(|count| count.3).collect();
    let losses: Vec<u64> = counts.iter().map(|count| count.4).collect();
    let columns = vec![
        Column::new("cell".into(), cells),
        Column::new("variant".into(), texts(&|game| &game.variant)),
        Column::new("white".into(), texts(&|game| &game.white)),
        Column::new("black".into(), texts(&|game| &game.black)),
        Column::new("file".into(), files),
        Column::new("rank".into(), ranks),
        Column::new("square".into(), names),
        Column::new("arrivals".into(), arrivals),
        Column::new("losses".into(), losses),
    ];
    let frame = DataFrame::new(counts.len(), columns).expect("all columns are of one length");
    write_frame(&run.join("squares").join(part), frame);
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
