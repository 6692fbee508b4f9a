//! Plays the games of a file as the page does, and prints their results and lengths, with the time they took:
//! `web/tests/equal.mjs` compares them.
//!
//!     rows web/tests/equal.json

use std::error::Error;
use std::sync::atomic::AtomicBool;

use petteia_engine::{BySide, EndReason, Outcome, Rules, Side, Simd, SquareCounts, game_seed};
use petteia_players::stopwatch::Stopwatch;
use petteia_players::{GameBatch, Matchup};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Case {
    game: String,
    white: String,
    black: String,
    opening: u32,
    seed: u64,
    games: u64,
}

/// Returns the name that the page gives to a result.
fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None if outcome.reason == EndReason::TurnCap => "unfinished",
        None => "drawn",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a file of cases")?;
    let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    for case in cases {
        let agents = BySide { white: case.white.parse()?, black: case.black.parse()? };
        let matchup = Matchup { rules: Rules::parse(&case.game)?, agents, opening: case.opening.into() };
        let play = |simd| {
            let seed = |number| game_seed(case.seed, 0, number);
            let stop = AtomicBool::new(false);
            let batch = GameBatch { games: 0..case.games, seed: &seed, simd, stop: &stop, games_played: &|_| () };
            let running = Stopwatch::start();
            let rows = matchup
                .play(batch, &mut SquareCounts::default())
                .expect("no player is external")
                .expect("nothing stops the games");
            (rows, running.elapsed().as_secs_f64())
        };
        let (rows, seconds) = play(Simd::best());
        let (_, portable) = play(Simd::Portable);
        let rows: Vec<_> = rows.iter().map(|row| (result(row.outcome), row.plies)).collect();
        println!("{}", json!({ "rows": rows, "seconds": seconds, "portable": portable }));
    }
    Ok(())
}
