//! Measures random games on every board: one at a time, and in lanes with every instruction set of this processor. Prints
//! plies per second, and how many times faster the lanes are.
//!
//! `cargo bench --bench random_games -- brandubh tablut` measures only these games.

use std::time::{Duration, Instant};

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, RandomGames, Rules, Simd, game_seed, with_geometry};

const GAMES: [&str; 20] = [
    "city-8",
    "city-8+vagi",
    "city-8+inciti",
    "poleis",
    "callen-simple-petteia",
    "callen-double-capture-leader",
    "lemery-petteia",
    "lemery-petteia-advanced",
    "lemery-latrunculi",
    "seega-5",
    "seega-8x8",
    "kharebga-6x6",
    "kharebga-10x10",
    "pessoi-8x8-undo",
    "pessoi-8x8-undo+placing=quiet",
    "brandubh",
    "tablut",
    "fetlar",
    "fetlar-encirclement",
    "mak-yek",
];

/// Enough games to keep all lanes busy.
const NUMBERS: std::ops::Range<u64> = 0..500;

/// How often every path plays the games, in turn; the fastest round counts.
const ROUNDS: u32 = 5;

struct Measure<'a> {
    name: &'a str,
    rules: CheckedRules,
}

impl OnBoard for Measure<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.rules, geometry);
        let start = game.begin();
        let seed = |number| game_seed(1, 0, number);
        let plies = |simd| {
            let mut plies = 0;
            let games = RandomGames { game: &game, start: &start, numbers: NUMBERS, seed: &seed, simd };
            games.play(None, |played| plies += u64::from(played.position.turn()));
            plies
        };
        let expected = plies(Simd::Scalar);
        let mut fastest = Simd::ALL.map(|simd| (simd, Duration::MAX));
        for _ in 0..ROUNDS {
            for (simd, fastest) in fastest.iter_mut().filter(|(simd, _)| game.path(*simd) == *simd) {
                let began = Instant::now();
                assert_eq!(plies(*simd), expected, "{} on {}", self.name, simd.name());
                *fastest = (*fastest).min(began.elapsed());
            }
        }
        let seconds =
            |wanted| fastest.iter().find(|(simd, _)| *simd == wanted).map_or(0.0, |(_, time)| time.as_secs_f64());
        let alone = seconds(Simd::Scalar);
        print!("{:<30} {:>9.2}", self.name, expected as f64 / alone / 1e6);
        for (simd, time) in fastest.iter().rev().skip(1) {
            if *time == Duration::MAX {
                print!(" {:>9}", "-");
            } else {
                print!(" {:>8.2}x", alone / seconds(*simd));
            }
        }
        println!();
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    print!("{:<30} {:>9}", "game", "M plies/s");
    Simd::ALL.iter().rev().skip(1).for_each(|simd| print!(" {:>9}", simd.name()));
    println!();
    for name in GAMES.into_iter().filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted)))
    {
        let rules = Rules::parse(name).expect("the names are right");
        with_geometry(rules.board, Measure { name, rules });
    }
}
