//! Compares parallel games of searching players with the same games played one at a time.

use std::sync::atomic::AtomicBool;

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{BySide, Rules, Simd, SquareCounts, game_seed};
use petteia_players::{GameBatch, GameRecord, Matchup};

use crate::all_cases::all_cases;

/// Plays `games` games with one instruction set of the processor.
fn play(matchup: &Matchup, games: u64, simd: Simd) -> (Vec<GameRecord>, SquareCounts) {
    let mut squares = SquareCounts::default();
    let seed = |number| game_seed(5, 3, number);
    let batch =
        GameBatch { games: 3..3 + games, seed: &seed, simd, stop: &AtomicBool::new(false), games_played: &|_| () };
    let rows = matchup.play(batch, &mut squares).expect("no player is external").expect("no game is stopped");
    (rows, squares)
}

/// Compares all instruction sets of the processor; returns whether any has lanes.
fn compare(rules: &str, agents: [&str; 2], opening: u32, games: u64) -> bool {
    let [white, black] = agents.map(|agent| agent.parse().expect(agent));
    let rules = Rules::parse(rules).expect(rules);
    let matchup = Matchup { rules, agents: BySide { white, black }, opening: opening.into() };
    let alone = play(&matchup, games, Simd::Scalar);
    assert_eq!(alone.0.len() as u64, games);
    let lanes = |simd: &Simd| simd.is_supported() && simd.path(&matchup.rules) != Simd::Scalar;
    let paths: Vec<Simd> = Simd::ALL.into_iter().filter(lanes).collect();
    for &simd in &paths {
        let interleaved = play(&matchup, games, simd);
        for (one, other) in alone.0.iter().zip(&interleaved.0) {
            assert_eq!(one, other, "{agents:?} on {}", simd.name());
        }
        assert!(alone == interleaved, "{agents:?} on {}: rows or squares differ", simd.name());
    }
    !paths.is_empty()
}

#[test]
fn every_game_goes_as_it_goes_alone() {
    let agent = "mcts:playouts=5";
    for game in &GAMES {
        let name = format!("{}+turn_cap=100", game.id);
        let fits = Simd::Portable.path(&Rules::parse(&name).expect(&name)) != Simd::Scalar;
        let games = match (all_cases(), fits) {
            (false, _) => 1,
            (true, false) => 3,
            (true, true) => 20,
        };
        assert_eq!(compare(&name, [agent; 2], 4, games), fits, "{name}");
    }
}

#[test]
fn every_option_goes_as_it_goes_alone() {
    let matchups = [
        ("city-8+die=4+turn_cap=120", ["mcts:playouts=10"; 2], 0, 33),
        ("city-8+die=2+repetition=2+no_progress=30", ["mcts:playouts=10"; 2], 3, 18),
        ("city-8+vagi+repetition=2", ["mcts:playouts=12,exploration=0.5", "random"], 2, 40),
        ("city-8+repetition=2+no_progress=60", ["mcts:playouts=12", "greedy"], 0, 17),
        ("city-8+repetition=2+no_progress=0+turn_cap=200", ["mcts:playouts=10", "mcts:playouts=5"], 1, 20),
        ("poleis+repetition=2+turn_cap=90", ["mcts:playouts=6"; 2], 8, 20),
        ("poleis+die=3+compulsory=strict+turn_cap=90", ["mcts:playouts=6", "random"], 0, 20),
        ("city-8+inciti+edge+stakes=4", ["mcts:playouts=9"; 2], 6, 20),
        ("callen-double-latrunculi+die=4+turn_cap=80", ["mcts:playouts=5"; 2], 4, 16),
        ("lemery-petteia+die=4+inciti+turn_cap=80", ["mcts:playouts=6"; 2], 4, 20),
        ("lemery-petteia-advanced+repetition=2", ["mcts:playouts=8", "mcts:playouts=5"], 3, 20),
        ("lemery-compact+compulsory=huff+edge+turn_cap=80", ["mcts:playouts=8", "random"], 0, 20),
        ("lemery-latrunculi+bound=one-turn+die=3+turn_cap=120", ["mcts:playouts=6"; 2], 8, 20),
        ("city-8+bare=5", ["mcts:playouts=30"; 2], 30, 5),
        ("city-8+turn_cap=60", ["mcts:playouts=9,policy=none", "mcts:playouts=9"], 2, 20),
        ("city-8+die=4+turn_cap=60", ["mcts:playouts=9", "mcts:playouts=9,policy=none"], 2, 20),
        ("city-8+die=4+turn_cap=60", ["mcts:playouts=9", "mcts:playouts=9,policy=capture"], 2, 20),
        ("city-8+edge+turn_cap=200", ["mcts:playouts=5,policy=none,endgames=3", "mcts:playouts=5,endgames=3"], 2, 20),
    ];
    let one_in = if all_cases() { 1 } else { 2 };
    for (rules, agents, opening, games) in matchups.into_iter().step_by(one_in) {
        assert!(compare(rules, agents, opening, games), "{rules} is played in lanes");
    }
}
