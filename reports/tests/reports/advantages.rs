//! What a report says of moving first: findings.

use petteia_engine::Side;
use petteia_reports::RunContext;

use crate::support::Game;
use crate::text::{cell, report_of, report_with_context};

#[test]
fn who_wins_more_is_told() {
    let game = |index: u32| Game {
        winner: Some(if index.is_multiple_of(5) { "white" } else { "black" }),
        reason: "bare",
        branching: f64::from(index),
        ..Game::default()
    };
    let (_folder, found) = report_of(&[(0..300).map(game).collect()]);
    let text = found.findings.join("\n");
    assert!(
        text.contains("Black, who moves second, scores 30 points [25, 34] above 50 % in city-8 (240 wins to 60)."),
        "{text}"
    );
    let by_black = cell(1, "city-8+vagi", 300, 0).into_iter().map(|game| Game { winner: Some("black"), ..game });
    let (_folder, found) = report_of(&[cell(0, "city-8", 300, 30), by_black.collect()]);
    let text = found.findings.join("\n");
    let shift = text.split_once(" White scores ").expect("it is told").1;
    assert!(shift.contains("less with vagi than in city-8."), "{text}");
}

#[test]
fn an_advantage_between_weaker_players_is_told() {
    let by = |agent: &str, games: Vec<Game>| {
        games.into_iter().map(|game| Game { white: agent.into(), black: agent.into(), ..game }).collect::<Vec<Game>>()
    };
    let black_wins = |game: Game| Game { winner: game.winner.map(|_| "black"), ..game };
    let weaker = cell(1, "city-8", 300, 30).into_iter().map(black_wins).collect();
    let even = by("alphabeta:nodes=1000", cell(0, "city-8", 300, 30));
    let (_folder, found) = report_of(&[even.clone(), by("alphabeta:nodes=100", weaker)]);
    let text = found.findings.join("\n");
    let told = "points for White could be missed; between weaker players (alphabeta, 100 positions), Black, who moves second, \
                scores 45 points [";
    assert!(text.contains(told), "{text}");
    let (_folder, found) = report_of(&[even, by("alphabeta:nodes=100", cell(1, "city-8", 300, 30))]);
    assert!(!found.findings.join("\n").contains("between weaker players"));
}

#[test]
fn a_swap_after_a_random_move_is_told() {
    let told = |variant: &str, opening| {
        let begins = variant.contains("swap").then_some((0, Side::White)).into_iter().collect();
        let context = RunContext { opening, begins, ..RunContext::default() };
        let (_folder, found) = report_with_context(&[cell(0, variant, 300, 30)], &context);
        found.findings.join("\n").contains("With swap, the first move was random")
    };
    assert!(told("city-8+swap", [4, 5]) && told("city-8+swap", [4, 4]), "a random opening");
    assert!(!told("city-8+swap", [0, 0]) && !told("city-8", [4, 4]), "agents choose, or nobody swaps");
}

#[test]
fn scores_of_a_player_and_of_a_side_are_not_compared() {
    let won = |number, variant: &str| {
        let by_white = |game: Game| Game { winner: game.winner.map(|_| "white"), ..game };
        cell(number, variant, 300, 30).into_iter().map(by_white).collect::<Vec<Game>>()
    };
    let told = |begins: Side| {
        let context = RunContext { begins: [(1, begins)].into(), ..RunContext::default() };
        let (folder, found) = report_with_context(&[won(0, "city-8"), cell(1, "city-8+swap", 300, 30)], &context);
        let csv = std::fs::read_to_string(folder.path().join("comparisons.csv")).expect("it was written");
        (found.findings.join("\n").contains(" with swap than in city-8."), csv.contains("\nfirst_move_difference,"))
    };
    assert_eq!(told(Side::White), (true, true), "White's score is that of the first player");
    assert_eq!(told(Side::Black), (false, false));
}

#[test]
fn what_random_moves_make_of_an_advantage_is_told() {
    let told = |wins: u32, opening| {
        let game = |number: u32| {
            let winner = Some(if number % 10 < wins { "white" } else { "black" });
            Game { winner, reason: "bare", plies: 40 + number % 7, branching: f64::from(number), ..Game::default() }
        };
        let context = RunContext { opening, ..RunContext::default() };
        report_with_context(&[(0..300).map(game).collect()], &context).1.findings.join("\n")
    };
    assert!(told(8, [4, 4]).contains("to captures that the random moves offered."));
    assert!(told(8, [4, 5]).contains("do not tell what the first move is worth. Set an even `opening`"));
    assert!(told(5, [5, 5]).contains("do not tell what the first move is worth."));
    assert!(!told(5, [4, 4]).contains("moves offered") && !told(8, [0, 0]).contains("moves offered"));
}
